#!/usr/bin/env python3
"""Runs rows of docs/from-pgn-extract.md: pgn-extract with an option, beside what the row says.

usage: pgn_extract_rows.py PGNKIT FILE.pgn [ROW...]

FILE: games without errors; some with comments, NAGs, variations and a FEN. Both outputs are read by `pgnkit export
--format json-lines` and compared game by game. One line a row: `equal`, `explained` (the difference that the row tells
of was found, and no other), or `differs` with the first difference. Rows that the installed version of pgn-extract does
not know are `unknown there`. Exit status 1 if a row differs.
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile

PGN_EXTRACT = shutil.which("pgn-extract") or "/usr/games/pgn-extract"
program, source, *wanted = sys.argv[1:]
program, source = os.path.abspath(program), os.path.abspath(source)
folder = tempfile.mkdtemp()


def run(command, **options):
    return subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)


def games(text):
    """Returns the games of a PGN text, as objects of JSON lines."""
    out = run([program, "export", "--isolated", "--format", "json-lines", "--allow-null"], input=text).stdout
    return [json.loads(line) for line in out.splitlines()]


def walk(moves):
    """Yields the moves of all lines."""
    for move in moves:
        yield move
        for line in move.get("variations") or []:
            if isinstance(line, list):
                yield from walk(line)


FACETS = {
    "line": lambda it: [move["uci"] for move in it["moves"]],
    "players": lambda it: [it["tags"].get(name) for name in ("White", "Black", "Event", "Date")],
    "result": lambda it: it["result"],
    "tags": lambda it: it["tags"],
    "comments": lambda it: [" ".join(" ".join(move["comments"]).split()) for move in walk(it["moves"])],
    "nags": lambda it: [move["nags"] for move in it["moves"]],
    "all_lines": lambda it: [move["uci"] for move in walk(it["moves"])],
}
SAME = ("players", "line", "result")


def of_facets(*names):
    return lambda text: [[FACETS[name](it) for name in names] for it in games(text)]


def of_tag(*names):
    return lambda text: [[it["tags"].get(name) for name in names] for it in games(text)]


def of_names(text):
    return [sorted(it["tags"]) for it in games(text)]


def of_order(text):
    """Returns the names of the tags as they stand."""
    names = [line.split(b" ")[0][1:].decode() for line in text.splitlines() if line.startswith(b"[")]
    return names


def of_words(text):
    """Returns the words of the movetext: moves and numbers apart."""
    lines = [line for line in text.decode("utf-8", "replace").splitlines() if line[:1] not in ("[", "")]
    return " ".join(lines).replace(". ", ".").split()


def of_fens(text):
    """Returns the board and side of each position."""
    return [line.split(b" ")[:2] for line in text.splitlines() if b"/" in line.split(b" ")[0]]


def write(name, text):
    with open(os.path.join(folder, name), "w") as file:
        file.write(text)
    return name


tags = write("tags", 'White "Carlsen"\nWhite "Kasparov"\n')
not_tags = write("not_tags", 'Result <> "1-0"\n')
lines = write("lines", "e4 c5 Nf3\n")
roster = write("roster", "White\nBlack\nResult\n")
WHERE = ["filter", "-w"]
SEVEN = "Event,Site,Date,Round,White,Black,Result"

# Name of the row, options there, command here (FILE stands for the input), what is compared, and the difference that
# the table explains, if there is one.
ROWS = [
    ("-Tw", ["-TwC"], ["filter", "--white", "C"], SAME),
    ("-Tb", ["-TbC"], ["filter", "--black", "C"], SAME),
    ("-Tp", ["-TpC"], ["filter", "--player", "C"], SAME),
    ("-Td", ["-Td1990"], ["filter", "--date", "1990"], SAME),
    ("-Tdb", ["-Tdb1962"], ["filter", "--date", "..1961"], SAME),
    ("-Tda", ["-Tda1962"], ["filter", "--date", "1963.."], SAME),
    ("-Te", ["-TeB"], ["filter", "-w", 'ECO ~ "B*"'], SAME),
    ("-Tr", ["-Tr1-0"], ["filter", "--result", "1-0"], SAME),
    ("-t", ["-ttags"], WHERE + ['White ~ "Carlsen*" or White ~ "Kasparov*"'], SAME),
    ("-t <>", ["-tnot_tags"], WHERE + ["Result != 1-0"], SAME),
    ("--tagsubstr", ["--tagsubstr", "-Twar"], WHERE + ['White =~ "ar"'], SAME),
    ("--onlysetuptags", ["--onlysetuptags"], WHERE + ["has(fen)"], SAME),
    ("--nosetuptags", ["--nosetuptags"], WHERE + ["not has(fen)"], SAME),
    ("-M", ["-M"], ["filter", "--ends", "checkmate"], SAME),
    ("--stalemate", ["--stalemate"], ["filter", "--ends", "stalemate"], SAME),
    ("--repetition", ["--repetition"], WHERE + ["reaches(threefold)"], SAME),
    ("--fifty", ["--fifty"], WHERE + ["reaches(fifty)"], SAME),
    ("--underpromotion", ["--underpromotion"], WHERE + ["underpromotion()"], SAME),
    ("-b", ["-b40"], WHERE + ["moves = 40"], SAME),
    ("-bl", ["-bl40"], WHERE + ["moves >= 40"], SAME),
    ("-bu", ["-bu40"], WHERE + ["moves <= 40"], SAME),
    ("-p", ["-p80"], WHERE + ["plies = 80"], SAME),
    ("-pl", ["-pl80"], WHERE + ["plies >= 80"], SAME),
    ("-pu", ["-pu80"], WHERE + ["plies <= 80"], SAME),
    ("-x", ["-xlines"], WHERE + ['line("e4 c5 Nf3", transposing=true)'], SAME),
    ("-v", ["-vlines", "-P"], WHERE + ['line("e4 c5 Nf3")'], SAME),
    ("--stopafter", ["--stopafter", "7"], ["filter", "--take", "7"], SAME),
    ("--selectonly", ["--selectonly", "3,5:6"], ["filter", "--game", "3,5-6"], SAME),
    ("--nobadresults", ["--nobadresults"], ["filter"], SAME),
    ("--fixresulttags", ["--fixresulttags"], ["export", "--fix-results"], SAME),
    ("-C", ["-C"], ["strip-comments"], ("line", "comments", "nags", "all_lines")),
    ("-N", ["-N"], ["strip-comments", "--drop", "nags"], ("line", "comments", "nags", "all_lines")),
    ("-V", ["-V"], ["strip-comments", "--drop", "variations"], ("line", "comments", "nags", "all_lines")),
    ("-7", ["-7"], ["export", "--tags", SEVEN], of_tag(*SEVEN.split(","))),
    ("-R", ["-Rroster"], ["export", "--tags", "White,Black,Result"], of_tag("White", "Black", "Result")),
    ("--xroster", ["-Rroster", "--xroster"], ["export", "--tags", "White,Black,Result"], of_names),
    ("--plylimit", ["--plylimit", "20"], ["export", "--plies", "..20"], ("line",)),
    ("--dropply", ["--dropply", "4"], ["export", "--plies", "5.."], ("line",)),
    ("--plycount", ["--plycount"], ["export", "--add", "plycount"], of_tag("PlyCount")),
    ("--addhashcode", ["--addhashcode"], ["export", "--add", "hash"], of_tag("HashCode")),
    ("-F", ["-F"], ["export", "--format", "fen", "--at", "end"], of_fens),
    ("-Wepd", ["-Wepd"], ["export", "--format", "epd", "--at", "ply"], of_fens),
    ("-Wuci", ["-Wuci"], ["export", "--notation", "uci"], of_words),
    ("-Wlalg", ["-Wlalg"], ["export", "--notation", "uci"], of_words),
    ("-Wsan", ["-Wsan"], ["export"], ("line", "comments", "nags", "all_lines")),
    ("-w", ["-w9999"], ["export", "--width", "0"], SAME),
    ("-D", ["-D"], ["merge", "--dedup", "moves"], SAME),
    ("-U", ["-U"], ["merge", "--dedup", "moves", "--only-duplicates"], SAME),
    ("--fuzzydepth", ["-D", "--fuzzydepth", "20"], ["merge", "--dedup", "position:20"], SAME),
]

# Rows that differ, and why; the table says so.
EXPLAINED = {
    "-t <>": "19-04 takes `<>` on Result for `=`",
    "--repetition": "19-04 misses games that python-chess and pgnkit find",
    "--xroster": "export always writes the Seven Tag Roster",
    "--addhashcode": "its own hash, not that of Polyglot",
    "-F": "a comment behind the last move, not a line of its own",
    "-Wuci": "no move numbers",
    "-Wlalg": "with check signs",
    "--fuzzydepth": "games whose dates, rounds or initials contradict each other are no copies here",
}


def compare(there, here):
    if there == here:
        return None
    for at, (a, b) in enumerate(zip(there, here)):
        if a != b:
            return f"{len(there)} and {len(here)}; at {at}: {str(a)[:150]} | {str(b)[:150]}"
    return f"{len(there)} and {len(here)}; one is the beginning of the other"


n_differing = 0
for name, there, here, how in ROWS:
    if wanted and name not in wanted:
        continue
    a = run([PGN_EXTRACT, "-s", *there, source])
    if b"Unrecognized" in a.stderr or b"Unknown" in a.stderr:
        print(f"{name:18} unknown there")
        continue
    command = [program, here[0], "--isolated", *here[1:]]
    b = run(command + [source])
    if b.returncode not in (0, 1):
        print(f"{name:18} differs: {b.stderr.decode()[:200]}")
        n_differing += 1
        continue
    read = how if callable(how) else of_facets(*how)
    difference = compare(read(a.stdout), read(b.stdout))
    if difference is None:
        print(f"{name:18} equal ({len(read(a.stdout))})")
    elif name in EXPLAINED:
        print(f"{name:18} explained: {EXPLAINED[name]}")
    else:
        n_differing += 1
        print(f"{name:18} differs: {difference}")
shutil.rmtree(folder)
sys.exit(n_differing > 0)
