"""Runs the module against the program that PGNKIT names, or that is installed."""

from __future__ import annotations

import pickle
from pathlib import Path

import pgnkit
import pyarrow as pa
import pytest

GAMES = """\
[Event "One"]
[White "Tal, Mikhail"]
[Black "Botvinnik, Mikhail"]
[Date "1960.03.15"]
[Result "1-0"]
[WhiteElo "2700"]

1. e4 c6 2. d4 d5 1-0

[Event "Two"]
[White "Ann"]
[Black "Bob"]
[Result "0-1"]

1. f3 e5 2. g4 Qh5# 0-1

"""


@pytest.fixture
def games(tmp_path: Path) -> Path:
    path = tmp_path / "games.pgn"
    path.write_text(GAMES)
    return path


def test_a_row_for_each_game(games: Path) -> None:
    table = pgnkit.read_games(games)
    assert isinstance(table, pa.Table)
    assert table["white"].to_pylist() == ["Tal, Mikhail", "Ann"]
    assert table["white_elo"].to_pylist() == [2700, None]
    # The second game has an illegal move: its legal part is a row, too.
    assert table["errors"].is_valid().to_pylist() == [False, True]


def test_where_selects_and_columns_keep_their_order(games: Path) -> None:
    table = pgnkit.read_games(games, where="elo >= 2600", columns=["result", "white"])
    assert table.to_pylist() == [{"result": "1-0", "white": "Tal, Mikhail"}]


def test_a_row_for_each_half_move(games: Path) -> None:
    table = pgnkit.read_games(games, rows="plies", columns=["game", "ply", "san"])
    assert table.filter(pa.compute.equal(table["game"], 1))["san"].to_pylist() == ["e4", "c6", "d4", "d5"]


def test_columns_that_are_not_written_by_default(games: Path) -> None:
    table = pgnkit.read_games(games, rows="plies", columns=["piece", "san"])
    assert table.to_pylist()[:2] == [{"piece": "P", "san": "e4"}, {"piece": "P", "san": "c6"}]
    batches = pgnkit.iter_batches(games, columns=["eco_source", "white"])
    assert [batch.schema.names for batch in batches] == [["eco_source", "white"]]


def test_sets_of_columns(games: Path) -> None:
    table = pgnkit.read_games(games, columns=["white", "@light"])
    assert {"white", "result"} < set(table.schema.names)
    batches = pgnkit.iter_batches(games, columns=["@all"])
    assert [set(batch.schema.names) > set(table.schema.names) for batch in batches] == [True]


def test_batches_hold_the_rows_of_the_table(games: Path) -> None:
    batches = list(pgnkit.iter_batches([games, games], rows="plies", batch_size=3))
    assert all(0 < batch.num_rows <= 3 for batch in batches)
    assert pa.Table.from_batches(batches).equals(pgnkit.read_games([games, games], rows="plies"))


def test_no_games_are_a_table_without_rows(tmp_path: Path) -> None:
    empty = tmp_path / "empty.pgn"
    empty.touch()
    table = pgnkit.read_games(empty, columns=["white"])
    assert (table.num_rows, table.schema.names) == (0, ["white"])


def test_a_column_that_is_not_there_is_refused(games: Path) -> None:
    with pytest.raises(pgnkit.ProgramError, match="no column `elo`; "):
        pgnkit.read_games(games, columns=["elo"])
    with pytest.raises(pgnkit.ProgramError, match="no column `elo`"):
        next(pgnkit.iter_batches(games, columns=["elo"]))


def test_findings(games: Path) -> None:
    found = pgnkit.check(games, select=["illegal-move"])
    assert [(it.code, it.rule, it.severity, it.game, it.ply, it.black) for it in found] == [
        ("M001", "illegal-move", "error", 2, 4, "Bob")
    ]
    text = games.read_bytes()
    assert text[found[0].offset : found[0].offset + found[0].length].startswith(b"Qh5")
    assert pgnkit.check(games, ignore=["M", "T", "L"]) == []


