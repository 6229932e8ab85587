#!/usr/bin/env python3
"""Filters that the Spark data source passes on lose no row that Spark would keep, on real games.

usage: pushdown.py PROGRAM FILE.pgn... [--seed 3]   (needs pgnkit-spark's dependencies)

Of each column that filters are passed on for, values are drawn from the table; the expression of a filter must select
every row that the filter keeps.
"""

import argparse
import os
import random
import sys
from pathlib import Path

INTEGRATIONS = Path(__file__).resolve().parents[2] / "integrations"
sys.path[:0] = [str(INTEGRATIONS / "python"), str(INTEGRATIONS / "spark")]

import pgnkit  # noqa: E402
from pgnkit_spark.pushdown import DATES, NUMBERS, TEXTS, where_of  # noqa: E402
from pyspark.sql import datasource as ds  # noqa: E402


def filters(column, value):
    """Yields filters with this value, and what they ask."""
    at = (column,)
    yield ds.EqualTo(at, value), lambda it: it == value
    if column in TEXTS:
        begin, end = value[: random.randint(1, len(value))], value[1:]
        yield ds.StringStartsWith(at, begin), lambda it: it.startswith(begin)
        yield ds.StringContains(at, end), lambda it: end in it
    else:
        yield ds.GreaterThan(at, value), lambda it: it > value
        yield ds.LessThanOrEqual(at, value), lambda it: it <= value


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("files", nargs="+")
    parser.add_argument("--seed", type=int, default=3)
    given = parser.parse_args()
    os.environ["PGNKIT"] = str(Path(given.program).resolve())
    random.seed(given.seed)
    columns = [*TEXTS, *NUMBERS, *DATES]
    read = lambda where: pgnkit.read_games(given.files, where=where, columns=["file", "game", *columns]).to_pylist()
    rows = read(None)
    n_asked = n_lost = 0
    for column in columns:
        values = sorted({row[column] for row in rows if row[column] is not None}, key=str)
        for value in random.sample(values, min(8, len(values))):
            for filter_, keeps in filters(column, value):
                where = where_of([filter_])
                if where is None:
                    continue
                n_asked += 1
                selected = {(row["file"], row["game"]) for row in read(where)}
                for row in rows:
                    if row[column] is not None and keeps(row[column]) and (row["file"], row["game"]) not in selected:
                        n_lost += 1
                        print(f"lost by {where}: {row['file']}, game {row['game']}: {row[column]!r}")
    print(f"{len(rows)} games, {n_asked} filters, {n_lost} rows lost")
    return 1 if n_lost else 0


if __name__ == "__main__":
    raise SystemExit(main())
