"""What python-chess, pgn-extract and pgnkit read of PGN files, and which differences between two readings are explained.

Used by fixes_judged.py and export_judged.py. Each judge returns a [`Reading`]: its games, each a dict of facets
(tags, start, main, lines, nags, words, result, faults), and how many messages it had. `differences` aligns two readings
game by game; `explain` names the class of a difference, or returns None.
"""
import argparse, collections, concurrent.futures, difflib, json, os, re, shutil, subprocess, sys, tempfile

import chess.pgn

PGN_EXTRACT = shutil.which("pgn-extract") or "/usr/games/pgn-extract"
NOTHING = {"", "?", "????.??.??", "-"}
RESULTS = ("1-0", "0-1", "1/2-1/2")

Reading = collections.namedtuple("Reading", "games messages spans", defaults=[()])


def plain_date(value):
    """Returns the parts of a date that are known, whatever its form."""
    day_first = re.fullmatch(r"(\d{1,2})\D(\d{1,2})\D(\d{4})", value)
    if day_first:
        # Only what can be read in one way is written otherwise.
        day, month, year = day_first.groups()
        if int(day) > 12 >= int(month) or day == month:
            value = f"{year}.{month}.{day}"
        elif int(month) > 12 >= int(day):
            value = f"{year}.{day}.{month}"
    found = re.fullmatch(r"(\d{4})\D?(\d{1,2})?\D?(\d{1,2})?[.?]*", value)
    return ".".join(str(int(part)) for part in found.groups() if part) if found else value


def tags_of(pairs):
    """Returns the tags that say something, with lower-case names; those that other facets tell of are left out."""
    tags = {}
    for name, value in pairs:
        value = re.sub(r"[\x00-\x20\x7f\xa0]+", " ", value).strip()
        if value not in NOTHING and name.lower() not in ("result", "setup", "fen"):
            tags.setdefault(name.lower(), plain_date(value) if "date" in name.lower() else value)
    return tags


def decoded(text):
    """Returns a text that was read as UTF-8 as it is, or by Windows-1252 if it is not UTF-8."""
    raw = text.encode("utf-8", "surrogateescape")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        # The five bytes without a character in Windows-1252 are C1 controls, as browsers have it.
        return "".join(bytes([byte]).decode("cp1252") if byte not in b"\x81\x8d\x8f\x90\x9d" else chr(byte) for byte in raw)


def unescaped(value):
    """Returns a tag value without its backslashes, which python-chess and pgn-extract leave as they stand."""
    return re.sub(r'\\([\\"])', r"\1", value)


def game_of(tags, start, main, lines, nags, words, result, faults=0):
    tags = {decoded(name): decoded(value) for name, value in tags.items()}
    words = sorted(word for text in words for word in decoded(text).split())
    return {"tags": tags, "start": start, "main": main, "lines": lines, "nags": nags, "words": words,
            "result": result if result in RESULTS else "*", "faults": faults}


class Skipped(chess.pgn.GameBuilder):
    """Reads a game although a move of it is bad."""

    def handle_error(self, error):
        self.game.errors.append(error)


def python_chess(path):
    """Returns what python-chess reads."""
    games, n_errors = [], 0
    with open(path, encoding="utf-8-sig", errors="surrogateescape", newline=None) as file:
        while True:
            try:
                game = chess.pgn.read_game(file, Visitor=Skipped)
            except Exception as error:  # A judge that fails has no say on the rest of the file.
                games.append(game_of({}, None, [], [], [], [], "*", 1))
                n_errors += 1
                break
            if game is None:
                break
            main, lines, nags, words, todo = [], [], [], [], [(game, 0, [])]
            while todo:
                node, depth, line = todo.pop()
                words += [node.starting_comment if node.parent else "", node.comment]
                if node.parent:
                    line.append(node.move.uci())
                    nags += sorted(node.nags)
                for side in node.variations[1:]:
                    lines.append([])
                    todo.append((side, depth + 1, lines[-1]))
                if node.variations:
                    todo.append((node.variations[0], depth, main if node.parent is None else line))
            nags = sorted(str(nag) for nag in nags if nag)
            lines = sorted(" ".join(line) for line in lines)
            tags = tags_of((name, unescaped(value)) for name, value in game.headers.items())
            games.append(game_of(tags, game.headers.get("FEN"), main, lines, nags, words,
                                 game.headers.get("Result", "*"), len(game.errors)))
            n_errors += len(game.errors)
    return Reading(games, n_errors)


