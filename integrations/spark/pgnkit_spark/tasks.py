"""Tasks: the ranges of files that `pgnkit ranges` prints, each of which one executor reads."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pgnkit

#: Bytes of text in a range if nothing else is asked for.
DEFAULT_SIZE = "256MB"


@dataclass(frozen=True)
class Task:
    """A range of a file; `start` and `end` are the value of `--bytes`, or None for all of the file or member."""

    path: str
    member: str | None
    format: str
    start: int | None
    end: int | None
    size: int

    @property
    def name(self) -> str:
        """Returns a name for outputs that depends on the input and the range alone."""
        key = json.dumps([self.path, self.member, self.start, self.end])
        stem = "".join(c if c.isalnum() else "_" for c in Path(self.member or self.path).name.split(".")[0])
        return f"{stem[:40]}-{hashlib.sha256(key.encode()).hexdigest()[:16]}"

    @property
    def shown(self) -> str:
        """Returns the name of the file as the program shows it: the member of an archive behind a `!`."""
        return self.path if self.member is None else f"{self.path}!{self.member}"

    @contextmanager
    def input(self) -> Iterator[list[str]]:
        """Gives the arguments that make the program read the task. A member is copied to a temporary file."""
        if self.member is None:
            bytes_ = [] if self.start is None else [f"--bytes={self.start}-{self.end}"]
            yield [*bytes_, "--", self.path]
            return
        with tempfile.TemporaryDirectory(prefix="pgnkit-") as folder:
            copy = Path(folder) / "member.pgn"
            with zipfile.ZipFile(self.path) as archive, archive.open(self.member) as member, copy.open("wb") as out:
                while block := member.read(1 << 20):
                    out.write(block)
            yield ["--", os.fspath(copy)]


def list_tasks(paths: Sequence[str], size: str = DEFAULT_SIZE) -> list[Task]:
    """Returns the tasks of files, folders and globs, in the order of the inputs."""
    lines = pgnkit.run(["ranges", f"--size={size}", "--", *paths]).splitlines()
    tasks = []
    for line in lines:
        found = json.loads(line)
        if "path_bytes" in found:
            raise ValueError(f"the name of {found['path']!r} is not UTF-8")
        tasks.append(Task(**{name: found[name] for name in Task.__dataclass_fields__}))
    return tasks
