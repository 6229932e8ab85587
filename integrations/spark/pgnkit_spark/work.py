"""The work of one task of a conversion: check, filter, convert, and publish what came of it.

Each output appears whole, by a rename, under a name that depends on the input and the range alone: a task that runs
twice, after a failure or by speculation, replaces its outputs with the same bytes. The manifest comes last: where it
is, the task is done.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import uuid
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import pgnkit
import pyarrow as pa
import pyarrow.dataset
import pyarrow.parquet as pq

from pgnkit_spark.tables import Rows, batches_of, with_file
from pgnkit_spark.tasks import Task

#: The columns of the table of findings: fields of docs/formats.md.
FINDINGS = pa.schema(
    [(name, pa.string()) for name in ("path", "member", "code", "rule", "severity", "message", "move", "fen")]
    + [(name, pa.int64()) for name in ("game", "line", "column", "offset", "length", "ply")]
)
FINDINGS_PER_BATCH = 50_000
REJECTED = b"% pgnkit: rejected "


@dataclass(frozen=True)
class Settings:
    """What decides, with the input and the range, what a task writes."""

    where: str | None = None
    rows: Rows = "games"
    partition_by: tuple[str, ...] = ()
    severity: str = "warning"
    #: `pgnkit --version`
    program: str = ""

    def as_json(self) -> dict[str, Any]:
        """Returns the settings as a manifest holds them."""
        return json.loads(json.dumps(asdict(self)))  # type: ignore[no-any-return]


@dataclass(frozen=True)
class Folders:
    """The folders of an output."""

    output: str

    def table(self, name: str) -> Path:
        return Path(self.output, "games", f"task={name}")

    def findings(self, name: str) -> Path:
        return Path(self.output, "findings", f"task={name}")

    def rejects(self, name: str) -> Path:
        return Path(self.output, "rejects", f"{name}.pgn")

    def manifest(self, name: str) -> Path:
        return Path(self.output, "manifests", f"{name}.json")

    def staging(self) -> Path:
        return Path(self.output, "_staging")

    def outputs(self, name: str) -> list[Path]:
        """Returns what a task leaves, the manifest last."""
        return [self.table(name), self.findings(name), self.rejects(name), self.manifest(name)]


def hash_file(path: str) -> str:
    """Returns the SHA-256 of the bytes of a file as they are stored."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def run_task(task: Task, sha256: str, settings: Settings, folders: Folders, run: str) -> dict[str, Any]:
    """Does the task and returns its manifest. `run` names the folder of unfinished outputs of this job.

    Raises `pgnkit.ProgramError` if the input cannot be read to its end; then nothing is published.
    """
    attempt = folders.staging() / run / f"{task.name}.{uuid.uuid4().hex}"
    attempt.mkdir(parents=True)
    try:
        (attempt / "games").mkdir()
        (attempt / "findings").mkdir()
        with task.input() as inputs:
            selection = [] if settings.where is None else [f"--where={settings.where}"]
            n_findings = _check(task, [*selection, *inputs], settings, attempt)
            n_rows, n_rejected = _export(task, [*selection, *inputs], settings, attempt)
        manifest: dict[str, Any] = {
            "format": "pgnkit-spark-task",
            "version": 1,
            "task": asdict(task),
            "sha256": sha256,
            "settings": settings.as_json(),
            "counts": {"rows": n_rows, "rejected": n_rejected, "findings": n_findings},
            "outputs": _listed(attempt),
        }
        (attempt / "manifest.json").write_text(json.dumps(manifest, indent=1) + "\n")
        staged = [attempt / name for name in ("games", "findings", "rejects.pgn", "manifest.json")]
        for made, final in zip(staged, folders.outputs(task.name), strict=True):
            _publish(made, final, attempt)
        return manifest
    finally:
        shutil.rmtree(attempt, ignore_errors=True)


