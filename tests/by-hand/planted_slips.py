#!/usr/bin/env python3
"""Plants one slip in each of many legal games and counts how often `check` names the true move.

    planted_slips.py PGNKIT GAMES.pgn [--games N] [--seed N]

Needs the Python package `chess`. A slip that leaves the game legal is drawn again. The games, one slip each, are
checked in one run; of each game the first finding of illegal-move, ambiguous-move, missing-promotion or
foreign-piece-letter is looked at.
"""
import argparse, collections, io, json, random, re, subprocess, sys, time

import chess.pgn

ap = argparse.ArgumentParser()
ap.add_argument("binary")
ap.add_argument("games")
ap.add_argument("--games", type=int, default=1000, dest="n")
ap.add_argument("--seed", type=int, default=1)
A = ap.parse_args()
rng = random.Random(A.seed)
KINDS = ["file", "rank", "letter", "origin", "castling", "swap", "missing", "doubled"]


def plant(kind, sans, at):
    """The moves with one slip at `at`, or None if this slip cannot be made there."""
    san, out = sans[at], list(sans)
    if kind in ("file", "rank"):
        m = re.search(r"([a-h])([1-8])(?=[^a-h1-8]*$)", san)
        if not m:
            return None
        line = "abcdefgh" if kind == "file" else "12345678"
        near = [c for c in line if abs(line.index(c) - line.index(m[1 if kind == "file" else 2])) == 1]
        i = m.start(1 if kind == "file" else 2)
        out[at] = san[:i] + rng.choice(near) + san[i + 1:]
    elif kind == "letter":
        if san[0] not in "KQRBN":
            return None
        out[at] = rng.choice([c for c in "KQRBN" if c != san[0]]) + san[1:]
    elif kind == "origin":
        m = re.match(r"([QRBN])[a-h1-8](x?[a-h][1-8].*)", san)
        if not m:
            return None
        out[at] = m[1] + m[2]
    elif kind == "castling":
        if not san.startswith("O-O"):
            return None
        out[at] = "O-O" if san.startswith("O-O-O") else "O-O-O"
    elif kind == "swap":
        if at + 2 >= len(sans):
            return None
        out[at], out[at + 2] = out[at + 2], out[at]
    elif kind == "missing":
        del out[at]
    elif kind == "doubled":
        out.insert(at, san)
    return out


def first_bad(board, sans):
    board = board.copy()
    for i, san in enumerate(sans):
        try:
            board.push_san(san)
        except ValueError:
            return i
    return None


def text(sans, n):
    """Numbers as a careful writer has them: by counting what is written."""
    moves = " ".join((f"{i // 2 + 1}. " if i % 2 == 0 else "") + s for i, s in enumerate(sans))
    return f'[Event "{n}"]\n[Result "*"]\n\n{moves} *\n\n'


planted = []
with open(A.games, encoding="utf-8", errors="replace") as f:
    while len(planted) < A.n:
        game = chess.pgn.read_game(f)
        if game is None:
            break
        if game.errors or "FEN" in game.headers:
            continue
        board, sans = game.board(), []
        for move in game.mainline_moves():
            sans.append(board.san(move))
            board.push(move)
        if len(sans) < 20:
            continue
        for _ in range(40):
            kind = KINDS[len(planted) % len(KINDS)]
            at = rng.randrange(4, len(sans))
            out = plant(kind, sans, at)
            bad = out and first_bad(game.board(), out)
            if bad is not None and out:
                planted.append((kind, at, bad, sans, out))
                break

source = "".join(text(p[4], n) for n, p in enumerate(planted)).encode()
start = time.perf_counter()
run = subprocess.run([A.binary, "check", "--isolated", "--severity", "error", "--output-format", "json-lines", "-"], input=source,
                     stdout=subprocess.PIPE, stderr=subprocess.PIPE)
took = time.perf_counter() - start
found = {}
for line in run.stdout.splitlines():
    d = json.loads(line)
    if d["rule"] in ("illegal-move", "ambiguous-move", "missing-promotion", "foreign-piece-letter"):
        found.setdefault(int(d["event"]), d)

rows = collections.defaultdict(collections.Counter)
offsets, at = [], 0
for n, p in enumerate(planted):
    offsets.append(at)
    at += len(text(p[4], n).encode())
for n, (kind, at, bad, sans, out) in enumerate(planted):
    row = rows[kind]
    row["games"] += 1
    row["at the slip"] += bad == at or kind == "doubled" and bad == at + 1
    d = found.get(n)
    if d is None:
        row["not found"] += 1
        continue
    true = {sans[at]} if kind != "swap" else {sans[at], sans[at + 2]}
    if d["fix"]:
        fixed = bytearray(text(out, n).encode())
        for e in reversed(d["fix"]["edits"]):
            o = e["offset"] - offsets[n]
            fixed[o:o + e["length"]] = e["text"].encode()
        moves = re.sub(r"\d+\.+|\*", " ", fixed.decode().split("\n\n")[1]).split()
        row["true move is the one answer" if moves == sans else "another is the one answer"] += 1
    elif d["help"] and re.search(r"\b(if|it can be)\b", d["help"]):
        names = set(re.findall(r"`([^`]*)`", d["help"]))
        words = {"doubled": "once more", "missing": "a half-move is missing"}.get(kind)
        told = bool(names & true) or words is not None and words in d["help"]
        row["true move among answers" if told else "other answers"] += 1
    else:
        row["no answer"] += 1

columns = ["games", "at the slip", "true move is the one answer", "another is the one answer", "true move among answers",
           "other answers", "no answer", "not found"]
print("| slip | " + " | ".join(columns) + " |\n| --- |" + " ---: |" * len(columns))
total = collections.Counter()
for kind in KINDS:
    total.update(rows[kind])
    print(f"| {kind} | " + " | ".join(str(rows[kind][c]) for c in columns) + " |")
print("| all | " + " | ".join(str(total[c]) for c in columns) + " |")
print(f"{len(planted)} games in {took:.2f} s", file=sys.stderr)
