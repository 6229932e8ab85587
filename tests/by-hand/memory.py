#!/usr/bin/env python3
"""Peak memory of commands on single games made of one thing again and again.

    memory.py PGNKIT [--mib 1,4,16] [--kinds open,knights] [--commands check,export] [--line MIB]

Prints the peak resident memory in bytes per byte of the game, and with # and MiB where it is more than eight times
the game and 96 MiB (two threads). With --line it runs over one line of that many MiB instead, as a mapped file, a
file that is read, a pipe and an archive, and prints MiB of memory that is no page of a file.
"""
import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time

UNITS = {
    "open": "(", "open-sp": "( ", "pair": "()", "one": "1.", "e4": "e4 ", "nag": "$1 ", "nag300": "$300 ",
    "empty": "{} ", "brace": "{", "semi": ";\n", "bracket": "[", "tag": '[a "b"]\n', "quote": '"', "x": "x ",
    "bang": "! ", "word": "j", "prose": "hello you there ", "percent": "%\n",
    "knights": "Nf3 Nf6 Ng1 Ng8 ",
    "knights-variations": "Nf3 (Nc3) Nf6 (Nc6) Ng1 (Nc3) Ng8 (Nc6) ",
    "knights-comments": "Nf3 {a} Nf6 {b} Ng1 {c} Ng8 {d} ",
}
EXPORT = ["export", "--format"]
COMMANDS = {
    "check": ["check", "{}"],
    "check-json": ["check", "--select", "ALL", "--output-format", "json", "{}"],
    "check-all": ["check", "--select", "ALL", "{}"],
    "diff-fix": ["check", "--diff", "{}"],
    "fix": ["check", "--fix", "{}.copy"],
    "unsafe": ["check", "--fix", "--unsafe-fixes", "--select", "ALL", "{}.copy"],
    "export": ["export", "{}"],
    "verify": ["export", "--verify", "{}"],
    "jsonl": [*EXPORT, "json-lines", "{}"],
    "csv": [*EXPORT, "csv", "--rows", "plies", "{}"],
    "parquet": [*EXPORT, "parquet", "--rows", "plies", "{}"],
    "csv-games": [*EXPORT, "csv", "{}"],
    "parquet-games": [*EXPORT, "parquet", "{}"],
    "lines": [*EXPORT, "lines", "{}"],
    "epd": [*EXPORT, "epd", "--at", "ply", "{}"],
    "strip": ["strip-comments", "{}"],
    "merge": ["merge", "{}", "{}"],
    "dedup": ["merge", "--dedup", "moves", "{}", "{}"],
    "most": ["merge", "--dedup", "moves", "--keep", "most-annotated", "{}", "{}"],
    "union": ["merge", "--dedup", "moves", "--keep", "union", "{}", "{}"],
    "two": ["merge", "{}", "{}.other"],
    "tree": ["merge", "--tree", "{}", "{}.other"],
    "sort": ["merge", "--sort", "standard", "{}"],
    "diff": ["diff", "{}", "{}.other"],
    "filter": ["filter", "--in", "variations", "--where", 'position("*/*/*/*/3PP3/*/*/*")', "{}"],
    "stats": ["stats", "{}"],
    "split": ["split", "--games", "1", "--force", "--dir", "{}.parts", "{}"],
    "variations": ["split", "--variations", "--games", "1000000", "--force", "--dir", "{}.parts", "{}"],
}
BASE, TIMES, MIB = 96 << 20, 8, 1 << 20


