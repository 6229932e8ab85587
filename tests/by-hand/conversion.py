#!/usr/bin/env python3
"""Measures conversion, tables, statistics and comparison: the bars B12 to B15 of docs/performance.md.

usage: conversion.py PGNKIT FILE... [--runs N] [--threads 1,2] [--peer pgn-extract] [--discard]

Each command runs N times (default 5) in turn with its peer: pgn-extract, or `check` of the same file with as many
threads. Printed are medians of the time on the clock, and of user and system time in parentheses, in seconds; their
ratios; and whether the bar is met, by the clock. On a busy machine the ratios of processor time say more: pgn-extract
has one thread, so that they show what one thread of pgnkit takes. What is written is compared with the peer first.
With --discard, all programs write to the null device while they are timed: then memory for files is not measured.
"""

import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

EPD, UCI, LAN, JSON = ["-Wepd"], ["-Wuci"], ["-Wlalg"], ["--json"]
EXPORT = ["export", "-q", "--force"]

# Name, arguments, arguments of the peer (None: `check`), bars by threads: at least (peer) or at most (check).
CONVERSIONS = [
    ("B12", ["--format", "epd", "--at", "ply"], EPD, {1: 8, 2: 15}),
    ("B12", ["--format", "fen", "--at", "ply"], EPD, {1: 8, 2: 15}),
    ("B13", ["--notation", "uci"], UCI, {1: 11, 2: 20}),
    ("B13", ["--notation", "lan"], LAN, {1: 11, 2: 20}),
    ("B13", ["--format", "json-lines"], JSON, {1: 11, 2: 20}),
    ("B14", ["--format", "csv"], None, 4),
    ("B14", ["--format", "parquet"], None, 4),
]
ROWS = [("csv", 250), ("parquet", 350)]
OTHERS = [
    ("B15", ["stats", "-q"], 1.6),
    ("B15", ["merge", "-q", "--force", "--dedup", "--sort", "standard"], 3),
    ("B15", ["diff", "-q"], 3),
]


def run(command, output=None):
    """Seconds on the clock, and of the processor."""
    with open(output or os.devnull, "wb") as out:
        before, start = os.times(), time.perf_counter()
        status = subprocess.run(command, stdout=out, stderr=subprocess.DEVNULL).returncode
        wall, after = time.perf_counter() - start, os.times()
    if status not in (0, 1):
        sys.exit(f"{' '.join(command)}: status {status}")
    cpu = after.children_user - before.children_user + after.children_system - before.children_system
    return wall, cpu


def medians(commands, runs):
    """Medians of several commands that run in turn."""
    times = [[run(command, output) for command, output in commands] for _ in range(runs)]
    columns = zip(*times)
    return [tuple(statistics.median(values) for values in zip(*column)) for column in columns]


def moves(path):
    """The words of the movetext that are moves."""
    text = open(path, encoding="utf-8", errors="replace").read()
    text = re.sub(r"\{[^}]*\}|^\[.*$|\$\d+", " ", text, flags=re.M)
    return [word for word in re.sub(r"\d+\.+", " ", text).split() if not re.fullmatch(r"1-0|0-1|1/2-1/2|\*|[()]+", word)]


def results(path, options):
    """What two programs must agree in, as a list."""
    if options == EPD:
        return [line.split(" ")[:2] for line in open(path, encoding="utf-8", errors="replace") if line.strip()]
    if options == JSON:
        return re.findall(r'"(?:move|san)" ?: ?"([^"]+)"', open(path, encoding="utf-8", errors="replace").read())
    words = moves(path)
    return words if options == UCI else [len(words)]


def compare(ours, theirs, options):
    """Says how far two outputs agree."""
    ours, theirs = results(ours, options), results(theirs, options)
    same = sum(a == b for a, b in zip(ours, theirs))
    return "the same" if ours == theirs else f"{same} of {len(ours)} and {len(theirs)} the same in their place"


