"""Finds and runs the program."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import IO, Iterator, Sequence, Union

StrPath = Union[str, "os.PathLike[str]"]

#: The exit status that tells of findings; any other than this and 0 is a failure.
FINDINGS = 1


class ProgramNotFoundError(FileNotFoundError):
    """The program pgnkit is neither beside the Python interpreter nor on PATH."""


class ProgramError(RuntimeError):
    """The program failed: `status` is its exit status (negative: the signal that ended it), `stderr` what it said."""

    def __init__(self, arguments: Sequence[str], status: int, stderr: str) -> None:
        self.arguments = list(arguments)
        self.status = status
        self.stderr = stderr
        how = f"exit status {status}" if status >= 0 else f"signal {-status}"
        shown = " ".join(arguments)
        # There may be thousands of inputs.
        shown = shown if len(shown) <= 1000 else f"{shown[:1000]} …"
        super().__init__(f"{shown}: {how}\n{stderr.rstrip()}")

    def __reduce__(self) -> tuple[type[ProgramError], tuple[list[str], int, str]]:
        return ProgramError, (self.arguments, self.status, self.stderr)


def find_program() -> str:
    """Returns the path of the program: the variable PGNKIT, else beside the interpreter, else on PATH.

    Raises `ProgramNotFoundError` if it is in none of these places.
    """
    named = os.environ.get("PGNKIT")
    if named:
        return named
    name = "pgnkit.exe" if sys.platform == "win32" else "pgnkit"
    user_scheme = "nt_user" if sys.platform == "win32" else "posix_user"
    folders = [sysconfig.get_path("scripts"), str(Path(sys.executable).parent)]
    if user_scheme in sysconfig.get_scheme_names():
        folders.append(sysconfig.get_path("scripts", user_scheme))
    for folder in folders:
        path = Path(folder) / name
        if path.is_file():
            return str(path)
    found = shutil.which("pgnkit")
    if found is None:
        raise ProgramNotFoundError(f"no {name} in {', '.join(folders)} nor on PATH")
    return found


def run(arguments: Sequence[StrPath], *, stdin: IO[bytes] | bytes | None = None, findings: bool = False) -> bytes:
    """Runs the program with `arguments` and returns its stdout.

    Exit status 1 is an error unless `findings` is true. Settings files are not read.
    """
    command = command_line(arguments)
    if isinstance(stdin, bytes):
        done = subprocess.run(command, input=stdin, capture_output=True, check=False)
    else:
        done = subprocess.run(command, stdin=stdin or subprocess.DEVNULL, capture_output=True, check=False)
    _raise_if_failed(command, done.returncode, done.stderr, findings=findings)
    return done.stdout


@contextmanager
def _stream(arguments: Sequence[StrPath], *, findings: bool = False) -> Iterator[IO[bytes]]:
    command = command_line(arguments)
    # A file and not a pipe: nobody reads stderr while stdout is being read.
    with tempfile.TemporaryFile() as stderr:
        with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=stderr) as process:
            assert process.stdout is not None
            try:
                yield process.stdout
            except BaseException:
                process.kill()
                raise
            if process.stdout.read(1):
                # The caller has read enough; the program ends at its next write.
                process.stdout.close()
                process.wait()
                return
        stderr.seek(0)
        _raise_if_failed(command, process.returncode, stderr.read(), findings=findings)


def stream(arguments: Sequence[StrPath], *, findings: bool = False) -> AbstractContextManager[IO[bytes]]:
    """Runs the program and gives its stdout while it runs; its failure is raised when the context ends."""
    return _stream(arguments, findings=findings)


def command_line(arguments: Sequence[StrPath]) -> list[str]:
    """Returns the command line of a run that reads no settings and shows no progress."""
    several = [arguments] if isinstance(arguments, str) else arguments
    return [find_program(), "--isolated", "--color=never", "--progress=never", *(os.fspath(it) for it in several)]


def paths_of(path: StrPath | Sequence[StrPath]) -> list[str]:
    """Returns the inputs as arguments: one path or several. A path is never taken for an option."""
    paths = [path] if isinstance(path, (str, os.PathLike)) else list(path)
    if not paths:
        raise ValueError("no input")
    return ["--", *(os.fspath(it) for it in paths)]


def texts_of(texts: str | Sequence[str]) -> list[str]:
    """Returns several texts as a list, and a single one as a list of one."""
    return [texts] if isinstance(texts, str) else list(texts)


def _raise_if_failed(command: Sequence[str], status: int, stderr: bytes, *, findings: bool) -> None:
    if status != 0 and not (findings and status == FINDINGS):
        raise ProgramError(command, status, stderr.decode("utf-8", "replace"))
