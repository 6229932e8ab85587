"""The job: its tables, a second run, changes, failures, and repeated attempts."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pgnkit
import pyarrow.dataset as pads
import pytest
from conftest import game
from pyspark.sql import SparkSession

from pgnkit_spark.convert import Report, convert
from pgnkit_spark.tasks import list_tasks
from pgnkit_spark.work import Folders, Settings, hash_file, run_task


def run(spark: SparkSession, folder: Path, settings: Settings | None = None) -> Report:
    return convert(spark, [str(folder)], str(folder.parent / "out"), settings or Settings(), size="500")


def files(out: Path) -> dict[str, bytes]:
    return {str(path.relative_to(out)): path.read_bytes() for path in out.rglob("*") if path.is_file()}


def rows(folder: Path) -> list[tuple[object, ...]]:
    table = pads.dataset(folder.parent / "out/games", partitioning="hive").to_table(
        ["file", "game", "black", "moves_san"]
    )
    return sorted(tuple(row.values()) for row in table.to_pylist())


def test_tables_rejects_findings_and_manifests(spark: SparkSession, folder: Path) -> None:
    report = run(spark, folder)
    assert (report.rows, report.rejected, report.failed) == (40, 1, [])
    whole = pgnkit.read_games(folder, columns=["file", "game", "black", "moves_san"])
    assert rows(folder) == sorted(tuple(row.values()) for row in whole.to_pylist())
    out = folder.parent / "out"
    assert b"".join(path.read_bytes() for path in (out / "rejects").iterdir()).count(b"% pgnkit: rejected") == 1
    found = pads.dataset(out / "findings", partitioning="hive").to_table().to_pylist()
    single = pgnkit.check(folder)
    assert sorted((it["path"], it["member"], it["code"], it["line"]) for it in found if it["member"] is None) == sorted(
        (it.path, it.member, it.code, it.line) for it in single if it.member is None
    )
    assert len(found) == report.findings
    for path in (out / "manifests").iterdir():
        manifest = json.loads(path.read_text())
        assert manifest["sha256"] == hash_file(manifest["task"]["path"])
        assert manifest["counts"].keys() == {"rows", "rejected", "findings"}
    assert not (out / "_staging").exists()


def test_a_second_run_does_nothing(spark: SparkSession, folder: Path) -> None:
    first = run(spark, folder)
    assert len(first.done) == first.tasks > 8
    out = folder.parent / "out"
    before = files(out)
    times = {path: path.stat().st_mtime_ns for path in out.rglob("*")}
    second = run(spark, folder)
    assert (second.done, second.rows, second.findings) == ([], first.rows, first.findings)
    assert files(out) == before
    assert {path: path.stat().st_mtime_ns for path in out.rglob("*") if path != out} == {
        path: time for path, time in times.items() if path != out
    }


def test_only_what_changed_is_done(spark: SparkSession, folder: Path) -> None:
    run(spark, folder)
    (folder / "new.pgn").write_text(game(60))
    added = run(spark, folder)
    assert (len(added.done), added.rows, added.removed) == (1, 41, 0)
    # The same size and another content.
    (folder / "new.pgn").write_text(game(60).replace("B60", "B61"))
    assert len(run(spark, folder).done) == 1
    assert [row for row in rows(folder) if row[2] == "B61"] and not [row for row in rows(folder) if row[2] == "B60"]
    # A file that grows has other ranges; those of before go.
    with (folder / "new.pgn").open("a") as file:
        file.write(game(62) * 5)
    grown = run(spark, folder)
    assert (grown.rows, grown.removed) == (46, 1)
    (folder / "new.pgn").unlink()
    gone = run(spark, folder)
    assert (gone.done, gone.rows) == ([], 40) and len(rows(folder)) == 40
    # A lost output is noticed by its manifest.
    next((folder.parent / "out/manifests").iterdir()).unlink()
    assert len(run(spark, folder).done) == 1
    assert len(rows(folder)) == 40


def test_other_settings_are_another_result(spark: SparkSession, folder: Path) -> None:
    run(spark, folder)
    settings = Settings(where="elo >= 2435", partition_by=("year",))
    report = run(spark, folder, settings)
    assert (len(report.done), report.rows) == (report.tasks, 5)
    assert len(list((folder.parent / "out/games").glob("task=*/year=2035/part-0.parquet"))) == 1
    with pytest.raises(ValueError, match="no column yeer"):
        run(spark, folder, Settings(partition_by=("yeer",)))


def test_a_bad_file_stops_no_other(spark: SparkSession, folder: Path, corrupt: Path) -> None:
    report = run(spark, folder)
    assert report.rows == 40 and len(report.failed) == 1 and "ends too early" in report.failed[0][1]
    corrupt.unlink()
    (folder / "d.pgn").write_text(game(50))
    again = run(spark, folder)
    assert (len(again.done), again.rows, again.failed) == (1, 41, [])


def test_a_repeated_task_leaves_the_same_bytes(folder: Path) -> None:
    folders, settings = Folders(str(folder.parent / "out")), Settings(partition_by=("year",))
    task = list_tasks([str(folder / "a.pgn")])[0]
    sha256 = hash_file(task.path)
    run_task(task, sha256, settings, folders, "one")
    before = files(Path(folders.output))
    with ThreadPoolExecutor(8) as pool:
        manifests = list(pool.map(lambda _: run_task(task, sha256, settings, folders, "two"), range(16)))
    assert files(Path(folders.output)) == before
    assert all(manifest == manifests[0] for manifest in manifests)
