#!/usr/bin/env python3
"""Uses an installed tree as a stranger would.

    check.py WHAT PREFIX --tables FOLDER --cc CC --cxx CXX

WHAT is one of
    layout        everything lies where systems look for it, and the programs run
    headers       every installed header compiles alone, and none needs the generator
    find_package  a project in C++ finds the library with CMake
    find_package_c  a project that knows C only does
    pkg_config    pkg-config's flags alone build both
"""

import argparse
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
# Published: 3x3 is lost in 6 for who begins.
POSITION, SCORE = "start:3x3", "-6"


def run(command, **options):
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, **options)
    if done.returncode != 0:
        sys.exit(f"{shlex.join(map(str, command))}\nstatus {done.returncode}\n{done.stdout}")
    return done.stdout


def one(prefix, pattern):
    """The one file below the prefix that matches."""
    found = sorted(prefix.glob(pattern))
    if len(found) != 1:
        sys.exit(f"one {pattern} expected in {prefix}, found {found}")
    return found[0]


def answers(program, tables):
    got = run([program, tables / "3x3.hxt", POSITION]).strip()
    if got != SCORE:
        sys.exit(f"{program} says {got}, not {SCORE}")
    refused = subprocess.run([program, tables / "none.hxt", POSITION], capture_output=True,
                             text=True)
    if refused.returncode != 1 or "none.hxt" not in refused.stderr:
        sys.exit(f"{program} says of a missing table: {refused}")


def layout(prefix, arguments, _):
    for name in ("hexaprobe", "hexatable"):
        for pattern in (f"bin/{name}", f"share/man/man1/{name}.1",
                        f"share/bash-completion/completions/{name}",
                        f"share/zsh/site-functions/_{name}",
                        f"share/fish/vendor_completions.d/{name}.fish"):
            one(prefix, pattern)
        run([prefix / "bin" / name, "--version"])
    one(prefix, "lib*/**/libhexatable.a")
    one(prefix, "share/doc/hexatable/copyright")
    got = run([prefix / "bin/hexaprobe", "-t", arguments.tables / "3x3.hxt", "--score",
               POSITION]).strip()
    if got != SCORE:
        sys.exit(f"hexaprobe says {got}, not {SCORE}")
    needed = run(["ldd", prefix / "bin/hexaprobe"])
    if "libzstd" not in needed or "tbb" in needed:
        sys.exit(f"hexaprobe must need zstd and not oneTBB:\n{needed}")


def headers(prefix, arguments, folder):
    include = one(prefix, "include")
    plus = sorted(include.glob("hexatable/*.h"))
    if len(plus) < 5:
        sys.exit(f"hardly a header in {include}")
    for header in plus:
        if "tbb" in header.read_text():
            sys.exit(f"{header} mentions oneTBB")
        run([arguments.cxx, "-std=c++20", "-Wall", "-Wextra", "-Werror", "-fsyntax-only",
             f"-I{include}", "-x", "c++", "-include", header.relative_to(include), "/dev/null"])
    for compiler, language in ((arguments.cc, ("-x", "c", "-std=c99")),
                               (arguments.cxx, ("-x", "c++", "-std=c++11"))):
        run([compiler, *language, "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only",
             f"-I{include}", "-include", "hexatable.h", "/dev/null"])


def with_cmake(language, prefix, arguments, folder):
    run(["cmake", "-S", HERE / "stranger", "-B", folder, "-G", "Ninja", f"-DSTRANGER={language}",
         f"-DCMAKE_PREFIX_PATH={prefix}", f"-DCMAKE_C_COMPILER={arguments.cc}",
         f"-DCMAKE_CXX_COMPILER={arguments.cxx}"])
    run(["cmake", "--build", folder])
    answers(folder / "ask", arguments.tables)


def pkg_config(prefix, arguments, folder):
    pc = one(prefix, "lib*/**/hexatable.pc")
    environment = dict(os.environ, PKG_CONFIG_PATH=str(pc.parent))
    flags = {kind: shlex.split(run(["pkg-config", f"--{kind}", "hexatable"], env=environment))
             for kind in ("cflags", "libs")}
    for compiler, standard, source in ((arguments.cc, "-std=c11", "ask.c"),
                                       (arguments.cxx, "-std=c++20", "ask.cpp")):
        program = folder / source.replace(".", "_")
        run([compiler, standard, *flags["cflags"], HERE / "stranger" / source, "-o", program,
             *flags["libs"]])
        answers(program, arguments.tables)


CHECKS = {
    "layout": layout,
    "headers": headers,
    "find_package": lambda *rest: with_cmake("cpp", *rest),
    "find_package_c": lambda *rest: with_cmake("c", *rest),
    "pkg_config": pkg_config,
}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=CHECKS)
    parser.add_argument("prefix", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("--tables", type=lambda path: pathlib.Path(path).resolve(), required=True)
    parser.add_argument("--cc", required=True)
    parser.add_argument("--cxx", required=True)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        CHECKS[arguments.what](arguments.prefix, arguments, pathlib.Path(folder))


main()
