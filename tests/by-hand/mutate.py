#!/usr/bin/env python3
"""Spoils real games as real files are spoiled, and has a judge hold the program against its promises on them.

    mutate.py PROGRAM FOLDER JUDGE.py [--seeds 1-4] [--files N] [--only CHECK,...] [--keep DIR]

FOLDER holds PGN. For each seed N files are drawn, cut to some games, and spoiled one to three times over; the mutants
lie in a folder of their own, and `JUDGE.py PROGRAM MUTANTS --only ...` is run, whose output is shown. With --keep the
mutants stay. Exit status: 0 if the judge had nothing to object to under any seed.

Some mutants python-chess reads otherwise, and rightly or not without an error (`MISREAD`); they lie apart, and only
checks that need no second reader (`ALONE`) are run on them.
"""
import argparse, bz2, gzip, lzma, os, random, re, subprocess, sys, tempfile

MOST_BYTES = 30_000
TAG = re.compile(rb'(?m)^\[(\w+) "([^"\n]*)"\]')
NOTES = [b"a comment", b"good (but see 12. Nf3)", b"[%clk 0:01:02]", b"[%eval 0.3", b"1. e4 e5", b"[Event \"no tag\"]", b"--", b"$1", b""]

# Checks that judge the program by what it said itself.
ALONE = "survives,filter-is-identity,export-is-fixed-point,same-bytes-every-way,findings-are-json,games-are-counted-alike,split-then-merge,export-is-clean"
READERS = ("agrees-with-python-chess,keeps-the-whole-tree,no-game-is-lost,export-is-canonical,places-are-right,legality-agrees,"
           "strip-removes-only-annotation,fixes-are-safe")

# What the second reader takes otherwise: encodings and line ends it does not know; a comment or words on the line of a
# tag pair, which for it begins the movetext; a brace in a tag value; `(` without a move; tags behind moves without an
# empty line; moves or tags that follow a marker, and whole games in what it takes for a comment or a line of junk.
MISREAD = """utf-16 utf-16-inside cr crcrlf mixed-ends tags-odd tags-spaced tags-broken tags-joined nested shuffled-lines comments
brackets-anywhere brackets-lost brackets-doubled random-bytes flipped controls repeated glued movetext-lost words results-odd escapes
indented tagless mailed html one-line long-line bom-anywhere bom-between hole nuls smart-quotes hard-wrapped no-blank-lines unclosed padded invisible mixed-encodings mojibake names-foreign
tags-behind-moves tags-twice numbers-odd castling-odd moves-odd null-moves commands-odd archived""".split()

MUTATIONS = {}


def mutation(fn):
    MUTATIONS[fn.__name__.replace("_", "-")] = fn
    return fn


def spot(data, rng):
    return rng.randrange(len(data) + 1)


def insert(data, rng, what, times=1):
    for _ in range(times):
        at = spot(data, rng)
        data = data[:at] + what + data[at:]
    return data


def some(pattern, data, rng, replace, share=0.2):
    """Replaces some matches of the pattern, at least one if there is any."""
    found = list(re.finditer(pattern, data))
    if not found:
        return data
    chosen = {m.start() for m in rng.sample(found, max(1, int(len(found) * share)))}
    return re.sub(pattern, lambda m: replace(m) if m.start() in chosen else m[0], data)


def movetexts(data, change):
    """Changes what stands between tag sections."""
    parts = re.split(rb"((?:^\[[^\n]*\n)+)", data, flags=re.M)
    return b"".join(part if i % 2 else change(part) for i, part in enumerate(parts))


def a_break(data, rng):
    """A place between two words, or any."""
    blanks = [m.start() for m in re.finditer(rb"\s", data)]
    return rng.choice(blanks) + 1 if blanks else spot(data, rng)


@mutation
def cut(data, rng, _):
    return data[:spot(data, rng)]


