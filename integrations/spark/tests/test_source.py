"""The data source against tables of the program itself."""

from __future__ import annotations

from pathlib import Path

import pgnkit
import pytest
from conftest import game
from pyspark.errors import AnalysisException, PySparkException
from pyspark.sql import DataFrame, SparkSession

from pgnkit_spark.tasks import list_tasks


def load(spark: SparkSession, path: Path, **options: str) -> DataFrame:
    return spark.read.format("pgn").options(size="500", **options).load(str(path))


def expected(path: Path, *columns: str, **options: str) -> list[tuple[object, ...]]:
    table = pgnkit.read_games(path, columns=columns, **options)  # type: ignore[arg-type]
    return sorted(tuple(row.values()) for row in table.to_pylist())


def test_the_rows_are_those_of_the_program(spark: SparkSession, folder: Path) -> None:
    frame = load(spark, folder)
    columns = ("file", "game", "offset", "white", "black", "date", "white_elo", "moves_uci", "result", "errors")
    assert frame.columns == pgnkit.read_games(folder).schema.names
    assert frame.rdd.getNumPartitions() == len(list_tasks([str(folder)], "500")) > 8
    assert sorted(map(tuple, frame.select(*columns).collect())) == expected(folder, *columns)
    assert frame.where("errors is not null").count() == 1
    assert frame.selectExpr("tags['Event'] as event").distinct().collect() == [("Cup",)]


def test_a_divided_file_is_a_task_a_frame(spark: SparkSession, tmp_path: Path) -> None:
    plain, divided = tmp_path / "plain.pgn", tmp_path / "divided.pgn.zst"
    plain.write_text("".join(game(n) for n in range(40)))
    pgnkit.run(["filter", plain, "-o", divided, "--zstd-frames", "1000"])
    n_frames = len(list_tasks([str(divided)], "1"))
    assert n_frames > 4
    frame = spark.read.format("pgn").options(size="1").load(str(divided))
    assert frame.rdd.getNumPartitions() == n_frames
    columns = ("game", "offset", "white", "black", "date", "result")
    assert sorted(map(tuple, frame.select(*columns).collect())) == expected(plain, *columns)


def test_half_moves(spark: SparkSession, folder: Path) -> None:
    frame = load(spark, folder, rows="plies", columns="game,ply,san")
    assert frame.columns == ["game", "ply", "san"]
    assert sorted(map(tuple, frame.collect())) == expected(folder, "game", "ply", "san", rows="plies")


def test_where_selects(spark: SparkSession, folder: Path) -> None:
    frame = load(spark, folder, where="elo >= 2435", columns="black")
    assert sorted(row.black for row in frame.collect()) == ["B35", "B36", "B37", "B38", "B39"]


@pytest.mark.parametrize(
    ("condition", "n_rows"),
    [
        ("white_elo >= 2430", 10),
        ("white_elo > 2430", 9),
        ("year = 2007", 1),
        ("date >= date'2010-01-01' and year < 2020", 10),
        ("black in ('B3', 'B33', 'nobody')", 2),
        ("black like 'B3%'", 11),
        ("white = 'Tal, Mikhail'", 40),
        ("white = 'tal, mikhail'", 0),
        ("result = '1-0'", 40),
        ("black is null", 0),
        ("year = 2007 or black = 'B8'", 2),
    ],
)
def test_filters_keep_what_spark_keeps(spark: SparkSession, folder: Path, condition: str, n_rows: int) -> None:
    assert load(spark, folder).where(condition).count() == n_rows


def test_an_unreadable_file_is_a_row(spark: SparkSession, folder: Path, corrupt: Path) -> None:
    frame = load(spark, folder)
    assert frame.count() == 41
    (row,) = frame.where("errors like 'unreadable:%'").collect()
    assert row.file == str(corrupt) and row.white is None
    with pytest.raises(PySparkException, match="ends too early"):
        load(spark, folder, errors="fail").count()


def test_what_is_not_known_is_refused(spark: SparkSession, folder: Path) -> None:
    for options, words in [
        ({"colums": "white"}, "no option colums"),
        ({"columns": "whit"}, "no column whit"),
        ({"rows": "moves"}, "rows is games or plies"),
    ]:
        with pytest.raises((AnalysisException, PySparkException), match=words):
            load(spark, folder, **options).count()
