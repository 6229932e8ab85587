#!/usr/bin/env python3
"""Compares everything that two builds of pgnkit write: standard output, standard error, exit status and files of
every command, on the same inputs.

Usage: compare_builds.py BEFORE AFTER FOLDER... [--limit BYTES] [--only WORD] [--threads N]

Each FOLDER is taken with all its files, whatever their names; files that end in `.zst` are decompressed first. Of a
file longer than BYTES (default 1,000,000) only the first BYTES are taken, up to the last empty line. Prints a line for
each command line whose results differ, with the first line that differs, and exits with 1 if there is one.
"""

import argparse
import filecmp
import pathlib
import shutil
import subprocess
import sys
import tempfile

WHERE = 'elo >= 2400 or White ~ "*a*" or line("1. e4 c5", transposing=true) or reaches(threefold)'

# Command lines without their inputs, which follow as `--files-from`; those of `diff` are the first and the last folder.
# Outputs are named relative to the folder of a run.
RUNS = [
    "check",
    "check --select ALL --severity style --output-format concise --max-diagnostics none",
    "check --select ALL --severity style --output-format json-lines --max-diagnostics none",
    "check --select ALL --severity style --output-format sarif",
    "check --output-format junit --strict",
    "check --output-format gitlab --encoding auto",
    "check --statistics --select ALL --severity style",
    "check --diff --severity style --unsafe-fixes",
    "check --write-baseline baseline.json",
    "check --rejects rejects.pgn",
    "check -w 'White ~ \"*a*\"' --take 500 --target lichess-study",
    "export",
    "export --format reduced",
    "export --format json-lines",
    "export --format csv",
    "export --format csv --rows plies",
    "export --format parquet -o games.parquet",
    "export --format parquet --rows plies -o plies.parquet",
    "export --format fen --at ply",
    "export --format epd --at ply",
    "export --format lines",
    "export --notation uci --width 0",
    "export --notation lan --nags symbols --tag-order source",
    "export --notation de --output-encoding ascii --line-ending crlf",
    "export --on-error comment --verify",
    "export --on-error truncate --comment-every 10 fen",
    "export --on-error drop --rejects rejects.pgn --manifest manifest.json -o games.pgn.zst",
    "export --normalize --fix-results --fix-mojibake --split-round --add plycount,eco,hash,fen",
    "export --plies 1..20 --drop-tags @lichess --set Annotator=x",
    "strip-comments",
    "strip-comments --drop text,commands,nags,variations,glyphs,engine,diagrams,escapes --reflow",
    "strip-comments --preset engine",
    "strip-comments --diff",
    "split --games 500 --dir parts",
    "split --by ECO:1 --dir parts",
    "split --by player:surname --dir parts",
    "split --by date:year --where WHERE --dir parts",
    "merge",
    "merge --dedup exact --sort standard",
    "merge --dedup moves --duplicates copies.pgn --report copies.tsv",
    "merge --dedup --keep union --report copies.jsonl",
    "merge --dedup prefix --keep most-annotated --dry-run",
    "merge --dedup game-id --only-duplicates",
    "merge --sort date:desc,white --memory 4MiB",
    "merge --tree",
    "stats",
    "stats --format json --quality --moves 8",
    "stats --format csv --by eco",
    "stats --format html",
    "stats --format markdown --by speed,result",
    "filter --where WHERE",
    "filter --where WHERE --count",
    "filter --where errors>0 --mark",
    "filter --where has(eval) --rest rest.pgn -o games.pgn",
    "filter --line '1. e4 c5 2. Nf3' --last 100",
    "filter --sample 200 --seed 7",
    "filter -q --ends checkmate --line-ending lf",
    "ranges",
    "diff",
    "diff --output-format json-lines",
]


def words(run):
    """Returns a command line as a list, with the quoted parts as one word."""
    parts = run.split("'")
    out = [""]
    for i, part in enumerate(parts):
        if i % 2:
            out[-1] += part
        else:
            first, *rest = part.split(" ")
            out[-1] += first
            out += rest
    return [WHERE if word == "WHERE" else word for word in out if word]


