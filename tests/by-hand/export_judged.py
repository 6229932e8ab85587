#!/usr/bin/env python3
"""Asks python-chess, pgn-extract and pgnkit itself what they read of files and of what `export` writes of them.

    export_judged.py PGNKIT PATH... [--jobs N] [--all]

Each PATH is a PGN file or a folder of them. Differences that no class of judges.py explains are printed, with the rules
that find something in the game; --all prints the others, too. Exit status 1 if a difference is not explained.

Needs the Python package `chess`, and pgn-extract on the PATH.
"""
import collections, json, os, subprocess

import judges


def export(path, work):
    """Returns a file with what `export` writes."""
    out = os.path.join(work, "exported.pgn")
    subprocess.run([judges.own.program, "-q", "--isolated", "export", path, "-o", out], capture_output=True, timeout=300)
    return out


def findings(path):
    """Returns the rules with a finding in each game of a file."""
    found = subprocess.run([judges.own.program, "-q", "--isolated", "check", "--severity", "style",
                            "--output-format", "json-lines", path], capture_output=True)
    rules = collections.defaultdict(set)
    for line in found.stdout.splitlines():
        it = json.loads(line)
        rules[it["game"]].add(it["rule"])
    return rules


if __name__ == "__main__":
    judges.main(__doc__, export, findings)
