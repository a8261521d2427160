#!/usr/bin/python3
"""Reads a table file: the proof that src/FORMAT.md suffices to write a reader.

Written from that page alone, and simple rather than quick; hexaprobe is the tool for daily use. Needs
Debian's python3-zstandard and python3-xxhash.
"""

import argparse
import collections
import functools
import os
import re
import struct
import sys

import xxhash
import zstandard

MAGIC = b"HXTABLE\x1a"
VERSION = 2
RULES = 0x7B498A0CABC760EC
HEADER_BYTES = 128
BLOCK_LOG = 15
BLOCK = 1 << BLOCK_LOG
PIECE_BYTES = 4096

Header = collections.namedtuple(
    "Header",
    "magic version header_bytes rules files ranks block_log level zstd_version unfinished"
    " white_to_move digest diagram_bytes diagram_raw_bytes diagram_hash blocks block_bytes"
    " directory_hash file_bytes reserved header_hash",
)
HEADER_LAYOUT = struct.Struct("<8sIIQBBBBI12Q")

# What stands on the board, file by file: a tuple of (white, black), each a set of ranks as bits.
# `side` is "w" or "b".
Position = collections.namedtuple("Position", "columns side")

# A node of the diagram: its column numbers, ascending, the paths under the edges before each, the
# nodes below, and all paths.
Node = collections.namedtuple("Node", "labels before children paths")


class BadFile(Exception):
    """The file cannot be read, is damaged or is no table that this program knows."""


class BadInput(Exception):
    """A question that makes no sense."""


def require(condition, defect):
    if not condition:
        raise BadFile(defect)


def xxh3(data):
    return xxhash.xxh3_64_intdigest(data)


def unpack(packed, size, what):
    """A frame that unpacks to so many bytes."""
    raw = unpack_up_to(packed, size, what)
    require(len(raw) == size, f"{what} has another size than it should")
    return raw


def unpack_up_to(packed, size, what):
    # In pieces, so that a frame that unpacks to far more than it should is noticed early.
    frame = zstandard.ZstdDecompressor().decompressobj()
    raw = bytearray()
    try:
        for at in range(0, len(packed), PIECE_BYTES):
            raw += frame.decompress(packed[at:at + PIECE_BYTES])
            require(len(raw) <= size, f"{what} has another size than it should")
    except zstandard.ZstdError as error:
        raise BadFile(f"{what} cannot be unpacked") from error
    require(frame.eof, f"{what} cannot be unpacked")
    require(not frame.unused_data, f"{what} is followed by something")
    return raw


# The game.


def bits(ranks):
    return [r for r in range(ranks.bit_length()) if ranks >> r & 1]


def finished(position, ranks):
    return any(w >> (ranks - 1) & 1 or b & 1 for w, b in position.columns)


def moves(position, ranks):
    """The positions after each legal move of an unfinished position."""
    columns, side = position
    white = side == "w"
    forward = 1 if white else -1
    for file, (w, b) in enumerate(columns):
        for rank in bits(w if white else b):
            target = 1 << (rank + forward)
            for other in (file - 1, file, file + 1):
                if not 0 <= other < len(columns):
                    continue
                own, enemy = columns[other] if white else columns[other][::-1]
                if (own | enemy) & target if other == file else not enemy & target:
                    continue
                after = [list(c) if white else list(c[::-1]) for c in columns]
                after[file][0] ^= 1 << rank
                after[other][0] |= target
                after[other][1] &= ~target
                yield Position(
                    tuple(tuple(c) if white else tuple(c[::-1]) for c in after),
                    "b" if white else "w",
                )


@functools.lru_cache(maxsize=1 << 16)
def near_end(position, ranks, plies=3):
    """The distance of an unfinished position where it is at most `plies`, else None."""
    after = list(moves(position, ranks))
    if not after:
        return 0
    if plies == 0:
        return None
    distances = [0 if finished(p, ranks) else near_end(p, ranks, plies - 1) for p in after]
    lost = [d for d in distances if d is not None and d % 2 == 0]
    if lost:
        return 1 + min(lost)
    return None if None in distances else 1 + max(distances)


def white_arrives(columns, ranks):
    """Can a white pawn go to its last rank at once?"""
    last, before = 1 << (ranks - 1), 1 << (ranks - 2)
    for file, (w, b) in enumerate(columns):
        beside = columns[max(file - 1, 0) : file] + columns[file + 1 : file + 2]
        if w & before and (not b & last or any(black & last for _, black in beside)):
            return True
    return False


def moves_back(position):
    """The positions with White to move from which a move of White leads to this one."""
    columns = position.columns
    for file, (w, _) in enumerate(columns):
        for rank in bits(w & ~1):
            origin = 1 << (rank - 1)
            for other in (file - 1, file, file + 1):
                if not 0 <= other < len(columns) or sum(columns[other]) & origin:
                    continue
                before = [list(c) for c in columns]
                before[file][0] ^= 1 << rank
                before[other][0] |= origin
                if other != file:
                    before[file][1] |= 1 << rank
                yield Position(tuple(tuple(c) for c in before), "w")


