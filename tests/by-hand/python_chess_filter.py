#!/usr/bin/env python3
"""Asks the questions of docs/expressions.md of real games, once of `pgnkit filter` and once of python-chess,
and compares which games answer yes. For each question the games that pass and those that do not, by --rest
and by --not, must be the games again, byte for byte.

usage: python_chess_filter.py PGNKIT FILE.pgn... [--games N] [--seed S] [--only WORD] [--jobs N] [--together] [--keep FOLDER]

--games 0 asks of all games; --together asks of the games of all files as if they were one. python-chess plays
each game once for all questions: about 300 games a second of each process. Needs the Python package chess.
A game begins with its first tag pair, each on a line, and the `;` comments and escape lines in front of it.
"""

import argparse
import csv
import functools
import io
import itertools
import logging
import multiprocessing
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import chess
import chess.pgn
import chess.polyglot

logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)

W, B = chess.WHITE, chess.BLACK
P, N, BISHOP, R, Q, K = range(1, 7)
QUIET = ("", "?", "-", "????.??.??")
CENTER = "*/*/*/*/???PP???/*/*/*"
KING_SIDE = "?????rk?/?????ppp/*/*/*/*/?????PPP/*"
MIXED = "*/[^p]*/*[Nn]*/!*/*/m*A*/*P?/*K*"
NAJDORF = "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6"
BENONI = "rnbqkb1r/pp1p1ppp/4pn2/2pP4/2P5/8/PP2PPPP/RNBQKBNR"
LINES = """[Event "x"]

1. e4 c5 (1... e5 2. Nf3 Nc6 3. Bb5 (3. Bc4 Bc5)) (1... c6 2. d4 d5 3. e5) 2. Nf3 d6 (2... Nc6 3. Bb5)
(2... e6 3. d4 cxd4 4. Nxd4) 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 (5... g6 6. Be3) 6. Be3 *
"""


def once(function):
    """Keeps what a function says of a board, or of a game, with it."""
    name = f"_{function.__name__}"

    @functools.wraps(function)
    def answer(thing):
        if name not in thing.__dict__:
            setattr(thing, name, function(thing))
        return thing.__dict__[name]

    return answer


class Game:
    """A game as python-chess reads it: tags, the positions of its main line, counts."""

    def __init__(self, game, text):
        self.tags = {name: value.strip() for name, value in game.headers.items()}
        # python-chess puts the marker where the tag says nothing.
        tag = re.search(r'(?m)^\[Result "(.*)"\]', text)
        self.result_tag = tag and tag[1].strip()
        self.is_standard = type(game.board()) is chess.Board and not game.board().chess960
        self.errors = len(game.errors)
        self.boards, self.moves = [game.board()], []
        for node in game.mainline():
            board = self.boards[-1].copy(stack=False)
            board.push(node.move)
            self.boards.append(board)
            self.moves.append(node.move)
        self.n_comments = self.n_nags = self.n_variations = 0
        self.texts = []
        todo = [game]
        while todo:
            node = todo.pop()
            for text in filter(None, [node.comment, getattr(node, "starting_comment", "")]):
                self.texts.append(text)
            self.n_nags += len(node.nags)
            self.n_variations += max(0, len(node.variations) - 1)
            todo.extend(node.variations)

    def tag(self, name):
        value = self.tags.get(name, "")
        return None if value in QUIET else value

    def number(self, name):
        value = (self.tag(name) or "").removesuffix("?")
        return int(value) if re.fullmatch(r"[+-]?\d+", value) else None

    def elos(self):
        both = [self.number("WhiteElo"), self.number("BlackElo")]
        return [elo if elo and elo > 0 else None for elo in both]

    def players(self):
        return [name for name in (self.tag("White"), self.tag("Black")) if name]

    def result(self):
        return self.tags["Result"]

    def date(self):
        """The parts of the date that are known."""
        for name in ("Date", "UTCDate"):
            parts = re.split(r"[.\-/]", self.tag(name) or "")
            known = []
            for part in parts:
                if not part.isdigit():
                    break
                known.append(int(part))
            if known and all(1 <= part <= most for part, most in zip(known, (9999, 12, 31))):
                return known
        return None

    def clock(self):
        found = re.fullmatch(r"(?:\d+/)?(\d+)(?:\+(\d+))?", self.tag("TimeControl") or "")
        return tuple(int(part or 0) for part in found.groups()) if found else None

    def speed(self):
        if (control := self.clock()) is None:
            return None
        seconds = control[0] + 40 * control[1]
        names = [(30, "ultrabullet"), (180, "bullet"), (480, "blitz"), (1500, "rapid")]
        return next((name for end, name in names if seconds < end), "classical")

    def steps(self):
        """Each move with the position before it."""
        return zip(self.boards, self.moves)


