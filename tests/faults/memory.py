#!/usr/bin/env python3
"""Too little memory: the system's (ulimit -v) and the one allowed with --memory."""

import resource

from programs import BAD_INPUT, FILE_OR_MEMORY, FINE, HEXAPROBE, HEXATABLE, FaultTest, main

MIB = 1 << 20


def limited(mebibytes):
    return lambda: resource.setrlimit(resource.RLIMIT_AS, (mebibytes * MIB, mebibytes * MIB))


class Memory(FaultTest):
    def enough_or_told(self, command, sizes):
        """Runs with less and less memory: a right end or the promised one. Says how many failed."""
        failed = 0
        for size in sizes:
            with self.subTest(command=command[1:], mebibytes=size):
                done = self.run_in(command, preexec_fn=limited(size))
                if done.returncode == FINE:
                    continue
                failed += 1
                self.expect_failure(done, FILE_OR_MEMORY, "memory")
        return failed

    def test_generate(self):
        failed = self.enough_or_told([HEXATABLE, "generate", "-T", "2", "-f", "5x5"],
                                     range(12, 48, 4))
        self.assertGreater(failed, 2)
        self.assertNotIn("5x5.hxt.tmp", self.files())
        self.enough_or_told([HEXATABLE, "generate", "--no-file", "6x6"], (64, 256))

    def test_more_threads_than_the_system_grants(self):
        done = self.run_in([HEXATABLE, "generate", "-T", "64", "--no-file", "5x5"],
                           preexec_fn=limited(300))
        self.expect_failure(done, FILE_OR_MEMORY, "the system grants no 64 threads")

    def test_verify(self):
        table = str(self.generate("5x5"))
        for command in (["verify", "--deep"], ["verify"], ["stats"], ["dump"]):
            self.enough_or_told([HEXATABLE, *command, table], range(18, 50, 8))

    def test_hexaprobe(self):
        table = str(self.generate("5x5"))
        self.enough_or_told([HEXAPROBE, "-t", table, "start:5x5"], range(8, 32, 3))
        self.enough_or_told([HEXAPROBE, "-q", "start:5x5"], range(8, 32, 3))

    def test_memory_option(self):
        for command in (["generate", "--no-file"], ["count"]):
            for size in ("1", "100K", "3M"):
                with self.subTest(command=command, size=size):
                    done = self.run_in([HEXATABLE, *command, "--memory", size, "6x5"])
                    self.expect_failure(done, FILE_OR_MEMORY, "--memory")
        done = self.run_in([HEXATABLE, "count", "--memory", "0", "3x3"])
        self.expect_failure(done, BAD_INPUT, "--memory '0' is not a size")
        self.assertEqual(self.files(), [])


main()
