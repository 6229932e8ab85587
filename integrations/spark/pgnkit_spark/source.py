"""The data source `pgn`: games or half-moves of PGN files as a data frame."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import pgnkit
from pyspark.sql.datasource import DataSource, DataSourceReader, Filter, InputPartition
from pyspark.sql.types import StructType

from pgnkit_spark.pushdown import where_of
from pgnkit_spark.tables import Rows, arrow_schema, failed, read_task, spark_schema
from pgnkit_spark.tasks import DEFAULT_SIZE, Task, list_tasks

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True)
class Options:
    """The options of `spark.read.format("pgn")`; names are read in any case, as Spark does."""

    path: str
    rows: Rows = "games"
    #: Columns, with commas between them; None: all.
    columns: tuple[str, ...] | None = None
    #: An expression of `--where`.
    where: str | None = None
    #: Bytes of text in a task.
    size: str = DEFAULT_SIZE
    #: Whether a file that cannot be read is a row with the reason, instead of the end of the job.
    errors_as_rows: bool = True

    @classmethod
    def read(cls, given: dict[str, str]) -> Options:
        """Returns the options of a data frame. Raises ValueError for one that is not known."""
        known = {"path", "rows", "columns", "where", "size", "errors"}
        options = {name.lower(): value for name, value in given.items()}
        if unknown := sorted(options.keys() - known):
            raise ValueError(f"no option {', '.join(unknown)}; there are {', '.join(sorted(known))}")
        if "path" not in options:
            raise ValueError("no path: use load(PATH)")
        rows, errors = options.get("rows", "games"), options.get("errors", "rows")
        if rows not in ("games", "plies"):
            raise ValueError(f"rows is games or plies, not {rows}")
        if errors not in ("rows", "fail"):
            raise ValueError(f"errors is rows or fail, not {errors}")
        columns = options.get("columns")
        return cls(
            path=options["path"],
            rows=cast(Rows, rows),
            columns=None if columns is None else tuple(it.strip() for it in columns.split(",")),
            where=options.get("where"),
            size=options.get("size", DEFAULT_SIZE),
            errors_as_rows=errors == "rows",
        )


class PgnDataSource(DataSource):
    """PGN files, compressed or not: `spark.read.format("pgn").load(PATH)`.

    Options: `rows` (games or plies), `columns`, `where`, `size` (of a task), `errors` (rows or fail).
    """

    @classmethod
    def name(cls) -> str:
        """Returns the name of the format."""
        return "pgn"

    def schema(self) -> StructType:
        """Returns the columns that the program writes, or those of the option `columns`."""
        options = Options.read(dict(self.options))
        return spark_schema(options.rows, options.columns)

    def reader(self, schema: StructType) -> PgnReader:
        """Returns the reader of the columns of a schema."""
        return PgnReader(Options.read(dict(self.options)), schema.fieldNames())


class PgnTask(InputPartition):
    """A task as Spark sends it to an executor."""

    def __init__(self, task: Task) -> None:
        super().__init__(task)


class PgnReader(DataSourceReader):
    """Reads a task on each executor, as Arrow batches."""

    def __init__(self, options: Options, columns: Sequence[str]) -> None:
        self.options = options
        self.columns = list(columns)
        self.where = options.where

    def pushFilters(self, filters: list[Filter]) -> Iterable[Filter]:
        """Adds what the filters say to `where`. Spark asks all of them again."""
        pushed = where_of(filters) if self.options.rows == "games" else None
        if pushed is not None:
            self.where = pushed if self.options.where is None else f"({self.options.where}) and {pushed}"
        return filters

    def partitions(self) -> Sequence[InputPartition]:
        """Returns the tasks: those of `pgnkit ranges`."""
        return [PgnTask(task) for task in list_tasks([self.options.path], self.options.size)]

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        """Yields the rows of a task."""
        task: Task = partition.value
        try:
            yield from read_task(task, self.options.rows, self.columns, self.where)
        except (pgnkit.ProgramError, OSError, ValueError) as error:
            if not self.options.errors_as_rows:
                raise
            schema = arrow_schema(self.options.rows)
            yield failed(task, error, schema).select(self.columns)
