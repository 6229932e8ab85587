#!/usr/bin/env python3
"""Deduplicates games of a generator: time, memory, intermediate files and whether every copy is found.

    many_games.py PROGRAM GENERATE [N] [MEMORY]

GENERATE is the example `generate` of pgn-testkit. It makes a hundredth of N games (5,000,000 without it), which
are written a hundred times, each time with other events, and a tenth of all that again: what comes out must be the first file. The memory is that of the process, which may not be above
512 MiB. Takes about 6 GB of disk.
"""
import os, subprocess, sys, tempfile, time

program, generate = (os.path.abspath(path) for path in sys.argv[1:3])
n_games = int(sys.argv[3]) if len(sys.argv) > 3 else 5_000_000
memory = sys.argv[4] if len(sys.argv) > 4 else "256MiB"
MOST = 512

with tempfile.TemporaryDirectory() as folder:
    source, again = f"{folder}/in.pgn", f"{folder}/again.pgn"
    made = [generate, "--games", str(n_games // 100), "--style", "bare"]
    games = subprocess.run(made, stdout=subprocess.PIPE, check=True).stdout
    with open(source, "wb") as file:
        for n in range(100):
            file.write(games.replace(b'[Event "', b'[Event "%d ' % n))
    with open(again, "wb") as file:
        subprocess.run([program, "filter", "--take", str(n_games // 10), source], stdout=file, check=True)
    size = os.path.getsize(source) + os.path.getsize(again)
    started = time.time()
    args = [program, "merge", "--dedup", "exact", "--memory", memory, "--tmp-dir", folder, source, again]
    with open(f"{folder}/messages", "w+") as messages, open(source, "rb") as file:
        run = subprocess.Popen(args, stdout=subprocess.PIPE, stderr=messages)
        is_same = True
        while piece := run.stdout.read(1 << 20):
            is_same &= piece == file.read(len(piece))
        is_same &= not file.read(1)
        _, status, used = os.wait4(run.pid, 0)
        messages.seek(0)
        words = messages.read().strip()
    lasted, peak = time.time() - started, used.ru_maxrss >> 10
    print(f"{size >> 20} MiB, --memory {memory}: {words}; {lasted:.0f} s, {peak} MiB at the peak")
    print("the output is the first file" if is_same else "the output is ANOTHER than the first file")
    sys.exit(bool(status) or peak > MOST or not is_same)