def _check(task: Task, arguments: list[str], settings: Settings, attempt: Path) -> int:
    """Writes the table of findings and returns their number."""
    report = attempt / "findings.jsonl"
    output = ["--output-format=json-lines", "-o", str(report)]
    pgnkit.run(["check", f"--severity={settings.severity}", *output, *arguments], findings=True)
    names, n_findings = FINDINGS.names, 0
    rows: list[Mapping[str, Any]] = []
    with report.open("rb") as lines, pq.ParquetWriter(attempt / "findings/part.parquet", FINDINGS) as table:

        def flush() -> None:
            table.write_batch(pa.RecordBatch.from_pylist(rows, schema=FINDINGS))
            rows.clear()

        for line in lines:
            found = json.loads(line)
            if task.member is not None:
                found["path"], found["member"] = task.path, task.member
            rows.append({name: found[name] for name in names})
            n_findings += 1
            if len(rows) == FINDINGS_PER_BATCH:
                flush()
        flush()
    report.unlink()
    return n_findings


def _export(task: Task, arguments: list[str], settings: Settings, attempt: Path) -> tuple[int, int]:
    """Writes the table and the rejects, and returns the number of rows and of rejected games."""
    made, rejects = attempt / "table.parquet", attempt / "rejects.pgn"
    outputs = ["--rejects", str(rejects), "-o", str(made)]
    pgnkit.run(["export", "--format=parquet", f"--rows={settings.rows}", *outputs, *arguments])
    rejects.touch()
    with pq.ParquetFile(made) as file:
        n_rows = file.metadata.num_rows
    if settings.partition_by:
        _partition(made, task, settings.partition_by, attempt / "games")
    elif task.member is not None:
        _rename_file(made, task, attempt / "games/part.parquet")
    else:
        made.rename(attempt / "games/part.parquet")
    with rejects.open("rb") as lines:
        n_rejected = sum(line.startswith(REJECTED) for line in lines)
    return n_rows, n_rejected


def _partition(made: Path, task: Task, columns: tuple[str, ...], folder: Path) -> None:
    """Writes the table as a folder for each value of the columns, in the manner of Hive."""
    with pq.ParquetFile(made) as file:
        schema = file.schema_arrow
    partitioning = pa.dataset.partitioning(pa.schema([schema.field(name) for name in columns]), flavor="hive")
    form = pa.dataset.ParquetFileFormat()
    pa.dataset.write_dataset(
        batches_of(made, task),
        folder,
        schema=schema,
        format=form,
        file_options=form.make_write_options(compression="zstd"),
        partitioning=partitioning,
        basename_template="part-{i}.parquet",
        # The same rows in the same files, whenever the task runs.
        use_threads=False,
        max_partitions=100_000,
    )


def _rename_file(made: Path, task: Task, final: Path) -> None:
    """Copies the table with the name of the member in `file`."""
    with pq.ParquetFile(made) as file, pq.ParquetWriter(final, file.schema_arrow, compression="zstd") as out:
        for group in range(file.num_row_groups):
            for batch in file.read_row_group(group).to_batches():
                out.write_batch(with_file(batch, task))


def _listed(attempt: Path) -> list[dict[str, Any]]:
    """Returns path, size and hash of the outputs."""
    files = [*attempt.glob("games/**/*.parquet"), *attempt.glob("findings/*.parquet"), attempt / "rejects.pgn"]
    return [
        {"path": os.fspath(path.relative_to(attempt)), "size": path.stat().st_size, "sha256": hash_file(str(path))}
        for path in sorted(files)
    ]


def _publish(made: Path, final: Path, attempt: Path) -> None:
    """Gives a file or folder its final name; what had it goes into the attempt, and with it."""
    final.parent.mkdir(parents=True, exist_ok=True)
    if made.is_file():
        os.replace(made, final)
        return
    for _ in range(100):
        try:
            os.rename(made, final)
            return
        except OSError:
            # An earlier output, or that of another attempt, which may go at any moment.
            try:
                os.rename(final, attempt / f"old-{uuid.uuid4().hex}")
            except FileNotFoundError:
                pass
    raise OSError(f"{final} is replaced all the time")
