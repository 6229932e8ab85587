#!/usr/bin/env python3
"""Writes games of players of many countries in many character sets, and counts in how many files
`--encoding auto` finds names that are read as they were.

    charsets.py PGNKIT [--files 200] [--seed 1] [--names FILE]

Names are those of charset_names.tsv, which no weight of the detector was chosen by, or the lines of FILE: a
language, a tab, words parted by blanks.
"""

import argparse
import codecs
import collections
import pathlib
import random
import re
import subprocess
import tempfile
import unicodedata

NAMES = pathlib.Path(__file__).with_name("charset_names.tsv")
PAGES = pathlib.Path(__file__).parents[2] / "crates/pgn-syntax/src/encodings/code_pages.tsv"

# The label for pgnkit, and the codec of Python.
SINGLE = {
    "windows-1250": "cp1250",
    "windows-1251": "cp1251",
    "windows-1252": "cp1252",
    "windows-1253": "cp1253",
    "windows-1254": "cp1254",
    "windows-1257": "cp1257",
    "iso-8859-13": "iso8859-13",
    "iso-8859-2": "iso8859-2",
    "iso-8859-5": "iso8859-5",
    "iso-8859-15": "iso8859-15",
    "koi8-r": "koi8-r",
    "koi8-u": "koi8-u",
    "ibm866": "cp866",
    "cp437": "cp437",
    "cp850": "cp850",
    "cp852": "cp852",
    "cp865": "cp865",
    "macintosh": "mac_roman",
    "x-mac-cyrillic": "mac_cyrillic",
    "cp737": "cp737",
    "cp775": "cp775",
    "cp855": "cp855",
    "cp857": "cp857",
    "cp860": "cp860",
    "cp861": "cp861",
    "cp862": "cp862",
    "cp863": "cp863",
    "cp869": "cp869",
    "cp1125": "cp1125",
    "x-mac-ce": "mac_latin2",
    "x-mac-croatian": "mac_croatian",
    "x-mac-greek": "mac_greek",
    "x-mac-icelandic": "mac_iceland",
    "x-mac-romanian": "mac_romanian",
    "x-mac-turkish": "mac_turkish",
    # Python has no codecs of these.
    "kamenicky": "kamenicky",
    "mazovia": "mazovia",
    "cwi-2": "cwi2",
}
# Languages whose sets are hardly used for others.
OWN = {"zh": {"gbk": "gbk"}, "zh-Hant": {"big5": "big5"}, "ko": {"euc-kr": "euc-kr"},
        "ja": {"shift_jis": "cp932", "euc-jp": "euc-jp"}, "vi": {"windows-1258": "cp1258"},
        "th": {"windows-874": "cp874"}, "he": {"windows-1255": "cp1255", "cp862": "cp862"},
        "ar": {"windows-1256": "cp1256", "iso-8859-6": "iso8859-6"},
        "el": {"windows-1253": "cp1253", "iso-8859-7": "iso8859-7", "cp737": "cp737", "cp869": "cp869",
        "x-mac-greek": "mac_greek"}, "lv": {"windows-1257": "cp1257",
        "iso-8859-4": "iso8859-4", "iso-8859-13": "iso8859-13", "cp775": "cp775", "x-mac-ce": "mac_latin2"}}
# How Python writes UTF-16 without a byte order mark.
UTF16 = {"utf-16le": "utf-16-le", "utf-16be": "utf-16-be"}


def own_codec(name):
    """Returns the codec of a code page that Python lacks, by the table of the program."""
    pages = dict(line.split("\t") for line in PAGES.read_text("utf-8").splitlines())
    high = {page.replace("-", ""): chars for page, chars in pages.items()}.get(name)
    if high is None:
        return None
    table = codecs.charmap_build("".join(map(chr, range(128))) + high)
    return codecs.CodecInfo(lambda text, errors="strict": codecs.charmap_encode(text, errors, table), None, name=name)


