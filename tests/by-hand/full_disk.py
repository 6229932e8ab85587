#!/usr/bin/env python3
"""Runs the commands that write onto a disk that has too little room. Needs root: it mounts a tmpfs.

    full_disk.py PROGRAM FILE.pgn [COMMAND]

FILE is made larger than the disk by naming it several times. COMMAND: only runs that begin with it. A run must end with status 2 and a
line that says what is full; nothing may have a final name that was not there, nothing that was there may
change, and no temporary file may stay.
"""
import hashlib, os, shutil, subprocess, sys, tempfile

program, source = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
ROOM = 20 << 20
base = tempfile.mkdtemp()
full, apart = os.path.join(base, "full"), os.path.join(base, "apart")
os.mkdir(full)
os.mkdir(apart)
many = [source] * (3 * ROOM // os.path.getsize(source) + 1)

# What is run, whether stdin is the games, and whether `full` holds the input that is rewritten.
CASES = {
    "split": (["split", "--games", "500", "--dir", full, *many], False),
    "split --by": (["split", "--by", "White", "--dir", full, *many], False),
    "split, compressed": (["split", "--games", "5000", "--name", "{n}.pgn.gz", "--dir", full, *many * 4], False),
    "merge": (["merge", "-o", full + "/all.pgn", *many], False),
    "merge --sort": (["merge", "--sort", "standard", "-o", full + "/all.pgn", *many], False),
    "merge --dedup --duplicates": (
        ["merge", "--dedup", "--force", "--duplicates", full + "/dup.pgn", "-o", apart + "/all.pgn", *many], False),
    "merge --append": (["merge", "--append", "-o", full + "/all.pgn", *many], False),
    "merge --sort, --tmp-dir": (
        ["merge", "--sort", "White", "--memory", "4MiB", "--tmp-dir", full, "-o", apart + "/all.pgn", *many], False),
    "merge --dedup of a pipe, --tmp-dir": (
        ["merge", "--dedup", "--memory", "4MiB", "--tmp-dir", full, "-o", apart + "/all.pgn", "-"], True),
    "export": (["export", "-o", full + "/all.pgn", *many], False),
    "export --format json-lines": (["export", "--format", "json-lines", "-o", full + "/all.jsonl", *many], False),
    "export --format parquet": (["export", "--format", "parquet", "--rows", "plies", "--columns", "@all", "-o", full + "/all.parquet", *many], False),
    "export --rejects": (
        ["export", "--lang", "de", "--rejects", full + "/rejects.pgn", "-o", apart + "/all.pgn", *many], False),
    "export --in-place": (["export", "--in-place", full + "/in.pgn"], False),
    "strip-comments": (["strip-comments", "--drop", "glyphs", "-o", full + "/all.pgn", *many], False),
    "strip-comments --in-place": (["strip-comments", "--drop", "glyphs", "--line-ending", "crlf", "--in-place=.old", full + "/in.pgn"], False),
    "check --fix": (["check", "--isolated", "--fix-only", "--select", "missing-roster-tag", "--severity", "info", full + "/in.pgn"], False),
    "filter": (["filter", "-w", "plies > 1", "-o", full + "/all.pgn", *many], False),
    "filter --rest": (["filter", "-w", "plies < 1", "--rest", full + "/rest.pgn", "-o", apart + "/all.pgn", *many], False),
    "filter --manifest": (["filter", "-w", "plies < 1", "-o", apart + "/all.pgn", "--manifest", full + "/m.json", source], False),
}


def state(folder):
    found = {}
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), "rb") as file:
            found[name] = hashlib.sha256(file.read()).hexdigest()
    return found


def fill(folder):
    """Leaves no room at all."""
    with open(os.path.join(folder, "filler"), "wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            pass


def run(name, args, from_pipe):
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={ROOM}", "tmpfs", full], check=True)
    try:
        for folder, old in ((full, "all.pgn"), (full, "dup.pgn"), (apart, "all.pgn")):
            with open(os.path.join(folder, old), "w") as file:
                file.write("[White \"old\"]\n\n*\n\n")
        if full + "/in.pgn" in args:
            with open(source, "rb") as file, open(full + "/in.pgn", "wb") as to:
                # Without a tag of the roster in each game, so that there is something to fix.
                text = file.read(ROOM * 3 // 5).replace(b"[Round ", b"[Runde ") + b"\n\n"
                to.write(text * (ROOM * 3 // 5 // len(text) + 1))
        if "filter --manifest" in name:
            fill(full)
        before = state(full), state(apart)
        games = b"".join(open(file, "rb").read() for file in many) if from_pipe else None
        done = subprocess.run([program, *args], input=games, stdin=None if from_pipe else subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=not from_pipe)
        err = done.stderr if isinstance(done.stderr, str) else done.stderr.decode()
        errors = [line for line in err.splitlines() if line.startswith("error")]
        after = state(full), state(apart)
        faults = []
        if done.returncode != 2:
            faults.append(f"status {done.returncode}")
        if not any("No space left" in line and full in line for line in errors):
            faults.append("does not say what is full")
        if after[0] != before[0]:
            faults.append(f"the full disk has {sorted(set(after[0].items()) ^ set(before[0].items()))}")
        # What goes elsewhere has its name only if the run came as far as that: with the manifest.
        if after[1] != before[1] and "manifest" not in name:
            faults.append("an output beside has its name")
        print(f"{name}: {errors[0] if errors else err!r}" + (f" FAULTS: {faults}" if faults else ""))
        return bool(faults)
    finally:
        subprocess.run(["umount", full], check=True)


with open(source, "rb") as file:
    given = hashlib.sha256(file.read()).hexdigest()
wanted = sys.argv[3] if len(sys.argv) > 3 else ""
CASES = {name: case for name, case in CASES.items() if name.startswith(wanted)}
n_bad = sum(run(name, *case) for name, case in CASES.items())
with open(source, "rb") as file:
    n_bad += hashlib.sha256(file.read()).hexdigest() != given
shutil.rmtree(base)
print(f"{len(CASES)} runs, {n_bad} with faults")
sys.exit(n_bad > 0)
