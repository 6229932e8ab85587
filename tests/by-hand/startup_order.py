#!/usr/bin/env python3
"""Writes the linker script that puts the functions of a short run together: startup_order.py PROGRAM > integrations/linux/startup.ld

PROGRAM has its symbols: `cargo build --release --config 'profile.release.strip="none"'`. valgrind tells which of its functions
short runs call. Hashes are left out of their names, so that another compiler and other versions have them, too. With
--count the names that PROGRAM has are counted instead.
"""
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "integrations/linux/startup.ld"
GAME = ROOT / "tests/broken/illegal_move.pgn"
RUNS = [["check", GAME], ["--version"]]
HEAD = """/* Functions that a short run calls lie together: of each that is called, 64 KiB around it come into memory.
   Made by tests/by-hand/startup_order.py; a name that is not found is left out. */
SECTIONS {
  .text : {
"""
TAIL = """  }
} INSERT BEFORE .init;
"""


def called(program, args):
    """Returns the names of the functions of `program` that a run calls, in the order in which valgrind lists them."""
    with tempfile.NamedTemporaryFile() as out:
        valgrind = ["valgrind", "--tool=callgrind", "--demangle=no", "--compress-strings=no", f"--callgrind-out-file={out.name}"]
        subprocess.run([*valgrind, program, *args], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        names, is_own = {}, False
        for line in Path(out.name).read_text(errors="replace").splitlines():
            if line.startswith("ob="):
                is_own = Path(line[3:]).resolve() == Path(program).resolve()
            elif line.startswith("fn=") and is_own:
                # A recursive function has its depth behind its name.
                names[line[3:].split("'")[0]] = None
    return names


def pattern(name):
    """Returns the pattern of the section of a function, without hashes and numbers that another build has not."""
    name = re.sub(r"17h[0-9a-f]{16}E.*", "17h*", name)
    name = re.sub(r"Cs[0-9A-Za-z]{8,14}_(?=\d)", "Cs*_", name)
    return re.sub(r"\.\d+$", "*", name)


def functions(program):
    """Returns the address and size of each function of a program by its name."""
    lines = subprocess.run(["nm", "-S", program], stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
    fields = (line.split() for line in lines if re.match(r"[0-9a-f]+ [0-9a-f]+ [tTwW] ", line))
    return {name: (address, int(size, 16)) for address, size, _, name in fields}


def main():
    program = sys.argv[-1]
    places = functions(program)
    if "--count" in sys.argv:
        patterns = re.findall(r"\*\(\.text\*\.(\S+)\)", SCRIPT.read_text())
        have = set(map(pattern, places))
        print(f"{sum(it in have for it in patterns)} of {len(patterns)} names found")
        return
    names = {}
    for args in RUNS:
        names |= called(program, args)
    # Functions with the same code are one, which has the section of any of them.
    used = {places[name] for name in names if name in places}
    rest, patterns = defaultdict(set), set()
    for name, place in places.items():
        if place not in used:
            rest[pattern(name)].add(place)
        elif re.fullmatch(r"[\w.$]+", name):
            patterns.add(pattern(name))
    # Names that have the least of what is not called come first.
    order = sorted(patterns, key=lambda it: (sum(size for _, size in rest[it]), it))
    print(HEAD, *(f"    *(.text*.{it})\n" for it in order), TAIL, sep="", end="")


main()
