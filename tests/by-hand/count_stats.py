#!/usr/bin/env python3
"""Counts what `pgnkit stats --format json` counts, with other means, and compares.

    count_stats.py PGNKIT FILE.pgn...

Games, results, years, players, events and ratings by a plain reading of lines: a game begins at a tag
pair that follows movetext. Half-moves by python-chess, of files of which it finds the same games without
an error. Prints a line a file, and what differs.
"""

import collections
import io
import json
import logging
import re
import subprocess
import sys

import chess.pgn

logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)

NOTHING = {"", "?", "-"}
TAG = re.compile(r'\s*\[\s*([A-Za-z0-9_]+)\s+"(.*)"\s*\]\s*$')
OTHER_FORMS = {"1/2": "1/2-1/2"}
RESULTS = {"1-0", "0-1", "1/2-1/2", "*"}


def text_of(path):
    data = open(path, "rb").read()
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


class Tags(dict):
    """Tags by their names; a name in another case counts where there is none in its own."""

    def get(self, name, default=None):
        if name in self:
            return self[name]
        return next((value for key, value in self.items() if key.lower() == name.lower()), default)


def is_date(text):
    """Whether a date has a year, and a month and a day that there are, or none."""
    parts = re.match(r"(\d{4})(?:[.\-/](\d{1,2}|\?+))?(?:[.\-/](\d{1,2}|\?+))?$", text.strip())
    known = [int(part) if part and part.isdigit() else None for part in parts.groups()] if parts else [0]
    return known[0] > 0 and all(part is None or 0 < part <= most for part, most in zip(known[1:], (12, 31)))


def games_of(text):
    """The tags of each game, and the last word of its movetext."""
    tags, in_tags, in_comment, last = Tags(), False, False, "*"
    begun = False
    for line in re.split(r"\r\n|\n|\r", text):
        match = None if in_comment else TAG.match(line)
        if match:
            if not in_tags:
                if begun:
                    yield tags, last
                tags, in_tags, begun, last = Tags(), True, True, "*"
            value = match[2].replace('\\"', '"').replace("\\\\", "\\")
            tags.setdefault(match[1], value)
            continue
        if line.strip():
            in_tags, begun = False, True
        # What is left of the line outside comments.
        rest = ""
        while line:
            if in_comment:
                _, close, line = line.partition("}")
                in_comment = not close
            else:
                before, brace, line = line.partition("{")
                rest += before + " "
                in_comment = bool(brace)
        words = rest.split()
        if words and words[-1] in RESULTS:
            last = words[-1]
    if begun:
        yield tags, last


def counted(text):
    found, results, years = (collections.Counter() for _ in range(3))
    players, events = collections.Counter(), collections.Counter()
    for tags, last in games_of(text):
        found["games"] += 1
        result = tags.get("Result", "").strip()
        result = OTHER_FORMS.get(result, result)
        results[result if result in RESULTS - {"*"} else last] += 1
        for date in (tags.get("Date", ""), tags.get("UTCDate", "")):
            if is_date(date):
                years[int(date[:4])] += 1
                break
        for side in ("White", "Black"):
            for name in tags.get(side, "").split(":"):
                if name.strip() not in NOTHING:
                    players[name.strip()] += 1
            rating = tags.get(side + "Elo", "").strip().removesuffix("?")  # of few games
            if rating.isdigit() and 0 < int(rating) < 10000:
                found["ratings"] += 1
                found["elo_sum"] += int(rating)
        event = tags.get("Event", "").strip()
        if event not in NOTHING:
            events[event] += 1
    return found, results, years, players, events


def plies_of(text):
    """Games and half-moves by python-chess; nothing if a game has an error."""
    stream, n_games, n_plies = io.StringIO(text), 0, 0
    while (game := chess.pgn.read_game(stream)) is not None:
        if game.errors:
            return None
        n_games += 1
        n_plies += sum(1 for _ in game.mainline_moves())
    return n_games, n_plies


def main():
    program, n_wrong, n_games, n_with_plies = sys.argv[1], 0, 0, 0
    for path in sys.argv[2:]:
        run = subprocess.run([program, "stats", "--format", "json", "--top", "0", "-q", path],
                             capture_output=True, check=False)
        ours = json.loads(run.stdout)
        text = text_of(path)
        found, results, years, players, events = counted(text)
        n_games += found["games"]
        differences = []

        def same(what, mine, theirs):
            if mine != theirs:
                if isinstance(mine, dict):
                    keys = [key for key in {**mine, **theirs} if mine.get(key) != theirs.get(key)]
                    mine = {key: mine.get(key) for key in keys[:4]}
                    theirs = {key: theirs.get(key) for key in keys[:4]}
                differences.append(f"{what}: {mine} by pgnkit, {theirs} here")

        same("games", ours["games"], found["games"])
        plies = plies_of(text) if ours["errors"] == 0 else None
        if plies is not None and plies[0] == ours["games"]:
            n_with_plies += 1
            same("plies", ours["plies"], plies[1])
        same("results", {row["result"]: row["games"] for row in ours["results"] if row["games"]},
             dict(results))
        same("years", {row["year"]: row["games"] for row in ours.get("years", []) if row["games"]},
             dict(years))
        same("players", {row["name"]: row["games"] for row in ours.get("players", [])},
             dict(players))
        same("events", {row["name"]: row["games"] for row in ours.get("events", [])}, dict(events))
        rated = ours.get("elo", {})
        same("ratings", sum(row["players"] for row in rated.get("ratings", [])), found["ratings"])
        if found["ratings"]:
            mean = (2 * found["elo_sum"] + found["ratings"]) // (2 * found["ratings"])
            same("mean rating", rated.get("mean"), mean)
        n_wrong += bool(differences)
        if differences or len(sys.argv) < 12:
            print(f"{'differs' if differences else 'same   '} {path}: {found['games']} games")
        for difference in differences:
            print("   ", difference[:400])
    print(f"{len(sys.argv) - 2} files, {n_games} games, {n_with_plies} files with half-moves by "
          f"python-chess; {n_wrong} differ")


if __name__ == "__main__":
    main()
