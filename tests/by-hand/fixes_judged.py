#!/usr/bin/env python3
"""Asks python-chess, pgn-extract and pgnkit itself what they read of files before and after `check --fix`.

    fixes_judged.py PGNKIT PATH... [--jobs N] [--all]

Each PATH is a PGN file or a folder of them. For each file the safe fixes of all levels are made on a copy, and each judge
reads both. Differences that no class of judges.py explains are printed, with the rules that have a safe fix in the game; --all
prints the others, too. Exit status 1 if a difference is not explained.

Needs the Python package `chess`, and pgn-extract on the PATH.
"""
import collections, json, os, shutil, subprocess

import judges


def fix(path, work):
    """Returns a copy of a file with its safe fixes made."""
    copy = os.path.join(work, "fixed.pgn")
    shutil.copyfile(path, copy)
    subprocess.run([judges.own.program, "-q", "--isolated", "check", "--fix-only", "--severity", "style", copy],
                   capture_output=True, timeout=300)
    return copy


def fixable(path):
    """Returns the rules with a safe fix in each game of a file."""
    found = subprocess.run([judges.own.program, "-q", "--isolated", "check", "--severity", "style",
                            "--output-format", "json-lines", path], capture_output=True)
    rules = collections.defaultdict(set)
    for line in found.stdout.splitlines():
        it = json.loads(line)
        if it.get("fix") and it["fix"]["applicability"] == "safe":
            rules[it["game"]].add(it["rule"])
    return rules


if __name__ == "__main__":
    judges.main(__doc__, fix, fixable)
