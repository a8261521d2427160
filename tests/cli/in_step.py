#!/usr/bin/env python3
"""Checks that a program's man page and completions name what its --help names, no more, no less.

    in_step.py PROGRAM-FILE TOOLS-FOLDER

Compared are the names of the subcommands, and the options, short and long, command by command: what
a completion offers after a subcommand must be what that subcommand's --help lists or its footer
mentions. The man page has one list of all options; one under the heading of a subcommand must be an
option of that subcommand. The page must also be free of warnings where groff is there to give them.
"""

import pathlib
import re
import shutil
import subprocess
import sys

OPTION = r"(?<![\w-])(--[a-z][a-z-]*|-[a-zA-Z])(?![\w-])"
MAIN = ""  # stands for the program without a subcommand


def help_of(program, *subcommand):
    return subprocess.run([program, *subcommand, "--help"], check=True, capture_output=True,
                          text=True).stdout


def options_in_help(text):
    """A list of sets of names for the same thing, from the left column; the right one may mention
    what it likes."""
    return [set(re.findall(OPTION, re.split(r"\s{2,}", line.strip())[0]))
            for line in text.splitlines() if line.startswith("  -")]


def options_in_footer(text):
    """Options of the program that a subcommand's footer mentions."""
    return set(re.findall(OPTION, re.split(r"^  .*\n", text, flags=re.M)[-1]))


def subcommands_in_help(text):
    found = re.search(r"^Subcommands:\n((?:  .*\n)+)", text, re.M)
    return set(re.findall(r"^  (\w+)", found.group(1), re.M)) if found else set()


def options_by_command(program):
    text = help_of(program)
    names = options_in_help(text)
    options = {MAIN: set().union(*names)}
    for subcommand in subcommands_in_help(text):
        its_help = help_of(program, subcommand)
        options[subcommand] = set().union(*options_in_help(its_help))
        for mentioned in options_in_footer(its_help):
            options[subcommand] |= set().union(*(same for same in names if mentioned in same))
    return options


def options_in_man(text):
    """The names in the tags of paragraphs, by the subcommand whose heading they stand under."""
    plain = text.replace("\\-", "-")
    options = {}
    for section in re.split(r"^\.S(?=[HS])", plain, flags=re.M)[1:]:
        heading = re.match(r'S "?(\w+)', section)
        tags = re.findall(r"^\.T[PQ]\n\.B[IR]? \"?(.*)$", section, re.M)
        # A tag that begins with a program's name is an example.
        names = {name for tag in tags if tag.startswith("-") for name in re.findall(OPTION, tag)}
        options.setdefault(heading.group(1) if heading else MAIN, set()).update(names)
    return options


def options_in_fish(text, subcommands):
    """Lines of `complete`; where they hold is said by -n, in a variable."""
    conditions = dict(re.findall(r"^set -l (\w+) '(.*)'$", text, re.M))
    options = {command: set() for command in subcommands | {MAIN}}
    for line in re.findall(r"^complete .*$", text, re.M):
        names = {"--" + name for name in re.findall(r" -l ([a-z-]+)", line)}
        names |= {"-" + name for name in re.findall(r" -s ([a-zA-Z])", line)}
        condition = re.search(r" -n \$(\w+)", line)
        commands = set(options)
        if condition:
            words = conditions[condition.group(1)].split()
            listed = set(words[words.index("__fish_seen_subcommand_from") + 1:])
            commands = commands - listed if words[0] == "not" else listed
        for command in commands:
            options[command] |= names
    return options


def options_in_zsh(text, subcommands):
    """Arrays of options, which stand before `[` or as alternatives in braces; an arm of the `case`
    says which arrays a command has."""
    arrays = {}
    for name, content in re.findall(r"^(\w+)=\(\n(.*?)^\)", text, re.M | re.S):
        names = set(re.findall(r"(--[a-z][a-z-]*)\[", content))
        for group in re.findall(r"\{([^{}]*)\}'\[", content):
            names |= set(group.split(","))
        arrays[name] = names
    options = {}
    for command, arguments in re.findall(r"^ *(\w+|\*)\) _arguments (.*) ;;", text, re.M):
        used = [arrays.get(name, set()) for name in re.findall(r"\$(\w+)", arguments)]
        options[MAIN if command == "*" else command] = set().union(*used)
    return options


def options_in_bash(file, name, subcommands):
    """What bash really offers after `PROGRAM SUBCOMMAND -`."""
    options = {}
    for command in subcommands | {MAIN}:
        words = [name, *([command] if command else []), "-"]
        script = f'. "$0"; COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); _{name}; ' \
                 'echo "${COMPREPLY[*]}"'
        offered = subprocess.run(["bash", "-c", script, file, *words], check=True,
                                 capture_output=True, text=True).stdout
        options[command] = set(offered.split())
    return options


def without_comments(text):
    return re.sub(r"^#.*$", "", text, flags=re.M)


def main():
    program, tools = sys.argv[1], pathlib.Path(sys.argv[2])
    name = pathlib.Path(program).name
    options = options_by_command(program)
    subcommands = set(options) - {MAIN}
    everything = set().union(*options.values())
    if len(everything) < 3:
        sys.exit(f"hardly an option in {name} --help: is it read rightly?")

    page = tools / f"{name}.1"
    bash, zsh, fish = (tools / "completions" / file
                       for file in (f"{name}.bash", f"_{name}", f"{name}.fish"))
    wrong = []

    def compare(file, command, expected, found):
        where = f"{file.name}, {command or name}"
        wrong.extend(f"{where}: lacks {option}" for option in sorted(expected - found))
        wrong.extend(f"{where}: has {option}, and --help has not"
                     for option in sorted(found - expected))

    in_page = options_in_man(page.read_text())
    compare(page, MAIN, everything, set().union(*in_page.values()))
    for command in set(in_page) & subcommands:
        compare(page, command, options[command] & in_page[command], in_page[command])
    for file, found in (
            (bash, options_in_bash(bash, name, subcommands)),
            (zsh, options_in_zsh(without_comments(zsh.read_text()), subcommands)),
            (fish, options_in_fish(without_comments(fish.read_text()), subcommands))):
        for command, expected in options.items():
            compare(file, command, expected, found.get(command, set()))

    for file in (page, bash, zsh, fish):
        content = without_comments(file.read_text())
        for subcommand in sorted(subcommands):
            if not re.search(rf"\b{subcommand}\b", content):
                wrong.append(f"{file.name} lacks the subcommand {subcommand}")

    if shutil.which("groff"):
        groff = subprocess.run(["groff", "-man", "-Tutf8", "-ww", "-z", str(page)],
                               capture_output=True, text=True)
        wrong += groff.stderr.splitlines()
    print("\n".join(wrong) or
          f"{len(everything)} options, {len(subcommands)} subcommands: in step")
    sys.exit(1 if wrong else 0)


main()
