#!/usr/bin/env python3
"""Kills `merge`, `split` and `split --append` at random moments of their running time.

    kill.py PROGRAM FILE.pgn [N]

No file may have its final name and not its final bytes, and the input may not change. Parts that are appended to have
their old bytes or their final ones.
"""
import hashlib, os, random, shutil, subprocess, sys, tempfile, time

program, source = os.path.abspath(sys.argv[1]), sys.argv[2]
n_kills = int(sys.argv[3]) if len(sys.argv) > 3 else 200
random.seed(2026)
base = tempfile.mkdtemp()
given, out = os.path.join(base, "in.pgn"), os.path.join(base, "out")
shutil.copy(source, given)
commands = {
    "merge": ["merge", "--dedup", "--sort", "standard", "--duplicates", out + "/dup.pgn", "--force", "-o", out + "/all.pgn", given],
    "split": ["split", "--games", "500", "--dir", out, given],
    "append": ["split", "--by", "Date:year", "--append", "--dir", out, given],
}


def digest(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def finished():
    return {name: digest(os.path.join(out, name)) for name in os.listdir(out) if not name.startswith(".")}


old_parts = {}  # parts before the run that appends to them


def run(name, kill_after=None):
    shutil.rmtree(out, ignore_errors=True)
    os.mkdir(out)
    if name == "merge":  # a file that is to be replaced
        with open(out + "/all.pgn", "w") as file:
            file.write("old\n")
    if name == "append":
        first = [program, "split", "-q", "--by", "Date:year", "--dir", out, given]
        subprocess.run(first, check=True)
        old_parts.update(finished())
    start = time.time()
    child = subprocess.Popen([program] + commands[name], stderr=subprocess.DEVNULL)
    if kill_after is not None:
        time.sleep(kill_after)
        child.kill()
    child.wait()
    return time.time() - start


before = digest(given)
old = hashlib.sha256(b"old\n").hexdigest()
lasts, whole = {}, {}
for name in commands:
    lasts[name] = max(run(name) for _ in range(2))
    whole[name] = finished()
bad = 0
seen = {name: [0, 0, 0] for name in commands}
for _ in range(n_kills):
    name = random.choice(list(commands))
    run(name, random.uniform(0, lasts[name] * 1.05))
    found = finished()
    wrong = [file for file, hash in found.items() if whole[name].get(file) != hash and hash != old and (name != "append" or old_parts.get(file) != hash)]
    bad += len(wrong) + (digest(given) != before)
    n_done = sum(found.get(file) == hash for file, hash in whole[name].items())
    seen[name][0 if n_done == 0 else 2 if n_done == len(whole[name]) else 1] += 1
shutil.rmtree(base)
print(f"{n_kills} kills, {bad} faults; outputs there: none, some, all: {seen}")
sys.exit(bad > 0)
