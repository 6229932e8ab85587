#!/usr/bin/env python3
"""Whether every game of a file is in what `merge` writes or in its duplicates, by hashes of content.

    no_game_lost.py PROGRAM FILE.pgn [OPTION...]

Games are cut at lines that begin with `[Event `, by a reading that shares nothing with pgnkit, and hashed
without the white space around them.
"""
import collections, hashlib, os, subprocess, sys, tempfile

program, source, options = os.path.abspath(sys.argv[1]), sys.argv[2], sys.argv[3:] or ["--dedup"]


def games(path):
    found, game = collections.Counter(), []
    with open(path, "rb") as file:
        for line in file:
            if line.startswith(b"[Event ") and any(not it.startswith(b"[") and it.strip() for it in game):
                found[hashlib.blake2b(b"".join(game).strip(), digest_size=16).digest()] += 1
                game = []
            game.append(line)
    found[hashlib.blake2b(b"".join(game).strip(), digest_size=16).digest()] += 1
    return found


with tempfile.TemporaryDirectory() as folder:
    kept, dropped = folder + "/kept.pgn", folder + "/dropped.pgn"
    subprocess.run([program, "merge", *options, "--duplicates", dropped, "--force", "-o", kept, source], check=True)
    given, kept, dropped = games(source), games(kept), games(dropped) if os.path.getsize(dropped) else collections.Counter()
    lost, made = given - (kept + dropped), (kept + dropped) - given
    print(f"{sum(given.values())} games: {sum(kept.values())} kept, {sum(dropped.values())} duplicates, "
          f"{sum(lost.values())} lost, {sum(made.values())} that were not there")
    sys.exit(bool(lost or made))
