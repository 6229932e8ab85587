#!/usr/bin/env python3
"""Checks `export --layout moves` and `lines` on real files: layouts.py PROGRAM FOLDER [EVERY]

EVERY: only each file of this number is read.

Each form is a fixed point; the way back to the form of the standard loses nothing; and a word that changes in a comment
changes one line. Prints the number of files and of changed words, and each failure.
"""

import random
import re
import subprocess
import sys
from pathlib import Path


def export(program, text, *options):
    """Returns the text in export format, or None if the program refuses it."""
    command = [program, "export", "--isolated", "-qq", *options, "-"]
    run = subprocess.run(command, input=text, capture_output=True)
    return run.stdout if run.returncode == 0 else None


def changed_lines(old, new):
    """Returns the number of lines that differ; None if there are more or fewer lines."""
    old, new = old.split(b"\n"), new.split(b"\n")
    return sum(a != b for a, b in zip(old, new)) if len(old) == len(new) else None


def main():
    program, folder = sys.argv[1:3]
    every = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    random.seed(1)
    n_files = n_words = n_failed = 0

    def fail(path, what):
        nonlocal n_failed
        n_failed += 1
        print(f"{path}: {what}")

    for path in sorted(Path(folder).rglob("*.[pP][gG][nN]"))[::every]:
        standard = export(program, path.read_bytes())
        if not standard:
            continue
        n_files += 1
        for layout in ("moves", "lines"):
            text = export(program, standard, "--layout", layout)
            if export(program, text, "--layout", layout) != text:
                fail(path, f"{layout}: no fixed point")
            if export(program, text) != standard:
                fail(path, f"{layout}: the way back loses something")
            # A word within a comment that has a line of its own.
            words = list(re.finditer(rb"(?m)(?<=^\{)[a-z]{3,}(?= [a-z]+ [^{}\n]*\}$)", text))
            for word in random.sample(words, min(3, len(words))):
                new = text[: word.start()] + b"another" + text[word.end() :]
                again = export(program, new, "--layout", layout)
                n_words += 1
                if again is None or changed_lines(text, again) != 1:
                    fail(path, f"{layout}: a word at {word.start()} changes {again and changed_lines(text, again)} lines")
    print(f"{n_files} files, {n_words} changed words, {n_failed} failures")
    sys.exit(n_failed > 0)


main()