def column_states(ranks):
    """All column states, in the order of their numbers."""

    def advances(state):
        return sum(bits(state[0])) + sum(ranks - 1 - r for r in bits(state[1]))

    states = [
        (white, black)
        for white in range(1 << (ranks - 1))
        for black in range(0, 1 << ranks, 2)
        if not white & black
    ]
    return sorted(states, key=lambda state: (advances(state), state))


# The diagram.


class Numbers:
    """Numbers one after the other out of bytes."""

    def __init__(self, data):
        self.data = data
        self.at = 0

    def left(self):
        return len(self.data) - self.at

    def fixed(self, size):
        require(self.left() >= size, "the diagram ends too early")
        self.at += size
        return int.from_bytes(self.data[self.at - size : self.at], "little")

    def varint(self):
        value = 0
        for shift in range(0, 35, 7):
            byte = self.fixed(1)
            value |= (byte & 127) << shift
            if byte < 128:
                break
        require(byte < 128 and value < 1 << 32, "the diagram holds a number that is too large")
        return value


def read_level(numbers, classes, states, last):
    """One level: for each node its (label, child's number) pairs, and the next level's classes."""
    nodes, edges, width = numbers.varint(), numbers.varint(), numbers.varint()
    require(nodes == len(classes), "the diagram's nodes do not add up")
    require(width <= 4 and (width == 0) == last, "the diagram has a bad child width")
    require(nodes + edges <= numbers.left(), "the diagram has more nodes and edges than bytes")
    counts = [numbers.varint() for _ in range(nodes)]
    require(0 not in counts, "the diagram has a node without edges")
    require(sum(counts) == edges, "the diagram's edges do not add up")
    labels = []
    for count in counts:
        here = []
        label = -1
        for _ in range(count):
            label += numbers.varint() + 1
            require(label < len(states), "the diagram names a column state that is not there")
            here.append(label)
        labels.append(here)
    below = []
    members = collections.defaultdict(list)  # by class
    level = []
    for (white, black), node_labels in zip(classes, labels):
        children = []
        for label in node_labels:
            on_white, on_black = states[label]
            rest = (white - len(bits(on_white)), black - len(bits(on_black)))
            require(min(rest) >= 0 and not (last and any(rest)), "pawns do not add up")
            if last:
                children.append(None)
                continue
            number = numbers.fixed(width)
            if number == 0:
                members[rest].append(len(below))
                below.append(rest)
            require(number <= len(members[rest]), "the diagram names a node that is not there")
            children.append(members[rest][number - 1])
        level.append((node_labels, children))
    return level, below


def read_diagram(data, files, states):
    """The roots, by slice; None where the set is empty."""
    numbers = Numbers(data)
    flags = [numbers.varint() for _ in range((files + 1) ** 2)]
    require(set(flags) <= {0, 1}, "the diagram has a bad root")
    classes = [divmod(s, files + 1) for s, flag in enumerate(flags) if flag]
    levels = []
    for file in range(files):
        level, classes = read_level(numbers, classes, states, file + 1 == files)
        levels.append(level)
    require(numbers.left() == 0, "there is something after the diagram")
    below = []
    for level in reversed(levels):
        made = []
        for labels, numbers_below in level:
            children = [None if n is None else below[n] for n in numbers_below]
            before, paths = [], 0
            for child in children:
                before.append(paths)
                paths += 1 if child is None else child.paths
            require(paths < 1 << 64, "the diagram has too many paths")
            made.append(Node(dict(zip(labels, range(len(labels)))), before, children, paths))
        below = made
    roots = iter(below)
    return [next(roots) if flag else None for flag in flags]


# The file.


