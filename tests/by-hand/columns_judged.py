#!/usr/bin/env python3
"""python-chess recomputes each column of the tables of games and of half-moves, and compares it cell by cell.

The numbers in comments are read by regular expressions of this script, one for each form of docs/formats.md. The
fields loser, depth, eval, loss, spent and termination of expressions are compared by the games that they select. Not
recomputed: the opening by the moves (only that it fills what the tags lack) and the text of errors. Games with
errors are compared up to the first one. The row of a null move has no piece, capture and check; the moves after it are
compared as all others.

usage: columns_judged.py PROGRAM [--games N] FILE...   (needs `pip install chess`)
"""

import argparse
import csv
import io
import re
import subprocess
import sys
import tempfile
from fractions import Fraction

import chess
import chess.pgn
import chess.polyglot

csv.field_size_limit(1 << 30)

DECIMAL = r"[+-]?\d+[.,]\d+"


def clock(text):
    """Seconds of h:mm:ss, mm:ss or ss, with a fraction."""
    if not re.fullmatch(r"\d{1,9}(:\d{1,9}){0,2}([.,]\d+)?", text.strip()):
        return None
    seconds = Fraction(0)
    for part in text.strip().replace(",", ".").split(":"):
        seconds = seconds * 60 + Fraction(part)
    return seconds


