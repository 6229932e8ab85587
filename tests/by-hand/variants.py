#!/usr/bin/env python3
"""Random games of all variants, by python-chess: variants.py PGNKIT [--games N] [--seed N]

python-chess plays games of standard chess, Chess960 and the variants that both programs know, from initial and other
positions, with a liking for captures, promotions, castling, drops and checks. pgnkit must find nothing wrong, and write the
same SAN, UCI, result and last position. Left out are the last positions of Crazyhouse, whose FENs have several forms, and
two variants: Suicide chess, whose rules pgnkit does not know, and Giveaway, which it takes for Antichess, without castling.
"""
import argparse
import json
import random
import subprocess
import tempfile

import chess
import chess.pgn
import chess.variant

LEFT_OUT = ("suicide", "giveaway")
BOARDS = [chess.Board] + [it for it in chess.variant.VARIANTS if it.uci_variant not in ("chess", *LEFT_OUT)]


def weight(board, move):
    return (1 + 4 * board.is_capture(move) + 20 * bool(move.promotion) + 30 * board.is_castling(move)
            + 30 * board.is_en_passant(move) + 3 * bool(move.drop) + 5 * board.gives_check(move))


def start(kind, chance):
    """An initial position, or one of a random game."""
    if kind is chess.Board and chance.random() < 0.4:
        return kind.from_chess960_pos(chance.randrange(960))
    board = kind()
    for _ in range(chance.choice([0, 0, chance.randrange(40)])):
        moves = list(board.legal_moves)
        if not moves or board.is_variant_end():
            return kind()
        board.push(chance.choice(moves))
    board = kind(board.fen())
    return kind() if board.is_variant_end() or not any(board.legal_moves) else board


def play(kind, chance):
    """A game with its SAN, UCI and last position."""
    board = start(kind, chance)
    game = chess.pgn.Game()
    game.setup(board)
    node, san, uci = game, [], []
    for _ in range(chance.choice([20, 80, 200, 400])):
        moves = list(board.legal_moves)
        if not moves or board.is_variant_end():
            break
        move = chance.choices(moves, [weight(board, it) for it in moves])[0]
        san.append(board.san(move))
        uci.append(move.uci())
        board.push(move)
        node = node.add_variation(move)
    if board.is_variant_end() or not any(board.legal_moves):
        game.headers["Result"] = board.result()
    # In standard chess the en passant square of each double step is named, in variants only one that a pawn attacks (C26).
    is_standard = kind is chess.Board and not board.chess960
    fen = board.fen(en_passant="fen" if is_standard else "xfen")
    if kind is chess.variant.CrazyhouseBoard:
        fen = None
    return game, {"san": san, "uci": uci, "final_fen": fen if uci else None, "result": game.headers["Result"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pgnkit")
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    games = [play(BOARDS[n % len(BOARDS)], chance) for n in range(options.games)]
    n_bad = 0
    with tempfile.NamedTemporaryFile("w", suffix=".pgn") as file:
        file.write("\n\n".join(str(game) for game, _ in games) + "\n")
        file.flush()
        check = [options.pgnkit, "check", "--isolated", "-q", "--ignore", "fen-without-setup", "--output-format", "concise", file.name]
        found = subprocess.run(check, capture_output=True, text=True)
        print(found.stdout, end="")
        export = [options.pgnkit, "export", "--isolated", "-q", "--format", "json-lines", file.name]
        lines = subprocess.run(export, capture_output=True, text=True).stdout.splitlines()
    assert len(lines) == len(games), f"{len(lines)} of {len(games)} games"
    for number, (line, (game, expected)) in enumerate(zip(lines, games), 1):
        read = json.loads(line)
        got = {"san": [it["san"] for it in read["moves"]], "uci": [it["uci"] for it in read["moves"]],
               "final_fen": read["final_fen"], "result": read["result"]}
        differ = [key for key in expected if expected[key] is not None and got[key] != expected[key]]
        if differ or read["errors"]:
            n_bad += 1
            print(f"game {number}: {', '.join(f'{key}: {got[key]}, not {expected[key]}' for key in differ)} {read['errors']}")
            print(game, end="\n\n")
    n_moves = sum(len(expected["san"]) for _, expected in games)
    print(f"{len(games)} games of {len(BOARDS)} variants, {n_moves} half-moves, {n_bad} differ")
    raise SystemExit(n_bad > 0 or found.returncode != 0)


main()
