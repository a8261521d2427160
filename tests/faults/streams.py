#!/usr/bin/env python3
"""Standard streams that are closed or full, for every command of both programs."""

from programs import FILE_OR_MEMORY, FINE, HEXAPROBE, HEXATABLE, FaultTest, main

COMMANDS = [
    [HEXATABLE, "--help"],
    [HEXATABLE, "--version"],
    [HEXATABLE, "generate", "-f", "-o", "made.hxt", "3x3"],
    [HEXATABLE, "generate", "--no-file", "--json", "3x3"],
    [HEXATABLE, "count", "3x3"],
    [HEXATABLE, "verify", "3x3.hxt"],
    [HEXATABLE, "verify", "--deep", "--json", "3x3.hxt"],
    [HEXATABLE, "dump", "3x3.hxt"],
    [HEXATABLE, "stats", "3x3.hxt"],
    [HEXAPROBE, "--help"],
    [HEXAPROBE, "-t", "3x3.hxt", "start:3x3"],
    [HEXAPROBE, "-q", "--json", "start:3x3"],
    [HEXAPROBE, "play", "--white", "perfect", "3x3"],
]


class Streams(FaultTest):
    def setUp(self):
        super().setUp()
        self.table = self.generate("3x3").read_bytes()

    def each(self, redirection):
        for command in COMMANDS:
            with self.subTest(command=[command[0].rsplit("/", 1)[-1], *command[1:]]):
                yield self.run_in(["sh", "-c", f'"$@" {redirection}', "sh", *command])
        # Nothing that was meant for a stream went into a table.
        for name in self.files():
            self.assertEqual((self.folder / name).read_bytes(), self.table, name)

    def test_full(self):
        for done in self.each(">/dev/full"):
            self.expect_failure(done, FILE_OR_MEMORY,
                                "cannot write the output: No space left on device")

    def test_closed(self):
        for done in self.each(">&-"):
            self.expect_failure(done, FILE_OR_MEMORY,
                                "cannot write the output: Bad file descriptor")

    def test_errors_cannot_be_told(self):
        for redirection in ("2>&-", "2>/dev/full", "2>&- <&-"):
            for done in self.each(redirection):
                self.assertEqual(done.returncode, FINE)

    def test_everything_closed(self):
        for done in self.each("<&- >&- 2>&-"):
            self.assertEqual(done.returncode, FILE_OR_MEMORY)

    def test_closed_input(self):
        done = self.run_in(["sh", "-c", f'"{HEXAPROBE}" -q --value - <&-'])
        self.expect_failure(done, FILE_OR_MEMORY, "cannot read the input: Bad file descriptor")


main()
