#!/usr/bin/env python3
"""Random divisions of files into ranges of --bytes: no game is lost, and none is read twice.

usage: tilings.py PROGRAM [--tilings 1000] [--seed 1] [--keep FOLDER]

Ten files: LF, CRLF, CR, comments that look like games, games larger than a range, no markers, no tags, UTF-8 with a
mark, zstd, and a file of one game; besides, a zstd file of one frame, and six of several: by --zstd-frames. Each tiling runs JSON lines of `export`, whose places and texts must be those of one
run, and one of the other commands in turn. Cuts fall anywhere, also inside a CR LF, a tag pair or a comment.
"""

import argparse
import json
import random
import subprocess
import tempfile
from collections import Counter
from pathlib import Path

GAME = '[Event "{n}"]\n[White "W{n}"]\n[Black "B"]\n[Result "{r}"]\n\n1. e4 {{c{n}}} e5 2. Nf3 ({v}) Nc6 {r}\n\n'
TRAP = '{ 1-0\n\n[Event "trap"]\n[White "no"]\n\n1. d4 *\n\n}'


def game(n, comment="2. Bc4"):
    return GAME.format(n=n, r=["1-0", "0-1", "1/2-1/2", "*"][n % 4], v=comment)


def files(folder, rng):
    """Writes the ten files and yields their paths."""
    plain = "".join(game(n) for n in range(60))
    traps = "".join(game(n, f"2. Bc4 {TRAP} Nc6") + ("; 1-0 [Event \"x\"]\n% [Event \"y\"]\n" if n % 3 else TRAP + "\n") for n in range(30))
    long = "".join(game(n, "2. d4 " + " ".join("{%s}" % ("x" * rng.randrange(400)) for _ in range(60))) for n in range(5))
    texts = {
        "lf.pgn": plain,
        "crlf.pgn": plain.replace("\n", "\r\n"),
        "cr.pgn": plain.replace("\n", "\r"),
        "traps.pgn": traps,
        "traps_crlf.pgn": traps.replace("\n", "\r\n"),
        "large_games.pgn": long,
        "no_markers.pgn": "".join(game(n).rsplit(" ", 1)[0] + "\n\n" for n in range(40)),
        "no_tags.pgn": "".join(f"1. e4 e5 {{{n}}} 2. Nf3 *\n\n" for n in range(40)),
        "mark.pgn": "\ufeff" + plain + "\n\nwords at the end",
        "one.pgn": game(1),
    }
    for name, text in texts.items():
        (folder / name).write_bytes(text.encode())
        yield folder / name


class Program:
    def __init__(self, path, folder):
        self.path, self.folder, self.n_runs = path, folder, 0

    def run(self, *args, stdin=None):
        self.n_runs += 1
        done = subprocess.run([self.path, "--isolated", "-qq", "-j1", *map(str, args)], input=stdin, capture_output=True)
        assert done.returncode < 2, (args, done)
        return done.stdout

    def objects(self, *args, stdin=None):
        return [json.loads(line) for line in self.run(*args, stdin=stdin).splitlines()]

    def games(self, pgn):
        """Returns the games of a PGN text without their places."""
        found = self.objects("export", "--format", "json-lines", "-", stdin=pgn)
        return [json.dumps({k: v for k, v in it.items() if k not in ("file", "game", "offset", "length")}) for it in found]

    # Each of these returns a list to which every game contributes by itself.
    def export(self, path, where):
        return self.games(self.run("export", *where, path))

    def filter(self, path, where):
        return self.games(self.run("filter", *where, path))

    def strip_comments(self, path, where):
        return self.games(self.run("strip-comments", *where, path))

    def merge(self, path, where):
        return self.games(self.run("merge", *where, path))

    def split(self, path, where):
        with tempfile.TemporaryDirectory(dir=self.folder) as parts:
            self.run("split", "--games", 7, "--dir", parts, *where, path)
            return [it for part in sorted(Path(parts).iterdir()) for it in self.games(part.read_bytes())]

    def check(self, path, where):
        found = self.objects("check", "--select", "ALL", "--ignore", "F,G", "--severity", "style", "--output-format", "json-lines", *where, path)
        return [json.dumps(it) for it in found if it["game"] is not None]

    def stats(self, path, where):
        report = json.loads(self.run("stats", "--format", "json", *where, path))
        return ["game"] * report["games"] + ["half-move"] * report["plies"]

    def parquet(self, path, where):
        return [line for line in self.run("export", "--format", "csv", "--rows", "plies", *where, path).decode().split("\r\n")[1:] if line]


OTHERS = ["export", "filter", "strip_comments", "merge", "split", "check", "stats", "parquet"]


def tiling(rng, size):
    """Returns the ends of ranges: few large ones, or many that are smaller than a game."""
    n_cuts = rng.choice([1, 1, 2, 3, 5, 8])
    if rng.random() < 0.3:
        start = rng.randrange(size)
        cuts = [start + rng.randrange(1, 40) * k for k in range(n_cuts)]
    else:
        cuts = [rng.randrange(size + 1) for _ in range(n_cuts)]
    return [0, *sorted(min(cut, size) for cut in cuts), size]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=Path)
    parser.add_argument("--tilings", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rng = random.Random(given.seed)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        program = Program(given.program.resolve(), folder)
        paths = list(files(folder, rng))
        sizes = {path: path.stat().st_size for path in paths}
        # Offsets are those of the text, whatever the compression.
        for path in paths[:1]:
            subprocess.run(["zstd", "-q", path, "-o", f"{path}.zst"], check=True)
            paths.append(Path(f"{path}.zst"))
            sizes[paths[-1]] = sizes[path]
        # Copies of all bytes, in frames of random sizes.
        for path in [it for it in paths if it.stem in ("lf", "crlf", "traps", "large_games", "no_markers", "mark")]:
            frames = Path(f"{path}.frames.zst")
            program.run("filter", path, "-o", frames, "--zstd-frames", rng.randrange(100, 3000))
            text = subprocess.run(["zstd", "-dcq", frames], capture_output=True, check=True).stdout
            assert text == path.read_bytes(), path
            paths.append(frames)
            sizes[frames] = sizes[path]
        whole, seen, n_games, faults = {}, Counter(), 0, 0
        for index in range(given.tilings):
            path = paths[index % len(paths)]
            ends = tiling(rng, sizes[path])
            commands = ["json", OTHERS[index // len(paths) % len(OTHERS)]]
            for command in commands:
                if command == "json":
                    work = lambda where: [json.dumps(it) for it in program.objects("export", "--format", "json-lines", *where, path)]
                else:
                    work = lambda where: getattr(program, command)(path, where)
                if (path, command) not in whole:
                    whole[path, command] = work([])
                expected = whole[path, command]
                got = [it for a, b in zip(ends, ends[1:]) for it in work(["--bytes", f"{a}-{b}"])]
                if command == "stats":
                    got, expected = sorted(got), sorted(expected)
                seen[command] += 1
                n_games += len(got) if command == "json" else 0
                if got != expected:
                    faults += 1
                    print(f"{path.name}: {command}: {ends}: {len(got)} instead of {len(expected)}", flush=True)
        print(f"{given.tilings} tilings of {len(paths)} files, {n_games} games in {program.n_runs} runs, {faults} faults; {dict(seen)}")
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
