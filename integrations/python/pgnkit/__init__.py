"""Tables and findings of chess games in PGN, made by the program pgnkit.

The module starts the program and reads its output; it has no parser of its own. `read_games` and
`iter_batches` need the package `pyarrow`, `check` needs nothing else::

    import pgnkit

    games = pgnkit.read_games("games.pgn.zst", where="elo >= 2600", columns=["white", "black", "result"])
    for finding in pgnkit.check("games.pgn"):
        print(finding.path, finding.line, finding.code, finding.message)
"""

from pgnkit._findings import Finding, check, iter_findings
from pgnkit._program import ProgramError, ProgramNotFoundError, find_program, run
from pgnkit._tables import iter_batches, read_games

__all__ = [
    "Finding",
    "ProgramError",
    "ProgramNotFoundError",
    "check",
    "find_program",
    "iter_batches",
    "iter_findings",
    "read_games",
    "run",
]