class Table:
    def __init__(self, path):
        try:
            self.file = open(path, "rb")
            self.size = os.fstat(self.file.fileno()).st_size
        except OSError as error:
            raise BadFile(error.strerror) from error
        self.read_header()
        self.files, self.ranks = self.header.files, self.header.ranks
        self.states = column_states(self.ranks)
        self.number_of = {state: number for number, state in enumerate(self.states)}
        h = self.header
        packed = self.read(HEADER_BYTES, h.diagram_bytes)
        require(xxh3(packed) == h.diagram_hash, "the diagram is damaged")
        raw = unpack(packed, h.diagram_raw_bytes, "the diagram")
        self.roots = read_diagram(raw, self.files, self.states)
        self.read_directory()

    def read(self, offset, size):
        try:
            self.file.seek(offset)
            data = self.file.read(size)
        except OSError as error:
            raise BadFile(error.strerror) from error
        require(len(data) == size, "the file was cut short")
        return data

    def read_header(self):
        require(self.size >= HEADER_BYTES, "too short for a table")
        data = self.read(0, HEADER_BYTES)
        h = self.header = Header(*HEADER_LAYOUT.unpack(data))
        require(h.magic == MAGIC, "no hexatable table")
        require(h.version == VERSION, f"of format version {h.version}, not {VERSION}")
        require(h.header_hash == xxh3(data[:-8]), "the header is damaged")
        require(h.rules == RULES, "a table of other rules")
        require(
            1 <= h.files <= 10 and 3 <= h.ranks <= 10 and h.files * h.ranks <= 64,
            "the board is beyond the limits",
        )
        require(
            (h.header_bytes, h.block_log, h.reserved) == (HEADER_BYTES, BLOCK_LOG, 0),
            "the header has a value that version 2 does not know",
        )
        require(h.file_bytes == self.size, f"{self.size} bytes long instead of {h.file_bytes}")
        require(
            HEADER_BYTES + h.diagram_bytes + h.block_bytes + 12 * h.blocks == h.file_bytes,
            "the sizes do not add up",
        )
        require(h.white_to_move <= h.unfinished, "the numbers of positions do not fit")
        require(
            h.diagram_raw_bytes <= 256 * h.diagram_bytes + 65536,
            "the diagram claims to be larger than any is",
        )

    def read_directory(self):
        h = self.header
        sizes = [root.paths if root else 0 for root in self.roots]
        require(sum(sizes) == h.white_to_move, "the diagram and the header do not fit together")
        require(
            sum(-(-size // BLOCK) for size in sizes) == h.blocks,
            "the diagram and the header do not fit together",
        )
        data = self.read(h.file_bytes - 12 * h.blocks, 12 * h.blocks)
        require(xxh3(data) == h.directory_hash, "the directory is damaged")
        self.first_block = [0] * len(sizes)
        self.directory = []  # (offset, bytes, hash, slice, first rank)
        offset = HEADER_BYTES + h.diagram_bytes
        rows = struct.iter_unpack("<IQ", data)
        for s in sorted(range(len(sizes)), key=lambda s: (sum(divmod(s, self.files + 1)), s)):
            self.first_block[s] = len(self.directory)
            for first in range(0, sizes[s], BLOCK):
                size, block_hash = next(rows)
                self.directory.append((offset, size, block_hash, s, first))
                offset += size
        require(
            offset == HEADER_BYTES + h.diagram_bytes + h.block_bytes,
            "the directory and the header do not fit together",
        )

    @functools.lru_cache(maxsize=256)
    def block(self, number):
        """The entries of a block, by rank."""
        offset, size, block_hash, s, first = self.directory[number]
        packed = self.read(offset, size)
        require(xxh3(packed) == block_hash, f"block {number} is damaged")
        entries = unpack_up_to(packed, BLOCK, f"block {number}")
        kept = list(self.kept(self.roots[s], (), 0, first, first + BLOCK))
        require(len(entries) == len(kept), f"block {number} has another size than it should")
        return dict(zip(kept, entries))

    def kept(self, node, numbers, base, first, last):
        """The ranks from `first` to `last` - 1 that have an entry."""
        if len(numbers) == self.files:
            columns = tuple(self.states[n] for n in numbers)
            if numbers <= numbers[::-1] and not white_arrives(columns, self.ranks):
                yield base
            return
        for label, edge in node.labels.items():
            child, begin = node.children[edge], base + node.before[edge]
            if begin < last and begin + (child.paths if child else 1) > first:
                yield from self.kept(child, numbers + (label,), begin, first, last)

    def tuple_of(self, position):
        """The column numbers, or None where a pawn has arrived."""
        numbers = tuple(self.number_of.get(column) for column in position.columns)
        return None if None in numbers else numbers

    def slice_of(self, position):
        white = sum(len(bits(w)) for w, _ in position.columns)
        black = sum(len(bits(b)) for _, b in position.columns)
        return white * (self.files + 1) + black

    def rank(self, position):
        """The rank of a White-to-move position in its set, or None where it is in none."""
        numbers = self.tuple_of(position)
        number = self.slice_of(position)
        if numbers is None or number >= len(self.roots):
            return None
        node, rank = self.roots[number], 0
        for label in numbers:
            if node is None or label not in node.labels:
                return None
            edge = node.labels[label]
            rank += node.before[edge]
            node = node.children[edge]
        return rank

    def white_distance(self, position):
        """The distance of a White-to-move position that is in a set."""
        near = near_end(position, self.ranks)
        if near is not None:
            return near
        ranks = [self.rank(position), self.rank(Position(position.columns[::-1], "w"))]
        require(None not in ranks, "the diagram lacks a position that a game leads to")
        block = self.block(self.first_block[self.slice_of(position)] + min(ranks) // BLOCK)
        distance = block[min(ranks)]
        require(4 <= distance <= 126, "an entry is no distance")
        return distance

    def distance(self, position):
        """The distance of an unfinished position, or None where no game leads to it."""
        if position.side == "w":
            return None if self.rank(position) is None else self.white_distance(position)
        if all(self.rank(before) is None for before in moves_back(position)):
            return None
        after = list(moves(position, self.ranks))
        if not after:
            return 0
        if any(finished(p, self.ranks) for p in after):
            return 1
        distances = [self.white_distance(p) for p in after]
        lost = [d for d in distances if d % 2 == 0]
        return 1 + (min(lost) if lost else max(distances))

    def white_positions(self, number):
        """The positions of a set with White to move, by rank."""

        def below(node, columns):
            if len(columns) == self.files:
                yield Position(columns, "w")
                return
            for label, edge in node.labels.items():
                yield from below(node.children[edge], columns + (self.states[label],))

        if self.roots[number]:
            yield from below(self.roots[number], ())

    def check(self):
        """Every label: their number and their digest must be what the header says."""
        black = [set() for _ in self.roots]
        hashes = []
        count = 0
        for number in range(len(self.roots)):
            for position in self.white_positions(number):
                for after in moves(position, self.ranks):
                    if not finished(after, self.ranks):
                        black[self.slice_of(after)].add(after)
        for number, positions in enumerate(black):
            for members in (
                self.white_positions(number),
                sorted(positions, key=self.tuple_of),
            ):
                distances = bytes(map(self.distance, members))
                count += len(distances)
                hashes.append(xxh3(distances).to_bytes(8, "big"))
        require(count == self.header.unfinished, "the number of positions is wrong")
        require(xxh3(b"".join(hashes)) == self.header.digest, "the digest of labels is wrong")
        return count


# Text.


def parse(text, files, ranks):
    words = text.split()
    if len(words) != 2 or words[1] not in ("w", "b"):
        raise BadInput(f"{text!r} is no position: write ranks from the top, then w or b")
    rows = words[0].split("/")
    columns = [[0, 0] for _ in range(files)]
    for rank, row in zip(range(ranks - 1, -1, -1), rows):
        cells = re.sub(r"[0-9]+", lambda run: "." * min(int(run[0][:3]), 99), row)
        if len(cells) != files or set(cells) - set("pP."):
            break
        for file, cell in enumerate(cells):
            if cell != ".":
                columns[file]["Pp".index(cell)] |= 1 << rank
    else:
        if len(rows) == ranks:
            return Position(tuple(map(tuple, columns)), words[1])
    raise BadInput(f"{text!r} is no position on a {files}x{ranks} board")


def text_of(position, ranks):
    rows = [
        "".join("P" if w >> r & 1 else "p" if b >> r & 1 else "." for w, b in position.columns)
        for r in range(ranks - 1, -1, -1)
    ]
    runs = re.sub(r"\.+", lambda run: str(len(run[0])), "/".join(rows))
    return f"{runs} {position.side}"


def answer(table, position):
    name = text_of(position, table.ranks)
    if finished(position, table.ranks):
        return f"{name}\tfinished\t-"
    distance = table.distance(position)
    if distance is None:
        return f"{name}\tunreachable\t-"
    return f"{name}\t{'win' if distance % 2 else 'loss'}\t{distance}"


def main():
    parser = argparse.ArgumentParser(
        description="Answers positions from a table: position, win or loss for the side to move,"
        " distance in plies, separated by tabs. Without a position it reads them from stdin, one a"
        " line. A position is its ranks from the top down and the side to move: 'ppp/3/PPP w'."
    )
    parser.add_argument("table", help="a .hxt file")
    parser.add_argument("position", nargs="*", help="each as one argument")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--all", action="store_true", help="print every position, White to move")
    what.add_argument("--check", action="store_true", help="check every label against the digest")
    arguments = parser.parse_args()
    if arguments.position and (arguments.all or arguments.check):
        parser.error("--all and --check take no position")
    try:
        table = Table(arguments.table)
        if arguments.check:
            print(f"{arguments.table}: {table.check()} labels, digest {table.header.digest:016x}")
        elif arguments.all:
            for number in range(len(table.roots)):
                for position in table.white_positions(number):
                    print(answer(table, position))
        else:
            lines = arguments.position or (line for line in sys.stdin if line.strip())
            for line in lines:
                print(answer(table, parse(line.strip(), table.files, table.ranks)))
    except BadFile as error:
        sys.exit(report(f"{arguments.table}: {error}", 3))
    except BadInput as error:
        sys.exit(report(error, 2))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def report(message, status):
    print(f"read_table.py: {message}", file=sys.stderr)
    return status


if __name__ == "__main__":
    main()
