#!/usr/bin/env python3
"""Spoils real files and compares what the commands make of them: the games of all outputs are those of the inputs by number,
export and strip-comments twice are once, and export --in-place is what export --check accepts.

    promises.py PGNKIT [FOLDER]... [--seed N] [--seconds S]

Folders: tests/corpus, and what PGNKIT_CORPORA names (open/ in it). An objection is printed with the folder that holds its
files. Exit status 1 if there was one. The seed is printed.
"""
import argparse, os, pathlib, random, re, shutil, subprocess, sys, tempfile, time

HERE = pathlib.Path(__file__).resolve().parent.parent
parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("pgnkit")
parser.add_argument("folders", nargs="*")
parser.add_argument("--seed", type=int, default=None)
parser.add_argument("--seconds", type=float, default=60)
args = parser.parse_args()
pgnkit = os.path.abspath(args.pgnkit)
seed = args.seed if args.seed is not None else random.SystemRandom().randrange(10**6)
print(f"seed {seed}", flush=True)
rng = random.Random(seed)

folders = args.folders or [HERE / "corpus"]
if not args.folders and "PGNKIT_CORPORA" in os.environ:
    folders.append(pathlib.Path(os.environ["PGNKIT_CORPORA"]) / "open")
files = sorted(p for f in folders for p in pathlib.Path(f).rglob("*.pgn") if p.is_file() and p.stat().st_size < 1_000_000)
assert files, "no files to spoil"

TOKENS = [b"{", b"}", b"(", b")", b"[", b"]", b'"', b"\\", b";", b"\n%", b"\n\n", b"\r\n", b"\r", b"\t", b"\xef\xbb\xbf", b"1-0", b"*",
          b"0-0", b"1.", b"1...", b"$1", b"$0", b"!", b"e4", b"Nf3", b"O-O", b"N", b"--", b"\xad", b"\x81", b"\xe9", b'\n[Event "x"]\n',
          b'[Event "', b'"]\n', b"% pgnkit: ignore illegal-move\n", b"[%clk 1:00:00]", b"--", b"12."]


def spoil(text):
    text = bytearray(text)
    for _ in range(rng.choice([1, 1, 2, 4, 10])):
        at = rng.randrange(len(text) + 1)
        end = min(len(text), at + int(rng.expovariate(1 / 20)) + 1)
        way = rng.randrange(6)
        if way == 0:
            del text[at:end]
        elif way == 1:
            text[at:end] = rng.choice(TOKENS)
        elif way == 2:
            text = text[:at] if rng.random() < 0.4 else text
        elif way == 3:
            found = text.find(rng.choice([b"{", b"}", b"(", b")", b'"', b"]", b"*", b"1-0", b"\n\n"]), at)
            if found >= 0:
                del text[found]
        elif way == 4:
            text[at:at] = text[rng.randrange(len(text) + 1):][:rng.randrange(200)]
        else:
            text[at:at] = rng.choice(TOKENS)
    return bytes(text)


def piece(text):
    if len(text) <= 6000:
        return text
    at = rng.randrange(len(text) - 3000)
    at = max(0, text.rfind(b"\n[Event", 0, at))
    return text[at:at + rng.randrange(500, 8000)]


n_objections = 0
started, n_rounds = time.time(), 0
while time.time() - started < args.seconds:
    n_rounds += 1
    work = pathlib.Path(tempfile.mkdtemp(prefix="promises-"))
    (work / "d").mkdir()
    for n in range(12):
        (work / "d" / f"{n:02}.pgn").write_bytes(spoil(piece(rng.choice(files).read_bytes())))
    objections = []

    def run(*command):
        done = subprocess.run([pgnkit, *command], cwd=work, capture_output=True, timeout=60)
        if done.returncode not in (0, 1):
            objections.append(f"status {done.returncode}: {' '.join(command)}: {done.stderr[-300:]!r}")
        return done

    def count(*names):
        return sum(int(run("filter", "--count", name).stdout or 0) for name in names if (work / name).exists())

    def read(name):
        return (work / name).read_bytes() if (work / name).exists() else b""

    n_games = count("d")

    def same(what, *names):
        n = count(*names)
        if n != n_games:
            objections.append(f"{what}: {n} games, not {n_games}")

    run("merge", "-o", "m.pgn", "d")
    same("merge", "m.pgn")
    run("merge", "--sort", "White,date", "-o", "sorted.pgn", "d")
    same("merge --sort", "sorted.pgn")
    run("merge", "--dedup", "-o", "kept.pgn", "--duplicates", "copies.pgn", "d")
    same("merge --dedup", "kept.pgn", "copies.pgn")
    run("filter", "-w", "plies > 20", "-o", "match.pgn", "--rest", "rest.pgn", "d")
    same("filter --rest", "match.pgn", "rest.pgn")
    run("split", "--games", "5", "--dir", "parts", "d")
    same("split", "parts")
    run("export", "--on-error", "drop", "-o", "good.pgn", "--rejects", "bad.pgn", "d")
    same("export --rejects", "good.pgn", "bad.pgn")
    for command in (["export"], ["export", "--on-error", "comment"], ["strip-comments"], ["strip-comments", "--preset", "all"]):
        run(*command, "-o", "once.pgn", "d")
        same(" ".join(command), "once.pgn")
        run(*command, "-o", "twice.pgn", "once.pgn")
        if read("once.pgn") != read("twice.pgn"):
            objections.append(f"{' '.join(command)}: twice is not once")
    shutil.copytree(work / "d", work / "x")
    refused = run("export", "--in-place", "x").stderr
    if b"not as it was read" in refused:
        objections.append(f"export --in-place: {refused[-300:]!r}")
    same("export --in-place", "x")
    if changed := run("export", "--check", "x").stdout:
        objections.append(f"export --check after --in-place: {changed!r}")
    for objection in objections:
        print(f"{objection} ({work})", flush=True)
    n_objections += len(objections)
    if not objections:
        shutil.rmtree(work)
print(f"{n_rounds} rounds: " + (f"{n_objections} objections" if n_objections else "no objection"))
sys.exit(1 if n_objections else 0)
