#!/usr/bin/env python3
"""Random pairs of edits, joined by the real git with the merge driver: git_merge.py PROGRAM [PAIRS]

Two people edit a file of games in a repository that is made for the purpose; each edit changes another place: a tag, a
comment, a NAG, a variation, a game that is added or removed. The changes come together by merge, rebase, cherry-pick
and stash in turn. The result must be the file with both edits, in export format: none lost, none twice.
"""

import copy
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

MOVES = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O".split()
OTHERS = [["a3", "h3", "h4"], ["h6", "h5", "g6"]]
WAYS = ["merge", "rebase", "cherry-pick", "stash"]


def number(ply):
    return f"{ply // 2 + 1}{'...' if ply % 2 else '.'}"


def text(games):
    out = []
    for game in games:
        out += [f'[{name} "{value}"]\n' for name, value in game["tags"].items()]
        out.append("\n")
        for ply, move in enumerate(MOVES):
            out.append(f"{number(ply)} {move}")
            if ply in game["nags"]:
                out.append(f" ${game['nags'][ply]}")
            if ply in game["comments"]:
                out.append(f" {{{game['comments'][ply]}}}")
            for (at, first), comment in game["variations"].items():
                if at == ply:
                    out.append(f" ({number(ply)} {first} {{{comment}}})")
            out.append("\n")
        out.append("*\n\n")
    return "".join(out)


def game(rng, name):
    words = lambda: " ".join(rng.choice(["good", "bad", "plan", "king", "wing"]) for _ in range(rng.randrange(1, 25)))
    plies = range(len(MOVES))
    return {
        "tags": {"Event": f"Event {name}", "Site": "here", "White": f"White {name}", "Black": f"Black {name}"},
        "comments": {ply: words() for ply in plies if rng.random() < 0.3},
        "nags": {ply: rng.randrange(1, 7) for ply in plies if rng.random() < 0.2},
        "variations": {(ply, rng.choice(OTHERS[ply % 2])): words() for ply in plies if rng.random() < 0.15},
    }


def place(rng, n_games):
    at, ply = rng.randrange(n_games), rng.randrange(len(MOVES))
    return rng.choice([
        ("tags", at, rng.choice(["Event", "Site", "Annotator"])), ("comments", at, ply), ("nags", at, ply),
        ("variations", at, (ply, rng.choice(OTHERS[ply % 2]))), ("comments", at, ply), ("added", None, None),
        ("removed", at, None),
    ])


def are_apart(first, second):
    if "removed" in (first[0], second[0]):
        return first[1] != second[1]
    return first != second


def edit(games, what, word):
    kind, at, key = what
    if kind == "added":
        games.append(dict(game(random.Random(word), word)))
    elif kind == "removed":
        games[at] = None
    elif kind != "nags" and key in games[at][kind] and kind != "tags" and len(word) % 2:
        del games[at][kind][key]
    else:
        games[at][kind][key] = 14 if kind == "nags" else word


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: git_merge.py PROGRAM [PAIRS]")
    program = os.path.realpath(sys.argv[1])
    n_pairs = int(sys.argv[2]) if len(sys.argv) == 3 else 200
    environment = {**os.environ, "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1", "GIT_EDITOR": "true"}
    counts = dict.fromkeys(WAYS, 0)
    n_same = n_refused = 0
    started = time.monotonic()

    def export(data):
        return subprocess.run([program, "-q", "export", "--layout", "moves"], input=data.encode(), check=True,
                              capture_output=True).stdout

    # What git does without the driver, for comparison.
    def joins_as_lines(folder, texts):
        paths = [folder / f"side{at}" for at in range(3)]
        for path, data in zip(paths, texts):
            path.write_bytes(data)
        ours, base, theirs = paths
        return subprocess.run(["git", "merge-file", "-p", ours, base, theirs], capture_output=True).returncode == 0

    for pair in range(n_pairs):
        rng = random.Random(pair)
        base = [game(rng, at) for at in range(rng.randrange(2, 5))]
        first = second = None
        while first is None or not are_apart(first, second):
            first, second = place(rng, len(base)), place(rng, len(base))
            if first[0] == second[0] == "added":
                second = None
                first = None
        n_same += first[1] is not None and first[1] == second[1]
        texts = {}
        for name, edits in {"base": [], "ours": [0], "theirs": [1], "both": [0, 1]}.items():
            games = copy.deepcopy(base)
            for at in edits:
                edit(games, (first, second)[at], f"{['new', 'other'][at]} words {pair}")
            texts[name] = export(text([it for it in games if it is not None]))
        way = WAYS[pair % len(WAYS)]
        with tempfile.TemporaryDirectory() as folder:
            folder = Path(folder)

            def git(*arguments):
                done = subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@example.org", *arguments],
                                      cwd=folder, env=environment, capture_output=True)
                if done.returncode:
                    sys.exit(f"pair {pair}: {first}, {second}: git {' '.join(arguments)}: "
                             f"{done.stdout.decode()}{done.stderr.decode()}")

            def save(name, message=None):
                (folder / "games.pgn").write_bytes(texts[name])
                if message:
                    git("commit", "-qam", message)

            git("init", "-q", "-b", "main")
            git("config", "merge.pgn.driver", f"'{program}' git-merge -q %O %A %B %L %P")
            (folder / ".gitattributes").write_text("*.pgn merge=pgn\n")
            save("base")
            git("add", ".")
            git("commit", "-qm", "base")
            git("branch", "other")
            if way == "stash":
                save("ours")
                git("stash", "-q")
                save("theirs", "theirs")
                git("stash", "pop", "-q")
            else:
                save("ours", "ours")
                git("checkout", "-q", "other")
                save("theirs", "theirs")
                if way == "rebase":
                    git("rebase", "-q", "main")
                else:
                    git("checkout", "-q", "main")
                    git(*{"merge": ["merge", "-q", "--no-edit"], "cherry-pick": ["cherry-pick"]}[way], "other")
            found = (folder / "games.pgn").read_bytes()
            if sorted(found.split(b"\n[Event ")) != sorted(texts["both"].split(b"\n[Event ")) and found != texts["both"]:
                sys.exit(f"pair {pair}, {way}: {first}, {second}:\n{found.decode()}\nexpected:\n{texts['both'].decode()}")
            n_refused += not joins_as_lines(folder, [texts["ours"], texts["base"], texts["theirs"]])
        counts[way] += 1
    ways = ", ".join(f"{n} by {way}" for way, n in counts.items())
    print(f"{n_pairs} pairs of edits joined in {time.monotonic() - started:.0f} s: {ways}; {n_same} in one game; "
          f"none lost, none twice; line by line, {n_refused} of them conflict")


main()
