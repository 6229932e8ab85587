#!/usr/bin/env python3
"""Deduplicates games of a generator: time, memory, intermediate files and whether every copy is found.

    many_games.py PROGRAM GENERATE [N] [MEMORY]

GENERATE is the example `generate` of pgn-testkit. N games (5,000,000 without it) are written, and a tenth of
them again; the memory is that of the process, which may not be above 512 MiB.
"""
import os, resource, subprocess, sys, tempfile, time

program, generate = (os.path.abspath(path) for path in sys.argv[1:3])
n_games = int(sys.argv[3]) if len(sys.argv) > 3 else 5_000_000
memory = sys.argv[4] if len(sys.argv) > 4 else "256MiB"
MOST = 512

with tempfile.TemporaryDirectory() as folder:
    source, again, out = (f"{folder}/{name}.pgn" for name in ("in", "again", "out"))
    with open(source, "wb") as file:
        subprocess.run([generate, "--games", str(n_games), "--style", "bare"], stdout=file, check=True)
    with open(again, "wb") as file:
        subprocess.run([program, "filter", "--take", str(n_games // 10), source], stdout=file, check=True)
    size = os.path.getsize(source) + os.path.getsize(again)
    started = time.time()
    args = [program, "merge", "--dedup", "exact", "--memory", memory, "--tmp-dir", folder, "-o", out, source, again]
    done = subprocess.run(args, stderr=subprocess.PIPE, text=True)
    lasted = time.time() - started
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10
    print(f"{size >> 20} MiB, --memory {memory}: {done.stderr.strip()}; {lasted:.0f} s, {used} MiB at the peak")
    with open(source, "rb") as a, open(out, "rb") as b:
        while (piece := a.read(1 << 20)) == b.read(1 << 20) and piece:
            pass
        is_same = not piece
    print("the output is the first file" if is_same else "the output is ANOTHER than the first file")
    sys.exit(done.returncode or used > MOST or not is_same)
