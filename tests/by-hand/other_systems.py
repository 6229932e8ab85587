#!/usr/bin/env python3
"""Compares the program for another system, under an emulator, with the native one: other_systems.py NATIVE FOLDER RUN...

Both do the same with copies of the games below FOLDER: exit status, stdout, stderr and all files must be the same.
RUN is the command of the other program:

    other_systems.py target/debug/pgnkit tests/corpus wine .../pgnkit.exe
    other_systems.py target/debug/pgnkit tests/corpus qemu-aarch64 -L /usr/aarch64-linux-gnu .../pgnkit
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile

# The arguments of each run; a leading `<` is for a run that reads the file after it from a pipe.
RUNS = """
check FILE
check --output-format json FILE
check --output-format sarif=found.sarif --exit-zero FILE
check --diff FILE
< FILE check -
< FILE check --fix -
check --fix FILE
export FILE
export -o out.pgn FILE
export -o out.pgn --append FILE
export --verify -o verified.pgn FILE
export -o out.pgn.zst FILE
export -o out.pgn.zst --append FILE
export --format csv FILE
export --format parquet -o games.parquet FILE
export --format json-lines FILE
export --format epd --at ply -o positions.epd FILE
export --partition-by year --format csv -o table FILE
export --in-place=.bak FILE
export --in-place --verify FILE
strip-comments FILE
strip-comments --in-place --preset all FILE
split --by White --dir parts FILE
split --games 1 --dir parts FILE
merge --dedup -o merged.pgn FILE FILE
merge --dedup --duplicates copies.pgn --account -o merged.pgn FILE FILE
merge --append -o merged.pgn FILE
filter -w 'plies > 20' --rest rest.pgn -o kept.pgn FILE
filter -w 'plies > 20' --manifest manifest.json -o kept.pgn FILE
stats FILE
stats --format html -o page.html FILE
stats --by White,result --format csv FILE
diff FILE out.pgn
rules
"""


def files_of(folder):
    """Returns the files below a folder with their bytes."""
    found = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in found}


def plain(text):
    """Returns a text without what differs between systems: separators of paths and line ends."""
    return text.replace(b"\\", b"/").replace(b"\r\n", b"\n")


def main():
    native, games, *other = sys.argv[1:]
    native = [str(pathlib.Path(native).resolve())]
    other = other[:-1] + [str(pathlib.Path(other[-1]).resolve())]
    n_runs = n_differ = 0
    for game in sorted(pathlib.Path(games).rglob("*.pgn")):
        with tempfile.TemporaryDirectory() as work:
            folders = [pathlib.Path(work, name) for name in ("native", "other")]
            for folder in folders:
                folder.mkdir()
                shutil.copy(game, folder / "games.pgn")
            for line in RUNS.strip().splitlines():
                args = [word.strip("'") for word in split(line.replace("FILE", "games.pgn"))]
                stdin = None
                if args[0] == "<":
                    stdin, args = args[1], args[2:]
                results = []
                for program, folder in zip((native, other), folders):
                    text = (folder / stdin).read_bytes() if stdin else b""
                    # A pipe, not a file.
                    run = subprocess.run(
                        program + ["--isolated"] + args, cwd=folder, input=text, capture_output=True, timeout=600
                    )
                    results.append((run.returncode, plain(run.stdout), plain(run.stderr), files_of(folder)))
                n_runs += 1
                if results[0] != results[1]:
                    n_differ += 1
                    print(f"{game}: {line}")
                    for one, two, what in zip(*results, ("status", "stdout", "stderr", "files")):
                        if one != two and what == "files":
                            names = [name for name in one.keys() | two.keys() if one.get(name) != two.get(name)]
                            print("   files", sorted(names))
                        elif one != two:
                            print("  ", what, str(one)[:300], "\n   other ", str(two)[:300])
    print(f"{n_runs} runs, {n_differ} differ")
    sys.exit(n_differ > 0)


def split(line):
    """Returns the words of a line, of which one in apostrophes can have blanks."""
    before, *quoted = line.split(" '")
    words = before.split(" ")
    for part in quoted:
        inner, _, after = part.partition("'")
        words += [inner] + after.split()
    return words


if __name__ == "__main__":
    main()
