"""Tables of `pgnkit export --format parquet`, as Arrow."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Iterator, Sequence

from pgnkit._program import StrPath, paths_of, run, texts_of

if TYPE_CHECKING:
    from typing import Literal

    import pyarrow

    Rows = Literal["games", "plies"]


def read_games(
    path: StrPath | Sequence[StrPath],
    *,
    where: str | None = None,
    columns: str | Sequence[str] | None = None,
    rows: Rows = "games",
    options: str | Sequence[str] = (),
) -> pyarrow.Table:
    """Returns a table with a row for each game, or with `rows="plies"` for each half-move of a main line.

    `path` is a file, folder or glob, or several; `where` an expression of `--where`; `columns` the columns and
    their order, or names of sets such as `@all` (default: `@default`); `options` are further options of `pgnkit export`.
    A single text stands for a list of one. Raises `ValueError` if `columns` is empty.
    """
    import pyarrow
    import pyarrow.parquet

    selected = _selected(columns)
    data = run([*_arguments(where, columns, rows, options), *paths_of(path)])
    table = pyarrow.parquet.ParquetFile(pyarrow.BufferReader(data)).read()
    return table if selected is None else table.select(selected)


def iter_batches(
    path: StrPath | Sequence[StrPath],
    *,
    where: str | None = None,
    columns: str | Sequence[str] | None = None,
    rows: Rows = "games",
    batch_size: int = 65536,
    options: str | Sequence[str] = (),
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


def _selected(columns: str | Sequence[str] | None) -> list[str] | None:
    """Returns the names of the columns in their order; `None` if the table has only these, in its own order."""
    if columns is None:
        return None
    names = ",".join(texts_of(columns)).split(",")
    if names == [""]:
        raise ValueError("columns is empty: name a column, or leave it out for the default columns")
    return None if any(name.startswith("@") for name in names) else names


def _arguments(
    where: str | None, columns: str | Sequence[str] | None, rows: Rows, options: str | Sequence[str]
) -> list[str]:
    arguments = ["export", "--format=parquet", f"--rows={rows}", *texts_of(options)]
    if where is not None:
        arguments.append("--where=" + where)
    if columns is not None:
        arguments.append("--columns=" + ",".join(texts_of(columns)))
    return arguments
