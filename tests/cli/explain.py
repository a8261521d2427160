#!/usr/bin/env python3
"""Compares what scripts/explain prints and draws with what hexatable dumps and counts.

    explain.py HEXATABLE EXPLAIN
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

BOARDS = ("1x3", "2x3", "2x4", "3x3")
TOO_LARGE = "3x5"  # 2,692 positions
SVG = "{http://www.w3.org/2000/svg}"

hexatable, explain = sys.argv[1:]
failures = []


def check(board, what, got, wanted):
    if got != wanted:
        failures.append(f"{board}: {what}: {got!r}, not {wanted!r}")


def output(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def words_of_paths(text, root):
    """The words that the printed diagram holds below a root, in order."""
    edges = {name: arrows.split() for name, arrows in
             re.findall(r"^  ([a-j]\d+) +[\d,]+ paths?   ([\d>a-j ]*\d)", text, re.M)}

    def below(name):
        for arrow in edges[name]:
            letter, _, child = arrow.partition(">")
            for rest in below(child) if child else [()]:
                yield (int(letter), *rest)

    return list(below(root))


def word_of(position, states):
    rows = re.sub(r"\d+", lambda run: "." * int(run[0]), position.split()[0]).split("/")
    return tuple(states.index("".join(column)) for column in zip(*rows))


def check_text(board, text, dumped, count):
    diagram = count["diagram"]
    counts = re.search(r"^The diagram: ([\d,]+) nodes?, ([\d,]+) edges?\.", text, re.M).groups()
    check(board, "nodes and edges", [int(c.replace(",", "")) for c in counts],
          [diagram["nodes"], diagram["edges"]])
    check(board, "positions", int(re.match(r"\S+: ([\d,]+) position", text)[1].replace(",", "")),
          count["unfinished"])
    printed = re.findall(r"^ +(\d+)  ([\d ]+?) +(\S+ [wb]) +(win|loss) in (\d+)$", text, re.M)
    check(board, "labels", [(p, r, d) for _, _, p, r, d in printed], dumped)

    # The states as they are drawn, read column by column; words and paths must spell the same.
    rows = re.findall(r"^  rank \d+ +([pP. ]+)$", text, re.M)
    states = ["".join(column) for column in zip(*(row.split() for row in rows))]
    words = [tuple(map(int, w.split())) for _, w, _, _, _ in printed]
    check(board, "words", words, [word_of(p, states) for p, _, _ in dumped])
    roots = re.findall(r"^  (a\d+) .*\((\d+) white, (\d+) black, (White|Black) to move", text, re.M)
    check(board, "sets", len(roots),
          sum((s["white_to_move"] > 0) + (s["black_to_move"] > 0) for s in count["slices"]))
    paths = [word for root in roots for word in words_of_paths(text, root[0])]
    check(board, "paths", paths, words)


def check_picture(board, path, dumped, count):
    root = xml.etree.ElementTree.parse(path).getroot()
    groups = [g for g in root.iter(f"{SVG}g") if g.get("class") == "position"]
    titles = [g.find(f"{SVG}title").text for g in groups]
    check(board, "titles", sorted(titles), sorted(f"{p}: {r} in {d}" for p, r, d in dumped))
    for group, title in zip(groups, titles):
        pawns = [c.get("class") for c in group.iter(f"{SVG}circle")]
        check(board, f"pawns of {title}", [pawns.count("P"), pawns.count("p")],
              [title.split()[0].count("P"), title.split()[0].count("p")])
        caption = group.findall(f"{SVG}text")[-1].text
        check(board, f"caption of {title}", caption, title.split(": ")[1].replace(" in", ""))
    edges = [p for p in root.iter(f"{SVG}path") if p.get("class") == "edge"]
    check(board, "edges drawn", len(edges), count["diagram"]["edges"])


with tempfile.TemporaryDirectory() as folder:
    table = {board: pathlib.Path(folder) / f"{board}.hxt" for board in (*BOARDS, TOO_LARGE)}
    for board in table:
        output(hexatable, "generate", board, "-o", table[board])
    for board in BOARDS:
        dumped = [tuple(line.split("\t")) for line in output(hexatable, "dump", table[board]).splitlines()]
        count = json.loads(output(hexatable, "count", "--json", board))
        check(board, "dump", len(dumped), count["unfinished"])
        check_text(board, output(explain, board, "--table", table[board]), dumped, count)
        picture = pathlib.Path(folder) / "picture.svg"
        check(board, "output", output(explain, board, "--table", table[board], "--svg", picture), "")
        check_picture(board, picture, dumped, count)

    for arguments, status, message in (
        ([TOO_LARGE, "--table", table[TOO_LARGE]], 2, "3x5 has 2,692 positions, and 1,000 are the most"),
        (["3x3", "--table", table["2x3"]], 2, "is the table of 2x3, not of 3x3"),
        (["3by3"], 2, "'3by3' is not a board"),
        (["3x3", "--table", folder + "/none"], 3, "No such file"),
        (["3x3", "--table", table["3x3"], "--svg", folder + "/none/x.svg"], 3, "cannot write"),
    ):
        done = subprocess.run([explain, *arguments], capture_output=True, text=True)
        check("error", arguments, (done.returncode, message in done.stderr, done.stderr.count("\n"), done.stdout),
              (status, True, 1, ""))

for failure in failures:
    print(failure)
sys.exit(bool(failures))
