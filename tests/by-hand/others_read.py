#!/usr/bin/env python3
"""What `export` writes is read by pgn-extract and python-chess as the same games, without a message.

usage: others_read.py PROGRAM [--sample N] FILE...

For each file: games that pgn-extract finds and what it says of them, games that python-chess finds and its
errors, and of the JSON lines the games whose moves, played by python-chess, end in another position than
`final_fen`. `--sample N` takes N games at random (seed 1). Games with errors are left out: they are copied.
Needs the Python package `chess`, and pgn-extract.
"""

import argparse
import io
import json
import logging
import re
import subprocess
import sys

import chess
import chess.pgn
import chess.variant

from judges import PGN_EXTRACT



def run(*args, stdin=None):
    return subprocess.run(args, input=stdin, capture_output=True, check=False)


CHESS960 = re.compile(r"(?i)chess ?960|fische?r ?(r?andom)?( ?chess)?|freestyle( ?chess)?")


def first_position(game):
    """The board that a game starts with; None for a variant that python-chess does not know."""
    name, fen = game["tags"].get("Variant", "Standard"), game["start_fen"]
    if CHESS960.fullmatch(name):
        return chess.Board(fen or chess.STARTING_FEN, chess960=True)
    try:
        variant = chess.variant.find_variant(name)
    except ValueError:
        return None
    return variant(fen) if fen else variant()


def by_pgn_extract(text):
    """Games that it is given, games that it finds, its messages. It knows no variant but Chess960."""
    games = re.split(rb'(?<=\n\n)(?=\[Event ")', text)
    known = [game for game in games if not re.search(rb'^\[Variant "(?!(?i:standard|chess ?960|from position)")', game, re.M)]
    found = run(PGN_EXTRACT, "-r", stdin=b"".join(known))
    lines = found.stderr.decode("utf-8", "replace").splitlines()
    counts = [int(count.group(1)) for line in lines if (count := re.search(r"matched out of (\d+)", line))]
    n_known = sum(game.startswith(b'[Event "') for game in known)
    return n_known, counts[-1] if counts else 0, [pair for pair in zip(lines, lines[1:]) if "Line number" in pair[0]]


def by_python_chess(text):
    n_games, errors = 0, []
    stream = io.StringIO(text)
    while (game := chess.pgn.read_game(stream)) is not None:
        n_games += 1
        errors += [str(error) for error in game.errors]
    return n_games, errors


def sorted_pocket(fen):
    """Pieces in hand have no order."""
    return re.sub(r"\[(.*?)\]", lambda pocket: "".join(sorted(pocket.group(1))), fen)


def final_positions(lines):
    """How many games were played, and those that end elsewhere."""
    n_games, others = 0, []
    for line in lines.splitlines():
        game = json.loads(line)
        if game["errors"] or game["final_fen"] is None or (board := first_position(game)) is None:
            continue
        n_games += 1
        try:
            for move in game["moves"]:
                board.push(chess.Move.null() if move["uci"] == "0000" else board.parse_uci(move["uci"]))
            if sorted_pocket(board.fen(en_passant="fen")) != sorted_pocket(game["final_fen"]):
                others.append((game["game"], board.fen(en_passant="fen"), game["final_fen"]))
        except ValueError as error:
            others.append((game["game"], str(error), game["final_fen"]))
    return n_games, others


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("files", nargs="+")
    parser.add_argument("--sample", type=int)
    args = parser.parse_args()
    logging.disable(logging.CRITICAL)
    totals = [0] * 9
    for path in args.files:
        text = None
        if args.sample:
            text = run(args.program, "filter", "-qq", "--sample", str(args.sample), "--seed", "1", path).stdout
        source = [] if text is not None else [path]
        written = run(args.program, "export", "-qq", "--on-error", "drop", *source, stdin=text).stdout
        lines = run(args.program, "export", "-qq", "--format", "json-lines", *source, stdin=text).stdout
        n_written = len(re.findall(rb'^\[Event "', written, re.M))
        n_known, n_extract, messages = by_pgn_extract(written)
        n_chess, errors = by_python_chess(written.decode("utf-8"))
        n_played, others = final_positions(lines.decode("utf-8"))
        differs = n_extract != n_known or n_chess != n_written or messages or errors or others
        if differs or len(args.files) < 20:
            print(f"{path}: {n_written} games; pgn-extract {n_extract} of {n_known}, {len(messages)} messages; "
                  f"python-chess {n_chess}, {len(errors)} errors; {n_played} played, {len(others)} end elsewhere")
            for one in [*messages[:3], *errors[:3], *others[:3]]:
                print("   ", one)
        row = [1, n_written, n_known, n_extract, len(messages), n_chess, len(errors), n_played, len(others)]
        totals = [a + b for a, b in zip(totals, row)]
        sys.stdout.flush()
    names = ["files", "games", "for pgn-extract", "by pgn-extract", "messages", "by python-chess", "errors", "played", "end elsewhere"]
    print(", ".join(f"{n} {name}" for n, name in zip(totals, names)))


main()
