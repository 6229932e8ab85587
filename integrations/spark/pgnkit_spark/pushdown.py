"""Filters of Spark as expressions of `--where`.

An expression holds for every game that the filter keeps, and perhaps for more: Spark asks again. So a filter is turned
into an expression only where the column and the field are known to agree. `result` is not one of them: the column has what
`export` writes, which may be another result than the one that the field takes from a game that contradicts itself. Nor is
`eco`: where the tag is missing, the column has the code of the moves.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Sequence
from typing import Any

from pyspark.sql import datasource as ds

#: Columns that are the text of a tag.
TEXTS = {
    "event": "Event",
    "site": "Site",
    "white": "White",
    "black": "Black",
    "time_control": "TimeControl",
    "termination": "Termination",
    "white_title": "WhiteTitle",
    "black_title": "BlackTitle",
}
#: Columns that are the number in a tag.
NUMBERS = {"white_elo": "WhiteElo", "black_elo": "BlackElo"}
#: Columns that are a date or a part of it.
DATES = {"date": "date", "year": "year"}
#: Text that means the same in a tag, in quotes, and as the beginning of a glob: no separator of players (`:`), no
#: escape, no sign for "unknown", no blank at an end.
PLAIN = re.compile(r"(?=.*[A-Za-z0-9])[A-Za-z0-9](?:[A-Za-z0-9 ,.'/+_-]*[A-Za-z0-9,.])?")


def where_of(filters: Sequence[ds.Filter]) -> str | None:
    """Returns an expression that holds for every game which passes all filters; None if nothing can be said."""
    parts = [part for part in map(_expression, filters) if part is not None]
    return " and ".join(f"({part})" for part in parts) or None


def _expression(it: ds.Filter) -> str | None:
    match it:
        case ds.EqualTo((column,), value) | ds.EqualNullSafe((column,), value):
            return _equal(column, value)
        case ds.In((column,), values):
            parts = [_equal(column, value) for value in values]
            return None if not parts or None in parts else " or ".join(map(str, parts))
        case ds.GreaterThanOrEqual((column,), value) | ds.GreaterThan((column,), value):
            return _ordered(column, ">=", value)
        case ds.LessThanOrEqual((column,), value) | ds.LessThan((column,), value):
            return _ordered(column, "<=", value)
        case ds.StringStartsWith((column,), value):
            return _like(column, value, "", "*")
        case ds.StringContains((column,), value):
            return _like(column, value, "*", "*")
    return None


def _equal(column: str, value: Any) -> str | None:
    if column in TEXTS and _is_plain(value):
        return f'{TEXTS[column]} = "{value}"'
    lower, upper = _ordered(column, ">=", value), _ordered(column, "<=", value)
    return f"{lower} and {upper}" if lower and upper else None


def _ordered(column: str, op: str, value: Any) -> str | None:
    if column in NUMBERS and type(value) is int and value >= 0:
        return f"{NUMBERS[column]} {op} {value}"
    if column == "year" and type(value) is int and 1 <= value <= 9999:
        return f"{DATES[column]} {op} {value:04}"
    if column == "date" and type(value) is datetime.date:
        return f"{DATES[column]} {op} {value.isoformat()}"
    return None


def _like(column: str, value: Any, before: str, after: str) -> str | None:
    if column in TEXTS and _is_plain(value):
        return f'{TEXTS[column]} ~ "{before}{value}{after}"'
    return None


def _is_plain(value: Any) -> bool:
    return isinstance(value, str) and PLAIN.fullmatch(value) is not None
