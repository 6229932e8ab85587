#!/usr/bin/env python3
"""Asks python-chess, pgn-extract and pgnkit itself what they read of files before and after `check --fix`.

    fixes_judged.py PGNKIT PATH... [--jobs N] [--keep FOLDER]

Each PATH is a PGN file or a folder of them. For each file the safe fixes of all rules are made on a copy, and
each judge reads both: the number of games, and of each game the tags that say something, the moves of all lines,
the NAGs, the words of its comments, and the result. What differs is printed with the rules whose fixes make the
difference, found by `--fixable`. Exit status 1 if anything differs in a way that is not a gain: a judge that read
fewer games or moves before may read more after.

Needs the Python package `chess`, and pgn-extract on the PATH.
"""
import argparse, collections, concurrent.futures, json, os, re, shutil, subprocess, sys, tempfile

import chess.pgn

PGN_EXTRACT = shutil.which("pgn-extract") or "/usr/games/pgn-extract"
NOTHING = {"", "?", "????.??.??", "-"}


def files_of(paths):
    for path in paths:
        if os.path.isfile(path):
            yield path
        for folder, _, names in sorted(os.walk(path)):
            yield from (os.path.join(folder, n) for n in sorted(names) if n.lower().endswith((".pgn", ".txt")))


def plain_date(value):
    """Returns the parts of a date that are known, whatever its form."""
    found = re.fullmatch(r"(\d{4})\D?(\d{1,2})?\D?(\d{1,2})?[.?]*", value)
    return ".".join(str(int(part)) for part in found.groups() if part) if found else value


def tags_of(pairs):
    """Returns the tags that say something; those that other facets tell of are left out."""
    tags = {}
    for name, value in pairs:
        value = re.sub(r"[\x00-\x20\x7f]+", " ", value).strip()
        if value not in NOTHING and name.lower() not in ("result", "setup", "fen"):
            tags.setdefault(name.lower(), plain_date(value) if "date" in name.lower() else value)
    return tags


class Skipped(chess.pgn.GameBuilder):
    """Reads a game although a move of it is bad."""

    def handle_error(self, error):
        self.game.errors.append(error)


def python_chess(path):
    """Returns the facts of each game as python-chess reads them."""
    games = []
    with open(path, encoding="utf-8-sig", errors="surrogateescape", newline=None) as file:
        while True:
            try:
                game = chess.pgn.read_game(file, Visitor=Skipped)
            except Exception as error:  # A judge that fails has no say on the rest of the file.
                games.append({"fault": type(error).__name__})
                break
            if game is None:
                break
            moves, nags, words, todo = [], [], [], [(game, False)]
            while todo:
                node, is_end = todo.pop()
                if is_end:
                    moves.append(")")
                    continue
                words += (node.starting_comment if node.parent else "").split() + node.comment.split()
                if node.parent:
                    moves.append(node.move.uci())
                    nags.append(sorted(node.nags))
                if node.variations:
                    todo.append((node.variations[0], False))
                for side in reversed(node.variations[1:]):
                    todo += [(side, True), (side, False)]
                if len(node.variations) > 1:
                    moves.append("(" * (len(node.variations) - 1))
            result = game.headers.get("Result", "*")
            games.append({
                "tags": tags_of(game.headers.items()),
                "start": game.headers.get("FEN"),
                "moves": moves, "nags": nags, "words": sorted(words),
                "result": result if result in ("1-0", "0-1", "1/2-1/2") else "*",
                "errors": len(game.errors),
            })
    return games


def pgn_extract(path):
    """Returns the facts of each game as pgn-extract reads them, those with errors included."""
    found = subprocess.run([PGN_EXTRACT, "-s", "-Wuci", "-w", "10000000", "--keepbroken", path],
                           capture_output=True, timeout=300)
    games, text = [], found.stdout.decode("utf-8", "surrogateescape")
    for part in re.split(r"\n\n(?=\[)", text):
        lines = part.strip().split("\n")
        pairs = [m.groups() for line in lines if (m := re.fullmatch(r'\[(\w+) "(.*)"\]', line))]
        body = "\n".join(line for line in lines if not re.fullmatch(r'\[(\w+) "(.*)"\]', line))
        if not part.strip():
            continue
        words = sorted(" ".join(re.findall(r"\{(.*?)\}", body, re.S)).split())
        moves = re.sub(r"\{.*?\}", " ", body, flags=re.S).split()
        nags = [m for m in moves if m.startswith("$")]
        moves = [m for m in moves if not m.startswith("$")]
        result = moves.pop() if moves and moves[-1] in ("1-0", "0-1", "1/2-1/2", "*") else "*"
        games.append({"tags": tags_of(pairs), "moves": moves, "nags": nags, "words": words, "result": result})
    return games


def own(path):
    """Returns the facts of each game as pgnkit writes them as JSON lines."""
    games = []
    found = subprocess.run([PGNKIT, "-q", "--isolated", "export", "--format", "json-lines", path], capture_output=True)
    for line in found.stdout.splitlines():
        game = json.loads(line)
        moves, nags, words = [], [], []

        def walk(line, out):
            for move in line:
                if not isinstance(move, dict):
                    out.append(str(move))
                    continue
                out.append(move.get("uci") or move.get("san"))
                nags.append(sorted(n for n in move.get("nags", []) if n))
                for comment in move.get("comments_before", []) + move.get("comments", []):
                    words.extend(comment.split())
                for side in move.get("variations", []):
                    out.append("(")
                    walk(side, out)
                    out.append(")")

        walk(game["moves"], moves)
        for comment in game.get("comments", []):
            words.extend(comment.split())
        games.append({"tags": tags_of(game["tags"].items()), "start": game["start_fen"], "moves": moves,
                      "nags": nags, "words": sorted(words), "result": game["result"], "errors": len(game["errors"])})
    return games


