#!/usr/bin/env python3
"""Joins the peculiarities of real files by twos, and holds the program against its promises on each pair.

    pairs.py PROGRAM [--share 0.1] [--seed N] [--only TEXT] [--jobs N] [--keep DIR]

Four small games are written with two of the peculiarities below, at places drawn by the seed. Each peculiarity says what a
reader still gets: all moves (`MOVES`), as many games (`GAMES`), or something (`READ`); of a pair the lesser counts. `--share` is the part
of all pairs that is drawn, `--only` names one of each pair. A pair that fails is printed with its seed, and kept with `--keep`.
Needs the Python package `chess`, and pgn-extract. Exit status: 0 if nothing failed.
"""
import argparse, concurrent.futures as cf, io, itertools, json, logging, os, random, re, shutil, subprocess, sys, tempfile, threading

import chess.pgn

MOVES, GAMES, READ = 2, 1, 0

# Tag pairs and movetext of the games before anything is done to them, a word of movetext at a time.
GAMES_TEXT = [
    ("", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 1/2-1/2"),
    ("", "1. e4 {Best.} e6 2. e5 d5 3. exd6 $1 ( 3. d4 c5 ( 3... b6 ) 4. c3 ) 3... Bxd6 {[%clk 0:10:00]} 4. Nf3 Nf6 5. Bc4 O-O 6. O-O Nc6 1-0"),
    ('[SetUp "1"]\n[FEN "4k3/P7/8/8/8/8/7p/4K3 w - - 0 1"]', "1. a8=Q+ Kd7 2. Qb7+ Kd6 3. Qg2 h1=Q+ 4. Qxh1 *"),
    ("", "1. Nf3 d5 2. d4 Nf6 3. Nbd2 Nbd7 4. Ne5 Ne4 5. Ndf3 Ndf6 6. Nd3 Nd6 0-1"),
]
RESULTS = ["1-0", "0-1", "1/2-1/2", "*"]


class Game:
    def __init__(self, n, tags, moves):
        self.before, self.after = b"", b"\n\n"
        roster = [("Event", "Open"), ("Site", "Town"), ("Date", f"2001.02.0{n + 1}"), ("Round", str(n + 1)), ("White", "Doe, John"), ("Black", "Roe, Jane"),
                  ("Result", moves.split()[-1])]
        self.tags = [f'[{name} "{value}"]'.encode() for name, value in roster] + [line.encode() for line in tags.splitlines()]
        self.words = [word.encode() for word in re.findall(r"\{[^}]*\}|\S+", moves)]

    def bytes(self):
        lines, line = [], b""
        for word in self.words:
            if line and len(line) + len(word) > 78:
                lines, line = lines + [line], b""
            line = line + b" " + word if line else word
        gap = b"\n\n" if self.tags and self.words else b""
        return self.before + b"\n".join(self.tags) + gap + b"\n".join(lines + [line]) + self.after


def depths(words):
    """At each word, how many variations are open."""
    depth, found = 0, []
    for word in words:
        depth += word == b"("
        found.append(depth)
        depth -= word == b")"
    return found


PECULIARITIES = []          # (name, what is kept, how many games are added, function of games and rng, function of bytes and rng)


def add(name, keeps, on_games=None, on_bytes=None, games=0):
    PECULIARITIES.append((name, keeps, games, on_games, on_bytes))


# Words put anywhere into the movetext.

def word_anywhere(what):
    def change(games, rng):
        game = rng.choice([game for game in games if game.words])
        game.words.insert(rng.randrange(len(game.words)), what)
    return change


SILENT = r"""
{} {\s} {a} {a;\sb} {(\s} {)} {1-0} {1.\se4\se5\s*} {[%clk\s0:0:4]} {[%clk]} {[%clk\s1:2:3:4]} {[%clk\s-0:00:01]} {[%eval\s0,1]} {[%eval\s#-3]} {[%eval\s+0.3]}
{[%csl\s]} {[%csl\sRa9]} {[%cal\sGe2e4} {[%]} {[%\sclk\s1]} {[%clk\s0:01:02][%emt\s0:00:01]text} {text\s[%clk\n0:01:02]\smore} {\n\n} {a\n\nb} {a\n[Event\s"x"]\nb} {\n%x\n}
{a\s{b} {a\s{b}\sc} {{x}} {%} {"} {\\} {[} {[#]} {[%tqu\s"En","a"]} {+0.31/12\s0.5s} {\tb\t} {\xe9\xe4} {\xd0\x98} {\xcf\xf0} {\xc3\x83\xc2\xa9} {\0} {\x1b[31m} {\xef\xbb\xbfx} {\xe2\x80\x8b}
\n;\srest\n \n;\n \n;{\n \n;\s}\n \n;;\s<P\s//\sR>\s25\s1-0\n ;x\n \n%\sescape\s{\n \n%\n \n%[Event\s"x"]\n \s%eval\s
$0 $1 $255 $256 $1000 $99999999999999999999 $ $-1 $1$2 $220 $\s3 $1. !! ?! ! ? ?? !? !!! ?!? = += =+ =/+ +/= +- -+ +/- -/+ +-- \xc2\xb1 \xb1 \xe2\x88\x9e \xe2\xa9\xb2 \xe2\x86\x92 N TN D RR (=) ~ ^ _ ' ` \\ / | -
e.p. ep ch mate (ch) check () (\s) ({x}) (12.) ( } ] [ > )\s
... .. . , : 1. 99. 0. 12... 7\xe2\x80\xa6 1.. 2\s. 3) 4, 007. 1.1.
\0 \x1a \x7f \x0b \x0c \x85 \xa0 \xc2\xa0 \xe2\x80\x8b \xe2\x80\x8e \xef\xbb\xbf \xe3\x80\x80 \xc2\xad \t \n\n \n\s\n \r \r\r\n <br> <b> </b> <p> <i>x</i> (c) @ ~~ novelty White\sresigns {...} [%clk\s0:01:02] [x]
""".split()
# Those after which a variation or comment has other ends than before, words that may be moves, and dots that make a
# number name the other side.
READ_ONLY = {"N", ".", "1..", "(", "3)", "(12.)", ")\\s", "{a\\s{b}\\sc}", "[", "[%clk\\s0:01:02]", "[x]", ">", "</b>", "{1-0}"}


# After a number, or as a number of the other side, these make the next move unreadable.
UNREADABLE = {"D", "..", "...", "12...", "2\\s.", "$\\s3", "7\\xe2\\x80\\xa6", "1.."}


def unescaped(text):
    return text.replace("\\s", " ").encode("latin-1").decode("unicode_escape").encode("latin-1")


for text in SILENT:
    add(f"word {text}", READ if text in READ_ONLY else GAMES if text in UNREADABLE else MOVES, word_anywhere(unescaped(text)))
for text in r"""-- Z0 <> null 0000 @@@@ pass (-- ) &excl;&excl; &nbsp; 1-0 * 1/2 0-0 0-0-0 (1-0) {open {open\n\n e9 Sf3 Hf3 Kd9 12.e4 e4e5 P@e4 N@f3 3 e4 ; e5 1/2-1/2\n\n [Event\s"x"] \n[Event\s"x"]\n \n\n[Event\s"x"]\n\n {x}[Event\s"x"]""".split():
    add(f"word {text}", READ, word_anywhere(unescaped(text)))


# Other spellings of a move.

def spelling(fits, change):
    """`change` gets a move's text, its origin and target, whether it takes, and gives other text."""
    def on_games(games, rng):
        found = []
        for game in games:
            board = chess.Board(next((tag.split(b'"')[1].decode() for tag in game.tags if tag.startswith(b"[FEN")), chess.STARTING_FEN))
            for i, (word, depth) in enumerate(zip(game.words, depths(game.words))):
                if depth == 0 and re.match(rb"[a-hNBRQKO]", word):
                    try:
                        move = board.parse_san(word.decode())
                    except ValueError:
                        break               # the other peculiarity has been here
                    if fits(word, board, move):
                        found.append((game, i, chess.square_name(move.from_square).encode(), chess.square_name(move.to_square).encode()))
                    board.push(move)
        if found:
            game, i, origin, target = rng.choice(found)
            game.words[i] = change(game.words[i], origin, target)
    return on_games


any_move = lambda word, board, move: True
pawn = lambda word, board, move: word[:1] in b"abcdefgh" and b"=" not in word
piece = lambda word, board, move: word[:1] in b"NBRQK"
takes = lambda word, board, move: b"x" in word
pawn_takes = lambda word, board, move: pawn(word, board, move) and b"x" in word
en_passant = lambda word, board, move: board.is_en_passant(move)
castles = lambda word, board, move: word.startswith(b"O-O")
promotes = lambda word, board, move: b"=" in word
checks = lambda word, board, move: word.endswith(b"+")
first = lambda word, board, move: board.turn
FIGURES = dict(zip(b"KQRBNP", "♔♕♖♗♘♙"))
for name, fits, change in [
    ("e2-e4", pawn, lambda w, o, t: o + b"-" + t), ("e2e4", pawn, lambda w, o, t: o + t), ("Ng1-f3", piece, lambda w, o, t: w[:1] + o + b"-" + t),
    ("Ng1f3", piece, lambda w, o, t: w[:1] + o + t), ("Ngf3", piece, lambda w, o, t: w[:1] + o[:1] + t), ("N1f3", piece, lambda w, o, t: w[:1] + o[1:] + t),
    ("Ng1xf3", piece, lambda w, o, t: w[:1] + o + b"x" + t), ("uci", any_move, lambda w, o, t: o + t + (b"q" if b"=" in w else b"")), ("Pe4", pawn, lambda w, o, t: b"P" + w),
    ("figurine", piece, lambda w, o, t: FIGURES[w[0]].encode() + w[1:]), ("black figurine", piece, lambda w, o, t: chr(ord(FIGURES[w[0]]) + 6).encode() + w[1:]),
    ("N-f3", piece, lambda w, o, t: w[:1] + b"-" + w[1:] if w[1:] == t else w), ("x dropped", takes, lambda w, o, t: w.replace(b"x", b"")), (":", takes, lambda w, o, t: w.replace(b"x", b":")),
    ("X", takes, lambda w, o, t: w.replace(b"x", b"X")), ("x added", piece, lambda w, o, t: w if b"x" in w else w[:-2] + b"x" + w[-2:] if w[-1:].isdigit() else w),
    ("xd6", pawn_takes, lambda w, o, t: w[1:]), ("ed", pawn_takes, lambda w, o, t: w[:1] + t[:1]), ("exd", pawn_takes, lambda w, o, t: w[:1] + b"x" + t[:1]),
    ("e.p.", en_passant, lambda w, o, t: w + b"e.p."), (" e.p.", en_passant, lambda w, o, t: w + b" e.p."), ("ep", en_passant, lambda w, o, t: w + b"ep"), ("/e.p.", en_passant, lambda w, o, t: w + b"/e.p."),
    ("0-0", castles, lambda w, o, t: w.replace(b"O", b"0")), ("o-o", castles, lambda w, o, t: w.lower()), ("OO", castles, lambda w, o, t: w.replace(b"-", b"")),
    ("0–0", castles, lambda w, o, t: "0–0".encode()), ("О-О", castles, lambda w, o, t: "О-О".encode()), ("0-0+", castles, lambda w, o, t: b"0-0+"), ("e1h1", castles, lambda w, o, t: o + t[:1].replace(b"g", b"h") + t[1:]),
    ("a8Q", promotes, lambda w, o, t: w.replace(b"=", b"")), ("a8(Q)", promotes, lambda w, o, t: t + b"(Q)+"), ("a8/Q", promotes, lambda w, o, t: t + b"/Q"), ("a8=q", promotes, lambda w, o, t: w.lower()),
    ("a8q", promotes, lambda w, o, t: t + b"q"), ("a8= Q", promotes, lambda w, o, t: w.replace(b"=", b" ="), ), ("no sign", checks, lambda w, o, t: w[:-1]), ("++", checks, lambda w, o, t: w + b"+"),
    ("#", checks, lambda w, o, t: w[:-1] + b"#"), ("+ added", any_move, lambda w, o, t: w + b"+"), (" +", checks, lambda w, o, t: w[:-1] + b" +"), ("ch.", checks, lambda w, o, t: w[:-1] + b" ch."), ("†", checks, lambda w, o, t: w[:-1] + "†".encode()),
    ("!!", any_move, lambda w, o, t: w + b"!!"), ("?!", any_move, lambda w, o, t: w + b"?!"), (" ?!", any_move, lambda w, o, t: w + b" ?!"), ("!$1", any_move, lambda w, o, t: w + b"!$1"), ("$1", any_move, lambda w, o, t: w + b"$1"),
    ("{x}", any_move, lambda w, o, t: w + b"{x}"), ("; x", any_move, lambda w, o, t: w + b"; x\n"), ("±", any_move, lambda w, o, t: w + "±".encode()), ("+-", any_move, lambda w, o, t: w + b"+-"), ("=", any_move, lambda w, o, t: w if b"=" in w else w + b"="),
    ("!?+", checks, lambda w, o, t: w[:-1] + b"!?+"), (",", any_move, lambda w, o, t: w + b","), (".", any_move, lambda w, o, t: w + b"."), ("quoted", any_move, lambda w, o, t: b'"' + w + b'"'), ("<b>", any_move, lambda w, o, t: b"<b>" + w + b"</b>"),
    ("in variation again", any_move, lambda w, o, t: w + b" (" + w + b")"), ("escaped", any_move, lambda w, o, t: b"\n%\n" + w),
]:
    add(f"move {name}", MOVES, spelling(fits, change))
for name, fits, change in [
    ("a8", promotes, lambda w, o, t: t), ("a8=", promotes, lambda w, o, t: t + b"="), ("illegal", any_move, lambda w, o, t: b"Ka5"), ("nf3", piece, lambda w, o, t: w.lower()), ("NF3", any_move, lambda w, o, t: w.upper()),
    ("German", piece, lambda w, o, t: w.replace(b"N", b"S").replace(b"B", b"L")), ("Russian", piece, lambda w, o, t: "К".encode() + w[1:]), ("lost", any_move, lambda w, o, t: b""), ("twice", any_move, lambda w, o, t: w + b" " + w),
    ("question", any_move, lambda w, o, t: b"??" + w), ("cut", any_move, lambda w, o, t: w[:-1]), ("glued", any_move, lambda w, o, t: w + w), ("in braces", any_move, lambda w, o, t: b"{" + w + b"}"),
]:
    add(f"move {name}", GAMES, spelling(fits, change))


def all_words(change):
    def on_games(games, rng):
        game = rng.choice(games)
        game.words = change(list(game.words))
    return on_games


numbers = lambda text: lambda words: [re.sub(rb"^(\d+)(\.+)$", text, word) for word in words]
joined = lambda words: re.sub(rb"(\d\.) ", rb"\1", b" ".join(words)).split(b"\x01")
add("numbers glued", MOVES, all_words(joined))
add("numbers glued to both", MOVES, all_words(lambda words: re.sub(rb"(\d\.) (\S+) ([a-hNBRQKO])", rb"\1\2 \3", b" ".join(words)).split(b"\x01")))
for name, text in [("1 .", rb"\1 \2"), ("1..", rb"\1.."), ("1...", rb"\1..."), ("1", rb"\1"), ("1. ...", rb"\1. ..."), ("1)", rb"\1)"), ("1,", rb"\1,"), ("1:", rb"\1:"), ("no", rb""), ("01.", rb"0\1\2"),
                   ("1…", "\\1…".encode()), ("(1.)", rb"[\1.]"), ("bold", rb"<b>\1.</b>"), ("move 1.", rb"move \1."), ("1.-", rb"\1.-")]:
    # Dots that name the other side are evidence that a move is missing.
    other_side = ("1..", "1...", "1. ...", "1…")
    add(f"numbers {name}", READ if name in ("move 1.", "(1.)", "1)", *other_side) else MOVES, all_words(numbers(text)))
add("moves glued", READ, all_words(lambda words: re.sub(rb"(\d\.) (\w+) (\w+)", rb"\1\2\3", b" ".join(words)).split(b"\x01")))
add("a word a line", MOVES, all_words(lambda words: b"\n".join(words).split(b"\x01")))
add("an empty line between words", MOVES, all_words(lambda words: b"\n\n".join(words).split(b"\x01")))
add("variation closed twice", READ, all_words(lambda words: [word if word != b")" else b"))" for word in words]))
add("variation left open", READ, all_words(lambda words: [word for word in words if word != b")"]))
add("variation at the end left open", READ, all_words(lambda words: words[:-1] + [b"(9. h3"] + words[-1:]))
add("marker in the variation", READ, all_words(lambda words: words[:-1] + [b"(9. h3", words[-1] + b")"] + words[-1:]))
add("comment at the end left open", READ, all_words(lambda words: words[:-1] + [b"{open"] + words[-1:]))
add("deep", MOVES, all_words(lambda words: words[:3] + [b"(" * 90 + b"x" + b")" * 90] + words[3:]))

# Tag pairs.

def tag(change):
    """Changes a pair that is none of Result, SetUp and FEN; `change` gets name and value."""
    def on_games(games, rng):
        game = rng.choice([game for game in games if game.tags])
        i = rng.choice([i for i, line in enumerate(game.tags) if re.match(rb"\[(?!Result|SetUp|FEN)\w+ \"[^\"]*\"\]$", line)] or [0])
        match = re.match(rb"\[(\w+) \"([^\"]*)\"\]", game.tags[i])
        if match:
            game.tags[i] = change(match[1], match[2])
    return on_games


for text in [b' [NAME "VALUE"]', b'\t[NAME "VALUE"]\t', b'[NAME\t"VALUE"]', b'[NAME"VALUE"]', b'[ NAME "VALUE" ]', b'[NAME  "VALUE"]', b"[NAME 'VALUE']", b"[NAME VALUE]", '[NAME “VALUE”]'.encode(), b"[NAME \x93VALUE\x94]", b'[[NAME "VALUE"]]', b'[NAME ""VALUE""]', b'[NAME "VALUE\\"]', b'[NAME "VALUE\\\'s \\\\ \\" x"]',
             b'[NAME "5th "VALUE" Open"]', b'[NAME "VALUE {"]', b'[NAME "VALUE }"]', b'[NAME "VALUE ;"]', b'[NAME "% VALUE"]', b'[NAME "VALUE [x] ]"]', b'[NAME "["]', b'[NAME\n"VALUE"]', b'[NAME "VALUE\nx"]', b'[NAME "VALUE"] [X "y"]', b'[NAME "VALUE"][X "y"]', b'[NAME "VALUE"] {x}', b'[NAME "VALUE"] ; x', b'{x} [NAME "VALUE"]',
             b'; x\n[NAME "VALUE"]', b'{x}\n[NAME "VALUE"]', b'% x\n[NAME "VALUE"]', b'%[NAME "VALUE"]', b'[name "VALUE"]', b'[NAME: "VALUE"]', b'[White NAME "VALUE"]', b'[1NAME "VALUE"]', b'[NAME-x "VALUE"]', b'[NAME "VALUE"]\n[NAME "VALUE"]', b'[NAME "VALUE"]\n[NAME "W"]', b'[NAME ""]', b'[NAME "?"]', b'[NAME " VALUE "]', b'[NAME "VALUE"]]', b'[NAME "VALUE"].',
             b'[NAME "VALUE"]\n[SetUp "0"]', b'[NAME "VALUE"]\n[Variant "Standard"]', b'[NAME "VALUE"]\n[Variant "From Position"]', b'[NAME "VALUE"]\n[PlyCount "999"]', b'[NAME "VALUE"]\n[Result "1-0"]', b'[NAME "VALUE"]\n[TimeControl "40/2h"]',
             b'[NAME "\xe9\xe4VALUE"]', "[NAME \"Łukasz Ł\"]".encode(), "[NAME \"Иванов\"]".encode("cp1251"), b'[NAME "VALUE\0"]', b'[NAME "VALUE\tx"]', b'[NAME "VALUE\x1bx"]', b'[NAME "VALUE\xc2\xa0"]', b'[NAME "VALUE&amp;x"]', b'[NAME "' + b"VALUE" * 400 + b'"]', b'[NAME "VALUE\xef\xbb\xbf"]', b'\xef\xbb\xbf[NAME "VALUE"]',
             "[Событие \"VALUE\"]".encode(), b'[\xd1\xee "VALUE"]', b'[NAME "VALUE"]\n[FEN ""]', b'[NAME "VALUE"]\n[SetUp "1"]', b'[NAME "VALUE" ]', b'[NAME "VALUE"] <br>', b'[NAME "J\xc3\x83\xc2\xa9r"]', b'[NAME "VALUE"]\n\n[X "y"]', b'']:
    add(f"tag {text.decode('latin-1')!r:.60}", MOVES, tag(lambda name, value, text=text: text.replace(b"NAME", name).replace(b"name", name.lower()).replace(b"VALUE", value)))
for text in [b'[NAME "VALUE"', b'[NAME "VALUE]', b'[NAME VALUE"]', b'NAME "VALUE"]', b'[NAME "VALUE\n', b'[NAME "VALUE"}', b'{NAME "VALUE"]', b'(NAME "VALUE")', b'[Event "x"]\n\n[Event "y"]', b'> [NAME "VALUE"]', b'\\[NAME "VALUE"\\]', b'[NAME "VALUE"] 1. e4', b'&lt;[NAME &quot;VALUE&quot;]']:
    add(f"tag {text.decode('latin-1')!r:.60}", READ, tag(lambda name, value, text=text: text.replace(b"NAME", name, 1).replace(b"VALUE", value)))


def lines_of(change):
    def on_games(games, rng):
        game = rng.choice(games)
        game.tags = change(list(game.tags))
    return on_games


def result_tag(value):
    return lines_of(lambda tags: [b"[Result " + value + b"]" if line.startswith(b"[Result") else line for line in tags])


for value in ['"1-0"', '""', '"?"', '"won"', '"1/2"', '"½-½"', '"0.5-0.5"', '"1 - 0"', '"1:0"', '"0-0"', '"1-O"', '"-"', "1-0", '"1-0 "', '"{1-0}"']:
    add(f"Result {value}", MOVES, result_tag(value.encode()))
add("FEN without SetUp", MOVES, lambda games, rng: setattr(games[2], "tags", [line for line in games[2].tags if b"SetUp" not in line]))
add("FEN of four fields", MOVES, lambda games, rng: setattr(games[2], "tags", [line.replace(b" 0 1", b"") for line in games[2].tags]))
add("FEN with blanks", MOVES, lambda games, rng: setattr(games[2], "tags", [line.replace(b'"4k3', b'" 4k3').replace(b" w ", b"  w ") for line in games[2].tags]))
add("FEN bad", GAMES, lambda games, rng: setattr(games[2], "tags", [line.replace(b"4k3", b"9k3") for line in games[2].tags]))
add("FEN of the start", MOVES, lambda games, rng: games[0].tags.append(b'[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"]'))
add("no Result", MOVES, lines_of(lambda tags: [line for line in tags if b"Result" not in line]))
add("tags backwards", MOVES, lines_of(lambda tags: tags[::-1]))
add("tags on one line", MOVES, lines_of(lambda tags: [b" ".join(tags)]))
add("tags without a blank", MOVES, lines_of(lambda tags: [b"".join(tags)]))
add("comment ahead of tags", MOVES, lines_of(lambda tags: [b"{ preamble\n[x] }"] + tags))
add("comment behind tags", MOVES, lines_of(lambda tags: tags + [b"{ behind }"]))
add("empty line in tags", MOVES, lines_of(lambda tags: tags[:3] + [b""] + tags[3:]))
add("escape in tags", MOVES, lines_of(lambda tags: tags[:3] + [b"% [x {"] + tags[3:]))
add("roster gone", GAMES, lambda games, rng: setattr(games[0], "tags", []))
add("no empty line behind tags", MOVES, lambda games, rng: [setattr(games[1], "tags", [b"\n".join(games[1].tags) + b"\n" + b" ".join(games[1].words)]), setattr(games[1], "words", [])])

# Between games.

def behind(text):
    def on_games(games, rng):
        game = rng.choice(games)
        game.after = text + game.after
    return on_games


def instead(text, last=True):
    """In place of the line end and empty line behind a game."""
    def on_games(games, rng):
        rng.choice(games if last else games[:-1]).after = text
    return on_games


def marker(text):
    def on_games(games, rng):
        game = rng.choice([game for game in games if game.words and game.words[-1].decode("latin-1") in RESULTS] or games)
        if game.words:
            game.words[-1] = text.replace(b"R", game.words[-1])
    return on_games


for text in ["\n\n\n\n\n", "\nsome words here\n", "\n\nSection 3\n---------\n", "\n\n<pre>\n", "\n\n</pre><hr>\n", "\n<!DOCTYPE html>\n<html>\n", "\n% escape {\n", "\n; comment [\n", "\n\n; comment\n", "\n{comment}\n", "\n\n{comment\n\nof two}\n",
             "\n\n1. Kasparov 7.5\n2. Karpov 6\n", "\n\n==========\n", "\x1a", "\0\0\0", "\n\n\0", "\n\xef\xbb\xbf", "\n\n\xef\xbb\xbf", "\n\n)", "\n\n}", "\n\n]", "\n\n( x )\n", "\n\nhttp://x.org/a?b=c\n", "\n--\nJohn\n", "\n\n* * *\n", "\n\n$1\n", "   \n  ", "\n\n;", "\n\n%", "\n\n...", "\n\n(c) 2001"]:
    add(f"behind {text!r}", READ if "* *" in text else MOVES, behind(text.encode("latin-1")))
for text in ["\n\nFrom: a@b.org\nSubject: [x] 1. e4 best?\nDate: 1-0\n\n", "\n\n{open", "\n\n{open\n\n", "\n\n(1. e4\n", "\n\n1. e4\n", "\n\ne4 is best", "\n\n1-0", "\n\n0-1 1-0", '\n\n[Event "phantom"]\n', '\n\n[White "?"]\n[Black "?"]\n[Result "?"]\n', "\n\n1. e4 e5 *", "\n\n[x", "\n\n[Event", "\n\n\""]:
    add(f"behind {text!r}", READ, behind(text.encode("latin-1")))
for text in ["R R", "R {White resigns}", "R (note)", "R;", "R ; x", "R.", "R,", "{mate} R", "R}", "R)", "(R", "R\n{x}", "\nR\n", "R $1", "R <br>", "R\n% x", "R!", "R++"]:
    add(f"marker {text!r}", READ if text in ("(R",) else MOVES, marker(text.encode()))
for text in ["", "½-½", "1/2", "1:0", "1 - 0", "1-O", "+:-", "1-", "0-0", "-", "**", "{1-0}", "White wins", "1/2-1/2 1-0", "1–0"]:
    add(f"marker {text!r}", MOVES if text == "" else READ if text == "-" else GAMES, marker(text.encode()))
for text in ["", " ", "\n", "\n\n\n", "\r", "\r\n\r\n", "\n \n", "\n\t\n"]:
    add(f"gap {text!r}", MOVES, instead(text.encode()))


def another(text):
    def on_games(games, rng):
        at = rng.randrange(1, len(games) + 1)
        head, _, moves = text.rpartition("\n\n")
        game = Game(8, "", "*")
        game.tags, game.words = [line.encode() for line in head.splitlines()], moves.encode().split() or []
        games.insert(at, game)
    return on_games


for name, text in {
    "tags alone": '[Event "A"]\n[Result "*"]\n\n', "puzzle": '[Event "A"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n\n', "marker alone": '[Event "A"]\n[Result "*"]\n\n*', "moves alone": "\n\n1. e4 e5 2. Nf3 *", "comment alone": '[Event "A"]\n\n{nothing} *',
    "crazyhouse": '[Event "A"]\n[Variant "Crazyhouse"]\n\n1. e4 d5 2. exd5 Qxd5 3. Nc3 Qxg2 4. Bxg2 P@h3 5. Bxh3 *', "atomic": '[Event "A"]\n[Variant "Atomic"]\n\n1. Nf3 f6 2. Nd4 c6 3. Ne6 dxe6 *',
    "antichess": '[Event "A"]\n[Variant "Antichess"]\n\n1. e3 b5 2. Bxb5 Nc6 3. Bxc6 dxc6 *', "three-check": '[Event "A"]\n[Variant "Three-check"]\n\n1. e4 e5 2. Bc4 Nc6 3. Bxf7+ Kxf7 *', "koth": '[Event "A"]\n[Variant "King of the Hill"]\n\n1. e4 e5 2. Ke2 *',
    "horde": '[Event "A"]\n[Variant "Horde"]\n[SetUp "1"]\n[FEN "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1"]\n\n1. b6 axb6 *', "racing kings": '[Event "A"]\n[Variant "Racing Kings"]\n[SetUp "1"]\n[FEN "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1"]\n\n1. Kh3 Ka3 *',
    "960 Shredder": '[Event "A"]\n[Variant "Chess960"]\n[SetUp "1"]\n[FEN "1r2k1r1/1p4p1/8/8/8/8/1P4P1/1R2K1R1 w GBgb - 0 1"]\n\n1. O-O O-O-O *', "960 X-FEN": '[Event "A"]\n[Variant "Fischerandom"]\n[SetUp "1"]\n[FEN "1r2k1r1/1p4p1/8/8/8/8/1P4P1/1R2K1R1 w KQkq - 0 1"]\n\n1. O-O-O O-O *',
    "960 undeclared": '[Event "A"]\n[FEN "1r2k1r1/1p4p1/8/8/8/8/1P4P1/1R2K1R1 w HBhb - 0 1"]\n\n1. O-O-O O-O *', "960 by king and rook": '[Event "A"]\n[Variant "chess 960"]\n[FEN "1r2k1r1/1p4p1/8/8/8/8/1P4P1/1R2K1R1 w GBgb - 0 1"]\n\n1. e1g1 e8b8 *', "unknown variant": '[Event "A"]\n[Variant "Seirawan"]\n\n1. e4 Nc6/H *',
    "drops undeclared": '[Event "A"]\n\n1. e4 P@g4 *', "Elo in prose": '[Event "A"]\n[WhiteElo "Elo=1234 DWZ=1"]\n[BlackElo "-"]\n[Date "31.12.1999"]\n\n1. e4 *', "null move": '[Event "A"]\n\n1. e4 -- 2. d4 *', "illegal": '[Event "A"]\n\n1. e4 e5 2. Ke3 d6 *',
}.items():
    add(f"game {name}", GAMES if name == "moves alone" else MOVES, another(text), games=1)

# All bytes of the file.

wherever = lambda text: lambda data, rng: data[:(at := rng.randrange(len(data) + 1))] + text + data[at:]
for name, keeps, change in [
    ("CR LF", MOVES, lambda data, rng: data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")), ("CR", MOVES, lambda data, rng: data.replace(b"\r\n", b"\n").replace(b"\n", b"\r")), ("CR CR LF", MOVES, lambda data, rng: data.replace(b"\n", b"\r\r\n")),
    ("mixed ends", MOVES, lambda data, rng: re.sub(rb"\r?\n", lambda _: rng.choice([b"\n", b"\r\n", b"\r"]), data)), ("BOM", MOVES, lambda data, rng: b"\xef\xbb\xbf" + data), ("BOM twice", MOVES, lambda data, rng: b"\xef\xbb\xbf\xef\xbb\xbf" + data),
    ("BOM at a game", MOVES, lambda data, rng: data.replace(b"\n\n[Event", b"\n\n\xef\xbb\xbf[Event")), ("UTF-16LE", MOVES, lambda data, rng: data.decode("utf-8", "replace").encode("utf-16")), ("UTF-16BE", MOVES, lambda data, rng: b"\xfe\xff" + data.decode("utf-8", "replace").encode("utf-16-be")),
    ("UTF-16 bare", READ, lambda data, rng: data.decode("utf-8", "replace").encode("utf-16-le")), ("UTF-16 odd", MOVES, lambda data, rng: data.decode("utf-8", "replace").encode("utf-16") + b"\0"), ("blanks at ends", MOVES, lambda data, rng: data.replace(b"\n", b"  \n")), ("tabs", MOVES, lambda data, rng: data.replace(b" ", b"\t")),
    ("indented", MOVES, lambda data, rng: re.sub(rb"(?m)^(?=[^%\n])", b"   ", data)), ("NBSP", MOVES, lambda data, rng: data.replace(b" ", b"\xa0")), ("NBSP in UTF-8", MOVES, lambda data, rng: data.replace(b" ", b"\xc2\xa0")), ("one line", READ, lambda data, rng: data.replace(b"\n", b" ")),
    ("double-spaced", GAMES, lambda data, rng: data.replace(b"\n", b"\n\n")), ("no empty lines", MOVES, lambda data, rng: re.sub(rb"(?:\r?\n){2,}", b"\n", data)), ("twice", GAMES, lambda data, rng: data + data), ("quoted mail", READ, lambda data, rng: re.sub(rb"(?m)^", b"> ", data)),
    ("quoted-printable", READ, lambda data, rng: re.sub(rb"(.{70})(?=.)", rb"\1=\n", data.replace(b"=", b"=3D"))), ("HTML", READ, lambda data, rng: b"<html><body><pre>\n" + data.replace(b'"', b"&quot;").replace(b"\n", b"<br>\n") + b"</pre></body></html>"),
    ("pre", MOVES, lambda data, rng: b"<html>\n<body>\n<pre>\n" + data + b"\n</pre>\n</body>\n</html>\n"), ("hard-wrapped", READ, lambda data, rng: b"\n".join(data[i:i + 60] for i in range(0, len(data), 60))), ("cut", READ, lambda data, rng: data[:rng.randrange(len(data) + 1)]),
    ("front cut", READ, lambda data, rng: data[rng.randrange(len(data) + 1):]), ("lower", READ, lambda data, rng: data.lower()), ("no final newline", MOVES, lambda data, rng: data.rstrip()), ("end of file of DOS", MOVES, lambda data, rng: data + b"\x1a"), ("padded", MOVES, lambda data, rng: data + b"\0" * 300),
    ("empty lines first", MOVES, lambda data, rng: b"\n\n\n" + data), ("NUL somewhere", READ, wherever(b"\0")), ("byte somewhere", READ, lambda data, rng: wherever(bytes([rng.randrange(256)]))(data, rng)), ("brace somewhere", READ, wherever(b"{")), ("closing brace somewhere", READ, wherever(b"}")),
    ("parenthesis somewhere", READ, wherever(b"(")), ("quote somewhere", READ, wherever(b'"')), ("backslash somewhere", READ, wherever(b"\\")), ("bracket somewhere", READ, wherever(b"[")), ("semicolon somewhere", READ, wherever(b";")), ("percent at a line", READ, lambda data, rng: data.replace(b"\n1.", b"\n% 1.", 1)),
    ("junk first", MOVES, lambda data, rng: b"Games of the match\n(c) 1999, all rights\n\n" + data), ("mail first", READ, lambda data, rng: b"From: a@b\nSubject: 1. e4\n\n" + data), ("U+2028", READ, lambda data, rng: data.replace(b"\n", b"\xe2\x80\xa8")), ("doubly encoded", MOVES, lambda data, rng: data.decode("latin-1").encode()),
]:
    add(f"bytes {name}", keeps, None, change)


# What must hold.

PGN_EXTRACT = shutil.which("pgn-extract") or "/usr/games/pgn-extract"
# pgn-extract 19.04 knows no variant but Chess960, no name of a tag but of letters and digits, no rest-of-line comment (COM-10, COM-17), and no
# NAG before the first move of a line (NAG-08).
NOT_FOR_PGN_EXTRACT = re.compile(rb'(?m)^\[Variant "(?!(?i:standard|chess960|from position)")|^\[(?!\w+ ")|(?:^|\s);|^\$|\(\$')

class Failed(Exception):
    pass


def line_and_column(raw, at):
    """By counting from the start: LF, CR and CR LF end a line once each."""
    ends = [m.end() for m in re.finditer(rb"\r\n|\r|\n", raw) if m.end() <= at]
    start = ends[-1] if ends else 0
    # A byte that is not UTF-8 is a column of its own.
    return len(ends) + 1, len(raw[start:at].decode("utf-8", "surrogateescape")) + 1


class Judge:
    def __init__(self, program, folder, raw):
        self.program, self.folder, self.raw = program, folder, raw
        self.path = os.path.join(folder, "in.pgn")
        with open(self.path, "wb") as file:
            file.write(raw)

    def run(self, *args, stdin=None):
        try:
            done = subprocess.run([self.program, *args], input=stdin if stdin is not None else b"", capture_output=True, timeout=20, cwd=self.folder, check=False)
        except subprocess.TimeoutExpired:
            raise Failed(f"{args}: more than 20 s") from None
        if done.returncode not in (0, 1) or b"panicked" in done.stderr:
            raise Failed(f"{args}: status {done.returncode}: {done.stderr[:200]!r}")
        return done.stdout

    def same(self, what, got, want):
        if got != want:
            at = next((i for i, (a, b) in enumerate(zip(got, want)) if a != b), min(len(got), len(want)))
            raise Failed(f"{what}: byte {at}: {got[max(0, at - 50):at + 40]!r}, wanted {want[max(0, at - 50):at + 40]!r}")

    def hold(self, keeps, n_games, moves):
        raw = self.raw
        is_utf16 = raw[:2] in (b"\xff\xfe", b"\xfe\xff")
        whole = self.run("filter", self.path)
        if not is_utf16:
            self.same("filter", whole, raw)
        self.same("filter of a pipe", self.run("filter", "-", stdin=raw), whole)
        exported = self.run("-j", "1", "export", self.path)
        self.same("export of a pipe", self.run("-j", "4", "export", "-", stdin=raw), exported)
        self.same("export twice", self.run("export", "-", stdin=exported), exported)
        for way in (["--on-error", "comment"], ["--on-error", "truncate"], ["--format", "reduced"]):
            once = self.run("export", *way, self.path)
            self.same(f"export {way} twice", self.run("export", *way, "-", stdin=once), once)
        self.same("lines and back", self.run("export", "-", stdin=self.run("export", "--on-error", "comment", "--format", "lines", self.path)), self.run("export", "--on-error", "comment", self.path))
        stripped = self.run("strip-comments", self.path)
        self.same("strip-comments twice", self.run("strip-comments", "-", stdin=stripped), stripped)
        games = [json.loads(line) for line in self.run("export", "--format", "json-lines", self.path).splitlines()]
        self.count(games)
        if keeps >= GAMES and len(games) != n_games:
            raise Failed(f"{len(games)} games, wanted {n_games}")
        if not is_utf16:        # what is not the file's own bytes is not fixed
            self.fixes(games)
        self.findings(whole)
        if games:
            self.parts(exported, whole)
        self.others(exported)
        if keeps == MOVES and moves is not None:
            for game, want in zip((game for game in games if game["tags"].get("Event") != "A"), moves):
                got = [move["uci"] for move in game["moves"]]
                if got != want:
                    raise Failed(f"game {game['game']}: {' '.join(got)}, wanted {' '.join(want)}; {game['errors'][:1]}")

    def count(self, games):
        counted = {"stats": json.loads(self.run("stats", "--format", "json", self.path))["games"], "filter --count": int(self.run("filter", "--count", self.path))}
        for name, n in counted.items():
            if n != len(games):
                raise Failed(f"{name}: {n} games, JSON lines {len(games)}")
        at = games[0]["offset"] if games else 0
        for game in games:
            if game["offset"] != at:
                raise Failed(f"game {game['game']} starts at {game['offset']}, the one before it ends at {at}")
            at += game["length"]

    def fixes(self, games):
        once = self.run("check", "--severity", "style", "--fix", "-", stdin=self.raw)
        self.same("check --fix twice", self.run("check", "--severity", "style", "--fix", "-", stdin=once), once)
        after = [json.loads(line) for line in self.run("export", "--format", "json-lines", "-", stdin=once).splitlines()]
        if [[move["uci"] for move in game["moves"]] for game in after] != [[move["uci"] for move in game["moves"]] for game in games]:
            raise Failed("other moves after check --fix")
        guessed = self.run("check", "--severity", "style", "--fix", "--unsafe-fixes", "-", stdin=self.raw)
        self.same("check --fix --unsafe-fixes twice", self.run("check", "--severity", "style", "--fix", "--unsafe-fixes", "-", stdin=guessed), guessed)

    def findings(self, text):
        out = self.run("check", "--severity", "style", "--max-diagnostics", "none", "--output-format", "json-lines", self.path)
        self.same("check -j 4", self.run("-j", "4", "check", "--severity", "style", "--max-diagnostics", "none", "--output-format", "json-lines", self.path), out)
        for finding in map(json.loads, out.splitlines()):
            start, end = finding["offset"], finding["offset"] + finding["length"]
            if end > len(text):
                raise Failed(f"{finding['rule']} ends behind the text")
            if (finding["line"], finding["column"]) != line_and_column(text, start):
                raise Failed(f"{finding['rule']} at {start} is said to be {finding['line']}:{finding['column']}, is {line_and_column(text, start)}")

    def parts(self, exported, whole):
        folder = os.path.join(self.folder, "parts")
        self.run("split", "--games", "1", "--dir", folder, self.path)
        names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
        if names:
            joined = self.run("merge", "--dedup", "none", "--sort", "none", *(os.path.join(folder, name) for name in names))
            # A game that is carried as it is may have an open comment closed by merge.
            how = ["--on-error", "comment"]
            self.same("split, merge, export", self.run("export", *how, "-", stdin=joined), self.run("export", *how, self.path))
        cuts = sorted({0, len(whole) // 3, len(whole) // 2, len(whole)})
        if self.raw == whole:
            got = b"".join(self.run("filter", "--bytes", f"{a}-{b}", self.path) for a, b in zip(cuts, cuts[1:]))
            if re.sub(rb"\s+", b"", got) != re.sub(rb"\s+", b"", whole):
                raise Failed("--bytes: the parts are not the whole")

    def others(self, exported):
        """What pgn-extract and python-chess read in the games that are not raw."""
        written = self.run("export", "--on-error", "drop", self.path)
        n_written = len(re.findall(rb'^\[Event "', written, re.M))
        stream, n_read = io.StringIO(written.decode("utf-8")), 0
        while (game := chess.pgn.read_game(stream)) is not None:
            n_read += 1
            if game.errors and "Seirawan" not in game.headers.get("Variant", "") and game.headers.get("FEN") != "":
                raise Failed(f"python-chess: {game.errors[0]}")
        if n_read != n_written:
            raise Failed(f"python-chess reads {n_read} games of {n_written}")
        known = [game for game in re.split(rb'(?<=\n\n)(?=\[Event ")', written) if not NOT_FOR_PGN_EXTRACT.search(game)]
        done = subprocess.run([PGN_EXTRACT, "-r"], input=b"".join(known), capture_output=True, check=False)
        counted = re.findall(rb"matched out of (\d+)", done.stderr)
        n_known = sum(game.startswith(b'[Event "') for game in known)
        if known != [b""] and n_known and (not counted or int(counted[-1]) != n_known):
            raise Failed(f"pgn-extract reads {counted} games of {n_known}: {done.stderr[:200]!r}")


def base_games():
    return [Game(n, tags, moves) for n, (tags, moves) in enumerate(GAMES_TEXT)]


def base_moves():
    found, stream = [], io.StringIO(b"".join(game.bytes() for game in base_games()).decode())
    while (game := chess.pgn.read_game(stream)) is not None:
        found.append([move.uci() for move in game.mainline_moves()])
    return found


def written(pair, seed):
    """The bytes, and what is expected of them."""
    rng = random.Random(f"{seed} {pair[0][0]} {pair[1][0]}")
    games, keeps, n_games = base_games(), min(pair[0][1], pair[1][1]), 4
    for _, _, more, on_games, _ in pair:
        if on_games:
            on_games(games, rng)
        n_games += more
    data = b"".join(game.bytes() for game in games)
    for name, _, _, _, on_bytes in pair:
        if on_bytes:
            data = on_bytes(data, rng)
            n_games *= 2 if name == "bytes twice" else 1
    return data, keeps, n_games


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--share", type=float, default=0.1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep")
    args = parser.parse_args()
    logging.disable(logging.CRITICAL)
    program, moves, lock, n_failed = os.path.abspath(args.program), base_moves(), threading.Lock(), 0
    pairs = [pair for pair in itertools.combinations(PECULIARITIES, 2) if args.only in pair[0][0] + "\n" + pair[1][0]]
    rng = random.Random(args.seed)
    pairs = [pair for pair in pairs if rng.random() < args.share]

    def judge(pair):
        data, keeps, n_games = written(pair, args.seed)
        with tempfile.TemporaryDirectory() as folder:
            try:
                Judge(program, folder, data).hold(keeps, n_games, moves)
            except Failed as why:
                return data, str(why)
        return data, None

    with cf.ThreadPoolExecutor(args.jobs) as pool:
        for n, (pair, (data, why)) in enumerate(zip(pairs, pool.map(judge, pairs))):
            if why:
                n_failed += 1
                print(f"{pair[0][0]!r} + {pair[1][0]!r}: {why}", flush=True)
                if args.keep:
                    os.makedirs(args.keep, exist_ok=True)
                    with open(os.path.join(args.keep, f"{args.seed}-{n:05}.pgn"), "wb") as file:
                        file.write(data)
    print(f"{len(PECULIARITIES)} peculiarities, {len(pairs)} pairs, {n_failed} failed")
    sys.exit(1 if n_failed else 0)


main()
