#!/usr/bin/env python3
"""A table that is replaced, cut or overwritten while a program reads it: the right answers or the
promised error, and no crash."""

import os
import random
import signal
import subprocess
import time

from programs import (CHECK_FAILED, FILE_OR_MEMORY, FINE, HEXAPROBE, HEXATABLE, TIMEOUT, FaultTest,
                      main)

BOARD = "5x5"


class TableChanges(FaultTest):

    def setUp(self):
        super().setUp()
        self.table = self.generate(BOARD)
        self.whole = self.table.read_bytes()
        dump = self.run_in(["sh", "-c", f'"{HEXATABLE}" dump {BOARD}.hxt | awk "NR % 9973 == 1"'])
        self.questions = [line.split("\t") for line in dump.stdout.splitlines()]
        self.assertGreater(len(self.questions), 100)

    def cut(self):
        os.truncate(self.table, 1000)

    def empty(self):
        os.truncate(self.table, 0)

    def overwrite(self):
        with open(self.table, "r+b") as file:
            file.write(bytes(len(self.whole)))

    def replace(self):
        other = self.folder / "other"
        other.write_bytes(b"no table at all")
        os.rename(other, self.table)

    def remove(self):
        self.table.unlink()

    def probe_through(self, change):
        """Asks one question, changes the table, asks the rest: the answers, and how it ended."""
        process = subprocess.Popen([HEXAPROBE, "-q", "--score", "-t", str(self.table)],
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        process.stdin.write(self.questions[0][0] + "\n")
        process.stdin.flush()
        first = process.stdout.readline()
        change()
        text = "".join(question[0] + "\n" for question in self.questions[1:])
        output, error = process.communicate(text, timeout=TIMEOUT)
        return (first + output).splitlines(), process.returncode, error

    def right(self, question):
        _, result, distance = question
        return distance if result == "win" or distance == "0" else f"-{distance}"

    def test_probed(self):
        for change in (self.cut, self.empty, self.overwrite):
            with self.subTest(change=change.__name__):
                self.table.write_bytes(self.whole)
                answers, status, error = self.probe_through(change)
                self.assertEqual(len(answers), len(self.questions))
                for question, answer in zip(self.questions, answers):
                    self.assertIn(answer, (self.right(question), "error"), question)
                self.assertIn("error", answers)
                self.assertEqual(status, FILE_OR_MEMORY)
                for line in error.splitlines():
                    self.assertRegex(line, r"^hexaprobe: line \d+: table .*: "
                                     r"(its end is missing|block \d+ is damaged)$")

    def test_probed_and_replaced(self):
        # What is open stays as it was, whatever happens to its name.
        for change in (self.replace, self.remove):
            with self.subTest(change=change.__name__):
                self.table.write_bytes(self.whole)
                answers, status, _ = self.probe_through(change)
                self.assertEqual(answers, [self.right(q) for q in self.questions])
                self.assertEqual(status, FINE)

    def test_read_whole(self):
        moments = random.Random(3)
        caught = 0
        for command in (["verify"], ["verify", "--deep"], ["stats"], ["dump"]):
            for change in (self.cut, self.empty, self.overwrite):
                for _ in range(3):
                    self.table.write_bytes(self.whole)
                    process = subprocess.Popen([HEXATABLE, *command, str(self.table)], text=True,
                                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
                    time.sleep(moments.random() * 0.05)
                    process.send_signal(signal.SIGSTOP)
                    change()
                    process.send_signal(signal.SIGCONT)
                    _, error = process.communicate(timeout=TIMEOUT)
                    with self.subTest(command=command, change=change.__name__, error=error):
                        self.assertIn(process.returncode, (FINE, CHECK_FAILED, FILE_OR_MEMORY))
                        self.assertEqual(error.count("\n"), 1 if process.returncode else 0)
                        caught += process.returncode != FINE
        self.assertGreater(caught, 0)


main()
