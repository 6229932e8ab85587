#!/usr/bin/env python3
"""Doubles text made of the openers of tokens, and looks whether the time of whole commands does no more than double.

    doubling.py PROGRAM [--size BYTES] [--limit SECONDS] [--only COMMAND] [--jobs N] [--glue TEXT]

Each pair of openers is repeated (`[(` `[(` `[(` …), alone and behind a tag section and a move, with each of three gaps between them (nothing,
a blank, a line end), up to `--size` bytes (1,000,000 unless told). A run that takes more than `--limit` seconds of its own CPU time (0.6 unless told) is done with half the
text, too: more than three times the time of the half is reported. Exit status: 0 if nothing was reported.
"""
import argparse, concurrent.futures as cf, itertools, os, resource, subprocess, sys, tempfile

OPENERS = ["+-", "+-1", "[", "]", "(", ")", "{", "}", '"', "\\", ";", "%", "<", ">", "$", "!", "?", "*", ".", "0-0", "1-0", "1-", "--", "#", "+", ",", ":", "=", "/", "-",
           "[%clk ", "[Event ", '[Event "', "e4", "Nf3", "1.", "...", "\t", "\r", "\n", "\0", "\xff", "{}", "()", "\n\n", "\n%", "\n;", '\n[White "a"]', "Z0"]
GAPS = ["", " ", "\n"]
HEADS = ["", '[Event "E"]\n\n1. e4 ']
COMMANDS = {
    "check": ["check", "--exit-zero", "-q"],
    "fix": ["check", "--fix", "--exit-zero", "-q"],
    "export": ["export", "-q"],
    "comment": ["export", "-q", "--on-error", "comment"],
    "json": ["export", "-q", "--format", "json-lines"],
    "filter": ["filter", "-q", "-w", "plies >= 0"],
    "strip": ["strip-comments", "-q", "--preset", "all"],
    "split": ["split", "-q", "--variations", "--force"],
    "merge": ["merge", "-q", "--dedup", "--keep", "union"],
    "stats": ["stats", "-q"],
    "tags": ["filter", "-q", "--count", "-w", "White = x"],
}


def seconds(program, command, text):
    """CPU seconds of one run over `text`; `None` if it crashed."""
    with tempfile.TemporaryDirectory() as folder:
        name = os.path.join(folder, "in.pgn")
        with open(name, "wb") as file:
            file.write(text)
        args = [program, *COMMANDS[command], "-j1", name]
        if command == "split":
            args += ["--dir", os.path.join(folder, "out")]
        if command == "merge":
            args.append(name)
        child = subprocess.Popen(args, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                 preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (40, 40)))
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = status
        crashed = os.WIFSIGNALED(status) and os.WTERMSIG(status) not in (24, 9)
        return None if crashed else usage.ru_utime + usage.ru_stime


def judge(program, command, head, unit, size, limit):
    """What is wrong with this text, if anything is."""
    def text(n_bytes):
        room = n_bytes - len(head)
        return (head + (unit * (room // len(unit) + 1))[:room]).encode("latin-1")
    whole = seconds(program, command, text(size))
    if whole is None:
        return "crashed"
    if whole < limit:
        return None
    half = seconds(program, command, text(size // 2))
    if half and whole > 3 * half:
        return f"{half:.2f} s, doubled {whole:.2f} s"
    if whole >= 39:
        return f"over {whole:.0f} s"
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--size", type=int, default=1_000_000)
    parser.add_argument("--limit", type=float, default=0.6)
    parser.add_argument("--only", choices=COMMANDS)
    parser.add_argument("--jobs", type=int, default=1)
    args = parser.parse_args()
    units = sorted({gap.join([*pair, ""]) for pair in itertools.combinations_with_replacement(OPENERS, 2) for gap in GAPS})
    cases = [(command, head, unit) for command in COMMANDS if args.only in (None, command) for head in HEADS for unit in units]
    n_bad, n = 0, 0
    with cf.ThreadPoolExecutor(args.jobs) as pool:
        futures = {pool.submit(judge, args.program, *case, args.size, args.limit): case for case in cases}
        for future in cf.as_completed(futures):
            n += 1
            if what := future.result():
                n_bad += 1
                command, head, unit = futures[future]
                print(f"{command}: {head!r} and {unit!r}: {what}", flush=True)
    print(f"{n} runs, {n_bad} not linear")
    return int(n_bad > 0)


if __name__ == "__main__":
    sys.exit(main())
