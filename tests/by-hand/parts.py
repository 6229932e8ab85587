#!/usr/bin/env python3
"""Splits 100,000 games into 100,000 parts: time, memory, and how many files are open at a time.

    tests/by-hand/parts.py PGNKIT [FOLDER]

FOLDER is where the parts go for the time of the run (default: the system's place for such files). The
run gets no more than 256 files from the system, and its own count is read from /proc.
"""

import os
import resource
import subprocess
import sys
import tempfile
import time

N = 100_000


def games():
    for n in range(N):
        yield f'[Event "E{n}"]\n[White "w{n}"]\n[Black "b"]\n[Result "*"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n'


def n_files(pid):
    try:
        return len(os.listdir(f"/proc/{pid}/fd"))
    except FileNotFoundError:
        return 0


def main():
    program = os.path.abspath(sys.argv[1])
    limit = lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256))
    with tempfile.TemporaryDirectory(dir=(sys.argv[2:] or [None])[0]) as folder:
        source = os.path.join(folder, "in.pgn")
        with open(source, "w") as out:
            out.writelines(games())
        for how in (["--games", "1"], ["--by", "White"]):
            parts = os.path.join(folder, how[1])
            started, most = time.time(), 0
            run = subprocess.Popen(
                [program, "split", *how, "--dir", parts, source], preexec_fn=limit
            )
            while run.poll() is None:
                most = max(most, n_files(run.pid))
                time.sleep(0.02)
            assert run.returncode == 0, run.returncode
            names = os.listdir(parts)
            assert len(names) == N, len(names)
            size = sum(os.path.getsize(os.path.join(parts, name)) for name in names)
            assert size == os.path.getsize(source), size
            used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss >> 10
            print(
                f"{' '.join(how)}: {N} parts in {time.time() - started:.1f} s, "
                f"at most {most} files open, {used} MiB at the peak"
            )


main()