def some(is_one):
    return lambda game: any(map(is_one, game.boards))


def some_key(wanted):
    return some(lambda board: key(board) == key(wanted))


def some_move(is_one):
    return lambda game: any(is_one(before, move) for before, move in game.steps())


def known(value, test):
    return value is not None and test(value)


def fits(pattern, board):
    """A pattern against a board, rank by rank: each pattern is a regular expression here."""
    return all(regex.fullmatch(rank) for regex, rank in zip(pattern, ranks(board)))


@once
def ranks(board):
    """The eighth rank first; faster than to ask board_fen."""
    squares = ["_"] * 64
    for square, piece in board.piece_map().items():
        squares[square] = piece.symbol()
    return ["".join(squares[first : first + 8]) for first in range(56, -1, -8)]


def pattern(text):
    """The ranks of a pattern as regular expressions; `_` is an empty square."""
    out = []
    for rank in text.split("/"):
        regex = rank.replace("m", "[^pP]").replace("?", ".").replace("*", ".*")
        regex = re.sub(r"\d", lambda digit: "_" * int(digit[0]), regex)
        regex = regex.replace("!", "[^_]").replace("A", "[A-Z]").replace("a", "[a-z]")
        out.append(re.compile(regex))
    return out


def exchanged(text):
    return "/".join(reversed([rank.swapcase() for rank in text.split("/")]))


def has_pattern(text, either=False, is_also=lambda board: True):
    all_of = [pattern(text)] + ([pattern(exchanged(text))] if either else [])
    return some(lambda board: is_also(board) and any(fits(one, board) for one in all_of))


def count(board, piece, color):
    return len(board.pieces(piece, color))


@once
def counts(board):
    return {color: [count(board, piece, color) for piece in (Q, R, BISHOP, N, P)] for color in (W, B)}


def material(white, black, stable=1, either=False):
    """`white` and `black`: queens, rooks, bishops, knights, and a function of pawns."""

    def is_one(board, first, second):
        of = counts(board)
        return all(
            of[color][:4] == men[:4] and men[4](of[color][4], of[not color][4])
            for color, men in ((first, white), (second, black))
        )

    def answer(game):
        n = 0
        for board in game.boards:
            held = is_one(board, W, B) or either and is_one(board, B, W)
            n = n + 1 if held else 0
            if n >= stable:
                return True
        return False

    return answer


def imbalance(expect, stable, either):
    def is_one(board, sign):
        of = counts(board)
        return [sign * (white - black) for white, black in zip(of[W], of[B])] == expect

    def answer(game):
        n = 0
        for board in game.boards:
            n = n + 1 if is_one(board, 1) or either and is_one(board, -1) else 0
            if n >= stable:
                return True
        return False

    return answer


def played(line):
    board = chess.Board()
    for san in line.split():
        board.push_san(san)
    return board


def begins(line):
    moves = played(line).move_stack
    return lambda game: (
        game.boards[0].fen() == chess.STARTING_FEN and game.moves[: len(moves)] == moves
    )


@once
def key(board):
    """Position, turn, castling, en passant where a pawn can take, pockets and checks of variants."""
    return (
        board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings,
        board.occupied_co[W], board.turn, board.clean_castling_rights(),
        board.ep_square if board.has_legal_en_passant() else None,
        str(getattr(board, "pockets", "")), str(getattr(board, "remaining_checks", "")),
    )


def repeated(times):
    def answer(game):
        seen = {}
        for board in game.boards:
            seen[key(board)] = seen.get(key(board), 0) + 1
            if seen[key(board)] >= times:
                return True
        return False

    return answer


def taken(board, move):
    if board.is_en_passant(move):
        return P
    if board.is_castling(move):
        return None
    return board.piece_type_at(move.to_square)


@once
def sans(game):
    return [re.sub(r"[+#]", "", board.san(move)) for board, move in game.steps()]


def then(*tests):
    def answer(game):
        n = 0
        for board in game.boards:
            if tests[n](board):
                n += 1
                if n == len(tests):
                    return True
        return False

    return answer


