#!/usr/bin/env python3
"""Checks that a program's man page and completions name what its --help names, no more, no less.

    in_step.py PROGRAM-FILE TOOLS-FOLDER

Compared are the options, short and long, of the program and all its subcommands, and the names of
the subcommands. The man page must also be free of warnings where groff is there to give them.
"""

import pathlib
import re
import shutil
import subprocess
import sys

OPTION = r"(?<![\w-])(--[a-z][a-z-]*|-[a-zA-Z])(?![\w-])"


def help_of(program, *subcommand):
    return subprocess.run([program, *subcommand, "--help"], check=True, capture_output=True,
                          text=True).stdout


def options_in_help(text):
    """The names in the left column; the right one may mention what it likes."""
    names = set()
    for line in text.splitlines():
        if line.startswith("  -"):
            names |= set(re.findall(OPTION, re.split(r"\s{2,}", line.strip())[0]))
    return names


def subcommands_in_help(text):
    found = re.search(r"^Subcommands:\n((?:  .*\n)+)", text, re.M)
    return set(re.findall(r"^  (\w+)", found.group(1), re.M)) if found else set()


def options_in_man(text):
    """The names in the tags of paragraphs."""
    plain = text.replace("\\-", "-")
    tags = re.findall(r"^\.T[PQ]\n\.B[IR]? \"?(.*)$", plain, re.M)
    # A tag that begins with a program's name is an example.
    return {name for tag in tags if tag.startswith("-") for name in re.findall(OPTION, tag)}


def options_in_fish(text):
    text = "\n".join(re.findall(r"^complete .*$", text, re.M))
    names = {"--" + name for name in re.findall(r" -l ([a-z-]+)", text)}
    return names | {"-" + name for name in re.findall(r" -s ([a-zA-Z])", text)}


def without_comments(text):
    return re.sub(r"^#.*$", "", text, flags=re.M)


def options_in_zsh(text):
    """Options stand before `[`, or as alternatives in braces."""
    names = set(re.findall(r"(--[a-z][a-z-]*)\[", text))
    for group in re.findall(r"\{([^{}]*)\}'\[", text):
        names |= set(group.split(","))
    return names


def options_in_bash(text):
    """Options are words of the variables that end in `options`."""
    names = set()
    for words in re.findall(r'options="([^"]*)"', text):
        names |= set(re.findall(OPTION, words))
    return names


def main():
    program, tools = sys.argv[1], pathlib.Path(sys.argv[2])
    name = pathlib.Path(program).name
    page = tools / f"{name}.1"
    completions = tools / "completions"

    text = help_of(program)
    subcommands = subcommands_in_help(text)
    options = options_in_help(text)
    for subcommand in subcommands:
        options |= options_in_help(help_of(program, subcommand))
    if len(options) < 3:
        sys.exit(f"hardly an option in {name} --help: is it read rightly?")

    wrong = []
    for file, read in ((page, options_in_man),
                       (completions / f"{name}.bash", options_in_bash),
                       (completions / f"_{name}", options_in_zsh),
                       (completions / f"{name}.fish", options_in_fish)):
        content = file.read_text()
        found = read(without_comments(content) if file != page else content)
        for option in sorted(options - found):
            wrong.append(f"{file.name} lacks {option}")
        for option in sorted(found - options):
            wrong.append(f"{file.name} has {option}, and {name} --help has not")
        for subcommand in sorted(subcommands):
            if not re.search(rf"\b{subcommand}\b", content):
                wrong.append(f"{file.name} lacks the subcommand {subcommand}")

    if shutil.which("groff"):
        groff = subprocess.run(["groff", "-man", "-Tutf8", "-ww", "-z", str(page)],
                               capture_output=True, text=True)
        wrong += groff.stderr.splitlines()
    print("\n".join(wrong) or f"{len(options)} options, {len(subcommands)} subcommands: in step")
    sys.exit(1 if wrong else 0)


main()
