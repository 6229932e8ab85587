"""The tables of a task as Arrow, and their columns as Spark knows them."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Literal

import pgnkit
import pyarrow as pa
import pyarrow.parquet as pq
from pyspark.sql.pandas.types import from_arrow_schema
from pyspark.sql.types import StructType

from pgnkit_spark.tasks import Task

Rows = Literal["games", "plies"]
BATCH_ROWS = 16384


@cache
def arrow_schema(rows: Rows) -> pa.Schema:
    """Returns the columns that the program writes: those of a table without games."""
    table = pgnkit.run(["export", "--format=parquet", f"--rows={rows}", "-"], stdin=b"")
    return without_metadata(pq.read_schema(pa.BufferReader(table)))


def spark_schema(rows: Rows, columns: Sequence[str] | None) -> StructType:
    """Returns the schema of a data frame with these columns (default: all)."""
    schema = arrow_schema(rows)
    if columns is not None:
        unknown = sorted(set(columns) - set(schema.names))
        if unknown:
            raise ValueError(f"no column {', '.join(unknown)}; there are {', '.join(schema.names)}")
        schema = pa.schema([schema.field(name) for name in columns])
    return from_arrow_schema(schema)


def read_task(task: Task, rows: Rows, columns: Sequence[str] | None, where: str | None) -> Iterator[pa.RecordBatch]:
    """Yields the rows of a task. The table goes through a temporary file, so that memory holds a row group of it."""
    with tempfile.TemporaryDirectory(prefix="pgnkit-") as folder, task.input() as inputs:
        table = Path(folder) / "table.parquet"
        selection = [] if where is None else [f"--where={where}"]
        pgnkit.run(["export", "--format=parquet", f"--rows={rows}", *selection, "-o", table, *inputs])
        yield from batches_of(table, task, columns)


def batches_of(table: Path, task: Task, columns: Sequence[str] | None = None) -> Iterator[pa.RecordBatch]:
    """Yields the batches of a table of the program, with the name of the task's file in `file`."""
    with pq.ParquetFile(table) as file:
        wanted = None if columns is None else list(columns)
        for batch in file.iter_batches(batch_size=BATCH_ROWS, columns=wanted):
            if wanted is not None:
                batch = batch.select(wanted)
            yield with_file(batch, task)


def with_file(batch: pa.RecordBatch, task: Task) -> pa.RecordBatch:
    """Returns the batch with the name of the task's input where the program saw a copy of it."""
    at = batch.schema.get_field_index("file")
    if task.member is None or at < 0:
        return batch
    names = pa.array([task.shown] * batch.num_rows, pa.string())
    return batch.set_column(at, batch.schema.field(at), names)


def failed(task: Task, error: Exception, schema: pa.Schema) -> pa.RecordBatch:
    """Returns the row of a task that could not be read: `file`, and the reason in `errors` or `comment`."""
    values = {"file": task.shown, "errors": f"unreadable: {error}", "comment": f"unreadable: {error}"}
    return pa.RecordBatch.from_pylist([{name: values.get(name) for name in schema.names}], schema=schema)


def without_metadata(schema: pa.Schema) -> pa.Schema:
    """Returns the schema without the notes of the Parquet file, which data frames do not carry."""
    return pa.schema([field.remove_metadata() for field in schema])
