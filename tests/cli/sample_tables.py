#!/usr/bin/env python3
"""Makes the sample tables again, and compares them with those in a folder and its manifest.

    sample_tables.py HEXATABLE FOLDER [--write]

The digest of labels must always be the same; the bytes too where libzstd is of the version that
packed the sample. With --write it puts new samples and a new manifest in the folder instead: for a
change of the format or of the default level.
"""

import argparse
import hashlib
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

BOARDS = ("3x3", "4x4", "5x5")
DIGEST_AT, ZSTD_AT = 48, 28  # in the header, see src/FORMAT.md


def described(data):
    def number(at, size):
        return int.from_bytes(data[at : at + size], "little")

    zstd = number(ZSTD_AT, 4)
    return {
        "bytes": len(data),
        "sha256": hashlib.sha256(data).hexdigest(),
        "digest": f"{number(DIGEST_AT, 8):016x}",
        "libzstd": f"{zstd // 10000}.{zstd // 100 % 100}.{zstd % 100}",
    }


def defects(name, listed, sample, made, printed_digest):
    """What is wrong with a sample: as it stands in the folder, and as it is made again."""
    if described(sample) != listed:
        yield f"{name} is not as the manifest says: {described(sample)}, not {listed}"
    again = described(made)
    if not again["digest"] == printed_digest == listed["digest"]:
        yield (f"{name} is made with the digest {again['digest']}, printed as {printed_digest},"
               f" not {listed['digest']}")
    if again["libzstd"] == listed["libzstd"] and made != sample:
        yield f"{name} is made with other bytes: {again}, not {listed}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("hexatable")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    manifest = arguments.folder / "manifest.json"
    wrong = []
    with tempfile.TemporaryDirectory() as temporary:
        made = {}
        digests = {}
        for board in BOARDS:
            name = f"{board}.hxt"
            made[name] = pathlib.Path(temporary) / name
            done = subprocess.run(
                [arguments.hexatable, "generate", board, "-o", made[name], "--json"],
                check=True, stdout=subprocess.PIPE)
            digests[name] = json.loads(done.stdout)["digest"]
        if arguments.write:
            for name, path in made.items():
                shutil.copyfile(path, arguments.folder / name)
            listed = {name: described(path.read_bytes()) for name, path in made.items()}
            manifest.write_text(json.dumps(listed, indent=2) + "\n")
            return
        listed = json.loads(manifest.read_text())
        if list(listed) != list(made):
            wrong.append(f"the manifest lists {list(listed)}, not {list(made)}")
        for name in listed.keys() & made.keys():
            wrong += defects(name, listed[name], (arguments.folder / name).read_bytes(),
                             made[name].read_bytes(), digests[name])
    for line in wrong:
        print(line)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
