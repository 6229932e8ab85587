#!/usr/bin/env python3
"""Gives `pgnkit filter -w` expressions that mean nothing, or too much: each must end at once with status 2
and one error, or mean what it says.

usage: hostile_expressions.py PGNKIT
"""

import subprocess
import sys
import time

GAME = b'[Event "E"]\n[White "Tal"]\n\n1. e4 e5 *\n'
# As much as Linux lets one argument be.
FULL = 130_000


def filled(unit, end=""):
    return unit * ((FULL - len(end)) // len(unit)) + end


BAD = {
    "nothing": "",
    "a bracket alone": "(",
    "an operator alone": "=",
    "half a test": "White ~",
    "a second operator": "White == Tal",
    "a keyword at the end": "White = Tal and",
    "a quote left open": filled("x", "").replace("x", 'White = "x', 1),
    "control characters": "White\x01\x1b[2J = Tal",
    "an unknown field": "whitee = Tal",
    "an unknown field of 130,000 letters": filled("x", " = 1"),
    "an unknown predicate": "reach(mate)",
    "no number": "elo > ten",
    "a number of 130,000 digits": filled("9", "").replace("9", "elo > 9", 1),
    "no date": "date = yesterday",
    "a range upside down": "date in 2020..2010",
    "a window upside down": "check(from=9, to=1)",
    "seven ranks": 'position("8/8/8/8/8/8/8")',
    "nine squares": 'position("ppppppppp/8/8/8/8/8/8/8")',
    "a class left open": 'position("[QR/8/8/8/8/8/8/8")',
    "an empty class": 'position("[]7/8/8/8/8/8/8/8")',
    "a pattern of 130,000 stars": 'position("' + filled("*?", "/8/8/8/8/8/8/8") + '")',
    "130,000 ranks": 'position("' + filled("8/", "8") + '")',
    "an impossible FEN": 'fen("8/8/8/8/8/8/8/8 w - - 0 1")',
    "an illegal line": 'line("1. e4 e4")',
    "a line of 130,000 letters": 'line("' + filled("Nf3 Nf6 Ng1 Ng8 ") + '")',
    "a line of 32,000 unknown moves": 'line("' + filled("* !x ") + '")',
    "a balance of 130,000 letters": 'material("' + filled("Q") + '")',
    "a balance of 10^20 pawns": 'material("P99999999999999999999vP")',
    "no hash": "hash(0xg)",
    "a regex left open": 'White =~ "(a"',
    "a regex bomb": 'White =~ "(((((((((a{99}){99}){99}){99}){99}){99}){99}){99}){99})"',
    "a regex 30,000 deep": 'White =~ "' + "(" * 30_000 + "a" + ")" * 30_000 + '"',
    "a regex of 65,000 parts": 'White =~ "' + filled(".?") + '"',
    "a glob left open": 'White ~ "[a"',
    "a glob bomb": 'White ~ "' + filled("{a,b,c}") + '"',
    "a glob 30,000 deep": 'White ~ "' + "{a," * 30_000 + "}" * 30_000 + '"',
    "10,000 brackets": "(" * 10_000 + "White = Tal" + ")" * 10_000,
    "10,000 brackets that stay open": "(" * 10_000,
    "10,000 negated brackets": "not (" * 10_000 + "White = Tal" + ")" * 10_000,
    "10,000 folds": "fold(" * 10_000 + "White" + ")" * 10_000 + " = Tal",
    "10,000 runs": "run(" * 10_000 + "check()" + ", 2)" * 10_000,
    "8,000 sequences": "then(" * 8_000 + "check()" + ", check())" * 8_000,
    "a run of nothing": "run(check(), 0)",
    "a fact of games in a run": "run(White = Tal, 2)",
    "a repertoire that is not there": 'repertoire("/nowhere/x.pgn")',
    "a repertoire that is a folder": 'repertoire("/")',
    "a repertoire without end": 'repertoire("/dev/zero")',
    "a fault at the end of 130,000 bytes": filled("White = Tal or ", "elo ="),
}
GOOD = {
    "130,000 bytes of or": filled("White = Tol or ", "White = Tal"),
    "130,000 bytes of and": filled("White = Tal and ", "White = Tal"),
    "30,000 negations": filled("not not ", "White = Tal"),
    "130,000 bytes of a list": "White in (" + filled("Tol, ", "Tal)"),
    "130,000 bytes of positions": filled("stm(black,to=0) or ", "stm(white)"),
    "130,000 bytes of a value": 'White != "' + filled("x") + '"',
    "130,000 stars in a glob": 'White ~ "' + filled("*") + '"',
}


def main():
    pgnkit = sys.argv[1]
    worst, n_wrong = 0, 0
    for status, cases in ((2, BAD), (0, GOOD)):
        for name, expr in cases.items():
            begin = time.monotonic()
            run = subprocess.run([pgnkit, "filter", "-w", expr], input=GAME, capture_output=True)
            seconds = time.monotonic() - begin
            worst = max(worst, seconds)
            errors = run.stderr.decode("utf-8", "replace")
            is_right = run.returncode == status and seconds < 1
            if status == 2:
                is_right &= errors.startswith("error: ") and len(errors.splitlines()) < 8 and len(errors) < 2000
            else:
                is_right &= run.stdout == GAME
            if not is_right:
                n_wrong += 1
                print(f"WRONG {name}: status {run.returncode}, {seconds:.2f} s, {errors[:300]!r}")
            else:
                first = errors.splitlines()[0][:100] if errors else "passes"
                print(f"{seconds:.3f} s  {name}: {first}")
    print(f"{len(BAD) + len(GOOD)} expressions, {n_wrong} wrong, the slowest {worst:.3f} s")
    sys.exit(n_wrong > 0)


if __name__ == "__main__":
    main()
