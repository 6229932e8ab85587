#!/usr/bin/env python3
"""The games that `export` writes have the same values as the ones it read: the layout of a game counts nowhere.

usage: answers_after_export.py PROGRAM FOLDER

For each PGN file below FOLDER: the tables of games and of half-moves with all columns, and the report of `stats`, of the
file and of its export. Columns that name the place or the text of a game are left out. Prints the values that differ;
the status is 1 if there are any.
"""

import argparse
import csv
import io
import json
import pathlib
import subprocess
import sys
import tempfile

OF_TEXT = {"file", "offset", "length", "raw", "tags"}
OF_REPORT = ("/files", "/bytes", "/text/")


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1].removeprefix("usage: "))
    parser.add_argument("program")
    parser.add_argument("folder", type=pathlib.Path)
    options = parser.parse_args()
    csv.field_size_limit(1 << 30)
    n_files = n_different = 0
    with tempfile.TemporaryDirectory() as folder:
        written = pathlib.Path(folder) / "written.pgn"
        for path in sorted(options.folder.rglob("*.pgn")):
            command = [options.program, "export", "-qq", "--force", "-o", written, path]
            if subprocess.run(command, capture_output=True, check=False).returncode != 0:
                continue
            n_files += 1
            for line in differences(options.program, path, written):
                n_different += 1
                print(f"{path}: {line}")
    print(f"{n_files} files, {n_different} values differ", file=sys.stderr)
    return int(n_different > 0)


def differences(program, path, written):
    for rows in ("games", "plies"):
        old, new = table(program, rows, path), table(program, rows, written)
        if len(old) != len(new):
            yield f"{len(old)} {rows}, {len(new)} after export"
            continue
        for a, b in zip(old, new):
            for name in a.keys() - OF_TEXT:
                if a[name] != b[name]:
                    yield f"{rows}: game {a['game']}, ply {a.get('ply')}, {name}: {a[name]!r} is {b[name]!r} after export"
    old, new = report(program, path), report(program, written)
    for name in sorted(old.keys() | new.keys()):
        if old.get(name) != new.get(name):
            yield f"stats: {name}: {old.get(name)!r} is {new.get(name)!r} after export"


def table(program, rows, path):
    command = [program, "export", "-qq", "--format", "csv", "--rows", rows, "--columns", "@all", path]
    text = subprocess.run(command, capture_output=True, check=True).stdout.decode()
    return list(csv.DictReader(io.StringIO(text)))


def report(program, path):
    command = [program, "stats", "-qq", "--format", "json", path]
    values = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    return {name: value for name, value in leaves(values) if not name.startswith(OF_REPORT)}


def leaves(value, name=""):
    if isinstance(value, (dict, list)):
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for key, inner in items:
            yield from leaves(inner, f"{name}/{key}")
    else:
        yield name, value


if __name__ == "__main__":
    sys.exit(main())