def pgn_extract(path):
    """Returns what pgn-extract reads, games with errors included."""
    found = subprocess.run([PGN_EXTRACT, "-s", "-Wlalg", "-w", "10000000", "--keepbroken", path],
                           capture_output=True, timeout=300)
    games, text = [], found.stdout.decode("utf-8", "surrogateescape")
    for part in re.split(r"\n\n(?=\[)", text):
        if not part.strip():
            continue
        pairs = re.findall(r'^\[(\w+) "(.*)"\]$', part, re.M)
        body = re.sub(r'^\[(\w+) "(.*)"\]$', "", part, flags=re.M)
        main, lines, nags, words, stack, is_black, result = [], [], [], [], [], False, "*"
        line = main
        for comment, token in re.findall(r"\{(.*?)\}|([()]|[^\s(){}]+)", body, re.S):
            if not token:
                words.append(comment)
            elif token == "(":
                stack.append((line, is_black))
                line = []
                lines.append(line)
                is_black = not is_black
            elif token == ")":
                line, is_black = stack.pop() if stack else (main, is_black)
            elif token.startswith("$"):
                nags.append(token[1:])
            elif token in RESULTS or token == "*":
                result = token
            elif re.fullmatch(r"\d+\.+", token):
                is_black = token.endswith("...")
            else:
                line.append(uci_of(token, is_black))
                is_black = not is_black
        start = dict(pairs).get("FEN")
        nags = sorted(nag for nag in nags if nag != "0")
        lines = sorted(" ".join(line) for line in lines)
        tags = tags_of((name, unescaped(value)) for name, value in pairs)
        games.append(game_of(tags, start, main, lines, nags, words, result))
    messages = found.stderr.decode("utf-8", "replace").splitlines()
    return Reading(games, sum("Line number" in line or "Missing" in line or "error" in line for line in messages))


def uci_of(token, is_black):
    """Returns a move of pgn-extract in UCI."""
    rank = "8" if is_black else "1"
    token = token.rstrip("+#")
    if token == "--":
        return "0000"
    if token in ("O-O", "O-O-O"):
        return f"e{rank}{'g' if token == 'O-O' else 'c'}{rank}"
    return re.sub(r"^[KQRBNP]?([a-h][1-8])[-x]?([a-h][1-8])=?([QRBNqrbn]?)$", lambda m: "".join(m.groups()).lower(), token)


def own(path):
    """Returns what pgnkit reads, by its JSON lines."""
    games, spans, n_errors = [], [], 0
    found = subprocess.run([own.program, "-q", "--isolated", "export", "--format", "json-lines", path], capture_output=True)
    for text in found.stdout.splitlines():
        game = json.loads(text)
        main, lines, nags, words = [], [], [], []
        todo = [(game["moves"], main)]
        while todo:
            moves, line = todo.pop()
            for move in moves:
                if not isinstance(move, dict):
                    line.append(str(move))
                    continue
                line.append(move.get("uci") or move.get("san"))
                nags += [str(nag) for nag in move.get("nags", []) if nag]
                words += move.get("comments_before", []) + move.get("comments", [])
                for side in move.get("variations", []):
                    lines.append([])
                    todo.append((side, lines[-1]))
        words += game.get("comments", [])
        lines = sorted(" ".join(line) for line in lines)
        games.append(game_of(tags_of(game["tags"].items()), game["start_fen"], main, lines, sorted(nags), words,
                             game["result"], len(game["errors"])))
        spans.append((game["offset"], game["offset"] + game["length"]))
        n_errors += len(game["errors"])
    return Reading(games, n_errors, spans)


JUDGES = {"python-chess": python_chess, "pgn-extract": pgn_extract, "pgnkit": own}


def holds(more, less):
    """Returns true if all of one list stands in another, in order."""
    rest = iter(more)
    return all(it in rest for it in less)


def within(less, more):
    """Returns true if a list holds each item of another as often."""
    return not collections.Counter(less) - collections.Counter(more)


Difference = collections.namedtuple("Difference", "game olds news messages")