def text_of(kind, size):
    unit = UNITS[kind].encode()
    head = b"" if unit[:1] in b'["' else b'[Event "a"]\n\n1. '
    return head + unit * (size // len(unit))


def peak_of(args):
    """Peak resident memory of a child that this small process starts."""
    with open(os.devnull, "r+b") as null:
        child = subprocess.Popen(args, stdin=null, stdout=null, stderr=null)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_maxrss << 10, child.returncode


def matrix(pgnkit, folder, options):
    kinds, commands = options.kinds or list(UNITS), options.commands or list(COMMANDS)
    print("| game | MiB |", " | ".join(commands), "|")
    print("| --- | ---: |" + " ---: |" * len(commands))
    is_met = True
    for kind in kinds:
        for mib in options.mib:
            name = os.path.join(folder, "game.pgn")
            size = int(mib * MIB)
            for path, size_of in [(name, size), (name + ".other", size - 20)]:
                with open(path, "wb") as out:
                    out.write(text_of(kind, size_of))
            cells = []
            for command in commands:
                args = [arg.replace("{}", name) for arg in COMMANDS[command]]
                if name + ".copy" in args:
                    shutil.copyfile(name, name + ".copy")
                peak, status = peak_of([pgnkit, "-j", "2", *args])
                is_over = peak > BASE + TIMES * size
                is_met &= not is_over and status in (0, 1)
                cell = f"# {peak >> 20} MiB" if is_over else f"{peak / size:.0f}"
                cells.append(cell if status in (0, 1) else f"{cell} (status {status})")
            print(f"| {kind} | {mib:g} |", " | ".join(cells), "|", flush=True)
    return is_met


def anonymous(args, source):
    """The most memory of a child that is no page of a file, as often as one can look."""
    with open(os.devnull, "r+b") as null:
        child = subprocess.Popen(args, stdin=source or null, stdout=null, stderr=null)
        most = 0
        while child.poll() is None:
            try:
                with open(f"/proc/{child.pid}/status") as status:
                    found = [line.split()[1] for line in status if line.startswith("RssAnon:")]
            except OSError:
                found = []
            most = max([most, *(int(kib) << 10 for kib in found)])
            time.sleep(0.002)
    return most, child.returncode


def line(pgnkit, folder, options):
    commands = options.commands or ["check", "export", "strip", "merge", "split", "stats"]
    print("| line | command | map | --no-mmap | pipe | .zst |\n| --- | --- | ---: | ---: | ---: | ---: |")
    is_met = True
    for kind in options.kinds or ["word", "brace", "open"]:
        name = os.path.join(folder, "line.pgn")
        with open(name, "wb") as out:
            out.write(text_of(kind, 1))
            for _ in range(options.line):
                out.write(UNITS[kind].encode() * (MIB // len(UNITS[kind])))
        subprocess.run(["zstd", "-q", "-f", name, "-o", name + ".zst"], check=True)
        for command in commands:
            cells = []
            for mode in ["map", "--no-mmap", "pipe", ".zst"]:
                given = {"pipe": "-", ".zst": name + ".zst"}.get(mode, name)
                # Options that name outputs keep the name of the file.
                args = [given if arg == "{}" else arg.replace("{}", name) for arg in COMMANDS[command]]
                args = [pgnkit, "-j", "2", *args, *(["--no-mmap"] if mode == "--no-mmap" else [])]
                if mode == "pipe":
                    with subprocess.Popen(["cat", name], stdout=subprocess.PIPE) as cat:
                        most, status = anonymous(args, cat.stdout)
                else:
                    most, status = anonymous(args, None)
                is_met &= most <= BASE and status in (0, 1)
                cells.append(f"{'# ' if most > BASE else ''}{most >> 20}" + ("" if status in (0, 1) else f" ({status})"))
            print(f"| {kind} | {command} |", " | ".join(cells), "|", flush=True)
    return is_met


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pgnkit")
    parser.add_argument("--mib", type=lambda text: [float(it) for it in text.split(",")], default=[1, 4, 16])
    parser.add_argument("--kinds", type=lambda text: text.split(","))
    parser.add_argument("--commands", type=lambda text: text.split(","))
    parser.add_argument("--line", type=int, metavar="MIB")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        judge = line if options.line else matrix
        return 0 if judge(os.path.abspath(options.pgnkit), folder, options) else 1


if __name__ == "__main__":
    sys.exit(main())
