#!/usr/bin/python3
"""Runs the benchmark suites and whole generate runs, and makes tables and plots of what they say.

scripts/bench builds what this needs and starts it; run that.
"""

import argparse
import datetime
import json
import os
import pathlib
import re
import subprocess
import sys

sys.dont_write_bytecode = True  # plots.py lies in a folder of sources
import plots

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAMS = ROOT / "build" / "release"
OUT = ROOT / "build" / "bench"
BEGIN, END = "<!-- bench: begin, made by scripts/bench --readme -->", "<!-- bench: end -->"

TABULATED = ("5x5", "6x5", "6x6")  # made with a file
BUSY = 0.5  # a load average beyond which times are not to be trusted
THREADS = (1, 2)  # as the suites have them
GROWTH = ("4x4", "5x4", "5x5", "6x5", "6x6", "7x5")
QUICK_BOARDS = ("4x4", "5x4", "5x5", "6x5")
SUITES = ("rules", "enumerate", "sweep", "table", "probe")
# What a quick run does: boards up to 6x5, no plain look-ups of 6x5, no probes of 6x6.
QUICK_FILTERS = {
    "enumerate": "files:5|files:6/ranks:5/threads|(rank|iterate).*files:6/ranks:5",
    "sweep": "files:[45]|files:6/ranks:5",
    "table": "write_table/files:5",
    "probe": "files:5",
}


def say(text):
    print(text, file=sys.stderr, flush=True)


def run(command, what):
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        sys.exit(f"scripts/bench: {what} failed with status {done.returncode}")
    return done.stdout


# Measuring.


def run_suite(suite, quick):
    out = OUT / f"{suite}.json"
    command = [PROGRAMS / f"{suite}_bench", f"--benchmark_out={out}", "--benchmark_out_format=json"]
    if quick:
        command += ["--benchmark_min_time=0.1", f"--benchmark_filter={QUICK_FILTERS.get(suite, '.')}"]
    say(f"== suite {suite}")
    run(command, f"the suite {suite}")
    rows = {}
    for row in json.loads(out.read_text())["benchmarks"]:
        if row.get("error_occurred"):
            sys.exit(f"scripts/bench: {row['name']}: {row['error_message']}")
        name, *arguments = row["name"].split("/")
        values = dict(a.split(":") for a in arguments if ":" in a and not a.startswith("iterations"))
        key = tuple(sorted(values.items()))
        rows[name, key] = row
    return rows


def found(rows, name, **arguments):
    return rows.get((name, tuple(sorted((k, str(v)) for k, v in arguments.items()))))


def board_arguments(board):
    files, ranks = board.split("x")
    return {"files": files, "ranks": ranks}


def run_generate(board, threads):
    say(f"== generate {board}, {threads} thread{'s' * (threads > 1)}")
    command = [PROGRAMS / "hexatable", "generate", board, "-T", str(threads), "--json", "--quiet",
               "-f", "-o", OUT / f"{board}.hxt"]
    return json.loads(run(command, f"generate {board}"))


def machine():
    cpu = next((line.split(":")[1].strip() for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines()
                if line.startswith("model name")), "unknown processor")
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    commit = subprocess.run(["git", "-C", ROOT, "rev-parse", "--short", "HEAD"], capture_output=True,
                            text=True).stdout.strip()
    return {"cpu": cpu, "threads": os.cpu_count(), "memory_gib": round(memory, 1), "commit": commit,
            "date": datetime.date.today().isoformat(), "load_before": round(os.getloadavg()[0], 2)}


def measure(quick):
    result = {"quick": quick, "machine": machine()}
    if result["machine"]["load_before"] > BUSY:
        say(f"scripts/bench: the machine is busy (load {result['machine']['load_before']}), which spoils the"
            " numbers")
    suites = {suite: run_suite(suite, quick) for suite in SUITES}
    result["boards"] = []
    for board in (b for b in GROWTH if not quick or b in QUICK_BOARDS):
        arguments = board_arguments(board)
        runs = [run_generate(board, threads) for threads in THREADS] if board in TABULATED else []
        solver = found(suites["sweep"], "plain_solver", **arguments)
        plain = solver and {key: solver[key] for key in ("complete", "positions", "per_second", "bytes_each")}
        labelled = [found(suites["sweep"], "label_board", **arguments, threads=threads) for threads in THREADS]
        labelled = [{"threads": threads, "enumerate": row["enumerate_seconds"], "sweep": row["sweep_seconds"],
                     "per_second": row["sweep_per_second"], "parallelism": row["parallelism"]}
                    for threads, row in zip(THREADS, labelled)]
        result["boards"].append({"board": board, "positions": int(found(suites["sweep"], "label_board",
                                 **arguments, threads=1)["positions"]),
                                 "labelled": labelled, "generate": runs, "plain": plain})
    result["suites"] = {suite: list(rows.values()) for suite, rows in suites.items()}
    return result, suites


# What the numbers say.


def plain_seconds(row):
    """For all of the board: by its rate where it was stopped."""
    return row["plain"] and row["positions"] / row["plain"]["per_second"]


