#!/usr/bin/env python3
"""Runs a transcript: commands with the output and exit status they must have.

    # why this is tried
    $ command
    > its next line
    what it must print on stdout
    ! what it must print on stderr
    [2]

A `[N]` is the exit status; without one it must be 0. A blank line before the next command or
comment belongs to nobody. The commands run in bash one after another, in one folder that is empty
at first, with the programs under test and this folder's helpers in PATH, the sources of the programs
in $TOOLS, and scripts/read_table.py as $READER.
"""

import difflib
import os
import pathlib
import subprocess
import sys
import tempfile

NO_LINE_END = "(no line end)"


def parse(text):
    """The transcript as a list of (command, expected lines)."""
    cases = []
    command, expected = None, []

    def finish():
        nonlocal command, expected
        if command is not None:
            if expected and expected[-1] == "":
                expected.pop()
            cases.append((command, expected))
        command, expected = None, []

    for line in text.splitlines():
        if line.startswith("$ "):
            finish()
            command = line[2:]
        elif line.startswith("> ") and command is not None and not expected:
            command += "\n" + line[2:]
        elif line == "#" or line.startswith("# "):
            finish()
        elif command is not None:
            expected.append(line)
        elif line:
            raise SystemExit(f"not in a command: {line!r}")
    finish()
    return cases


def shown(stream, mark):
    text = stream.decode("utf-8", "backslashreplace")
    lines = [mark + line for line in text.split("\n")]
    if lines[-1] == mark:
        lines.pop()
    else:
        lines.append(mark + NO_LINE_END)
    return lines


def main():
    programs, transcript = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    here = pathlib.Path(__file__).resolve().parent
    environment = {
        "PATH": os.pathsep.join([str(programs), str(here), os.environ["PATH"]]),
        "TOOLS": str(here.parent.parent / "tools"),
        "READER": str(here.parent.parent / "scripts" / "read_table.py"),
        "TERM": "xterm",
        "LC_ALL": "C",
        "HOME": os.environ.get("HOME", "/"),
    }
    for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS"):
        if name in os.environ:
            environment[name] = os.environ[name]
    cases = parse(transcript.read_text())
    if not cases:
        raise SystemExit("no command in the transcript")
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        for command, expected in cases:
            done = subprocess.run(["bash", "-c", command], cwd=folder, env=environment,
                                  stdin=subprocess.DEVNULL, capture_output=True, timeout=300)
            got = shown(done.stdout, "") + shown(done.stderr, "! ")
            if done.returncode != 0:
                got.append(f"[{done.returncode}]")
            if got != expected:
                failures += 1
                print(f"$ {command}")
                print("\n".join(difflib.unified_diff(expected, got, "expected", "got",
                                                     lineterm="")))
    print(f"{transcript.name}: {len(cases)} commands, {failures} wrong")
    sys.exit(1 if failures else 0)


main()
