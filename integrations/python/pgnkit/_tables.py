"""Tables of `pgnkit export --format parquet`, as Arrow."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Iterator, Sequence

from pgnkit._program import StrPath, paths_of, run

if TYPE_CHECKING:
    from typing import Literal

    import pyarrow

    Rows = Literal["games", "plies"]


def read_games(
    path: StrPath | Sequence[StrPath],
    *,
    where: str | None = None,
    columns: Sequence[str] | None = None,
    rows: Rows = "games",
    options: Sequence[str] = (),
) -> pyarrow.Table:
    """Returns a table with a row for each game, or with `rows="plies"` for each half-move of a main line.

    `path` is a file, folder or glob, or several; `where` an expression of `--where`; `columns` the columns and
    their order, or names of sets such as `@all` (default: `@default`); `options` are further options of `pgnkit export`.
    """
    import pyarrow
    import pyarrow.parquet

    data = run([*_arguments(where, columns, rows, options), *paths_of(path)])
    table = pyarrow.parquet.ParquetFile(pyarrow.BufferReader(data)).read()
    selected = _selected(columns)
    return table if selected is None else table.select(selected)


def iter_batches(
    path: StrPath | Sequence[StrPath],
    *,
    where: str | None = None,
    columns: Sequence[str] | None = None,
    rows: Rows = "games",
    batch_size: int = 65536,
    options: Sequence[str] = (),
) -> Iterator[pyarrow.RecordBatch]:
    """Yields the rows of `read_games` in batches of at most `batch_size`.

    The table goes through a temporary file, so that memory holds a row group of it and not the whole.
    """
    import pyarrow.parquet

    selected = _selected(columns)
    with tempfile.TemporaryDirectory(prefix="pgnkit-") as folder:
        table = Path(folder) / "table.parquet"
        run([*_arguments(where, columns, rows, options), "-o", table, *paths_of(path)])
        with pyarrow.parquet.ParquetFile(table) as file:
            for batch in file.iter_batches(batch_size=batch_size):
                yield batch if selected is None else batch.select(selected)


def _selected(columns: Sequence[str] | None) -> list[str] | None:
    """Returns the names of the columns in their order; `None` if the table has only these, in its own order."""
    if columns is None or any(name.startswith("@") for name in columns):
        return None
    return list(columns)


def _arguments(
    where: str | None, columns: Sequence[str] | None, rows: Rows, options: Sequence[str]
) -> list[str]:
    arguments = ["export", "--format=parquet", f"--rows={rows}", *options]
    if where is not None:
        arguments.append("--where=" + where)
    if columns:
        arguments.append("--columns=" + ",".join(columns))
    return arguments
