#!/usr/bin/env python3
"""What `strip-comments` leaves is read by python-chess as the same games, and stripping it again changes nothing.

usage: stripped_tree.py PROGRAM FILE_OR_FOLDER...

For each set of classes: the games of the file as python-chess reads them, as trees of moves with their NAGs and
comments, before and after; what the classes name must be gone from the first to make it the second. Files that
python-chess reads as another number of games afterwards, and games that differ, are printed. Needs the Python
package `chess`.
"""

import codecs
import collections
import io
import logging
import os
import subprocess
import sys

import chess.pgn

CLASSES = {
    "comments": [],
    "all": ["--preset", "all"],
    "engine": ["--preset", "engine"],
    "clocks": ["--preset", "clocks"],
    "human": ["--preset", "human"],
    "nags and glyphs": ["--drop", "nags,glyphs"],
    "variations": ["--drop", "variations"],
    "escapes": ["--drop", "escapes"],
}
NO_COMMENTS = {"comments", "all"}
SAME_COMMENTS = {"nags and glyphs", "escapes"}
# Errors of python-chess may go along with what it does not understand.
OTHER_ERRORS = {"all", "nags and glyphs", "variations"}


def strip(program, options, text):
    command = [program, "strip-comments", "-qq", *options]
    return subprocess.run(command, input=text, capture_output=True, check=True).stdout


def games_of(text):
    """Each game as python-chess reads it; None where that fails, as it does at some stray parentheses."""
    encoding = "utf-16" if text[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE) else "utf-8-sig"
    stream, games = io.StringIO(text.decode(encoding, "replace")), []
    try:
        while (game := chess.pgn.read_game(stream)) is not None:
            games.append(game)
    except (IndexError, AssertionError):
        return None
    return games


def tree(game, name):
    """What of a game is there before and after the classes of this name are gone."""
    tokens, todo = [sorted(game.headers.items())], [game]
    if name not in OTHER_ERRORS:
        tokens.append(len(game.errors))
    while todo:
        node = todo.pop()
        if node == ")":
            tokens.append(node)
            continue
        tokens.append(str(node.move) if node.parent else "")
        if name not in ("all", "nags and glyphs"):
            tokens.append(sorted(node.nags))
        if name in SAME_COMMENTS:
            tokens.append((node.comment, getattr(node, "starting_comment", "")))
        variations = node.variations[:1] if name in ("all", "variations") else node.variations
        for variation in reversed(variations):
            todo += [")", variation]
    return tokens


def has_comments(game):
    todo = [game]
    while todo:
        node = todo.pop()
        if node.comment.strip() or getattr(node, "starting_comment", "").strip():
            return True
        todo += node.variations
    return False


def main():
    program, *names = sys.argv[1:]
    logging.disable(logging.CRITICAL)
    paths = []
    for name in names:
        inside = [os.path.join(root, file) for root, _, files in os.walk(name) for file in files]
        paths += [path for path in sorted(inside) if path.lower().endswith(".pgn")] or [name]
    counts = collections.Counter()
    sys.stdout.reconfigure(line_buffering=True)
    for path in paths:
        text = open(path, "rb").read()
        before = games_of(text)
        counts["files"] += 1
        counts["games"] += len(before or [])
        if before is None:
            counts["files that python-chess fails at"] += 1
        for name, options in CLASSES.items():
            once = strip(program, options, text)
            if strip(program, options, once) != once:
                counts["not once"] += 1
                print(f"{name}: {path}: twice is not once")
            if once == text:
                counts["unchanged"] += 1
                continue
            if before is None or (after := games_of(once)) is None:
                continue
            counts["compared"] += 1
            if len(after) != len(before):
                counts["other numbers of games"] += 1
                print(f"{name}: {path}: {len(before)} games, then {len(after)}")
                continue
            for n, (one, two) in enumerate(zip(before, after), 1):
                if tree(one, name) != tree(two, name):
                    counts["other trees"] += 1
                    print(f"{name}: {path}: game {n}: another tree")
                elif name in NO_COMMENTS and has_comments(two):
                    counts["comments left"] += 1
                    print(f"{name}: {path}: game {n}: a comment is left")
    print(", ".join(f"{n} {what}" for what, n in counts.items()))
    sys.exit(any(counts[what] for what in ("not once", "other numbers of games", "other trees", "comments left")))


main()