def differences(read, paths, ours, work):
    """Yields where a judge reads two files otherwise. `paths`: of both; `ours`: pgnkit's readings of both; `work`: a folder.

    Where both have as many games for the judge as for pgnkit, these are compared one by one. Otherwise each of pgnkit's games
    that differs is given to the judge alone. Its number is None where that does not account for what the judge reads
    of the whole files.
    """
    whole = [read(path) for path in paths]
    if len(whole[0].games) == len(whole[1].games) and len(whole[1].games) in (1, len(ours[1].games)):
        for number, (old, new) in enumerate(zip(whole[0].games, whole[1].games)):
            if old != new:
                yield Difference(number, [old], [new], (whole[0].messages, whole[1].messages))
        return
    if len(ours[0].games) == len(ours[1].games):
        found, texts = [], [open(path, "rb").read() for path in paths]
        for number in range(len(ours[0].games)):
            parts = [text[slice(*it.spans[number])] for text, it in zip(texts, ours)]
            if parts[0] == parts[1]:
                continue
            alone = []
            for part in parts:
                name = os.path.join(work, "alone.pgn")
                with open(name, "wb") as file:
                    file.write(part)
                alone.append(read(name))
            if alone[0].games != alone[1].games:
                found.append(Difference(number, alone[0].games, alone[1].games, (alone[0].messages, alone[1].messages)))
        counts = [collections.Counter(json.dumps(it, sort_keys=True) for it in games) for games in (
            whole[0].games, whole[1].games, [it for f in found for it in f.olds], [it for f in found for it in f.news])]
        if counts[0] - counts[1] == counts[2] - counts[3] and counts[1] - counts[0] == counts[3] - counts[2]:
            yield from found
            return
    keys = [[json.dumps(game, sort_keys=True) for game in it.games] for it in whole]
    for what, a, b, c, d in difflib.SequenceMatcher(None, *keys, autojunk=False).get_opcodes():
        if what != "equal":
            yield Difference(None, whole[0].games[a:b], whole[1].games[c:d], (whole[0].messages, whole[1].messages))


def facets(old, new):
    """Returns the names of the facets in which two games differ."""
    return [name for name in new if old[name] != new[name]]


def show(old, new):
    """Returns what differs between two games, shortened."""
    out = []
    for name in facets(old, new):
        a, b = old[name], new[name]
        if isinstance(a, dict):
            a, b = dict(a.items() - b.items()), dict(b.items() - a.items())
        elif isinstance(a, list):
            x, y = collections.Counter(a), collections.Counter(b)
            a, b = list((x - y).elements())[:4], list((y - x).elements())[:4]
            if not a and not b:
                a = "another order"
        out.append(f"{name} {a} -> {b}")
    return "; ".join(out)[:300]


def tells_all(game, ours):
    """Returns true if a judge reads all that pgnkit reads of a game, and no more: the same moves of all lines, the words of the
    comments, tags and result."""
    return (game["main"] == ours["main"] and game["tags"] == ours["tags"] and game["result"] == ours["result"]
            and game["lines"] == ours["lines"] and game["words"] == ours["words"] and game["nags"] == ours["nags"])


def gains(old, new):
    """Returns true if a judge reads all of a game that it read before, and more."""
    return (old["tags"].items() <= new["tags"].items() and holds(new["main"], old["main"])
            and within(old["lines"], new["lines"]) and within(old["nags"], new["nags"])
            and within(old["words"], new["words"]) and old["result"] in ("*", new["result"])
            and old["start"] in (None, new["start"]))


def plain(game):
    """Returns a game with a blank for each control character."""
    words = sorted(w for word in game["words"] for w in re.sub(r"[\x00-\x1f\x7f-\x9f]", " ", word).split())
    tags = {name: re.sub(r"[\x00-\x1f\x7f-\x9f]+", " ", value).strip() for name, value in game["tags"].items()}
    return game | {"words": words, "tags": tags}


def is_phantom(game):
    """Returns true if a judge has read nothing of a game but null moves: `--` in text that is no PGN."""
    return not game["tags"] and not game["lines"] and set(game["main"]) <= {"0000"}


def without_null_moves(game):
    """Returns a game without null moves: python-chess reads one in the sign `+--`."""
    lines = sorted(" ".join(move for move in line.split() if move != "0000") for line in game["lines"])
    return game | {"main": [move for move in game["main"] if move != "0000"], "lines": lines}


def n_moves(games):
    """Returns the number of moves of all lines."""
    return sum(len(it["main"]) + sum(len(line.split()) for line in it["lines"]) for it in games)


def explain_own(difference):
    """Returns the class of a difference between pgnkit's own readings: none is explained of a fix, few are of `export`."""
    if len(difference.olds) != 1 or len(difference.news) != 1:
        return None
    [old], [new] = difference.olds, difference.news
    if plain(old) == plain(new):
        return "control characters"
    text = " ".join(new["words"])
    if (old["faults"] and not new["faults"] and old["tags"] == new["tags"] and old["main"][:len(new["main"])] == new["main"]
            and all(word in text for word in old["words"])):
        return "carried as a comment"
    return None