def run(test, n_wanted):
    def answer(game):
        n = 0
        for board in game.boards:
            n = n + 1 if test(board) else 0
            if n >= n_wanted:
                return True
        return False

    return answer


class Repertoire:
    """Lines by position."""

    def __init__(self, text):
        self.moves = {}
        todo = [chess.pgn.read_game(io.StringIO(text))]
        first = key(todo[0].board())
        while todo:
            node = todo.pop()
            after = self.moves.setdefault(key(node.board()), set())
            after.update(key(child.board()) for child in node.variations)
            todo.extend(node.variations)
        stem = set()
        while len(self.moves[first]) == 1:
            stem.add(first)
            (first,) = self.moves[first]
        self.behind_stem = set(self.moves) - stem

    def way(self, game):
        """Whether it is reached, moves to the last position in it, and who leaves. Variants never do."""
        if type(game.boards[0]) is not chess.Board:
            return None
        at = [key(board) for board in game.boards]
        inside = [ply for ply, text in enumerate(at) if text in self.moves]
        if not any(at[ply] in self.behind_stem for ply in inside):
            return None
        last = inside[-1]
        is_left = self.moves[at[last]] and last + 1 < len(at)
        return last, game.boards[last].turn if is_left else None


def questions(lines):
    """Expressions, and the same in Python."""
    repertoire = Repertoire(LINES)
    way = once(repertoire.way)
    benoni = chess.Board(f"{BENONI} w KQkq - 0 1")
    is_check = once(chess.Board.is_check)
    few = lambda board: chess.popcount(board.occupied) <= 7
    rook_end = lambda most: [0, 1, 0, 0, lambda own, other: own <= most]
    elo = lambda test: lambda game: any(known(elo, test) for elo in game.elos())
    both = lambda test: lambda game: None not in game.elos() and test(*game.elos())
    date = lambda test: lambda game: known(game.date(), test)
    at = lambda is_one, start, end, turn=None: lambda game: any(
        is_one(board)
        for ply, board in enumerate(game.boards)
        if start <= ply <= end and turn in (None, board.turn)
    )
    plies = lambda test: lambda game: test(len(game.moves))
    ends = lambda is_one: lambda game: is_one(game.boards[-1])
    by = lambda color: lambda before, move: before.turn == color
    name = lambda text: lambda game: any(one.lower().startswith(text) for one in game.players())
    return [
        # Tags and other facts.
        ('White ~ "a*"', lambda g: (g.tag("White") or "").lower().startswith("a")),
        ('player ~ "[a-c]*"', lambda g: any(re.match("[a-c]", one.lower()) for one in g.players())),
        ('player =~ "^[^aeiou]+$"', lambda g: any(re.search("^[^aeiou]+$", p) for p in g.players())),
        ('fold(Black) ~ "*s"', lambda g: known(g.tag("Black"), lambda it: re.search(r"s[\W_]*$", it.lower()) is not None)),
        ("elo >= 2400", elo(lambda it: it >= 2400)),
        ("elo < 1500", elo(lambda it: it < 1500)),
        ("min_elo > 2000", both(lambda a, b: min(a, b) > 2000)),
        ("max_elo <= 2300", both(lambda a, b: max(a, b) <= 2300)),
        ("elo_diff in -100..100", both(lambda a, b: -100 <= a - b <= 100)),
        ("WhiteElo != 2500", lambda g: known(g.number("WhiteElo"), lambda it: it != 2500)),
        ("missing(BlackElo)", lambda g: g.number("BlackElo") is None),
        ("missing(WhiteTitle) or missing(ECO)", lambda g: not g.tag("WhiteTitle") or not g.tag("ECO")),
        ("date = 2012", date(lambda it: it[0] == 2012)),
        ("date in 2010.06..2015-02", date(lambda it: (2010, 6)[: len(it)] <= tuple(it[:2]) <= (2015, 2)[: len(it)])),
        ("year > 2013", date(lambda it: it[0] > 2013)),
        ("Result = 1-0", lambda g: g.result_tag == "1-0"),
        ("result in (0-1, 1/2-1/2)", lambda g: g.result() in ("0-1", "1/2-1/2")),
        ('winner ~ "m*"', lambda g: ({"1-0": g.tag("White"), "0-1": g.tag("Black")}.get(g.result()) or "").lower().startswith("m")),
        ("eco = B and not missing(ECO)", lambda g: (g.tag("ECO") or "").startswith("B")),
        ("not ECO in C20..D39", lambda g: not "C20" <= (g.tag("ECO") or "") <= "D39"),
        ('event ~ "*o*"', lambda g: "o" in (g.tag("Event") or "").lower()),
        ('Site =~ "(?i)lichess|gibr"', lambda g: re.search("(?i)lichess|gibr", g.tag("Site") or "") is not None),
        ('Opening ~ "*defen*"', lambda g: "defen" in (g.tag("Opening") or "").lower()),
        ("round = 3", lambda g: re.match(r"3(\.|$)", g.tag("Round") or "") is not None),
        ("speed = blitz", lambda g: g.speed() == "blitz"),
        ("speed in (rapid, bullet)", lambda g: g.speed() in ("rapid", "bullet")),
        ("base >= 300 and increment > 0", lambda g: known(g.clock(), lambda it: it[0] >= 300 and it[1] > 0)),
        ("variant = standard", lambda g: g.is_standard),
        ("game in 100..199", range(100, 200)),
        # The movetext.
        ("plies < 50", plies(lambda n: n < 50)),
        ("moves >= 40", plies(lambda n: (n + 1) // 2 >= 40)),
        ("comments > 0", lambda g: bool(g.texts)),
        ("has(comments)", lambda g: bool(g.texts)),
        ("has(variations)", lambda g: g.n_variations > 0),
        ("nags >= 1", lambda g: g.n_nags > 0),
        ("has(nags|fen)", lambda g: g.n_nags > 0 or "FEN" in g.tags),
        ("has(clk)", lambda g: any("[%clk" in text for text in g.texts)),
        ("has(eval)", lambda g: any("[%eval" in text for text in g.texts)),
        ("has(null)", lambda g: chess.Move.null() in g.moves),
        ('text ~ "*0:00:1*"', lambda g: any("0:00:1" in text for text in g.texts)),
        ("errors = 0", lambda g: g.errors == 0),
        # Positions.
        (f'position("{CENTER}")', has_pattern(CENTER)),
        (f'position("{CENTER}", either=true)', has_pattern(CENTER, either=True)),
        (f'position("{KING_SIDE} b")', has_pattern(KING_SIDE, is_also=lambda board: not board.turn)),
        (f'position("{MIXED}")', has_pattern(MIXED)),
        ('position("r*k*r/*/*/*/*/*/*/R*K*R ? Kq")', has_pattern("r.*k.*r/*/*/*/*/*/*/R.*K.*R".replace(".*", "*"), is_also=lambda board: board.castling_xfen() == "Kq")),
        (f'fen("{BENONI} w KQkq -")', some_key(benoni)),
        (f'fen("{BENONI}")', some(lambda board: ranks(board) == ranks(benoni))),
        ("hash(0x463b96181691fc9c)", some(lambda board: chess.polyglot.zobrist_hash(board) == 0x463B96181691FC9C)),
        (f'hash({chess.polyglot.zobrist_hash(played("d4 Nf6 c4 e6")):#x})', some_key(played("d4 Nf6 c4 e6"))),
        (f'line("{NAJDORF}")', begins(NAJDORF)),
        ('line("d4 Nf6 c4 e6", transposing=true)', some_key(played("d4 Nf6 c4 e6"))),
        ('line("* !e5|c5 d4|Nf3")', lambda g: (lambda s: len(s) > 2 and s[1] not in ("e5", "c5") and s[2] in ("d4", "Nf3"))(sans(g))),
        ('line("Bxh7 Kxh7", anywhere=true)', lambda g: (lambda s: ("Bxh7", "Kxh7") in zip(s, s[1:]))(sans(g))),
        ('material("RP*vRP*")', material([0, 1, 0, 0, lambda own, other: True], [0, 1, 0, 0, lambda own, other: True])),
        ('material("RP3-vRP3-", stable=4)', material(rook_end(3), rook_end(3), stable=4)),
        ('material("QP>vQP*", either=true)', material([1, 0, 0, 0, lambda own, other: own > other], [1, 0, 0, 0, lambda own, other: True], either=True)),
        ('imbalance("RvBN", stable=2, either=true)', imbalance([0, 1, -1, -1, 0], 2, True)),
        ('imbalance("Pv", stable=6)', imbalance([0, 0, 0, 0, 1], 6, False)),
        ("pieces <= 7", some(few)),
        ("pieces = 31", some(lambda board: chess.popcount(board.occupied) == 31)),
        ("check(from=10, to=30, stm=black)", at(is_check, 10, 30, B)),
        ("stm(white, from=60)", at(lambda board: board.turn == W, 60, 10**6)),
        ("moved(K, by=white, to=20)", lambda g: any(b.turn == W and b.piece_type_at(m.from_square) == K for b, m in list(g.steps())[:20])),
        ("captured(Q)", some_move(lambda b, m: taken(b, m) == Q)),
        ("captured(RN, by=black, to=30)", lambda g: any(b.turn == B and taken(b, m) in (R, N) for b, m in list(g.steps())[:30])),
        ("promotes(N)", some_move(lambda b, m: m.promotion == N)),
        ("underpromotion()", some_move(lambda b, m: m.promotion in (R, BISHOP, N))),
        ("castles(white, long)", some_move(lambda b, m: b.turn == W and b.is_queenside_castling(m))),
        ("castles(short)", some_move(lambda b, m: b.is_kingside_castling(m))),
        ("reaches(threefold)", repeated(3)),
        ("reaches(fivefold)", repeated(5)),
        ("reaches(fifty)", some(lambda board: board.halfmove_clock >= 100)),
        ("reaches(seventyfive)", some(lambda board: board.halfmove_clock >= 150)),
        ("ends(checkmate)", ends(chess.Board.is_checkmate)),
        ("ends(stalemate|insufficient)", ends(lambda board: board.is_stalemate() or board.is_insufficient_material())),
        ("then(captured(Q), pieces <= 7)", lambda g: (lambda plies: bool(plies) and any(map(few, g.boards[plies[0] + 1 :])))([ply for ply, (b, m) in enumerate(g.steps(), 1) if taken(b, m) == Q])),
        ("then(check(), check(), check())", then(is_check, is_check, is_check)),
        ("run(pieces in 20..24 and not check(), 12)", run(lambda board: 20 <= chess.popcount(board.occupied) <= 24 and not board.is_check(), 12)),
        # Repertoires.
        (f"repertoire({lines}, side=white)", lambda g: way(g) is not None),
        (f"repertoire({lines}, side=white, leaves=me)", lambda g: known(way(g), lambda it: it[1] == W)),
        (f"repertoire({lines}, side=white, leaves=opponent)", lambda g: known(way(g), lambda it: it[1] == B)),
        (f"repertoire({lines}, side=white, leaves=nobody)", lambda g: known(way(g), lambda it: it[1] is None)),
        (f"repertoire({lines}, side=white, leaves=white|nobody, from=4, to=7)", lambda g: known(way(g), lambda it: it[1] in (W, None) and 4 <= it[0] <= 7)),
        # Joined.
        (f'player ~ "k*" and position("{CENTER}")', lambda g: name("k")(g) and has_pattern(CENTER)(g)),
        (f'(elo > 2600 or not castles(white)) and not (plies > 80 or repertoire({lines}, side=white))', lambda g: (elo(lambda it: it > 2600)(g) or not some_move(lambda b, m: by(W)(b, m) and b.is_castling(m))(g)) and not (len(g.moves) > 80 or way(g) is not None)),
        ("Result = 1-0 or result = 0-1 and check() or ends(stalemate)", lambda g: g.result_tag == "1-0" or g.result() == "0-1" and any(map(is_check, g.boards)) or g.boards[-1].is_stalemate()),
    ]


def games_of(pgnkit, file, n_games, seed):
    """The bytes of some games of a file, or of all."""
    command = [pgnkit, "filter", "--sample", str(n_games), "--seed", str(seed), file]
    if n_games:
        text = subprocess.run(command, check=True, capture_output=True).stdout
    else:
        text = Path(file).read_bytes()
    text = text.removeprefix(b"\xef\xbb\xbf")
    starts, lead, is_in_tags, at = [], None, False, 0
    for line in text.splitlines(keepends=True):
        is_tag = re.match(rb"\[[A-Za-z]", line) is not None
        if is_tag and not is_in_tags:
            starts.append(at if lead is None else lead)
        if line[:1] in (b";", b"%"):
            lead = at if lead is None else lead
        elif line.strip():
            lead = None
        is_in_tags = is_tag if line.strip() else is_in_tags
        at += len(line)
    return [text[start:end] for start, end in itertools.pairwise([*starts, len(text)])]


def decoded(part):
    """In UTF-8 if it is valid, else as most files that are not."""
    try:
        return part.decode()
    except UnicodeDecodeError:
        return part.decode("windows-1252", "replace")


def answers(lines, part):
    """What python-chess answers to each question; nothing of a game that it takes for two, or of a variant
    that it does not know."""
    text = decoded(part)
    # Line ends of all kinds.
    stream = io.StringIO(text, newline=None)
    try:
        game = chess.pgn.read_game(stream)
        read, is_one = Game(game, text), chess.pgn.read_game(stream) is None
    except (ValueError, IndexError, AssertionError):
        return None
    if not is_one or any("variant" in str(error) for error in game.errors):
        return None
    return [callable(answer) and bool(answer(read)) for _, answer in asked(lines)]


@functools.cache
def asked(lines):
    """The questions, made once in a process."""
    return questions(lines)


def are_games(args, path, judged):
    """Whether each text is a game for pgnkit, neither more nor less."""
    command = [args.pgnkit, "export", "--format", "csv", str(path)]
    table = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    csv.field_size_limit(1 << 30)
    spans = {(int(row["offset"]), int(row["length"])) for row in csv.DictReader(io.StringIO(table))}
    at = 0
    for _, text, _ in judged:
        yield (at, len(text)) in spans
        at += len(text)


def ask(args, title, texts, folder, lines):
    """How many questions are answered otherwise by the two."""
    numbered = [
        re.sub(rb"(?m)^(?=\[)", b'[PythonChessNumber "%d"]\n' % number, text, count=1)
        for number, text in enumerate(texts, 1)
    ]
    with multiprocessing.Pool(args.jobs) as pool:
        read = pool.map(functools.partial(answers, lines), numbered, chunksize=50)
    judged = [(number, text, of) for number, (text, of) in enumerate(zip(numbered, read), 1) if of]
    path, rest = folder / "sample.pgn", folder / "rest.pgn"
    path.write_bytes(b"".join(text for _, text, _ in judged))
    judged = [game for game, is_one in zip(judged, are_games(args, path, judged)) if is_one]
    path.write_bytes(b"".join(text for _, text, _ in judged))
    n_asked, n_wrong, odd = 0, 0, set()
    for n, (expr, answer) in enumerate(asked(lines)):
        if args.only not in expr:
            continue
        n_asked += 1
        if callable(answer):
            expected = {number for number, _, of in judged if of[n]}
        else:
            expected = {judged[number - 1][0] for number in answer if number <= len(judged)}
        command = [args.pgnkit, "filter", "-w", expr, str(path)]
        hits = subprocess.run([*command, "--rest", rest, "--force"], check=True, capture_output=True).stdout
        others = subprocess.run([*command, "--not"], check=True, capture_output=True).stdout
        got = {int(number) for number in re.findall(rb'^\[PythonChessNumber "(\d+)"', hits, re.M)}
        halves = (
            b"".join(text for number, text, _ in judged if number in got),
            b"".join(text for number, text, _ in judged if number not in got),
        )
        faults = []
        if got != expected:
            faults.append(f"only pgnkit {sorted(got - expected)[:9]}, only python-chess {sorted(expected - got)[:9]}")
        if (hits, others) != halves or rest.read_bytes() != others:
            faults.append("the halves are not the input")
        n_wrong += bool(faults)
        odd |= got ^ expected
        print(f"{title} | `{expr.replace(str(lines), 'LINES')}` | {len(expected)} | {len(got)} | {'; '.join(faults) or 'same'}", flush=True)
    print(f"{title}: {len(judged)} games, {len(texts) - len(judged)} not judged, {n_asked} questions, {n_wrong} answered otherwise, of {len(odd)} games {sorted(odd)[:99]}")
    return n_wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("pgnkit")
    parser.add_argument("files", nargs="+")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--together", action="store_true")
    parser.add_argument("--keep", type=Path, help="a folder for the games that were asked about")
    args = parser.parse_args()
    folder = args.keep or Path(tempfile.mkdtemp())
    folder.mkdir(parents=True, exist_ok=True)
    lines = folder / "lines.pgn"
    lines.write_text(LINES)
    files = [(Path(file).stem, games_of(args.pgnkit, file, args.games, args.seed)) for file in args.files]
    if args.together:
        # A file may end without a line end.
        all_texts = itertools.chain.from_iterable(texts for _, texts in files)
        files = [(f"{len(files)} files", [text.rstrip() + b"\n\n" for text in all_texts])]
    n_wrong = sum(ask(args, title, texts, folder, lines) for title, texts in files)
    sys.exit(n_wrong > 0)


if __name__ == "__main__":
    main()
