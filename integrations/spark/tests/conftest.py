"""A Spark of this machine, and a folder of games: plain, zstd, an archive."""

from __future__ import annotations

import subprocess
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pgnkit
import pytest
from pyspark.sql import SparkSession

from pgnkit_spark import register


def game(n: int, moves: str = "1. e4 e5 2. Nf3 Nc6") -> str:
    """Returns a game of the year 2000 + n."""
    return (
        f'[Event "Cup"]\n[Date "{2000 + n}.01.0{1 + n % 9}"]\n[White "Tal, Mikhail"]\n[Black "B{n}"]\n'
        f'[Result "1-0"]\n[WhiteElo "{2400 + n}"]\n\n{moves} 1-0\n\n'
    )


@pytest.fixture(scope="session")
def spark() -> Iterator[SparkSession]:
    session = (
        SparkSession.builder.master("local[2]")
        .config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", "1")
        .getOrCreate()
    )
    session.sparkContext.setLogLevel("ERROR")
    register(session)
    yield session
    session.stop()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Returns a folder of 40 games, one of them illegal; several ranges of the plain file with size=500."""
    games = tmp_path / "games"
    games.mkdir()
    (games / "a.pgn").write_text("".join(game(n) for n in range(20)))
    text = "".join(game(n) for n in range(20, 29)) + game(29, "1. e4 e5 2. Ke3 Nc6")
    pgnkit.run(["filter", "-o", games / "b.pgn.zst", "-"], stdin=text.encode())
    with zipfile.ZipFile(games / "c.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("one.pgn", "".join(game(n) for n in range(30, 35)))
        archive.writestr("two.pgn", "".join(game(n) for n in range(35, 40)))
    return games


@pytest.fixture
def corrupt(folder: Path) -> Path:
    """Returns a file of the folder that ends too early."""
    path = folder / "d.pgn.gz"
    packed = subprocess.run(["gzip", "-c"], input=game(50).encode() * 500, capture_output=True, check=True).stdout
    path.write_bytes(packed[:-40])
    return path
