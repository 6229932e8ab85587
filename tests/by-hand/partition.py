#!/usr/bin/env python3
"""`filter` and its rest are the input, game by game: each game's bytes stand in one of the two, in order.

usage: partition.py PROGRAM FILE_OR_FOLDER...

For 40 expressions: what passes, what `--rest` gives in the same run, and what `--not` gives. `--rest` and `--not`
must be the same bytes; the games of the input, at the places that JSON lines tell, must follow one another in one or
the other. Between games that come together anew line ends may be added, and nothing else.
"""

import json
import os
import subprocess
import sys
import tempfile

EXPRESSIONS = """
White ~ "a*"
player ~ "[a-m]*"
player =~ "^[^aeiou]+$"
fold(Black) ~ "*s"
elo >= 2400
min_elo > 2000
elo_diff in -100..100
missing(BlackElo)
missing(Event) or missing(Date)
date = 2012
date in 2000..2010-06
year > 2013
Result = 1-0
result in (0-1, 1/2-1/2)
winner ~ "m*"
eco = B
not ECO in C20..D39
event ~ "*o*"
round = 3
speed = blitz
variant = standard
game in 2..7
plies < 50
moves >= 40
comments > 0
has(variations)
nags >= 1
has(clk|eval|fen|null)
text ~ "*e*"
errors = 0
position("*/*/*/*/???PP???/*/*/*")
position("?????rk?/?????ppp/*/*/*/*/?????PPP/* b")
fen("rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR")
line("e4 c5")
line("d4 Nf6 c4 e6", transposing=true)
material("RvR", stable=2)
pieces <= 7
check() and castles(white)
ends(checkmate|stalemate)
then(captured(Q), pieces <= 12) or run(check(), 2)
""".strip().splitlines()


def run(*args):
    return subprocess.run(args, capture_output=True, check=True).stdout


def games_of(program, path, text):
    """The bytes of each game, and with the first and last what no game has taken."""
    lines = run(program, "export", "-qq", "--format", "json-lines", path).splitlines()
    starts = [json.loads(line)["offset"] for line in lines]
    return [text[a:b] for a, b in zip(starts, starts[1:] + [len(text)])] if starts else []


def is_partition(games, hits, rest):
    at = {"hits": 0, "rest": 0}
    for game in games:
        for name, half in (("hits", hits), ("rest", rest)):
            start = at[name]
            while half[start : start + 1] in (b"\n", b"\r") and not half.startswith(game, start):
                start += 1
            if half.startswith(game, start):
                at[name] = start + len(game)
                break
        else:
            return False
    return not hits[at["hits"] :].strip() and not rest[at["rest"] :].strip()


def main():
    program, *names = sys.argv[1:]
    sys.stdout.reconfigure(line_buffering=True)
    paths = []
    for name in names:
        inside = [os.path.join(root, file) for root, _, files in os.walk(name) for file in files]
        paths += [path for path in sorted(inside) if path.lower().endswith(".pgn")] or [name]
    rest_path = os.path.join(tempfile.mkdtemp(), "rest.pgn")
    n_games = n_asked = n_wrong = 0
    for path in paths:
        text = open(path, "rb").read()
        # UTF-16 becomes UTF-8 on the way.
        if text[:2] in (b"\xff\xfe", b"\xfe\xff"):
            continue
        games = games_of(program, path, text)
        n_games += len(games)
        for expr in EXPRESSIONS:
            n_asked += 1
            hits = run(program, "filter", "-qq", "-w", expr, "--rest", rest_path, "--force", path)
            others = run(program, "filter", "-qq", "-w", expr, "--not", path)
            rest = open(rest_path, "rb").read()
            faults = [] if rest == others else ["--rest is not --not"]
            if games and not is_partition(games, hits, rest):
                faults.append("the halves are not the input")
            if faults:
                n_wrong += 1
                print(f"{path}: {expr}: {', '.join(faults)}")
    print(f"{len(paths)} files, {n_games} games, {len(EXPRESSIONS)} expressions, {n_asked} times asked, {n_wrong} wrong")
    sys.exit(n_wrong > 0)


main()
