#!/usr/bin/env python3
"""Makes an archive of real games, each copy of a file with other tags, removes games from what is made of it, and
compares what `diff --account` names as lost with what was removed.

    account_of_archive.py PGNKIT FILE [--mb 1000] [--removed 50] [--seed 1] [--dir DIR]

FILE is PGN that `export` reads without errors. The archive has its games several times, with another Event each time.
The result is written by `export`, that is, in another order of tags and other lines.
"""

import argparse
import pathlib
import random
import re
import resource
import subprocess
import tempfile
import threading
import time


def run(*arguments):
    """Runs a command. Returns its output, the time, the time of the processors, and its most memory in KiB: resident, and
    resident without mapped files, looked at 50 times a second."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.time()
    process = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    most = {"VmHWM": 0, "RssAnon": 0}
    ended = threading.Event()

    def look():
        while not ended.wait(0.02):
            try:
                lines = pathlib.Path(f"/proc/{process.pid}/status").read_text().splitlines()
            except OSError:
                return
            for line in lines:
                name, _, value = line.partition(":")
                if name in most:
                    most[name] = max(most[name], int(value.split()[0]))

    thread = threading.Thread(target=look)
    thread.start()
    output = process.communicate()
    ended.set()
    thread.join()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return subprocess.CompletedProcess(arguments, process.returncode, *output), time.time() - start, cpu, most


def games_of(path):
    """Yields the text of each game, as bytes, of a file that `export` has written."""
    lines = []
    with open(path, "rb") as file:
        for line in file:
            if line.startswith(b"[Event ") and lines:
                yield b"".join(lines)
                lines = []
            lines.append(line)
    yield b"".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pgnkit")
    parser.add_argument("file")
    parser.add_argument("--mb", type=int, default=1000)
    parser.add_argument("--removed", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--dir")
    arguments = parser.parse_args()
    draw = random.Random(arguments.seed)
    with tempfile.TemporaryDirectory(dir=arguments.dir) as folder:
        folder = pathlib.Path(folder)
        base = folder / "base.pgn"
        # A game that the file has twice would be found in its twin.
        subprocess.run(
            [arguments.pgnkit, "merge", "-q", "--dedup", "moves", "--dedup-min-plies", "0", "-w",
             "errors = 0 and plies > 20", "-o", base, arguments.file], check=True)
        text = base.read_bytes()
        archive = folder / "archive"
        archive.mkdir()
        n_copies = max(1, -(-arguments.mb * 1_000_000 // len(text)))
        for copy in range(n_copies):
            # Another player is another game; dates and the moves stay. A family name is before the comma, or last.
            mark = b"q%d" % copy
            rename = lambda it: it[1] + (mark + it[2] if b"," in it[2] else it[2] + mark) + b'"]'
            other = re.sub(rb'(?m)^(\[White ")(.*)"\]', rename, text)
            (archive / f"{copy:04}.pgn").write_bytes(other)
        size = sum(path.stat().st_size for path in archive.iterdir())
        whole, result = folder / "whole.pgn", folder / "result.pgn"
        done, seconds, cpu, _ = run(arguments.pgnkit, "export", "-q", "-o", whole, archive)
        print(f"archive: {size / 1e6:.0f} MB in {n_copies} files; export {seconds:.1f} s, {cpu:.1f} s of the processors")
        n_games = sum(1 for _ in games_of(whole))
        removed = set(draw.sample(range(n_games), arguments.removed))
        expected = []
        with open(result, "wb") as out:
            for number, game in enumerate(games_of(whole)):
                if number in removed:
                    expected.append(re.search(rb'\[White "(.*)"\]\n\[Black "(.*)"\]', game).groups())
                else:
                    out.write(game)
        done, seconds, cpu, memory = run(arguments.pgnkit, "diff", "--account", archive, result)
        last = done.stderr.decode().strip().splitlines()[-1]
        print(f"account: {seconds:.1f} s, {cpu:.1f} s of the processors, {memory['VmHWM'] // 1024} MiB, {memory['RssAnon'] // 1024} MiB without mapped files, exit {done.returncode}")
        print(last)
        named = [line for line in done.stdout.decode().splitlines() if line]
        missing = [pair for pair in expected if not any(all(name.decode() in line for name in pair) for line in named)]
        print(f"{len(named)} lines name lost games; {len(expected) - len(missing)} of {len(expected)} removed games are named")
        for line in named[:3]:
            print("  " + line)


main()