JUDGES = {"python-chess": python_chess, "pgn-extract": pgn_extract, "pgnkit": own}


def holds(more, less):
    """Returns true if all of one list stands in another, in order."""
    rest = iter(more)
    return all(it in rest for it in less)


def is_gain(old, new):
    """Returns true if a judge reads all of a game after the fixes that it read before, and more."""
    if old.get("errors", 0) > new.get("errors", 0) or old.get("start") != new.get("start"):
        return True
    if "fault" in old or not old["moves"]:
        return True
    return (old["tags"].items() <= new["tags"].items() and holds(new["moves"], old["moves"])
            and holds(new["words"], old["words"]) and old["result"] in ("*", new["result"])
            and (old["nags"] == new["nags"] or len(new["moves"]) > len(old["moves"])))


def difference(before, after):
    """Returns the facets in which two readings differ, each with the first example."""
    if len(before) < len(after) and holds(list(map(str, after)), list(map(str, before))):
        return {"gain": f"games {len(before)} -> {len(after)}"}
    if len(before) != len(after):
        return {"games": f"{len(before)} -> {len(after)}"}
    facets = {}
    for number, (old, new) in enumerate(zip(before, after), 1):
        if old != new and is_gain(old, new):
            facets.setdefault("gain", f"game {number}: " + ", ".join(n for n in new if old.get(n) != new[n]))
            continue
        for name in old.keys() | new.keys():
            a, b = old.get(name), new.get(name)
            if a != b and name not in facets:
                if isinstance(a, dict) and isinstance(b, dict):
                    a, b = (dict(x.items() - y.items()) for x, y in ((a, b), (b, a)))
                elif isinstance(a, list) and isinstance(b, list):
                    x, y = (collections.Counter(map(str, it)) for it in (a, b))
                    if x == y:
                        a, b = "another order", ""
                    else:
                        a, b = list((x - y).elements())[:6], list((y - x).elements())[:6]
                facets[name] = f"game {number}: {a} -> {b}"
    return facets


def fix(path, work, rules=None):
    """Returns a copy of a file with its safe fixes made."""
    copy = os.path.join(work, "fixed.pgn")
    shutil.copyfile(path, copy)
    only = [word for rule in rules or () for word in ("--fixable", rule)]
    subprocess.run([PGNKIT, "-q", "--isolated", "check", "--fix-only", "--severity", "style", *only, copy],
                   capture_output=True, timeout=300)
    return copy


def fixable(path):
    """Returns the rules with a safe fix in a file."""
    found = subprocess.run([PGNKIT, "-q", "--isolated", "check", "--severity", "style", "--output-format", "json", path],
                           capture_output=True)
    found = json.loads(found.stdout)
    found = found if isinstance(found, list) else found["findings"]
    return sorted({it["rule"] for it in found if it.get("fix") and it["fix"]["applicability"] == "safe"})


def judge(path):
    """Returns lines about one file."""
    lines = []
    with tempfile.TemporaryDirectory() as work:
        source = os.path.join(work, "source.pgn")
        shutil.copyfile(path, source)
        copy = fix(source, work)
        if open(source, "rb").read() == open(copy, "rb").read():
            return path, lines, False
        rules = None
        for name, read in JUDGES.items():
            try:
                before, after = read(source), read(copy)
            except (subprocess.TimeoutExpired, RecursionError) as error:
                lines.append(f"{name}: {type(error).__name__}")
                continue
            facets = difference(before, after)
            if not facets:
                continue
            rules = fixable(source) if rules is None else rules
            if ARGS.no_bisect:
                for facet, text in facets.items():
                    lines.append(f"{name} {facet} [{', '.join(rules)}] {text}"[:400])
                continue
            guilty = collections.defaultdict(list)
            for rule in rules:
                single = os.path.join(work, "single")
                os.makedirs(single, exist_ok=True)
                for facet in difference(before, read(fix(source, single, [rule]))):
                    guilty[facet].append(rule)
            for facet, text in facets.items():
                lines.append(f"{name} {facet} [{', '.join(guilty[facet]) or 'together'}] {text}"[:400])
    if lines and ARGS.keep:
        os.makedirs(ARGS.keep, exist_ok=True)
        shutil.copyfile(path, os.path.join(ARGS.keep, re.sub(r"[^\w.-]", "_", path)[-150:]))
    return path, lines, True


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pgnkit")
    parser.add_argument("paths", nargs="+")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--no-bisect", action="store_true", help="do not look for the rules")
    parser.add_argument("--keep", help="a folder for copies of the files that differ")
    ARGS = parser.parse_args()
    PGNKIT = os.path.abspath(ARGS.pgnkit)
    n_files = n_changed = n_different = 0
    with concurrent.futures.ProcessPoolExecutor(ARGS.jobs) as pool:
        for path, lines, is_changed in pool.map(judge, files_of(ARGS.paths), chunksize=4):
            n_files += 1
            n_changed += is_changed
            n_different += any(" gain [" not in line for line in lines)
            for line in lines:
                print(f"{path}: {line}", flush=True)
    print(f"{n_files} files, {n_changed} with fixes, {n_different} read otherwise afterwards")
    sys.exit(n_different > 0)
