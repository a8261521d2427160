#!/usr/bin/env python3
"""`generate` stopped by a signal in each phase, and killed at random moments."""

import random
import signal
import subprocess
import time

from programs import FINE, HEXATABLE, INTERRUPTED, TERMINATED, TIMEOUT, FaultTest, main

BOARD = "5x5"
TABLE = f"{BOARD}.hxt"
TEMPORARY = f"{TABLE}.tmp"
GENERATE = [HEXATABLE, "generate", "-T", "2", BOARD]
LONG = [HEXATABLE, "generate", "-T", "1", "--level", "19", "6x5"]


class Killed(FaultTest):
    def start(self, command):
        return subprocess.Popen(command, cwd=self.folder, text=True, stdin=subprocess.DEVNULL,
                                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    def size(self, name):
        try:
            return (self.folder / name).stat().st_size
        except FileNotFoundError:
            return -1

    def stop(self, sent, wait_for):
        """Stops a long run as soon as wait_for() holds; it must end as promised."""
        process = self.start(LONG)
        deadline = time.monotonic() + TIMEOUT
        while not wait_for() and time.monotonic() < deadline and process.poll() is None:
            time.sleep(0.001)
        process.send_signal(sent)
        _, error = process.communicate(timeout=TIMEOUT)
        name, status = {signal.SIGINT: ("Ctrl-C", INTERRUPTED),
                        signal.SIGTERM: ("SIGTERM", TERMINATED)}[sent]
        self.assertEqual(process.returncode, status, error)
        self.assertEqual(error, f"hexatable: stopped by {name}; no table was written\n")
        self.assertEqual(self.files(), [])

    def test_signal_in_each_phase(self):
        temporary = "6x5.hxt.tmp"
        for sent in (signal.SIGINT, signal.SIGTERM):
            # The temporary file is tried before enumerating, and made for good after it.
            begin = time.monotonic()
            with self.subTest(phase="enumerating", sent=sent):
                self.stop(sent, lambda begin=begin: time.monotonic() > begin + 0.3)
            with self.subTest(phase="the diagram is written", sent=sent):
                self.stop(sent, lambda: self.size(temporary) > 0)
            with self.subTest(phase="labelling and packing", sent=sent):
                # More than the diagram of 6x5 takes.
                self.stop(sent, lambda: self.size(temporary) > 400_000)

    def test_ignored_signal(self):
        done = self.run_in(["sh", "-c", 'trap "" INT; "$@" >/dev/null & sleep 0.2; kill -INT $!; '
                            'wait $!', "sh", *GENERATE])
        self.assertEqual(done.returncode, FINE, done.stderr)
        self.assertEqual(self.files(), [TABLE])

    def kill_at_random(self, seed, old):
        """Twenty kills: how many hit a run, and what `old` is left for TABLE."""
        begin = time.monotonic()
        table = self.run_in(GENERATE)
        self.assertEqual(table.returncode, FINE, table.stderr)
        whole = time.monotonic() - begin
        new = (self.folder / TABLE).read_bytes()
        moments = random.Random(seed)
        hit = 0
        for _ in range(20):
            (self.folder / TABLE).unlink(missing_ok=True)
            if old is not None:
                (self.folder / TABLE).write_bytes(old)
            process = self.start([*GENERATE, "-f"] if old is not None else GENERATE)
            time.sleep(moments.random() * whole * 1.1)
            process.kill()
            _, error = process.communicate(timeout=TIMEOUT)
            self.assertEqual(error, "")
            hit += process.returncode != FINE
            there = (self.folder / TABLE).read_bytes() if self.size(TABLE) >= 0 else None
            self.assertIn(there, (old, new))
            self.assertLessEqual(set(self.files()), {TABLE, TEMPORARY})
            if process.returncode == FINE:
                self.assertEqual(there, new)
        return hit

    def test_killed_without_a_table(self):
        self.assertGreater(self.kill_at_random(1, None), 5)
        (self.folder / TABLE).unlink(missing_ok=True)
        (self.folder / TEMPORARY).write_bytes(b"left by a dead one")
        self.generate(BOARD)
        self.assertEqual(self.files(), [TABLE])
        self.expect_whole(TABLE)

    def test_killed_while_replacing(self):
        old = self.generate(BOARD, "--level", "1").read_bytes()
        (self.folder / TABLE).unlink()
        self.assertGreater(self.kill_at_random(2, old), 5)
        (self.folder / TEMPORARY).write_bytes(b"left by a dead one")
        self.generate(BOARD, "-f")
        self.assertEqual(self.files(), [TABLE])
        self.expect_whole(TABLE)

    def test_two_at_once(self):
        process = self.start(LONG)
        while self.size("6x5.hxt.tmp") <= 0 and process.poll() is None:
            time.sleep(0.001)
        second = self.run_in(LONG)
        process.terminate()
        process.communicate(timeout=TIMEOUT)
        self.expect_failure(second, 3, "6x5.hxt is being written by another process")
        self.assertEqual(self.files(), [])


main()