def prepare(folders, limit, target):
    """Copies the inputs below `target`. Returns their paths."""
    paths = []
    for number, folder in enumerate(folders):
        for path in sorted(pathlib.Path(folder).rglob("*")):
            if not path.is_file():
                continue
            new = target / str(number) / path.relative_to(folder)
            new.parent.mkdir(parents=True, exist_ok=True)
            if path.suffix == ".zst":
                new = new.with_suffix("")
                command = ["zstd", "-dcq", path]
                with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as zstd:
                    data = zstd.stdout.read(limit + 1)
                    zstd.kill()
            else:
                with open(path, "rb") as file:
                    data = file.read(limit + 1)
            if len(data) > limit:
                data = data[: max(data.rfind(b"\n\n", 0, limit), data.rfind(b"\n\r\n", 0, limit)) + 1 or limit]
            new.write_bytes(data)
            paths.append(new)
    return paths


def run(program, run_words, inputs, folder, threads):
    """Runs the program in a new folder, which then holds all that it wrote."""
    folder.mkdir()
    command = [program, "--isolated", "-j", str(threads), *run_words, *inputs]
    with open(folder / "stdout", "wb") as out, open(folder / "stderr", "wb") as err:
        status = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=out, stderr=err).returncode
    (folder / "status").write_text(f"{status}\n")


def first_difference(one, two):
    """Returns the first line in which two files differ."""
    with open(one, "rb") as left, open(two, "rb") as right:
        for number, (a, b) in enumerate(zip(left, right), 1):
            if a != b:
                return f"line {number}:\n  - {a[:300]!r}\n  + {b[:300]!r}"
    return "one is longer"


def compare(one, two):
    """Yields what differs between the files of two folders."""
    names = {path.relative_to(folder) for folder in (one, two) for path in folder.rglob("*") if path.is_file()}
    for name in sorted(names):
        if not (one / name).exists() or not (two / name).exists():
            yield f"{name}: in one of them only"
        elif not filecmp.cmp(one / name, two / name, shallow=False):
            yield f"{name}: {first_difference(one / name, two / name)}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=pathlib.Path)
    parser.add_argument("after", type=pathlib.Path)
    parser.add_argument("folder", nargs="+")
    parser.add_argument("--limit", type=int, default=1_000_000)
    parser.add_argument("--only", default="")
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()
    n_different = 0
    with tempfile.TemporaryDirectory() as folder:
        base = pathlib.Path(folder)
        inputs = prepare(args.folder, args.limit, base / "inputs")
        listed = base / "inputs.txt"
        listed.write_bytes(b"".join(bytes(path) + b"\n" for path in inputs))
        plain = base / "plain.txt"  # what can be rewritten
        packed = (".gz", ".bz2", ".xz", ".zip", ".tgz")
        plain.write_bytes(b"".join(bytes(path) + b"\n" for path in inputs if path.suffix.lower() not in packed))
        sides = [base / "inputs" / "0", base / "inputs" / str(len(args.folder) - 1)]
        runs = [text for text in RUNS if args.only in text]
        for text in runs:
            named = ["--files-from", plain if "--diff" in text else listed]
            named = sides if text.startswith("diff") else named
            for name, program in (("before", args.before), ("after", args.after)):
                run(program.resolve(), words(text), named, base / name, args.threads)
            differences = list(compare(base / "before", base / "after"))
            errors = (base / "after" / "stderr").read_bytes()
            if errors.startswith(b"error: ") and not (base / "after" / "stdout").stat().st_size:
                differences.append(f"not run: {errors[:300]!r}")
            if differences:
                n_different += 1
                print(f"{text}\n  " + "\n  ".join(differences), flush=True)
            for name in ("before", "after"):
                shutil.rmtree(base / name)
        print(f"{len(runs)} command lines on {len(inputs)} files, {n_different} differ")
    sys.exit(n_different > 0)


main()