codecs.register(own_codec)


def encoded(text, codec):
    """Returns the bytes of a text; windows-1258 has the tones of Vietnamese as characters of their own."""
    if codec != "cp1258":
        return text.encode(codec)
    out = bytearray()
    for char in text:
        try:
            out += char.encode(codec)
        except UnicodeEncodeError:
            parts = unicodedata.normalize("NFD", char)
            tones = [part for part in parts if part in "\u0300\u0301\u0303\u0309\u0323"]
            letter = unicodedata.normalize("NFC", "".join(part for part in parts if part not in tones))
            out += (letter + "".join(tones)).encode(codec)
    return bytes(out)


def games(words, codec, n_games, draw):
    """Returns the text of games whose players have names of these words."""
    text = []
    for number in range(1, n_games + 1):
        white, black = (f"{draw.choice(words)}, {draw.choice(words)}" for _ in range(2))
        comment = f" {{{draw.choice(words)} {draw.choice(words)}}}" if draw.random() < 0.2 else ""
        text.append(
            f'[Event "Open"]\n[Site "?"]\n[Date "1996.??.??"]\n[Round "{number}"]\n[White "{white}"]\n'
            f'[Black "{black}"]\n[Result "1-0"]\n\n1. e4 e5{comment} 1-0\n\n'
        )
    return "".join(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pgnkit")
    parser.add_argument("--files", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--names", default=NAMES)
    arguments = parser.parse_args()
    draw = random.Random(arguments.seed)
    languages = [line.split("\t") for line in open(arguments.names, encoding="utf-8").read().splitlines()]
    pairs = []
    for language, words in languages:
        words = words.split(" ")
        for label, codec in {**OWN.get(language, SINGLE), **UTF16, "utf-8": "utf-8"}.items():
            fit = []
            for word in words:
                try:
                    encoded(word, codec)
                    fit.append(word)
                except UnicodeEncodeError:
                    pass
            # Nobody used a set that lacks letters of the language.
            if len(fit) * 10 >= len(words) * 8:
                pairs.append((language, label, codec, fit))
    draw.shuffle(pairs)
    counts = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        for at in range(arguments.files):
            language, label, codec, words = pairs[at % len(pairs)] if at < len(pairs) else draw.choice(pairs)
            text = games(words, codec, draw.choice([1, 2, 4, 10, 40, 100, 400]), draw)
            path = pathlib.Path(folder) / "games.pgn"
            path.write_bytes(encoded(text, codec))
            n_high = sum(byte >= 0x80 for byte in encoded(text, codec))
            run = subprocess.run(
                [arguments.pgnkit, "export", "--encoding", "auto", "-v", path], capture_output=True, check=True
            )
            tags = re.compile(r'\[(?:White|Black) "(.*)"\]')
            is_right = tags.findall(run.stdout.decode()) == tags.findall(text)
            is_sure = b"but it may be" not in run.stderr
            kind = "UTF-8" if label == "utf-8" else "UTF-16" if label in UTF16 else "10 bytes or more" if n_high >= 10 else "fewer than 10 bytes"
            counts[kind, is_right, is_sure] += 1
            if not is_right:
                said = re.search(rb"read as ([\w-]+)", run.stderr)
                said = said.group(1).decode() if said else "UTF-8"
                print(f"{language} in {label}, {n_high} bytes beyond ASCII: {said}{'' if is_sure else ', not sure'}")
    for kind in sorted({kind for kind, _, _ in counts}):
        right = sum(n for (of, is_right, _), n in counts.items() if of == kind and is_right)
        total = sum(n for (of, _, _), n in counts.items() if of == kind)
        sure_and_wrong = counts[kind, False, True]
        unsure = counts[kind, True, False]
        print(f"{kind}: {right} of {total} files right ({right / total:.1%}), {sure_and_wrong} wrong without a warning, {unsure} right with one")


main()