def explain(judge, difference, ours, rules):
    """Returns the class of a difference; None if there is no explanation. `ours`: pgnkit's readings of both files; `rules`: those
    with a finding in the game, or in the file where the game is not known. docs/judged.md describes the classes."""
    game, olds, news, messages = difference
    if judge == "pgnkit":
        return explain_own(difference)
    before, after = ([*it.games] if game is None else it.games[game:game + 1] for it in ours)
    if all(any(tells_all(new, it) for it in before) for new in news):
        return "as pgnkit"
    if len(olds) == len(news) and all(map(gains, olds, news)):
        return "more"
    if list(map(plain, olds)) == list(map(plain, news)):
        return "control characters"
    if (judge == "python-chess" and "inline-glyph" in rules and len(olds) == len(news)
            and all(map(gains, map(without_null_moves, olds), map(without_null_moves, news)))):
        return "null move in a sign"
    if game is not None and before != after and explain_own(Difference(game, before, after, (0, 0))) and all(
            any(tells_all(new, it) for it in after) for new in news):
        return "as pgnkit, carried as a comment"
    if judge == "pgn-extract" and messages[0] > 0 and messages[1] <= messages[0] and n_moves(news) >= n_moves(olds):
        return "objected"
    if "not-pgn" in rules:
        return "no PGN"
    if "junk-between-games" in rules and all(new in olds for new in news):
        return "text between games"
    if [it for it in olds if not is_phantom(it)] == [it for it in news if not is_phantom(it)]:
        return "text between games"
    words_stay = within([w for it in olds for w in it["words"]], [w for it in news for w in it["words"]])
    first = next((it["main"] for it in olds if it["main"]), [])
    is_cut = rules & {"blank-line-in-movetext", "blank-lines"}
    if (judge == "python-chess" and is_cut and len(news) < len(olds) and words_stay
            and any(it["main"][:len(first)] == first for it in news)):
        return "cut at an empty line"
    if judge == "python-chess" and "split-move" in rules and len(olds) == len(news):
        return "letter apart"
    return None


def files_of(paths):
    for path in paths:
        if os.path.isfile(path):
            yield path
        for folder, _, names in sorted(os.walk(path)):
            yield from (os.path.join(folder, n) for n in sorted(names) if n.lower().endswith((".pgn", ".txt")))


def judge(path, make, rules_of):
    """Returns the differences of a file and what `make` makes of it: pairs of class and text; None if nothing changed."""
    found = []
    with tempfile.TemporaryDirectory() as work:
        source = os.path.join(work, "source.pgn")
        shutil.copyfile(path, source)
        copy = make(source, work)
        if open(source, "rb").read() == open(copy, "rb").read():
            return path, None
        rules = None
        ours = [own(source), own(copy)]
        for name, read in JUDGES.items():
            try:
                differing = list(differences(read, (source, copy), ours, work))
            except subprocess.TimeoutExpired:
                found.append((None, f"{name}: takes too long"))
                continue
            for it in differing:
                rules = rules_of(source) if rules is None else rules
                here = rules.get(it.game + 1, set()) if it.game is not None else set().union(*rules.values())
                here = here | rules.get(None, set())
                why = explain(name, it, ours, here)
                alone = len(it.olds) == len(it.news) == 1
                text = show(it.olds[0], it.news[0]) if alone else f"games {len(it.olds)} -> {len(it.news)}"
                number = "together" if it.game is None else f"game {it.game + 1}"
                found.append((why, f"{name}: {number}, {it.messages[0]} -> {it.messages[1]} messages: {text} [{', '.join(sorted(here))}]"))
    return path, found


def main(doc, make, rules_of):
    """Judges all files that the command line names."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pgnkit")
    parser.add_argument("paths", nargs="+")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--all", action="store_true", help="print explained differences, too")
    args = parser.parse_args()
    own.program = os.path.abspath(args.pgnkit)
    n_files = n_changed = n_different = 0
    classes, examples = collections.Counter(), {}
    with concurrent.futures.ProcessPoolExecutor(args.jobs) as pool:
        paths = list(files_of(args.paths))
        for path, found in pool.map(judge, paths, [make] * len(paths), [rules_of] * len(paths), chunksize=4):
            n_files += 1
            n_changed += found is not None
            n_different += any(why is None for why, _ in found or ())
            for why, text in found or ():
                classes[why, text.split(":")[0]] += 1
                examples.setdefault((why, text.split(":")[0]), path)
                if why is None or args.all:
                    print(f"{path}: {why}: {text}", flush=True)
    print(f"{n_files} files, {n_changed} changed, {n_different} with differences that are not explained")
    for (why, name), n in sorted(classes.items(), key=str):
        print(f"{n:6} {name}: {why or 'NOT EXPLAINED'}, first in {examples[why, name]}")
    sys.exit(n_different > 0)