def table(head, rows):
    """Right-aligned columns, the first left-aligned."""
    cells = [head, *rows]
    widths = [max(len(row[i]) for row in cells) for i in range(len(head))]
    lines = ["  ".join(f"{c:<{w}}" if i == 0 else f"{c:>{w}}" for i, (c, w) in enumerate(zip(row, widths)))
             for row in cells]
    return "\n".join([lines[0], "-" * len(lines[0]), *lines[1:]])


def size(bytes_):
    for unit in ("B", "KiB", "MiB"):
        if bytes_ < 1000:
            return f"{bytes_:.3g} {unit}"
        bytes_ /= 1024
    return f"{bytes_:.3g} GiB"


def boards_table(boards):
    """Labelling, nothing kept: enumerate and sweep."""
    rows = []
    for row in boards:
        one = row["labelled"][0]["sweep"]
        for i, r in enumerate(row["labelled"]):
            faster = plain_seconds(row) / (r["enumerate"] + r["sweep"]) if row["plain"] else None
            rows.append([row["board"] if i == 0 else "", f"{row['positions']:,}" if i == 0 else "",
                         str(r["threads"]), plots.number(r["enumerate"]), plots.number(r["sweep"]),
                         f"{r['per_second'] / 1e6:.1f}", f"{one / r['sweep']:.2f}x",
                         f"{plots.number(faster)}x" if faster else "-"])
        if row["plain"]:
            mark = "" if row["plain"]["complete"] else "~"
            rows.append(["", "", "plain", "-", mark + plots.number(plain_seconds(row)),
                         f"{row['plain']['per_second'] / 1e6:.1f}", "-", "1x"])
    head = ["label", "positions", "threads", "enumerate s", "sweep s", "M/s", "scaling", "faster"]
    return table(head, rows)


def files_table(boards):
    """Whole runs of generate, file and all."""
    rows = []
    for row in boards:
        for i, r in enumerate(row["generate"]):
            s, plain = r["seconds"], row["plain"]
            rows.append([row["board"] if i == 0 else "", str(r["threads"]), plots.number(s["enumerate"]),
                         plots.number(s["sweep"]), plots.number(s["write"]), plots.number(s["total"]),
                         size(r["peak_memory_bytes"]), size(r["file_bytes"]), f"{r['bits_per_position']:.3f}",
                         f"{plots.number(plain_seconds(row) / s['total'])}x" if plain else "-"])
        if row["generate"] and row["plain"]:
            mark = "" if row["plain"]["complete"] else "~"
            bytes_each = row["plain"]["bytes_each"]
            rows.append(["", "plain", "-", "-", "-", mark + plots.number(plain_seconds(row)),
                         mark + size(bytes_each * row["positions"]), "-", f"{bytes_each * 8:.0f}", "1x"])
    head = ["generate", "threads", "enumerate s", "sweep s", "write s", "total s", "memory", "file", "bits",
            "faster"]
    return table(head, rows)


def seconds_each(row):
    return row["real_time"] * {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1}[row["time_unit"]]