def test_a_single_text_is_a_list_of_one(games: Path) -> None:
    assert pgnkit.check(games, select="illegal-move") == pgnkit.check(games, select=["illegal-move"]) != []
    assert pgnkit.check(games, select="M", ignore="illegal-move") == []
    assert pgnkit.check(games, select="M", options="--ignore=illegal-move") == []
    assert pgnkit.read_games(games, columns="white").to_pylist() == [{"white": "Tal, Mikhail"}, {"white": "Ann"}]
    assert pgnkit.read_games(games, columns="result,white", options="--where=elo >= 2600").to_pylist() == [
        {"result": "1-0", "white": "Tal, Mikhail"}
    ]
    assert [batch.schema.names for batch in pgnkit.iter_batches(games, columns="white")] == [["white"]]
    assert pgnkit.run("--version").startswith(b"pgnkit ")


def test_no_columns_are_refused(games: Path) -> None:
    with pytest.raises(ValueError, match="columns is empty"):
        pgnkit.read_games(games, columns=[])
    with pytest.raises(ValueError, match="columns is empty"):
        next(pgnkit.iter_batches(games, columns=""))


def test_options_that_write_no_findings_are_refused(games: Path) -> None:
    with pytest.raises(ValueError, match="not a finding, perhaps by an option .*: {"):
        pgnkit.check(games, options=["--statistics"])
    for line in ("", "no JSON", "[]", '{"path": "x.pgn"}'):
        with pytest.raises(ValueError, match="not a finding"):
            pgnkit.Finding.from_json(line)


def test_findings_end_early(games: Path) -> None:
    found = pgnkit.iter_findings([games] * 50, select=["ALL"], severity="style")
    assert isinstance(next(found), pgnkit.Finding)
    found.close()  # type: ignore[attr-defined]


def test_fields_of_later_versions_are_kept(games: Path) -> None:
    line = pgnkit.run(["check", "--output-format=json-lines", games], findings=True).splitlines()[0]
    finding = pgnkit.Finding.from_json(line[:-1] + b', "later": 1}')
    assert finding.more == {"later": 1}


def test_failures_carry_status_and_stderr(games: Path, tmp_path: Path) -> None:
    with pytest.raises(pgnkit.ProgramError) as missing:
        pgnkit.read_games(tmp_path / "missing.pgn")
    assert missing.value.status == 2
    assert "missing.pgn" in missing.value.stderr
    with pytest.raises(pgnkit.ProgramError, match="exit status 2"):
        pgnkit.check(games, select=["no-such-rule"])
    with pytest.raises(pgnkit.ProgramError, match="exit status 2"):
        pgnkit.read_games(games, where="elo >=")
    again = pickle.loads(pickle.dumps(missing.value))
    assert (again.status, again.stderr, str(again)) == (2, missing.value.stderr, str(missing.value))


def test_a_name_is_not_an_option(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("--version").write_text(GAMES)
    assert pgnkit.read_games("--version").num_rows == 2


def test_settings_files_are_not_read(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    games.with_name("pgnkit.toml").write_text('[check]\nselect = ["illegal-move"]\nfail-on = "never"\nignore = ["M"]\n')
    monkeypatch.chdir(games.parent)
    assert [it.code for it in pgnkit.check("games.pgn", select=["M"])] == ["M001"]


def test_the_program_is_looked_for(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PGNKIT", "/no/such/program")
    with pytest.raises(FileNotFoundError):
        pgnkit.run(["--version"])
    monkeypatch.delenv("PGNKIT")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("pgnkit._program.sysconfig.get_path", lambda *_: str(tmp_path))
    monkeypatch.setattr("pgnkit._program.sys.executable", str(tmp_path / "python"))
    with pytest.raises(pgnkit.ProgramNotFoundError, match="nor on PATH"):
        pgnkit.find_program()
    (tmp_path / "pgnkit").touch(mode=0o755)
    assert pgnkit.find_program() == str(tmp_path / "pgnkit")
