#!/usr/bin/env python3
"""Disks that are full, and folders and files that cannot be written."""

import os
import subprocess
import unittest

from programs import FILE_OR_MEMORY, HEXATABLE, FaultTest, main

# In a mount namespace of its own, which an ordinary user may have too where the machine allows it.
ALONE = ["unshare", "--map-root-user", "--mount"]
MAY_MOUNT = subprocess.run([*ALONE, "mount", "-t", "tmpfs", "none", "/mnt"], check=False,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0
NEEDS_MOUNT = unittest.skipUnless(MAY_MOUNT, "this machine lets us mount no tmpfs")


class Disk(FaultTest):
    def run_on_tmpfs(self, options, then, *command):
        """Runs a command in a new tmpfs, after `then`, and lists what it leaves there on stdout."""
        script = (f'mount -t tmpfs -o {options} none . && cd "$PWD" && {then} && '
                  '{ "$@" >/dev/null; s=$?; ls -A; exit $s; }')
        return self.run_in([*ALONE, "sh", "-c", script, "sh", *command])

    @NEEDS_MOUNT
    def test_full_disk(self):
        # The table of 5x5 takes some 50 KB: the disk is full at once, in the midst, or near the end.
        for size in ("4k", "16k", "40k"):
            with self.subTest(size=size):
                done = self.run_on_tmpfs(f"size={size}", "true", HEXATABLE, "generate", "5x5")
                self.expect_failure(done, FILE_OR_MEMORY, "5x5.hxt.tmp: No space left on device")
                self.assertEqual(done.stdout, "")

    @NEEDS_MOUNT
    def test_full_disk_keeps_the_old_table(self):
        done = self.run_on_tmpfs("size=16k", "echo old >5x5.hxt", HEXATABLE, "generate", "-f", "5x5")
        self.expect_failure(done, FILE_OR_MEMORY, "No space left on device")
        self.assertEqual(done.stdout, "5x5.hxt\n")

    @NEEDS_MOUNT
    def test_no_file_can_be_made(self):
        done = self.run_on_tmpfs("nr_inodes=1", "true", HEXATABLE, "generate", "3x3")
        self.expect_failure(done, FILE_OR_MEMORY, "3x3.hxt.tmp: No space left on device")

    @NEEDS_MOUNT
    def test_read_only_disk(self):
        done = self.run_on_tmpfs("size=1m", 'mount -o remount,ro none "$PWD"', HEXATABLE, "generate",
                                 "3x3")
        self.expect_failure(done, FILE_OR_MEMORY, "3x3.hxt.tmp: Read-only file system")

    @unittest.skipIf(os.geteuid() == 0, "root may write to any folder; the read-only disk stands in")
    def test_read_only_folder(self):
        self.folder.chmod(0o555)
        done = self.run_in([HEXATABLE, "generate", "3x3"])
        self.folder.chmod(0o755)
        self.expect_failure(done, FILE_OR_MEMORY, "3x3.hxt.tmp: Permission denied")
        self.assertEqual(self.files(), [])

    def test_temporary_is_a_folder(self):
        (self.folder / "3x3.hxt.tmp").mkdir()
        done = self.run_in([HEXATABLE, "generate", "3x3"])
        self.expect_failure(done, FILE_OR_MEMORY, "3x3.hxt.tmp: Is a directory")
        self.assertEqual(self.files(), ["3x3.hxt.tmp"])

    def test_table_is_a_folder(self):
        (self.folder / "3x3.hxt").mkdir()
        done = self.run_in([HEXATABLE, "generate", "-f", "3x3"])
        self.expect_failure(done, FILE_OR_MEMORY, "3x3.hxt: Is a directory")
        self.assertEqual(self.files(), ["3x3.hxt"])


main()