def duration(seconds):
    for unit, scale in (("s", 1), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= scale:
            return f"{seconds / scale:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"


def single_table(suites):
    """Operations on one position, each with what the plain way takes where there is one."""
    lookup = {b: found(suites["enumerate"], "plain_lookup", **board_arguments(b)) for b in ("5x5", "6x5")}
    rows = []

    def add(name, row, plain, plain_name, seconds=None):
        if not row:
            return
        mine = seconds_each(row) if seconds is None else seconds
        beside = f"{duration(seconds_each(plain))} {plain_name}" if plain else "-"
        rows.append([name, duration(mine), beside, f"{seconds_each(plain) / mine:.2f}x" if plain else "-"])

    rules = suites["rules"]
    add("all moves of a 6x6 position, made", found(rules, "make_moves"), found(rules, "make_moves_plain"),
        "by the plain rules")
    for board in ("5x5", "6x5", "6x6"):
        arguments = board_arguments(board)
        for name, what in (("rank_random", "rank"), ("unrank_random", "unrank")):
            plain = lookup.get(board) if what == "rank" else None
            add(f"{what}, {board}, random", found(suites["enumerate"], name, **arguments), plain,
                "in the plain solver's table")
        row = found(suites["enumerate"], "iterate", **arguments)
        if row:
            add(f"next position, {board}", row, None, "", row["seconds_each"])
    for name, what in (("probe_cold", "block packed"), ("probe_warm", "block unpacked")):
        for black, side in ((0, "White"), (1, "Black")):
            add(f"probe 6x6, {side} to move, {what}", found(suites["table"], name, black=black), None, "")
    add("probe 6x6, positions of games", found(suites["table"], "probe_games"), None, "")
    add("open 6x6", found(suites["table"], "open_table"), None, "")
    return table(["one position", "takes", "beside", "faster"], rows)


def batch_table(suites):
    """A stream of positions through hexaprobe, by the form of its answers."""
    boards = ("5x5", "6x5")
    rates = {}
    for (_, key), row in suites["probe"].items():
        arguments = dict(key)
        rate = row["positions_per_second"]
        rates.setdefault(row["label"], {})[f"{arguments['files']}x{arguments['ranks']}"] = f"{rate:,.0f}"
    return table(["batch, positions a second", *boards],
                 [[form, *(by_board.get(board, "-") for board in boards)] for form, by_board in rates.items()])


def levels_table(suites, boards):
    rows = []
    for board in ("5x5", "6x5"):
        plain = next((b["plain"] for b in boards if b["board"] == board), None)
        for (name, key), row in suites["table"].items():
            arguments = dict(key)
            if name != "write_table" or f"{arguments['files']}x{arguments['ranks']}" != board:
                continue
            rows.append([board, arguments["level"], duration(seconds_each(row)),
                         f"{row['positions_per_second'] / 1e6:.1f}", f"{row['bits_per_position']:.3f}",
                         f"{plain['bytes_each'] * 8 / row['bits_per_position']:.0f}x" if plain else "-"])
    return table(["board", "level", "to pack and write", "M/s", "bits", "smaller"], rows)


def report(result, suites):
    m = result["machine"]
    quick = ", a quick run" if result["quick"] else ""
    busy = ""
    if m["load_before"] > BUSY:
        busy = f"\nThe machine was busy with other work (load {m['load_before']}): times are too long."
    return f"""{m['date']}, {m['cpu']}, {m['threads']} threads, {m['memory_gib']:g} GiB, commit {m['commit']}{quick}{busy}

{boards_table(result['boards'])}

M/s: million positions labelled a second, by the sweep. faster: enumerate + sweep beside the plain solver
(~: all of the board by its rate on the first 60 million positions, which flatters it).

{files_table(result['boards'])}

The sweep's seconds hold the packing that goes on beside it; write is what is left. bits: of the file, a
position; for the plain solver, which writes no file, of its table in memory.

{single_table(suites)}

{batch_table(suites)}

{levels_table(suites, result['boards'])}

smaller: beside the plain solver's table in memory.
"""


# Plots.


def write_plots(result):
    boards = result["boards"]
    m = result["machine"]
    note = f"{m['cpu']}, {m['threads']} threads, {m['date']}"
    large = [b for b in boards if b["positions"] > 1e6]
    pictures = {
        "rate": plots.bars(
            "Positions labelled a second, in millions", f"the sweep, beside the plain solver; {note}", "",
            [b["board"] for b in large], ["1 thread", "2 threads", "plain solver"],
            [[*(r["per_second"] / 1e6 for r in b["labelled"]),
              b["plain"] and b["plain"]["per_second"] / 1e6] for b in large]),
        "phases": plots.shares(
            "Where the time of generate goes",
            f"write is what remains after the sweep, packing overlaps it; {note}",
            [f"{b['board']}, {r['threads']} thread{'s' * (r['threads'] > 1)}"
             for b in boards for r in b["generate"]],
            ["enumerate", "sweep, packing", "write"],
            [[r["seconds"][p] for p in ("enumerate", "sweep", "write")]
             for b in boards for r in b["generate"]]),
        "growth": plots.lines(
            "What a board costs as it grows", f"seconds with 2 threads, the plain solver with its one; {note}",
            "positions", "seconds",
            [(name, [(b["positions"], b["labelled"][1][phase], b["board"]) for b in boards])
             for name, phase in (("enumerate", "enumerate"), ("sweep", "sweep"))]
            + [("plain solver (beyond 60 million positions by its rate)",
                [(b["positions"], plain_seconds(b), b["board"]) for b in boards if b["plain"]])]),
    }
    filed = [b for b in boards if b["generate"]]
    pictures["bits"] = plots.bars(
        "Bits a position in the table file", f"everything in the file counted; the plain solver's table in"
        f" memory takes {filed[0]['plain']['bytes_each'] * 8:.0f}" if filed[0]["plain"] else note, "",
        [b["board"] for b in filed], ["default level"], [[b["generate"][1]["bits_per_position"]] for b in filed])
    for name, svg in pictures.items():
        (OUT / f"{name}.svg").write_text(svg)


def put_into_readme(text):
    path = ROOT / "README.md"
    pattern = re.compile(re.escape(BEGIN) + ".*?" + re.escape(END), re.S)
    page, count = pattern.subn(lambda _: f"{BEGIN}\n```text\n{text}```\n{END}", path.read_text())
    if count != 1:
        sys.exit(f"scripts/bench: README.md has {count} places for the table instead of one: a line"
                 f" '{BEGIN}' and a line '{END}'")
    path.write_text(page)


def main():
    parser = argparse.ArgumentParser(prog="scripts/bench", description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="small boards, short measurements")
    parser.add_argument("--readme", action="store_true", help="also put the table into README.md")
    arguments = parser.parse_args()
    OUT.mkdir(parents=True, exist_ok=True)
    result, suites = measure(arguments.quick)
    text = report(result, suites)
    (OUT / "results.json").write_text(json.dumps(result, indent=1) + "\n")
    (OUT / "table.txt").write_text(text)
    write_plots(result)
    if arguments.readme:
        put_into_readme(text)
    print(text, end="")
    say(f"written to {OUT.relative_to(ROOT)}: table.txt, results.json and four plots")


if __name__ == "__main__":
    main()