def row(bar, what, threads, mine, peer, limit, at_least):
    ratio = [theirs / ours if at_least else ours / theirs for ours, theirs in zip(mine, peer)]
    is_met = ratio[0] >= limit if at_least else ratio[0] <= limit
    word = "×" if at_least else " times"
    print(f"| {bar} | `{what}` | {threads} | {mine[0]:.3f} ({mine[1]:.3f}) | {peer[0]:.3f} ({peer[1]:.3f}) | "
          f"{ratio[0]:.2f}{word} ({ratio[1]:.2f}) | {limit}{word} | {'met' if is_met else 'not met'} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pgnkit")
    parser.add_argument("files", nargs="+")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--threads", default="1,2")
    parser.add_argument("--peer", default=shutil.which("pgn-extract") or "/usr/games/pgn-extract")
    parser.add_argument("--discard", action="store_true")
    options = parser.parse_args()
    threads = [int(n) for n in options.threads.split(",")]
    with tempfile.TemporaryDirectory() as folder:
        ours, theirs = os.path.join(folder, "ours"), os.path.join(folder, "theirs")
        for path in options.files:
            measure(options, path, threads, (ours, theirs))


def measure(options, path, threads, outputs):
    pgnkit, runs, (ours, theirs) = options.pgnkit, options.runs, outputs
    to, to_peer = (os.devnull, os.devnull) if options.discard else outputs
    report = subprocess.run([pgnkit, "stats", "--format", "json", path], capture_output=True, text=True)
    plies = int(re.search(r'"plies": ?(\d+)', report.stdout)[1])
    print(f"\n{os.path.basename(path)}, {os.path.getsize(path):,} bytes, {plies:,} half-moves\n")
    print("| | what | threads | pgnkit | peer | ratio | bar | |\n| --- | --- | ---: | ---: | ---: | ---: | ---: | --- |")
    peers = {}
    for n in threads:
        check = [pgnkit, "check", "-q", f"-j{n}", path]
        for bar, args, peer, limits in CONVERSIONS:
            command = [pgnkit, *EXPORT, *args, f"-j{n}", path, "-o"]
            mine = [*command, to]
            if peer is None:
                found = medians([(mine, None), (check, None)], runs)
                row(bar, " ".join(args), n, *found, limits, False)
                continue
            if tuple(peer) not in peers:
                command_of_peer = [options.peer, "-s", *peer, path]
                run([*command, ours])
                run(command_of_peer, theirs)
                peers[tuple(peer)] = medians([(command_of_peer, to_peer)], min(runs, 3))[0]
                print(f"<!-- {' '.join(args)}: {compare(ours, theirs, peer)} -->")
            found = medians([(mine, None)], runs)[0]
            row(bar, " ".join(args), n, found, peers[tuple(peer)], limits[n], True)
        for bar, args, limit in OTHERS:
            twice = [path] if args[0] == "diff" else []
            output = [] if args[0] != "merge" else ["-o", to]
            found = medians([([pgnkit, *args, f"-j{n}", *output, path, *twice], None), (check, None)], runs)
            row(bar, " ".join(args), n, *found, limit, False)
    for form, limit in ROWS:
        args = ["--format", form, "--rows", "plies"]
        run([pgnkit, *EXPORT, *args, path, "-o", ours])
        command = [[pgnkit, *EXPORT, *args, f"-j{n}", "-o", to, path] for n in threads]
        found = medians([(it, None) for it in command], runs)
        for n, (wall, cpu) in zip(threads, found):
            ns, share = cpu * 1e9 / plies, os.path.getsize(ours) / os.path.getsize(path)
            print(f"| B14 | `{' '.join(args)}` | {n} | {wall:.3f} ({cpu:.3f}) | | {ns:.0f} ns a half-move, "
                  f"{share:.1%} of the text | {limit} ns | {'met' if ns <= limit else 'not met'} |")
        if len(found) > 1:
            print(f"| B14 | the same, {threads[0]} to {threads[-1]} threads | | | | {found[0][0] / found[-1][0]:.2f}× | 1.8× | |")


if __name__ == "__main__":
    main()
