#!/usr/bin/python3
"""Shows a whole small table: column states, diagram, and every position with its label.

Reads the table file with read_table.py and builds the diagram of both sides again from what is in it,
the plain way: as sets of words. src/METHOD.md says what it all means.
"""

import argparse
import os
import pathlib
import re
import sys
import xml.sax.saxutils

sys.dont_write_bytecode = True  # read_table.py lies in a folder of sources
import read_table

SCRIPTS = pathlib.Path(__file__).resolve().parent

# Beyond these nobody sees anything any more.
PRINT_LIMIT = 1000  # positions
DRAW_LIMIT = 200


class Set:
    """The positions of one slice with one side to move, in rank order."""

    def __init__(self, table, white, black, side, positions):
        self.white, self.black, self.side = white, black, side
        ranked = sorted((table.tuple_of(p), p) for p in positions)
        self.words = [word for word, _ in ranked]
        self.positions = [position for _, position in ranked]
        self.distances = [table.distance(position) for position in self.positions]

    def title(self):
        mover = "White" if self.side == "w" else "Black"
        return f"{self.white} white, {self.black} black, {mover} to move"


def all_sets(table):
    """Every set that is not empty: by slice number, White to move first."""
    white = [list(table.white_positions(number)) for number in range(len(table.roots))]
    black = [set() for _ in table.roots]
    for position in (p for members in white for p in members):
        for after in read_table.moves(position, table.ranks):
            if not read_table.finished(after, table.ranks):
                black[table.slice_of(after)].add(after)
    sets = []
    for number in range(len(table.roots)):
        pawns = divmod(number, table.files + 1)
        for side, members in (("w", white[number]), ("b", black[number])):
            if members:
                sets.append(Set(table, *pawns, side, members))
    if sum(len(s.words) for s in sets) != table.header.unfinished:
        raise read_table.BadFile("the number of positions is wrong")
    return sets


class Node:
    """A set of endings. Its edges: pairs of a letter and the node below, None after the last file."""

    def __init__(self, name, endings, edges):
        self.name, self.paths, self.edges = name, len(endings), edges


def diagram_of(sets, files):
    """The nodes of each level, equal sets of endings being one; those of level 0 as `sets` has them."""
    made = [{} for _ in range(files)]

    def node(level, endings):
        known = made[level].get(endings)
        if known is None:
            letters = sorted({ending[0] for ending in endings})
            name = f"{chr(ord('a') + level)}{len(made[level]) + 1}"
            known = made[level][endings] = Node(name, endings, [])
            for letter in letters:
                below = frozenset(e[1:] for e in endings if e[0] == letter)
                last = level + 1 == files
                known.edges.append((letter, None if last else node(level + 1, below)))
        return known

    roots = [node(0, frozenset(s.words)) for s in sets]
    return [list(level.values()) for level in made], roots


def verdict(distance):
    return f"{'win' if distance % 2 else 'loss'} in {distance}"


def word_text(word):
    return " ".join(map(str, word))


def cell(column, rank):
    return "P" if column[0] >> rank & 1 else "p" if column[1] >> rank & 1 else "."


def counted(number, what):
    return f"{number:,} {what}{'' if number == 1 else 's'}"


# Text.


