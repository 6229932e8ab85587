"""Filters as expressions: what is said, and that the program reads it."""

from __future__ import annotations

import datetime

import pgnkit
import pytest
from pyspark.sql import datasource as ds

from pgnkit_spark.pushdown import where_of


@pytest.mark.parametrize(
    ("filter_", "expression"),
    [
        (ds.EqualTo(("white",), "Tal, Mikhail"), '(White = "Tal, Mikhail")'),
        (ds.EqualTo(("year",), 1960), "(year >= 1960 and year <= 1960)"),
        (ds.GreaterThan(("white_elo",), 2599), "(WhiteElo >= 2599)"),
        (ds.LessThanOrEqual(("date",), datetime.date(1999, 2, 3)), "(date <= 1999-02-03)"),
        (ds.In(("site",), ("B20", "B21")), '(Site = "B20" or Site = "B21")'),
        (ds.StringStartsWith(("black",), "Tal"), '(Black ~ "Tal*")'),
        (ds.StringContains(("site",), "lichess.org/a"), '(Site ~ "*lichess.org/a*")'),
        # What a tag and a column may hold differently, or what means something in an expression.
        (ds.EqualTo(("white",), "A:B"), None),
        (ds.EqualTo(("white",), " Tal"), None),
        (ds.EqualTo(("white",), '"'), None),
        (ds.EqualTo(("white",), "-"), None),
        (ds.StringStartsWith(("white",), "T*"), None),
        (ds.EqualTo(("white_elo",), True), None),
        (ds.EqualTo(("result",), "1-0"), None),
        (ds.EqualTo(("moves_san",), "e4"), None),
        (ds.EqualTo(("tags", "Event"), "x"), None),
        (ds.In(("site",), ("B20", "*")), None),
        (ds.In(("site",), ()), None),
        # Where the tag is missing, the column has the code of the moves.
        (ds.EqualTo(("eco",), "B20"), None),
        (ds.StringStartsWith(("eco",), "B2"), None),
        (ds.IsNull(("white",)), None),
        (ds.Not(ds.EqualTo(("white",), "Tal")), None),
    ],
)
def test_expressions(filter_: ds.Filter, expression: str | None) -> None:
    assert where_of([filter_]) == expression
    if expression is not None:
        pgnkit.run(["filter", "--count", "--where", expression, "-"], stdin=b"")


def test_all_filters_must_hold() -> None:
    filters = [ds.EqualTo(("white",), "A"), ds.IsNotNull(("white",)), ds.GreaterThan(("black_elo",), 1)]
    assert where_of(filters) == '(White = "A") and (BlackElo >= 1)'
    assert where_of([]) is None