def score(text, plies):
    """(kind, value) of a score of a program; mates in half-moves or moves."""
    m = re.fullmatch(r"([+-]?)(?:Mat|M|#)(\d{1,5})", text)
    if m:
        n = int(m[2])
        return ("mate", (-1 if m[1] == "-" else 1) * ((n + 1) // 2 if plies else n))
    if re.fullmatch(r"[+-]\d{1,9}", text):
        return ("cp", int(text) * 100)
    m = re.fullmatch(r"([+-]?)(\d{1,9})[.,](\d+)", text)
    if m:
        cents = int(m[2]) * 100 + int((m[3] + "0")[:2]) + (len(m[3]) > 2 and m[3][2] >= "5")
        return ("cp", -cents if m[1] == "-" else cents)
    return None


def numbers(comments, white):
    """clk, emt, eval, depth, nodes by the comments of a move."""
    it = {}
    for comment in comments:
        pos, parts = 0, []
        for m in re.finditer(r"\[%([A-Za-z0-9_]+)(?:\s+([^\]]*))?\]", comment):
            parts.append(("words", comment[pos : m.start()]))
            parts.append((m[1], (m[2] or "").strip()))
            pos = m.end()
        parts.append(("words", comment[pos:]))
        for kind, text in parts:
            (words if kind == "words" else command)(it, kind, text.strip(), white)
    return it


def command(it, name, text, _):
    def put(key, value):
        if value is not None:
            it[key] = value

    if name in ("clk", "emt"):
        put(name, clock(text))
    elif name == "timestamp" and re.fullmatch(r"\d{1,15}", text):
        it.setdefault("emt", Fraction(int(text), 10))
    elif name in ("depth", "nodes") and re.fullmatch(r"\d+", text):
        it[name] = int(text)
    elif name == "eval":
        it["search"] = False
        m = re.fullmatch(r"(#?[+-]?\d{1,9}(?:\.\d+)?)\s*(?:([,/])\s*(\d{1,9}))?", text)
        if not m:
            return
        value, separator, depth = m.groups()
        if value.startswith("#"):
            if "." in value:
                return
            it["eval"] = ("mate", int(value[1:]))
        elif "." in value:
            it["eval"] = score(value, False)
        else:
            it["eval"] = ("cp", int(value) * (1 if separator == "," else 100))
        if depth:
            it["depth"] = int(depth)


def words(it, _, text, white):
    m = re.match(r"([+-]?(?:\d+[.,]\d+|M\d+|\d+))/(\d{1,5})(?:/\d+)?(?:\s+([\d:.,]+?)(ms|s)?)?(?:,(?!\d)(.*)| (?:White|Black) .*)?$", text, re.S)
    if m:
        value = score(m[1], True)
        if value:
            if m[3] and m[1][0] in "+-":
                it["eval"] = value if white else (value[0], -value[1])
            elif value == ("cp", 0):
                it["eval"] = value
            it["search"] = "eval" in it
            it["depth"] = int(m[2])
            if m[3]:
                it["emt"] = Fraction(int(m[3]), 1000) if m[4] == "ms" else clock(m[3])
            listed = dict(item.strip().split("=", 1) for item in (m[5] or "").split(",") if "=" in item)
            if "n" in listed:
                it["nodes"] = int(listed["n"])
            if "tl" in listed:
                it["clk"] = clock(listed["tl"].removesuffix("s"))
            return
    m = re.match(r"(?:[A-Z][^:]*: )?(\d{1,5}):([+-](?:\d+\.\d+|Mat\d+))$", text)
    if m:
        it["depth"], it["eval"], it["search"] = int(m[1]), score(m[2], False), False
        return
    m = re.match(r"\([^)]*→\s*(" + DECIMAL + r")\)", text)
    if m:
        it.setdefault("eval", score(m[1], False))
        return
    if re.match(r"(book|[a-z]+\d*=)", text):
        listed = [item.strip().split("=", 1) for item in text.split(",") if "=" in item]
        for key, value in listed:
            if key == "d" and value.isdigit():
                it["depth"] = int(value)
            elif key == "n" and value.isdigit():
                it["nodes"] = int(value)
            elif key in ("mt", "tl"):
                name = "emt" if key == "mt" else "clk"
                if value.isdigit():
                    it[name] = Fraction(int(value), 1000)
                elif ":" in value and clock(value) is not None:
                    it[name] = clock(value)
            elif key in ("wv", "ev") and score(value, True):
                it["eval"], it["search"] = score(value, True), True


def limited(value):
    kind, n = value
    return max(-1000, min(1000, n)) if kind == "cp" else 1000 * ((n > 0) - (n < 0))


def time_control(text):
    m = re.fullmatch(r"\*?(?:(\d+)/)?(\d*\.?\d+)(?:\+(\d*\.?\d+))?", text.split(":")[0].strip())
    if not m or text in ("?", "-", ""):
        m = re.fullmatch(r"movetime\s*[:=]?\s*(\d*\.?\d+)", text) or re.fullmatch(r"(\d*\.?\d+)/move", text)
        return (Fraction(0), Fraction(m[1]), False) if m else None
    return Fraction(m[2]), Fraction(m[3] or 0), bool(m[1])


def phase(board):
    pieces = sum(len(board.pieces(role, color)) for role in (chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN) for color in chess.COLORS)
    if pieces <= 6:
        return "endgame"
    sparse = any(len([s for s in chess.SquareSet(rank) if board.color_at(s) == color]) < 4 for rank, color in ((chess.BB_RANK_1, True), (chess.BB_RANK_8, False)))
    return "middlegame" if pieces <= 10 or sparse else "opening"


TERMINATIONS = [
    ("insufficient", "insufficient"), ("adjudication", "adjudicat|tablebase|syzygy|tb position"),
    ("illegal-move", "illegal|rules infraction"), ("crash", "stall|disconnect|crash"), ("abandoned", "abandon|left the game"),
    ("time", "^time$|time forfeit|on time|timeout|time out|out of time|flag"), ("resignation", "resign"), ("checkmate", "^mate$|checkmate|mates|mated"),
    ("stalemate", "stalemate"), ("repetition", "repetition|threefold|fivefold|3-fold|5-fold"), ("fifty-moves", "50-move|50 move|fifty|75-move"),
    ("agreement", "agreement|agreed"), ("other", "death|emergency"), ("unterminated", "unterminated|unfinished|in progress"), ("normal", "normal"),
]


def termination(text):
    text = text.lower()
    m = re.search(r" (won|drawn|wins|loses|forfeits) ", text)
    text = text[m.start() :] if m else text
    return next((name for name, marks in TERMINATIONS if re.search(marks, text)), "")


def result(tags):
    """The result of the tag; of a value that is none, "*"."""
    return tags["Result"] if tags.get("Result") in ("1-0", "0-1", "1/2-1/2") else "*"


PREDICATES = (
    " mates| checkmated| is checkmated| wins by checkmate| resigns| resigned| wins by resignation| loses on time| wins on time"
    "| forfeits on time| ran out of time| wins by adjudication| loses by adjudication| makes an illegal move| disconnects"
    "| forfeits by disconnection|'s connection stalls| left the game"
)


def class_of_end(tags, comments):
    """The class of the tags, else of a sentence behind the last move."""
    classes = [termination(tags.get(name) or "") for name in ("Termination", "TerminationDetails")]
    is_vague = classes[0] in ("normal", "abandoned")
    exact = [it for it in ("" if is_vague else classes[0], classes[1], classes[0]) if it]
    if exact:
        return exact[0]
    players = "|".join(re.escape(tags[name].lower()) for name in ("White", "Black") if tags.get(name, "?") != "?")
    subjects = "white|black" + ("|" + players if players else "")
    sentence = re.compile(rf"(?:{subjects})({PREDICATES})|((?:draw by|game drawn by|xboard adjudication:) .*)")
    for comment in reversed(comments):
        words = comment.split("]")[-1].strip().rstrip(".").lower()
        for part in (words, words.split(", ")[-1]):
            m = sentence.fullmatch(part)
            if m and termination(m[1] or m[2]):
                return termination(m[1] or m[2])
    return ""


def on_one_scale(value):
    kind, n = value
    return n if kind == "cp" else (100_000 - n if n > 0 else -100_000 - n)


class Judge:
    def __init__(self):
        self.cells, self.bad, self.shown, self.nulls = 0, 0, 0, 0

    def same(self, where, name, got, expect):
        self.cells += 1
        if isinstance(expect, (Fraction, float)):
            ok = got != "" and abs(float(got) - float(expect)) < 1e-6
        else:
            expect = "" if expect is None else str(expect)
            ok = got == expect
        if not ok:
            self.bad += 1
            self.shown += 1
            if self.shown <= 12:
                print(f"{where} {name}: {got!r}, expected {expect!r}")


class Builder(chess.pgn.GameBuilder):
    """Keeps the comments of a move apart, which python-chess joins with blanks."""

    def visit_comment(self, comment):
        if self.in_variation or (self.variation_stack[-1].parent is None and self.variation_stack[-1].is_end()):
            vars(self.variation_stack[-1]).setdefault("comment_list", []).append(comment)
        super().visit_comment(comment)


def comments_of(node):
    return vars(node).get("comment_list", [])


def judge_game(judge, path, number, game, row, plies):
    where = f"{path} game {number}"
    tags = {**{"Event": "?"}, **dict(game.headers)}
    known = lambda name: None if tags.get(name, "") in ("", "?") else tags[name]
    text = {"event": "Event", "site": "Site", "round": "Round", "white": "White", "black": "Black", "white_title": "WhiteTitle",
            "black_title": "BlackTitle", "variation": "Variation", "time_control": "TimeControl", "termination": "Termination",
            "annotator": "Annotator", "variant": "Variant"}
    for column, tag in text.items():
        judge.same(where, column, row[column], known(tag))
    integer = lambda tag: int(known(tag)) if known(tag) and re.fullmatch(r"\s*[+-]?\d+\s*", known(tag)) else None
    for column, tag in {"white_elo": "WhiteElo", "black_elo": "BlackElo", "white_fide_id": "WhiteFideId", "black_fide_id": "BlackFideId", "board": "Board"}.items():
        judge.same(where, column, row[column], integer(tag))
    date = re.fullmatch(r"(\d{4})[.\-/](\d\d|\?\?)[.\-/](\d\d|\?\?)", tags.get("Date", ""))
    parts = [int(part) if part.isdigit() and int(part) else None for part in date.groups()] if date else [None] * 3
    for column, part in zip(("year", "month", "day"), parts):
        judge.same(where, column, row[column], part)
    judge.same(where, "date", row["date"], "%04d-%02d-%02d" % tuple(parts) if None not in parts else None)
    for column, tag in (("event_date", "EventDate"), ("utc_date", "UTCDate")):
        m = re.fullmatch(r"(\d{4})\.(\d\d)\.(\d\d)", tags.get(tag, ""))
        judge.same(where, column, row[column], "-".join(m.groups()) if m and "00" not in m.groups()[1:] else None)
    utc = re.fullmatch(r"(\d+):(\d+):(\d+)", tags.get("UTCTime", ""))
    judge.same(where, "utc_seconds", row["utc_seconds"], int(utc[1]) * 3600 + int(utc[2]) * 60 + int(utc[3]) if utc else None)
    judge.same(where, "result", row["result"], result(tags))
    control = time_control(tags.get("TimeControl", ""))
    base, increment, periods = control or (None, None, False)
    judge.same(where, "base", row["base"], base)
    judge.same(where, "increment", row["increment"], increment)
    half_up = lambda it: None if it is None else int(it + Fraction(1, 2))
    judge.same(where, "base_seconds", row["base_seconds"], half_up(base))
    judge.same(where, "increment_seconds", row["increment_seconds"], half_up(increment))
    speed = None
    if control:
        total = base + 40 * increment
        limits = [(30, "ultrabullet"), (180, "bullet"), (480, "blitz"), (1500, "rapid")]
        speed = next((name for limit, name in limits if total < limit), "classical")
        m = re.match(r"(\d+)/", tags["TimeControl"])
        if m and int(m[1]) and base / int(m[1]) >= 86400:
            speed = "correspondence"
    judge.same(where, "speed", row["speed"], speed)
    last = game.end()
    ended = class_of_end(tags, comments_of(last))
    # Of a game with errors, python-chess knows no last move.
    if not row["errors"]:
        judge.same(where, "termination_class", row["termination_class"], ended)
    eco = None if tags.get("ECO") in (None, "", "?", "-") else tags["ECO"]
    if eco:
        judge.same(where, "eco", row["eco"], eco)
        judge.same(where, "eco_source", row["eco_source"], "tag")
    else:
        judge.same(where, "eco_source", row["eco_source"], "moves" if row["eco"] else None)
    if known("Opening"):
        judge.same(where, "opening", row["opening"], known("Opening"))
    board = game.board()
    # In Chess960 only where a pawn can capture (docs/formats.md).
    ep = "xfen" if board.chess960 else "fen"
    judge.same(where, "start_fen", row["start_fen"], None if "FEN" not in tags else board.fen(en_passant=ep))

    found = {"depth": [], "eval": [], "loss": [], "spent": [], "termination": [ended] if ended else [], "loser": []}
    if tags.get("Result") in ("1-0", "0-1"):
        loser = known("Black" if tags["Result"] == "1-0" else "White")
        found["loser"] = [loser] if loser else []
    left = [clock(tags[name]) if name in tags and clock(tags[name]) is not None else (None if periods else base) for name in ("WhiteClock", "BlackClock")]
    if re.match(r"\s*(\*|1/|movetime)", tags.get("TimeControl", "")) or tags.get("TimeControl", "").endswith("/move"):
        # Clocks that begin anew, or take the time of the opponent.
        increment = None
    moved, before, losses = [False, False], None, ([], [])
    uci, san = [], []
    nodes = list(game.mainline())
    if row["errors"]:
        nodes = nodes[: int(row["plies"])]
    for at, node in enumerate(nodes):
        ply = plies[at] if at < len(plies) else {}
        spot = f"{where} ply {at + 1}"
        if not ply:
            judge.same(spot, "row", "missing", "row")
            break
        white = board.turn
        number_of_move, is_null = board.fullmove_number, not node.move
        judge.nulls += is_null
        # The squares of a null move are a1.
        capture = None if is_null else int(board.is_capture(node.move))
        piece = None if is_null else chess.piece_symbol(board.piece_type_at(node.move.from_square)).upper()
        san.append(board.san(node.move))
        uci.append(board.uci(node.move))
        board.push(node.move)
        same = lambda name, expect: judge.same(spot, name, ply[name], expect)
        same("ply", at + 1)
        same("number", number_of_move)
        same("color", "white" if white else "black")
        same("san", san[-1])
        same("uci", uci[-1])
        same("fen", board.fen(en_passant=ep))
        same("hash", "%016x" % chess.polyglot.zobrist_hash(board))
        judge.same(spot, "nags", " ".join(sorted(ply["nags"].split(), key=int)), " ".join(map(str, sorted(node.nags))))
        judge.same(spot, "comment", " ".join(ply["comment"].split()), " ".join(" ".join(comments_of(node)).split()))
        it = numbers(comments_of(node), white)
        same("clk", it.get("clk"))
        same("emt", it.get("emt"))
        kind, value = it.get("eval", (None, None))
        same("eval_cp", value if kind == "cp" else None)
        same("eval_mate", value if kind == "mate" else None)
        same("depth", it.get("depth"))
        same("nodes", None if it.get("nodes", 0) >= 2**63 else it.get("nodes"))
        side, spent = (0 if white else 1), it.get("emt")
        if spent is None and "clk" in it and left[side] is not None and increment is not None:
            first = not moved[side] and it["clk"] == left[side]
            rest = left[side] + increment - it["clk"]
            spent = Fraction(0) if first else (rest if rest >= 0 else None)
        left[side], moved[side] = it.get("clk"), True
        same("spent", spent)
        # A search has its score before the move: the next score of the side is the one after it.
        if it.get("search"):
            white_next = numbers(comments_of(nodes[at + 2]), white) if at + 2 < len(nodes) else {}
            first, second = it.get("eval"), white_next.get("eval") if white_next.get("search") else None
        else:
            first, second = before, it.get("eval")
        loss = None
        if first is not None and second is not None:
            gained = limited(second) - limited(first)
            loss = max(0, -gained if white else gained)
            losses[side].append(loss)
        before = None if it.get("search") else it.get("eval")
        evaluation = on_one_scale(it["eval"]) if "eval" in it else None
        values = {"depth": it.get("depth"), "eval": evaluation, "loss": loss, "spent": seconds(spent)}
        for name, value in values.items():
            found[name] += [] if value is None else [value]
        same("loss", loss)
        same("piece", piece)
        same("capture", capture)
        same("check", None if is_null else int(board.is_check()))
        same("phase", phase(board))
        same("result", result(tags))
        same("white_elo", integer("WhiteElo"))
        same("black_elo", integer("BlackElo"))
    judge.same(where, "rows", str(len(plies)), len(nodes))
    judge.same(where, "plies", row["plies"], len(nodes))
    judge.same(where, "moves_san", row["moves_san"], " ".join(san))
    judge.same(where, "moves_uci", row["moves_uci"], " ".join(uci))
    judge.same(where, "final_fen", row["final_fen"], board.fen(en_passant=ep))
    judge.same(where, "hash", row["hash"], "%016x" % chess.polyglot.zobrist_hash(board))
    if not row["errors"]:
        for column, lost in zip(("white_acpl", "black_acpl"), losses):
            judge.same(where, column, row[column], round(sum(lost) / len(lost) + 1e-9, 2) if lost else None)
    return None if row["errors"] else found


def seconds(time):
    """The value of the field `spent`, which has six digits behind the point."""
    return None if time is None else Fraction(int(time * 1_000_000), 1_000_000)


def literal(value):
    """A value as expressions have it."""
    return f"{float(value):.6f}".rstrip("0").rstrip(".") if isinstance(value, Fraction) else str(value)


def judge_fields(judge, program, path, n_games, found):
    """Compares the games that expressions select; `found` has the values of each game by its number."""
    questions = [(name, "=", value) for name in ("termination", "loser") for value in sorted({it for of in found.values() for it in of[name]})[:20]]
    for name in ("depth", "eval", "loss", "spent"):
        values = sorted({it for of in found.values() for it in of[name]})
        for value in {values[at * (len(values) - 1) // 6] for at in range(7)} if values else ():
            questions += [(name, ">=", value), (name, "=", value), (name, "<", value)]
    holds = {">=": lambda a, b: a >= b, "=": lambda a, b: a == b, "<": lambda a, b: a < b}
    for name, sign, value in questions:
        if '"' in str(value) or ":" in str(value):
            continue
        question = f'{name} {sign} "{value}"' if name in ("termination", "loser") else f"{name} {sign} {literal(value)}"
        command = [program, "export", "-qq", "--allow-null", "--format", "csv", "--columns", "game", "--take", str(n_games), "-w", question, path]
        games = subprocess.run(command, capture_output=True, text=True).stdout.split()[1:]
        selected = {number for number in games if number in found}
        expect = {number for number, of in found.items() if any(holds[sign](it, value) for it in of[name])}
        judge.same(path, question, ",".join(sorted(selected, key=int)), ",".join(sorted(expect, key=int)))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("program")
    parser.add_argument("files", nargs="+")
    args = parser.parse_args()
    judge, n_games = Judge(), 0
    for path in args.files:
        with tempfile.TemporaryDirectory() as folder:
            for rows in ("games", "plies"):
                subprocess.run([args.program, "export", "-qq", "--allow-null", "--format", "csv", "--columns", "@all", "--rows", rows, "--take", str(args.games), "-o", f"{folder}/{rows}.csv", path], check=True)
            read = lambda rows: csv.DictReader(open(f"{folder}/{rows}.csv", encoding="utf-8", newline=""))
            plies = {}
            for ply in read("plies"):
                plies.setdefault(ply["game"], []).append(ply)
            data = open(path, "rb").read()
            before, judge.shown, found = (judge.cells, judge.bad), 0, {}
            for row in read("games"):
                text = data[int(row["offset"]) : int(row["offset"]) + int(row["length"])].decode("utf-8", "replace")
                game = chess.pgn.read_game(io.StringIO(text.lstrip("\ufeff")), Visitor=Builder)
                of_game = judge_game(judge, path, row["game"], game, row, plies.get(row["game"], []))
                if of_game is not None:
                    found[row["game"]] = of_game
                n_games += 1
            judge_fields(judge, args.program, path, args.games, found)
            print(f"{path}: {judge.cells - before[0]} cells, {judge.bad - before[1]} differ")
    print(f"{n_games} games, {judge.nulls} null moves, {judge.cells} cells, {judge.bad} differ")
    sys.exit(judge.bad > 0)


main()