def print_all(table, sets, levels, roots):
    nodes = sum(map(len, levels))
    edges = sum(len(node.edges) for level in levels for node in level)
    of_white = sum(len(s.words) for s in sets if s.side == "w")
    print(f"{table.files}x{table.ranks}: {counted(table.header.unfinished, 'position')} that a game"
          f" can lead to and that are not over, {of_white:,} of them with White to move.")

    print("\nColumn states: what can stand on one file, and its letter in a word.\n")
    width = len(str(len(table.states))) + 1
    print("  letter  " + "".join(f"{i:>{width}}" for i in range(len(table.states))))
    for rank in range(table.ranks - 1, -1, -1):
        row = "".join(f"{cell(state, rank):>{width}}" for state in table.states)
        print(f"  rank {rank + 1:<3}{row}")

    print(f"\nThe diagram: {counted(nodes, 'node')}, {counted(edges, 'edge')}. A node's edges are written"
          " letter>node below;\nevery path from a root to the last file is the word of a position.")
    for file, level in enumerate(levels):
        what = "a root for each set" if file == 0 else "sets of endings"
        print(f"\nFile {chr(ord('a') + file)}, {what}:\n")
        titles = {}
        if file == 0:
            for s, root in zip(sets, roots):
                titles.setdefault(root.name, []).append(s.title())
        for node in level:
            arrows = " ".join(f"{letter}" if below is None else f"{letter}>{below.name}"
                              for letter, below in node.edges)
            title = "  (" + "; ".join(titles[node.name]) + ")" if titles else ""
            print(f"  {node.name:<5}{counted(node.paths, 'path'):>10}   {arrows}{title}")

    print("\nEvery position: its rank in its set, its word, and how it ends for the side to move.")
    for s in sets:
        print(f"\n{s.title()}: {len(s.words)}\n")
        names = [read_table.text_of(p, table.ranks) for p in s.positions]
        words = [word_text(word) for word in s.words]
        for rank, (word, name, distance) in enumerate(zip(words, names, s.distances)):
            print(f"  {rank:>4}  {word:<{max(map(len, words))}}   {name:<{max(map(len, names))}}"
                  f"   {verdict(distance)}")


# Drawing. Sizes are in pixels.

MARGIN = 40
LETTER = 24  # a letter's box in a node
GAP = 13  # between nodes, at least
LEVEL = 180  # from level to level
END = 100  # from the last level to the end
CELL = 18  # of a small board
BOARD_GAP = 24
PANEL_GAP = 60

STYLE = """
  text { font-family: 'DejaVu Sans', Verdana, sans-serif; font-size: 12px; fill: #24292f; }
  .title { font-size: 26px; font-weight: bold; }
  .head { font-size: 17px; font-weight: bold; }
  .note { fill: #57606a; font-size: 13px; }
  .small { fill: #57606a; font-size: 10px; }
  .mid { text-anchor: middle; }
  .edge { fill: none; stroke: #5b7fa6; stroke-width: 1.1; stroke-opacity: 0.6; }
  .box { fill: #ffffff; stroke: #57606a; }
  .w { fill: #fff3d1; stroke: #8a6d1a; }
  .b { fill: #dfe3ea; stroke: #3d4654; }
  .field { fill: #f3ead9; stroke: #b9a67f; stroke-width: 0.7; }
  .P { fill: #ffffff; stroke: #24292f; }
  .p { fill: #24292f; stroke: #24292f; }
  .win { fill: #1a7f37; font-weight: bold; }
  .loss { fill: #cf222e; font-weight: bold; }
  .rule { stroke: #d0d7de; }
"""


