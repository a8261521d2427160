#!/usr/bin/env python3
"""Breaks the library on purpose, one small thing at a time, and sees which test notices.

Usage: tests/mutate.py [NAME...]

Works on a copy of the tracked files in build/mutate. A breakage that no test notices, that does not
compile, or whose text is no longer in its file exactly once, is an error (status 1). By hand only.
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TREE = ROOT / "build/mutate/tree"
BUILD = ROOT / "build/mutate/build"
TEST_SECONDS = 240

# Name, file, what stands there, what is put there, test program, which of its tests.
BREAKAGES = [
    ("a capture is called a step", "src/rules.cpp",
     "right_to, true", "right_to, false", "rules_test", "*"),
    ("Black's arrival is no end", "src/rules.h",
     "((p.white & top_) | (p.black & bottom_)) != 0", "(p.white & top_) != 0", "rules_test", "*"),
    ("the mirror leaves files where they are", "src/rules.cpp",
     "cell(board_.files - 1 - file, 0)", "cell(file, 0)", "rules_test", "*"),
    ("column states are not in the order of advances", "src/columns.cpp",
     "sum += ranks - 1 - rank", "sum += rank", "columns_test", "*"),
    ("the closure forgets who is to move after Black's step", "src/closure.cpp",
     "join(l.white[next], below.black)", "join(l.black[next], below.black)",
     "enumerate_test", "Boards/AgainstAWalk.*/3x*"),
    ("captures towards file a are forgotten", "src/images.cpp",
     "gather(level, l.cross, label, left(level + 1, edge.child(), rank));", "(void)label;",
     "enumerate_test", "Boards/AgainstAWalk.*/3x*"),
    ("a rank search goes one edge too low", "src/index.cpp",
     "before(first + half) <= number", "before(first + half) < number",
     "index_test", "Index.NumbersEveryPositionOfSmallBoards"),
    ("the sweep takes the opponent's best reply", "src/kernels.cpp",
     "best = best < source ? best : source", "best = best < source ? source : best",
     "kernels_test", "*"),
    ("tasks of a slice wait the wrong way round", "src/slice_tasks.cpp",
     "graph.add_dependency(before, t)", "graph.add_dependency(t, before)",
     "sweep_labels_test", "SweepLabels.LabelsWideBoards*:SweepLabels.HasTheDigests*"),
    ("captures out of the last two files are looked for where none is", "src/wing.cpp",
     "stands(mover, from.tail, behind)", "stands(other(mover), from.tail, behind)",
     "sweep_labels_test", "SweepLabels.LabelsWideBoards*:SweepLabels.HasTheDigests*"),
    ("a loss in 2 is seen where the side can win at once", "src/near_end.cpp",
     "child.every_move_loses() && !child.wins_at_once()", "child.every_move_loses()",
     "near_end_test", "NearEnd.*"),
    ("the reader's path sums are off by one edge", "src/white_index.cpp",
     "                edges.append(child, before);\n                before += paths[child];",
     "                before += paths[child];\n                edges.append(child, before);",
     "white_index_test", "WhiteIndex.NumbersAsTheGeneratorDoes"),
    ("a header's checksum is not looked at", "src/format.cpp",
     "load_le(from + kHashAt, 8) != XXH3_64bits(from, kHashAt)", "from == nullptr",
     "table_test", "Table.SaysWhatIsWrong"),
    ("verify compares winners, not distances", "src/verify.cpp",
     "if (found == right) return;", "if (found % 2 == right % 2) return;",
     "table_test", "Verify.*"),
    ("the loser does not delay in the plain rule", "src/table_labels.cpp",
     "slowest_loss = std::max(slowest_loss, d + 1)", "slowest_loss = d + 1",
     "table_test", "Verify.*"),
    ("the search forgets captures away from file a", "src/search.cpp",
     "    look_at(rules_.right_captures(p), 1 + ranks, true);\n", "",
     "search_test", "Search.Known*:Search.Every*:Search.Composed*"),
]


def run(*command, **options):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          **options)


def prepare():
    """Brings the copy up to date; files that are the same keep their times."""
    for name in run("git", "-C", str(ROOT), "ls-files").stdout.splitlines():
        to = TREE / name
        bytes_now = (ROOT / name).read_bytes()
        if not to.exists() or to.read_bytes() != bytes_now:
            to.parent.mkdir(parents=True, exist_ok=True)
            to.write_bytes(bytes_now)
            to.chmod((ROOT / name).stat().st_mode)
    done = run("cmake", "-S", str(TREE), "-B", str(BUILD), "-G", "Ninja",
               "-DCMAKE_BUILD_TYPE=None", "-DCMAKE_CXX_FLAGS=-O1")
    if done.returncode != 0:
        sys.exit(f"mutate.py: cmake failed:\n{done.stdout}")


def build(target):
    return run("cmake", "--build", str(BUILD), "--target", target, "--parallel", "2")


def failing(target, tests):
    """The names of the tests that fail; one of our own where they crash or never end."""
    try:
        done = run(str(BUILD / target), f"--gtest_filter={tests}", timeout=TEST_SECONDS)
    except subprocess.TimeoutExpired:
        return [f"{target} (does not end)"]
    if " 0 tests from 0 test suites ran" in done.stdout:
        sys.exit(f"mutate.py: {target} has no test {tests}")
    names = re.findall(r"^\[  FAILED  \] ([^\s,]+)(?:,.*)?$", done.stdout, re.MULTILINE)
    names = list(dict.fromkeys(name for name in names if "." in name))
    if done.returncode != 0 and not names:
        return [f"{target} (crashes)"]
    return names


def try_one(name, file, old, new, target, tests):
    """None where a test noticed, else what is wrong."""
    path = TREE / file
    whole = path.read_text()
    if whole.count(old) != 1:
        return f"its text occurs {whole.count(old)} times in {file}"
    # A test that fails anyway proves nothing.
    done = build(target)
    if done.returncode != 0 or failing(target, tests):
        return f"{target} fails without it"
    try:
        path.write_text(whole.replace(old, new))
        done = build(target)
        if done.returncode != 0:
            return "it does not compile"
        caught = failing(target, tests)
    finally:
        path.write_text(whole)
    if not caught:
        return f"no test of {target} {tests} notices"
    print(f"| {name} | `{file}` | `{caught[0]}`"
          + (f" and {len(caught) - 1} more" if len(caught) > 1 else "") + " |", flush=True)
    return None


def main():
    wanted = sys.argv[1:]
    if {"-h", "--help"} & set(wanted):
        print(__doc__.strip())
        return 0
    unknown = set(wanted) - {breakage[0] for breakage in BREAKAGES}
    if unknown:
        print(f"mutate.py: no breakage is called {sorted(unknown)}", file=sys.stderr)
        return 2
    prepare()
    wrong = 0
    for breakage in BREAKAGES:
        if wanted and breakage[0] not in wanted:
            continue
        problem = try_one(*breakage)
        if problem:
            wrong += 1
            print(f"mutate.py: {breakage[0]}: {problem}", file=sys.stderr, flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
