"""Findings of `pgnkit check`."""

from __future__ import annotations

import json
from dataclasses import MISSING, dataclass, field, fields
from typing import Any, Iterator, Mapping, Sequence

from pgnkit._program import StrPath, paths_of, stream, texts_of


@dataclass(frozen=True)
class Finding:
    """A place at which a rule reports a fault. docs/formats.md describes the fields."""

    path: str
    code: str
    rule: str
    severity: str
    message: str
    line: int
    column: int
    end_line: int
    end_column: int
    offset: int
    length: int
    member: str | None = None
    game: int | None = None
    help: str | None = None
    ply: int | None = None
    move: str | None = None
    fen: str | None = None
    white: str | None = None
    black: str | None = None
    event: str | None = None
    other: Mapping[str, Any] | None = None
    fix: Mapping[str, Any] | None = None
    #: Fields of later versions of the program.
    more: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def from_json(cls, line: str | bytes) -> Finding:
        """Returns the finding of one line of `check --output-format json-lines`.

        Raises `ValueError` if the line is no finding.
        """
        try:
            found: Any = json.loads(line)
        except ValueError:
            found = None
        if not isinstance(found, dict) or not found.keys() >= _NEEDED:
            shown = line.decode("utf-8", "replace") if isinstance(line, bytes) else line
            shown = shown.strip()
            shown = shown if len(shown) <= 200 else f"{shown[:200]} …"
            raise ValueError(f"not a finding, perhaps by an option that changes what `check` writes: {shown}")
        known = {name: found.pop(name) for name in _NAMES if name in found}
        return cls(**known, more=found)


_NAMES = [it.name for it in fields(Finding) if it.name != "more"]
_NEEDED = {it.name for it in fields(Finding) if it.default is MISSING and it.default_factory is MISSING}


def iter_findings(
    path: StrPath | Sequence[StrPath],
    *,
    select: str | Sequence[str] = (),
    ignore: str | Sequence[str] = (),
    severity: str | None = None,
    where: str | None = None,
    options: str | Sequence[str] = (),
) -> Iterator[Finding]:
    """Yields the findings of files, folders or globs, while the program runs.

    `select` and `ignore` are codes, names or beginnings of codes; `severity` is the lowest level (default:
    warning); `where` selects games; `options` are further options of `pgnkit check`. A single text stands for a list
    of one. A file that cannot be read raises `ProgramError` after the last finding; `ValueError` tells of an option,
    such as `--statistics`, with which the program writes no findings.
    """
    arguments = ["check", "--output-format=json-lines", *texts_of(options)]
    if select:
        arguments.append("--select=" + ",".join(texts_of(select)))
    if ignore:
        arguments.append("--ignore=" + ",".join(texts_of(ignore)))
    if severity is not None:
        arguments.append("--severity=" + severity)
    if where is not None:
        arguments.append("--where=" + where)
    with stream([*arguments, *paths_of(path)], findings=True) as lines:
        for line in lines:
            yield Finding.from_json(line)


def check(
    path: StrPath | Sequence[StrPath],
    *,
    select: str | Sequence[str] = (),
    ignore: str | Sequence[str] = (),
    severity: str | None = None,
    where: str | None = None,
    options: str | Sequence[str] = (),
) -> list[Finding]:
    """Returns the findings of files, folders or globs; see `iter_findings`."""
    found = iter_findings(path, select=select, ignore=ignore, severity=severity, where=where, options=options)
    return list(found)
