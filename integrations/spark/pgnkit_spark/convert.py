"""The job `pgnkit_convert`: checks, filters and converts a folder of PGN files, and can be started again.

A second run does what is missing, and what has changed by the hash of its file or by the settings. Outputs of files
and ranges that are no longer there are removed.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pgnkit
from pyspark.sql import SparkSession

from pgnkit_spark.tables import arrow_schema
from pgnkit_spark.tasks import DEFAULT_SIZE, Task, list_tasks
from pgnkit_spark.work import Folders, Settings, hash_file, run_task

Outcome = tuple[str, dict[str, Any] | None, str]


@dataclass
class Report:
    """What a job has done."""

    tasks: int = 0
    #: Names of the tasks that were done now.
    done: list[str] = field(default_factory=list)
    removed: int = 0
    #: File and reason of the tasks that failed.
    failed: list[tuple[str, str]] = field(default_factory=list)
    rows: int = 0
    rejected: int = 0
    findings: int = 0
    seconds: float = 0

    def __str__(self) -> str:
        counts = f"{self.rows} rows, {self.rejected} games rejected, {self.findings} findings"
        tasks = f"{self.tasks} tasks, {len(self.done)} done now, {len(self.failed)} failed, {self.removed} removed"
        return f"{tasks}: {counts} in {self.seconds:.1f} s"


def convert(
    spark: SparkSession,
    inputs: Sequence[str],
    output: str,
    settings: Settings,
    *,
    size: str = DEFAULT_SIZE,
) -> Report:
    """Converts files, folders or globs into `output`, a folder that all machines see under this name."""
    begin = time.monotonic()
    version = pgnkit.run(["-V"]).decode().strip()
    settings = Settings(settings.where, settings.rows, settings.partition_by, settings.severity, version)
    _refuse_unknown(settings)
    folders, run = Folders(output), uuid.uuid4().hex
    shutil.rmtree(folders.staging(), ignore_errors=True)
    tasks = list_tasks(inputs, size)
    known = _manifests(folders)
    hashes = _hashes(spark, sorted({task.path for task in tasks}))
    report = Report(tasks=len(tasks))
    todo = [task for task in tasks if not _is_done(known.get(task.name), hashes[task.path], settings)]
    for name in known.keys() - {task.name for task in tasks}:
        _remove(folders, name)
        report.removed += 1
    for task in todo:
        # Readers see no rows of an old file beside those of a new one.
        folders.manifest(task.name).unlink(missing_ok=True)
    outcomes = _run_all(spark, todo, hashes, settings, folders, run)
    shutil.rmtree(folders.staging(), ignore_errors=True)
    for name, manifest, error in outcomes:
        if manifest is None:
            report.failed.append((name, error))
        else:
            known[name] = manifest
            report.done.append(name)
    for task in tasks:
        counts = known[task.name]["counts"] if task.name in known else {}
        report.rows += counts.get("rows", 0)
        report.rejected += counts.get("rejected", 0)
        report.findings += counts.get("findings", 0)
    report.seconds = time.monotonic() - begin
    return report


def _refuse_unknown(settings: Settings) -> None:
    unknown = sorted(set(settings.partition_by) - set(arrow_schema(settings.rows).names))
    if unknown:
        raise ValueError(f"no column {', '.join(unknown)}")


def _hashes(spark: SparkSession, paths: list[str]) -> dict[str, str]:
    """Returns the SHA-256 of each file, read by the executors."""
    context = spark.sparkContext
    return dict(context.parallelize(paths, max(1, len(paths))).map(lambda path: (path, hash_file(path))).collect())


def _run_all(
    spark: SparkSession, todo: list[Task], hashes: dict[str, str], settings: Settings, folders: Folders, run: str
) -> list[Outcome]:
    """Does the tasks, the largest first, one in each partition. A file that cannot be read stops no other."""
    if not todo:
        return []

    def one(task: Task) -> Outcome:
        try:
            return task.name, run_task(task, hashes[task.path], settings, folders, run), ""
        except pgnkit.ProgramError as error:
            return task.name, None, f"{task.shown}: {error}"

    ordered = sorted(todo, key=lambda task: -task.size)
    return spark.sparkContext.parallelize(ordered, len(ordered)).map(one).collect()


def _manifests(folders: Folders) -> dict[str, Any]:
    """Returns the manifests of tasks that are done, by their names."""
    folder = folders.manifest("x").parent
    return {path.stem: json.loads(path.read_text()) for path in folder.glob("*.json")}


def _is_done(manifest: dict[str, Any] | None, sha256: str, settings: Settings) -> bool:
    return manifest is not None and manifest["sha256"] == sha256 and manifest["settings"] == settings.as_json()


def _remove(folders: Folders, name: str) -> None:
    """Removes the outputs of a task, the manifest first."""
    for path in reversed(folders.outputs(name)):
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the job by its command line; the exit status is 2 if a file could not be read."""
    parser = argparse.ArgumentParser(prog="pgnkit_convert", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("inputs", nargs="+", metavar="INPUT", help="files, folders or globs of PGN")
    parser.add_argument("output", metavar="OUTPUT", help="the folder of the tables, the same on all machines")
    parser.add_argument("--where", metavar="EXPR", help="only games for which this expression holds")
    parser.add_argument("--rows", choices=["games", "plies"], default="games", help="what a row is")
    parser.add_argument("--partition-by", metavar="COLUMN[,COLUMN]", default="", help="a folder for each value")
    parser.add_argument("--severity", default="warning", help="the lowest level of findings (default: %(default)s)")
    parser.add_argument("--size", default=DEFAULT_SIZE, help="bytes of text in a task (default: %(default)s)")
    parser.add_argument("--master", help="the Spark master, if spark-submit does not name it")
    parser.add_argument("--conf", action="append", default=[], metavar="KEY=VALUE", help="a setting of Spark")
    given = parser.parse_args(arguments)
    builder = SparkSession.builder.appName("pgnkit_convert")
    if given.master:
        builder = builder.master(given.master)
    for setting in given.conf:
        key, _, value = setting.partition("=")
        builder = builder.config(key, value)
    spark = builder.getOrCreate()
    try:
        columns = tuple(it.strip() for it in given.partition_by.split(",") if it.strip())
        settings = Settings(given.where, given.rows, columns, given.severity)
        report = convert(spark, given.inputs, given.output, settings, size=given.size)
    finally:
        spark.stop()
    for _, error in report.failed:
        print(error, file=sys.stderr)
    print(report)
    return 2 if report.failed else 0


if __name__ == "__main__":
    sys.exit(main())