@mutation
def cut_front(data, rng, _):
    return data[spot(data, rng) // 2:]


@mutation
def hole(data, rng, _):
    a, b = sorted((spot(data, rng), spot(data, rng)))
    return data[:a] + data[min(b, a + 400):]


@mutation
def glued(data, rng, other):
    return data.rstrip() + rng.choice([b"", b" ", b"\n"]) + other.lstrip()


@mutation
def bom_between(data, rng, other):
    return b"\xef\xbb\xbf" + data + rng.choice([b"", b"\n\n"]) + b"\xef\xbb\xbf" + other


@mutation
def bom_anywhere(data, rng, _):
    return insert(data, rng, b"\xef\xbb\xbf", 3)


@mutation
def crlf(data, rng, _):
    return data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")


@mutation
def cr(data, rng, _):
    return data.replace(b"\r\n", b"\n").replace(b"\n", b"\r")


@mutation
def crcrlf(data, rng, _):
    return data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\r\n")


@mutation
def mixed_ends(data, rng, _):
    return re.sub(rb"\r?\n", lambda _: rng.choice([b"\n", b"\n", b"\r\n", b"\r"]), data)


@mutation
def nuls(data, rng, _):
    return insert(data, rng, b"\0" * rng.choice([1, 1, 7, 512]), 3)


@mutation
def controls(data, rng, _):
    return insert(data, rng, bytes([rng.choice([0x0B, 0x0C, 0x1A, 0x1B, 0x7F, 0x85, 0xA0])]), 4)


@mutation
def tabs(data, rng, _):
    return some(rb" ", data, rng, lambda _: b"\t")


@mutation
def latin_1(data, rng, _):
    return some(rb"[aou]", data, rng, lambda m: {b"a": b"\xe4", b"o": b"\xf6", b"u": b"\xfc"}[m[0]], 0.05)


@mutation
def smart_quotes(data, rng, _):
    return some(rb'"', data, rng, lambda _: rng.choice([b"\x93", b"\x94", b"\xe2\x80\x9c", b"\xe2\x80\x9d"]), 0.05)


@mutation
def smart_dashes(data, rng, _):
    return some(rb"(?<=[0O1])-(?=[0O1])", data, rng, lambda _: rng.choice([b"\x96", b"\xe2\x80\x93", b"\xe2\x88\x92"]))


@mutation
def utf_16(data, rng, _):
    text = data.decode("utf-8", "replace")
    return rng.choice([b"\xff\xfe" + text.encode("utf-16-le"), b"\xfe\xff" + text.encode("utf-16-be"), text.encode("utf-16-le")])


@mutation
def utf_16_inside(data, rng, other):
    return data + other[:2000].decode("utf-8", "replace").encode("utf-16-le") + data


@mutation
def flipped(data, rng, _):
    out = bytearray(data)
    for _ in range(min(8, len(out))):
        out[rng.randrange(len(out))] ^= 1 << rng.randrange(8)
    return bytes(out)


@mutation
def random_bytes(data, rng, _):
    return insert(data, rng, rng.randbytes(60), 2)


@mutation
def brackets_lost(data, rng, _):
    return some(rb"[{}()\[\]\"]", data, rng, lambda _: b"", 0.03)


@mutation
def brackets_doubled(data, rng, _):
    return some(rb"[{}()\[\]\"]", data, rng, lambda m: m[0] * 2, 0.03)


@mutation
def brackets_anywhere(data, rng, _):
    for _ in range(3):
        data = insert(data, rng, rng.choice([b"{", b"}", b"(", b")", b"[", b"]", b";", b"<", b">", b'"', b"\\"]))
    return data


@mutation
def tags_broken(data, rng, _):
    return some(rb'(?m)^\[\w+ "[^"\n]{4,}"\]', data, rng, lambda m: m[0][:(at := rng.randrange(1, len(m[0])))] + b"\n" + m[0][at:], 0.05)


@mutation
def tags_joined(data, rng, _):
    return some(rb'\]\r?\n(?=\[)', data, rng, lambda _: rng.choice([b"] ", b"]"]))


@mutation
def tags_spaced(data, rng, _):
    return some(TAG, data, rng, lambda m: rng.choice([b' [%s "%s"]', b'[ %s "%s" ]', b'[%s"%s"]', b'[%s  "%s"] ', b"[%s '%s']", b"[%s %s]",
                                                      b'[%s "%s]', b'[%s "%s"', b'[%s: "%s"]', b'[%s ""%s""]']) % (m[1], m[2]))


@mutation
def tags_odd(data, rng, _):
    return some(TAG, data, rng, lambda m: rng.choice([b'[%s "%s"]' % (m[1].lower(), m[2]), m[0] + b"\n" + m[0], b'[%s "Joe "Big" %s"]' % (m[1], m[2]),
                                                      b'[%s "C:\\%s\\"]' % (m[1], m[2]), b'[%s "%s"] ; why' % (m[1], m[2]), b'[%s "%s"] {why}' % (m[1], m[2]),
                                                      b'[%s "%s[]]"]' % (m[1], m[2]), b'[W\xefrd %s "%s"]' % (m[1], m[2])]))


@mutation
def tagless(data, rng, _):
    return re.sub(rb"(?m)^\[[^\n]*\n", b"", data)


@mutation
def movetext_lost(data, rng, _):
    return movetexts(data, lambda part: b"\n" if rng.random() < 0.4 else part)


@mutation
def results_lost(data, rng, _):
    return some(rb'(?<!")(?:1-0|0-1|1/2-1/2|\*)(?!")', data, rng, lambda _: b"", 0.6)


@mutation
def results_odd(data, rng, _):
    return some(rb'(?<!")(?:1-0|0-1|1/2-1/2|\*)(?!")', data, rng,
                lambda m: rng.choice([b"1/2", b"0-0", b"1:0", b"1 - 0", b"+/-", b"1-0 1-0", b"1-O", m[0] + b" {ended}", b"**", m[0] + b"\n; so it was"]))


@mutation
def blank_lines(data, rng, _):
    return some(rb"\n", data, rng, lambda _: rng.choice([b"\n\n", b"\n \n", b"\n\t\n\n"]), 0.1)


@mutation
def no_blank_lines(data, rng, _):
    return re.sub(rb"(?:\r?\n){2,}", b"\n", data)


@mutation
def rewrapped(data, rng, _):
    width = rng.choice([12, 40, 255])

    def wrap(part):
        return b"\n" + re.sub(rb"(?s)(.{1,%d})(?:\s+|$)" % width, rb"\1\n", b" ".join(part.split())) + b"\n"
    return movetexts(data, wrap)


@mutation
def hard_wrapped(data, rng, _):
    width = rng.choice([40, 80, 255])
    return movetexts(data, lambda part: b"\n" + b"\n".join(part[i:i + width] for i in range(0, len(part), width)) + b"\n")


@mutation
def single_line(data, rng, _):
    return movetexts(data, lambda part: b"\n" + b" ".join(part.split()) + b"\n\n")


@mutation
def one_line(data, rng, _):
    return b" ".join(data.split())


@mutation
def indented(data, rng, _):
    return re.sub(rb"(?m)^(?=.)", rng.choice([b" ", b"\t", b"    ", b"> ", b"\xc2\xa0"]), data)


@mutation
def comments(data, rng, _):
    for _ in range(6):
        at, note = a_break(data, rng), rng.choice(NOTES)
        data = data[:at] + rng.choice([b"{%s} ", b"; %s\n", b"{%s {%s} x} ", b"({%s}) ", b"{%s\n\n%s} ", b"{ %s"]).replace(b"%s", note) + data[at:]
    return data


@mutation
def escapes(data, rng, _):
    return some(rb"\n", data, rng, lambda _: rng.choice([b"\n% an escape\n", b"\n%\n", b"\n%eval\n", b" % no escape\n"]), 0.05)


@mutation
def words(data, rng, _):
    for _ in range(6):
        at = a_break(data, rng)
        what = [b"novelty ", b"e.p. ", b"ep ", b"mate ", b"... ", b"$ ", b"$999 ", b"N ", b"-+ ", b"D ", b"0-0-0 ", b"-- ", b"Z0 ", b"e9 ", b"Sf3 ", b"12. ",
                b"3... ", b"() ", b"(e4) ", b"!! ", b"\xb1 ", b"\xe2\x99\x98f3 ", b"1-0 ", b"* ", b"=", b"<<0001>> ", b"exd5e.p. ", b"bxa8=Q+ ", b"1.e4e5 "]
        data = data[:at] + rng.choice(what) + data[at:]
    return data


@mutation
def glyphs(data, rng, _):
    return some(rb"\b([NBRQK])(?=[a-h1-8x])", data, rng, lambda m: rng.choice([b"S", b"D", b"T", b"L", b"P", m[0].lower(), b"\xe2\x99\x9e"]), 0.1)


@mutation
def numbers_tight(data, rng, _):
    return re.sub(rb"(\d+\.) ", rb"\1", data)


@mutation
def nested(data, rng, _):
    at, deep = a_break(data, rng), rng.choice([3, 70, 300])
    return data[:at] + b"(" * deep + b" e4 " + b")" * rng.choice([deep, deep - 1, 0]) + b" " + data[at:]


@mutation
def html(data, rng, _):
    page = data.replace(b'"', b"&quot;") if rng.random() < 0.3 else data
    page = page.replace(b"\n", b"<br>\n") if rng.random() < 0.3 else page
    return (b"<!DOCTYPE html>\n<html><head><title>Games</title>\n<script>var x = {a: [1, 2]};</script></head>\n<body><p>(c) 2020; all games</p><pre>\n"
            + page + b"\n</pre></body></html>\n")


@mutation
def mailed(data, rng, _):
    lines = b"\n".join(line.replace(b"=", b"=3D")[:75] + (b"=\n" + line[75:] if len(line) > 75 else b"") for line in data.split(b"\n"))
    return b"From: someone@example.org\nSubject: Re: [chess] game 1. e4\n\n> said:\n" + lines + b"\n--\nregards\n"


@mutation
def long_line(data, rng, _):
    return insert(data, rng, rng.choice([b"x", b" ", b"e4 ", b"{", b"(", b"1.", b"[", b'"', b";", b"$1 ", b"{x} "]) * 20_000)


@mutation
def shuffled_lines(data, rng, _):
    lines = data.split(b"\n")
    for _ in range(3):
        i, j = rng.randrange(len(lines)), rng.randrange(len(lines))
        lines[i], lines[j] = lines[j], lines[i]
    return b"\n".join(lines)


@mutation
def repeated(data, rng, _):
    a = spot(data, rng)
    return data[:a] + data[max(0, a - 300):]


@mutation
def unclosed(data, rng, _):
    """The end of a comment, variation or string is lost, and nothing else."""
    ends = [m.start() for m in re.finditer(rb'[})]|"\]', data)]
    if not ends:
        return data
    at = rng.choice(ends)
    return data[:at] + data[at + (2 if data[at:at + 1] == b'"' else 1):]


@mutation
def no_final_newline(data, rng, _):
    return data.rstrip()


@mutation
def padded(data, rng, _):
    """Blocks of disks and mail: padding up to the end, and the end of file of DOS."""
    return data + rng.choice([b"\0" * (-len(data) % 512 or 512), b"\x1a", b"\x1a" * 100, b" " * 300, b"\n" * 300])


@mutation
def invisible(data, rng, _):
    """Zero-width characters, soft hyphens, and blanks that are none of ASCII, between and within tokens."""
    marks = ["\u200b", "\u200e", "\u2060", "\ufeff", "\u00ad", "\u00a0", "\u2009", "\u3000", "\u2028", "\u0085"]
    for _ in range(8):
        at = rng.choice([a_break(data, rng), spot(data, rng)])
        data = data[:at] + rng.choice(marks).encode() + data[at:]
    return data


@mutation
def mixed_encodings(data, rng, other):
    """Games of several files in one: each in an encoding of its own."""
    def letters(text, encoding):
        names = {"cp1252": "Müller, Jörg – “Æ”", "cp1251": "Иванов, Олег", "utf-8": "Łukasz Čović", "ibm866": "Шахматы", "mac_roman": "Réti «ß»"}
        name = names.get(encoding, "é").encode(encoding, "replace")
        return some(rb'(?m)^\[(\w+) "', text, rng, lambda m: m[0] + name, 0.4)
    kinds = rng.sample(["cp1252", "cp1251", "utf-8", "ibm866", "mac_roman"], 2)
    return letters(data, kinds[0]) + b"\n\n" + letters(other, kinds[1])


@mutation
def mojibake(data, rng, _):
    """Encoded twice."""
    named = some(rb'(?m)^\[(\w+) "', data, rng, lambda m: m[0] + "Jörg Šćé ".encode(), 0.3)
    return named.decode("cp1252", "replace").encode("utf-8", "replace")


@mutation
def names_foreign(data, rng, _):
    return some(TAG, data, rng, lambda m: b'[%s "%s"]' % (rng.choice(["Событие", "Тур 1", "Név", "棋手", "É"]).encode(
        rng.choice(["utf-8", "cp1251", "gbk"]), "replace"), m[2]))


@mutation
def tags_behind_moves(data, rng, _):
    """Tag pairs within the movetext, at the start of a line and elsewhere."""
    for _ in range(2):
        at = a_break(data, rng)
        data = data[:at] + rng.choice([b'\n[ECO "B20"]\n', b'[WhiteElo "2000"] ', b'\n\n[Annotator "x"]\n\n', b'{x} [Event "y"] ']) + data[at:]
    return data


@mutation
def tags_twice(data, rng, _):
    """The whole tag section again, with or without an empty line between."""
    gap = rng.choice([b"", b"\n", b"\n\n"])
    return re.sub(rb"(?m)((?:^\[[^\n]*\n)+)", lambda m: m[1] + gap + m[1] if rng.random() < 0.5 else m[1], data)


@mutation
def numbers_odd(data, rng, _):
    style = rng.choice([lambda n, dots: n, lambda n, dots: n + b" ", lambda n, dots: n + b" " + dots, lambda n, dots: n + b")",
                        lambda n, dots: n + b",", lambda n, dots: n + b"....", lambda n, dots: n + "…".encode(), lambda n, dots: b"0" + dots,
                        lambda n, dots: b"%d" % (int(n) + 7) + dots, lambda n, dots: b"", lambda n, dots: b"9" * 30 + dots])
    return some(rb"\b(\d{1,3})(\.+)", data, rng, lambda m: style(m[1], m[2]), rng.choice([0.1, 1]))


@mutation
def castling_odd(data, rng, _):
    return some(rb"O-O(?:-O)?", data, rng, lambda m: rng.choice([m[0].replace(b"O", b"0"), m[0].lower(), m[0].replace(b"-", "–".encode()), m[0].replace(b"-", b""),
                                                                m[0].replace(b"O", "О".encode())]), 0.6)


@mutation
def moves_odd(data, rng, _):
    return some(rb"\b([NBRQK]?)([a-h]?)([1-8]?)(x?)([a-h][1-8])\b", data, rng, lambda m: rng.choice([
        m[1] + m[2] + m[3] + b"-" + m[5], m[1] + m[2] + m[3] + b":" + m[5], m[0] + b"++", m[0] + b" ch", m[0] + b"e.p.", m[0].upper(), b"P" + m[0], m[0] + b"=",
        m[0] + b"/Q", m[0] + b"(Q)", b"x" + m[0], m[0] + "†".encode(), m[0] + b"!?!", m[0] + b"=Q=Q"]), 0.1)


@mutation
def null_moves(data, rng, _):
    return some(rb"\b[NBRQ][a-h]?x?[a-h][1-8]\b", data, rng, lambda _: rng.choice([b"--", b"Z0", b"@@@@", b"0000", b"null", b"pass", b"<>", b"..."]), 0.05)


@mutation
def commands_odd(data, rng, _):
    for _ in range(5):
        at = a_break(data, rng)
        what = rng.choice([b"{[%clk 0:01\n:02]}", b"{[%clk ]}", b"{[%]}", b"{[%clk 0:01:02}", b"{%clk 0:01:02]}", b"{[%eval 0,3] [%cal Ge2e4,\nRd1d8]}", b"[%clk 0:01:02]",
                           b"{[%clk\x01 0:\x0201:02]}", b"{[%tqu \"En\",\"a } b\"]}", b"{[%c_effect\nd3;square;d3]}", b"; [%clk 0:01:02] }\n", b"{[%evp 0,2,\x0069]}"])
        data = data[:at] + what + b" " + data[at:]
    return data


@mutation
def archived(data, rng, _):
    """A compressed file that a broken download has cut off, or that has gone bad."""
    packed = rng.choice([gzip.compress, bz2.compress, lzma.compress])(data)
    if rng.random() < 0.5:
        return packed[:rng.randrange(1, len(packed) + 1)]
    at = rng.randrange(len(packed))
    return packed[:at] + bytes([packed[at] ^ 0x55]) + packed[at + 1:]


def some_games(data, rng):
    """Some games of a file, cut at lines that look like the start of one."""
    if len(data) <= MOST_BYTES:
        return data
    starts = [m.start() for m in re.finditer(rb"(?m)^\[Event ", data)] or [0]
    at = rng.choice(starts)
    return data[at:at + MOST_BYTES]


def mutants(paths, seed, n_files, folder):
    rng = random.Random(seed)
    pick = lambda: some_games(open(rng.choice(paths), "rb").read(), rng)
    names = list(MUTATIONS)
    for n in range(n_files):
        data, done = pick(), []
        # Each takes its turn, then chance has it.
        # Packed bytes are what they are: nothing is done to them afterwards.
        for name in [names[(seed * n_files + n) % len(names)]] + rng.choices(names, k=rng.choice([0, 0, 1, 2])):
            if data and "archived" not in done:
                data = MUTATIONS[name](data, rng, pick())
                done.append(name)
        apart = "alone" if set(done) & set(MISREAD) else "readers"
        # The judge knows packed files by their names; that they are what they hold is no matter here.
        ending = ".pgn.gz" if "archived" in done else ".pgn"
        with open(os.path.join(folder, apart, f"{n:04}-{'+'.join(done)}{ending}"), "wb") as file:
            file.write(data)


def main():
    args = argparse.ArgumentParser()
    for name in ("program", "folder", "judge"):
        args.add_argument(name)
    args.add_argument("--seeds", default="1-2")
    args.add_argument("--files", type=int, default=120)
    args.add_argument("--only", default="")
    args.add_argument("--keep")
    args = args.parse_args()
    first, _, last = args.seeds.partition("-")
    paths = sorted(os.path.join(root, name) for root, _, names in os.walk(args.folder) for name in names if name.lower().endswith(".pgn"))
    status = 0
    for seed in range(int(first), int(last or first) + 1):
        with tempfile.TemporaryDirectory() as scratch:
            folder = os.path.join(args.keep or scratch, f"seed-{seed}")
            for apart in ("alone", "readers"):
                os.makedirs(os.path.join(folder, apart), exist_ok=True)
            mutants(paths, seed, args.files, folder)
            print(f"seed {seed}: {args.files} mutants", flush=True)
            for checks, judged in ((ALONE, folder), (READERS, os.path.join(folder, "readers"))):
                command = [sys.executable, args.judge, args.program, judged, "--only", args.only or checks]
                status = max(status, subprocess.run(command).returncode)
    sys.exit(status)


main()