class Picture:
    def __init__(self, width):
        self.width, self.height, self.parts = width, 0, []

    def add(self, part):
        self.parts.append(part)

    def text(self, x, y, text, kind=""):
        self.add(f'<text x="{x:g}" y="{y:g}" class="{kind}">{xml.sax.saxutils.escape(text)}</text>')

    def rect(self, x, y, width, height, kind, more=""):
        self.add(f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" class="{kind}"{more}/>')

    def columns(self, x, y, columns, ranks):
        """Cells and pawns, file by file."""
        for file, column in enumerate(columns):
            for rank in range(ranks):
                left, top = x + file * CELL, y + (ranks - 1 - rank) * CELL
                self.rect(left, top, CELL, CELL, "field")
                pawn = cell(column, rank)
                if pawn != ".":
                    self.add(f'<circle cx="{left + CELL / 2:g}" cy="{top + CELL / 2:g}" r="{CELL * 0.34:g}"'
                             f' class="{pawn}"/>')

    def svg(self):
        size = f'width="{self.width:g}" height="{self.height:g}"'
        body = "\n".join(self.parts)
        return (f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {self.width:g}'
                f' {self.height:g}">\n<style>{STYLE}</style>\n'
                f'<rect {size} fill="#ffffff"/>\n{body}\n</svg>\n')


def node_width(node):
    return LETTER * len(node.edges)


def placed(nodes, width):
    """The nodes' left sides, in the order given, spread over the width."""
    gap = (width - sum(map(node_width, nodes))) / (len(nodes) + 1)
    lefts, x = {}, MARGIN + gap
    for node in nodes:
        lefts[node] = x
        x += node_width(node) + gap
    return lefts


def draw_states(picture, table, y):
    picture.text(MARGIN, y, "Column states", "head")
    picture.text(MARGIN + 150, y, "what can stand on one file; the numbers are the letters of a word",
                 "note")
    y += 16
    for number, state in enumerate(table.states):
        x = MARGIN + number * (CELL + BOARD_GAP)
        picture.columns(x, y, [state], table.ranks)
        picture.text(x + CELL / 2, y + table.ranks * CELL + 16, str(number), "mid")
    return y + table.ranks * CELL + 60


def draw_diagram(picture, sets, levels, roots, y):
    nodes = sum(map(len, levels))
    edges = sum(len(node.edges) for level in levels for node in level)
    picture.text(MARGIN, y, "The diagram", "head")
    picture.text(MARGIN + 150, y, f"{counted(nodes, 'node')}, {counted(edges, 'edge')}; a path from a root"
                 " to the end is the word of a position; equal sets of endings are one node", "note")
    picture.text(MARGIN + 150, y + 19, "over a root: white pawns, black pawns, side to move; beside a node:"
                 " how many paths it has, where it is more than one", "note")
    y += 66
    inner = picture.width - 2 * MARGIN
    above = {}  # node -> where edges come from
    boxes = []
    for file, level in enumerate(levels):
        if file > 0:  # under the middle of what leads to it: fewer edges cross
            level = sorted(level, key=lambda node: sum(above[node]) / len(above[node]))
        lefts = placed(level, inner)
        picture.text(MARGIN - 28, y + 16, f"file {chr(ord('a') + file)}", "small")
        for node in level:
            for i, (letter, below) in enumerate(node.edges):
                x = lefts[node] + (i + 0.5) * LETTER
                if below is not None:
                    above.setdefault(below, []).append(x)
                boxes.append((node, file, i, letter, below, lefts[node], x, y))
        y += LEVEL if file + 1 < len(levels) else END
    end = (MARGIN + inner / 2, y)
    where = {node: (left, top) for node, _, _, _, _, left, _, top in boxes}
    for node, file, i, letter, below, left, x, top in boxes:
        if below is None:
            tip = end
        else:
            tip = (where[below][0] + node_width(below) / 2, where[below][1])
        bend = (tip[1] - top - LETTER) * 0.5
        picture.add(f'<path class="edge" d="M{x:.1f} {top + LETTER} C{x:.1f} {top + LETTER + bend:.1f}'
                    f' {tip[0]:.1f} {tip[1] - bend:.1f} {tip[0]:.1f} {tip[1]}"/>')
    kinds = {}
    for s, root in zip(sets, roots):
        kinds.setdefault(root, []).append(s)
    for node, file, i, letter, below, left, x, top in boxes:
        kind = kinds[node][0].side if file == 0 and len(kinds[node]) == 1 else "box"
        picture.rect(left + i * LETTER, top, LETTER, LETTER, kind)
        picture.text(x, top + 16, str(letter), "mid")
        if i == 0:
            middle = left + node_width(node) / 2
            if file == 0:
                for line, s in enumerate(reversed(kinds[node])):
                    picture.text(middle, top - 8 - 14 * line, f"{s.white}:{s.black} {s.side}", "mid")
            if node.paths > 1:
                picture.text(left + node_width(node) + 2, top + 9, str(node.paths), "small")
    picture.add(f'<circle cx="{end[0]:g}" cy="{end[1] + 12:g}" r="12" class="box"/>')
    picture.text(end[0] + 22, end[1] + 17, "the end of the word", "note")
    return y + 48


def draw_set(picture, table, s, x, y, across):
    """One set's boards, `across` in a row; returns the height."""
    picture.rect(x, y - 12, 14, 14, s.side, ' rx="3"')
    picture.text(x + 22, y, f"{s.title()}: {len(s.words)}", "note")
    step = unit_width(table)
    height = table.ranks * CELL + 56
    for i, (word, position, distance) in enumerate(zip(s.words, s.positions, s.distances)):
        left, top = x + i % across * step, y + 14 + i // across * height
        name = read_table.text_of(position, table.ranks)
        picture.add(f'<g class="position"><title>{name}: {verdict(distance)}</title>')
        picture.columns(left, top, position.columns, table.ranks)
        middle = left + table.files * CELL / 2
        under = top + table.ranks * CELL
        picture.text(middle, under + 13, word_text(word), "small mid")
        kind = "win" if distance % 2 else "loss"
        picture.text(middle, under + 28, f"{kind} {distance}", f"{kind} mid")
        picture.add("</g>")
    return 14 + -(-len(s.words) // across) * height


def unit_width(table):
    return max(table.files * CELL + BOARD_GAP, 64)


def draw_labels(picture, table, sets, y):
    picture.text(MARGIN, y, "Every position", "head")
    picture.text(MARGIN + 150, y, "its word, and in how many plies the side to move wins or loses; White"
                 " to move on the left, Black to move on the right; White moves up", "note")
    y += 22
    half = (picture.width - 2 * MARGIN - PANEL_GAP) / 2
    across = max(1, int((half + BOARD_GAP) // unit_width(table)))
    slices = sorted({(s.white, s.black) for s in sets}, key=lambda m: (-sum(m), -m[0]))
    for pawns in slices:
        picture.add(f'<line x1="{MARGIN}" y1="{y}" x2="{picture.width - MARGIN:g}" y2="{y}" class="rule"/>')
        heights = [draw_set(picture, table, s, MARGIN + (half + PANEL_GAP) * (s.side == "b"), y + 26, across)
                   for s in sets if (s.white, s.black) == pawns]
        y += 26 + max(heights)
    return y


def draw_all(table, sets, levels, roots):
    widest = max(sum(node_width(node) + GAP for node in level) for level in levels)
    picture = Picture(max(1100, widest + 2 * MARGIN,
                          len(table.states) * (CELL + BOARD_GAP) + 2 * MARGIN))
    picture.text(MARGIN, 56, f"Hexapawn on {table.files}x{table.ranks}, all of it", "title")
    picture.text(MARGIN, 82, f"{counted(table.header.unfinished, 'position')} that a game can lead to and"
                 " that are not over", "note")
    y = draw_states(picture, table, 128)
    y = draw_diagram(picture, sets, levels, roots, y)
    picture.height = draw_labels(picture, table, sets, y + 30) + 10
    return picture.svg()


def main():
    parser = argparse.ArgumentParser(
        prog="scripts/explain",
        description="Prints the whole of a small board's table: the column states, the diagram of all"
        f" positions and the label of each. Up to {PRINT_LIMIT:,} positions; for larger boards there is"
        " hexatable dump.",
    )
    parser.add_argument("board", nargs="?", default="3x3", help="files x ranks; 3x3 by default")
    parser.add_argument("--svg", metavar="FILE",
                        help=f"draw it into this file instead; up to {DRAW_LIMIT:,} positions")
    parser.add_argument("--table", metavar="FILE", help="the board's table; tables/WxH.hxt by default")
    arguments = parser.parse_args()
    board = arguments.board
    if not re.fullmatch("[0-9]+x[0-9]+", board):
        return report(f"'{board}' is not a board: write files x ranks, such as 3x3", 2)
    path = arguments.table or SCRIPTS.parent / "tables" / f"{board}.hxt"
    shown = arguments.table or f"tables/{board}.hxt"
    if not arguments.table and not path.exists():
        return report(f"there is no {shown}; make it with: scripts/generate {board}", 3)
    limit, what = (DRAW_LIMIT, "drawn") if arguments.svg else (PRINT_LIMIT, "printed")
    try:
        table = read_table.Table(path)
        if f"{table.files}x{table.ranks}" != board:
            return report(f"{shown} is the table of {table.files}x{table.ranks}, not of {board}", 2)
        if table.header.unfinished > limit:
            return report(f"{board} has {table.header.unfinished:,} positions, and {limit:,} are the most"
                          f" that can be {what}; try 3x3, or hexatable dump for a plain list", 2)
        sets = all_sets(table)
        levels, roots = diagram_of(sets, table.files)
    except read_table.BadFile as error:
        return report(f"{shown}: {error}", 3)
    if not arguments.svg:
        try:
            print_all(table, sets, levels, roots)
            sys.stdout.flush()
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    try:
        pathlib.Path(arguments.svg).write_text(draw_all(table, sets, levels, roots), encoding="utf-8")
    except OSError as error:
        return report(f"cannot write {arguments.svg}: {error.strerror}", 3)
    return 0


def report(message, status):
    print(f"scripts/explain: {message}", file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main())
