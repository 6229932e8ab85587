#!/usr/bin/env python3
"""Dates in all spellings of the corpora, and in 1,000 that are generated: what `export --normalize` makes of them under
each `--date-order`, compared with a reader of its own.

Usage: dates.py PGNKIT [CORPORA]
"""

import json
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ORDERS = ["dmy", "mdy", "ymd", None]


def part(text, width, most):
    """Returns a part of a date with its width, or None."""
    if len(text) > width:
        return None
    if all(c in "?-0xX" for c in text):
        return "?" * width
    if len(text) == width and "?" in text:
        return text if all(c.isdigit() or c == "?" for c in text) else None
    if not text.isascii() or not text.isdigit() or int(text) > most:
        return None
    if width == 4 and len(text) != 4:
        return None
    return text.zfill(width)


MONTHS = "january february march april may june july august september october november december".split()


def with_name(text):
    """Returns the date whose month is a name, or None."""
    words = [it for it in re.split(r"[-./, ]", text.lower()) if it]
    months = [n for it in words for n, name in enumerate(MONTHS, 1) if it in (name, name[:3])]
    years = [it for it in words if re.fullmatch(r"[0-9]{4}", it) and int(it)]
    days = [m[1] for it in words if (m := re.fullmatch(r"([0-9]{1,2})(st|nd|rd|th)?", it))]
    if (len(months), len(years)) != (1, 1) or len(words) != 2 + len(days) or len(days) > 1:
        return None
    if days and not 1 <= int(days[0]) <= 31:
        return None
    return f"{years[0]}.{months[0]:02}.{days[0].zfill(2) if days else '??'}"


def normal(text, order):
    """Returns the date in the form of the standard; the text itself if it is none."""
    value = " ".join(text.split())
    if all(c in "?-xX./ " for c in value):
        return "????.??.??"
    if named := with_name(value):
        return named
    separator = next((c for c in value if c in ".-/"), " ")
    if separator == "." and re.search(r"[0-9]\.$", value):
        value_of_parts = value[:-1]
    else:
        value_of_parts = value
    parts = [it.strip() for it in value_of_parts.split(separator)]
    if len(parts) == 1 and re.fullmatch(r"[0-9]{8}", value):
        parts = [value[:4], value[4:6], value[6:]]
    if len(parts) > 3:
        return value
    parts += [""] * (3 - len(parts))
    year, month, day = parts
    if len(day) == 4 and len(year) < 3:
        first, second, year = parts
        if not all(re.fullmatch(r"[0-9]{1,4}", it) for it in (first, second)):
            return value
        a, b = int(first), int(second)
        if 13 <= a <= 31 and 1 <= b <= 12:
            month, day = second, first
        elif 1 <= a <= 12 and 13 <= b <= 31:
            month, day = first, second
        elif a == b and a <= 12:
            month, day = first, second
        elif 1 <= a <= 12 and 1 <= b <= 12 and order:
            month, day = {"dmy": (second, first), "mdy": (first, second), "ymd": ("", "")}[order]
        else:
            return value
    found = [part(year, 4, 9999), part(month, 2, 12), part(day, 2, 31)]
    return value if None in found else ".".join(found)


def of_corpora(folder):
    dates = set()
    for path in sorted(Path(folder).rglob("*.pgn")):
        text = path.read_bytes().decode("latin-1")
        dates |= set(re.findall(r'\[(?:Event|UTC)?Date\s+"([^"\\\r\n]*)"\]', text))
    return sorted(dates)


def generated():
    chance = random.Random(1000)
    dates = []
    for _ in range(1000):
        year, month, day = chance.randint(1800, 2030), chance.randint(1, 12), chance.randint(1, 31)
        separator = chance.choice([".", "/", "-", " ", ". ", " - ", " / "])
        name, ending = chance.choice(MONTHS).title(), chance.choice(["st", "nd", "rd", "th", ""])
        wide = chance.random() < 0.5
        month, day = (f"{month:02}", f"{day:02}") if wide else (str(month), str(day))
        parts = chance.choice(
            [
                [year, month, day],
                [day, month, year],
                [month, day, year],
                [year, month],
                [year],
                [year, month, "??"],
                [year, "xx", "xx"],
                [day, month, year % 100],
            ]
        )
        date = separator.join(map(str, parts)) + chance.choice(["", "", "", "."])
        named = chance.choice([f"{day}{ending} {name} {year}", f"{name} {year}", f"{name[:3]}. {day}, {year}"])
        dates.append(chance.choice([date] * 9 + [named]))
    return dates


def main():
    program, corpora = sys.argv[1], sys.argv[2:]
    sets = {"generated": generated()}
    if corpora:
        sets["of the corpora"] = of_corpora(corpora[0])
    failed = False
    for name, dates in sets.items():
        dates = [date for date in dates if date.isprintable() and date.isascii()]
        games = "".join(f'[Date "{date}"]\n\n1. e4 *\n\n' for date in dates)
        for order in ORDERS:
            with tempfile.TemporaryDirectory() as folder:
                path = Path(folder, "dates.pgn")
                path.write_text(games)
                args = [program, "export", "-q", "--normalize", "--format", "json-lines"]
                args += ["--date-order", order] if order else []
                out = subprocess.run([*args, path], capture_output=True, check=True, text=True)
            found = [json.loads(line)["tags"].get("Date", "") for line in out.stdout.splitlines()]
            wrong = [
                (date, got, normal(date, order))
                for date, got in zip(dates, found, strict=True)
                if got != normal(date, order)
            ]
            n_read = sum(bool(re.fullmatch(r"[0-9?]{4}\.[0-9?]{2}\.[0-9?]{2}", it)) for it in found)
            print(f"{name}, --date-order {order}: {len(dates)} spellings, {n_read} read, {len(wrong)} differ")
            failed |= bool(wrong)
            for it in wrong[:10]:
                print("   ", it)
    sys.exit(failed)


if __name__ == "__main__":
    main()
