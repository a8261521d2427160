"""What the tests of faults share: the programs under test, and what they promise when they fail.

A script is called with the folder of the programs, and runs its unittest cases.
"""

import pathlib
import subprocess
import sys
import tempfile
import unittest

BUILD = pathlib.Path(sys.argv[1]).resolve()
HEXATABLE = str(BUILD / "hexatable")
HEXAPROBE = str(BUILD / "hexaprobe")
TIMEOUT = 300

FINE, CHECK_FAILED, BAD_INPUT, FILE_OR_MEMORY, INTERRUPTED, TERMINATED = 0, 1, 2, 3, 130, 143


class FaultTest(unittest.TestCase):
    """Runs each case in a folder of its own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_in(self, command, **options):
        return subprocess.run(command, cwd=self.folder, text=True, timeout=TIMEOUT,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, **options)

    def files(self):
        return sorted(path.name for path in self.folder.iterdir())

    def generate(self, board, *options):
        done = self.run_in([HEXATABLE, "generate", board, *options])
        self.assertEqual(done.returncode, FINE, done.stderr)
        return self.folder / f"{board}.hxt"

    def expect_failure(self, done, status, *parts):
        """The promised status, and one line on stderr with these parts in it."""
        self.assertEqual(done.returncode, status, done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        self.assertRegex(done.stderr, r"^hexa(table|probe): ")
        for part in parts:
            self.assertIn(part, done.stderr)

    def expect_whole(self, path):
        done = self.run_in([HEXATABLE, "verify", str(path)])
        self.assertEqual(done.returncode, FINE, done.stderr)


def main():
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]], verbosity=2)
