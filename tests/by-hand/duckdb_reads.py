#!/usr/bin/env python3
"""DuckDB and Polars read what `export --format parquet` and `csv` write: as many games, plies and results as `stats` counts,
the same final positions, and the same types and values in both. DuckDB reads partitioned tables with the same rows.

usage: duckdb_reads.py PROGRAM FILE...   (needs `pip install duckdb polars`)
"""

import json
import subprocess
import sys
import tempfile

import duckdb
import polars


def check(program, path, folder):
    def run(*args):
        subprocess.run([program, *args], check=True)

    stats = json.loads(subprocess.run([program, "stats", "-qq", "--format", "json", path], check=True, stdout=subprocess.PIPE).stdout)
    for form in ("parquet", "csv"):
        for rows in ("games", "plies"):
            run("export", "-qq", "--format", form, "--rows", rows, "--columns", "@all", "-o", f"{folder}/{rows}.{form}", path)
    games, plies = f"read_parquet('{folder}/games.parquet')", f"read_parquet('{folder}/plies.parquet')"
    one = lambda sql: duckdb.sql(sql).fetchall()[0]
    counted = dict(duckdb.sql(f"select result, count(*) from {games} group by result").fetchall())
    expected = {row["result"]: row["games"] for row in stats["results"] if row["games"]}
    assert counted == expected, (counted, expected)
    n_games, n_plies = one(f"select count(*), coalesce(sum(plies), 0) from {games}")
    assert (n_games, n_plies) == (stats["games"], stats["plies"]), (n_games, n_plies, stats)
    assert one(f"select count(*) from {plies}")[0] == n_plies
    # The last position of each game is that of its last half-move; tags are a map.
    differ = one(f"""select count(*) from {games} g join (select file, game, max_by(fen, ply) fen, max_by(hash, ply) hash
        from {plies} group by all) p using (file, game) where g.final_fen != p.fen or g.hash != p.hash""")[0]
    assert differ == 0, f"{differ} games end elsewhere"
    assert one(f"select count(*) from {games} where tags['White'] is distinct from white and white is not null")[0] == 0
    # The new columns as numbers and words.
    types = dict(row[:2] for row in duckdb.sql(f"describe select * from {plies}").fetchall())
    expected = {"depth": "BIGINT", "nodes": "BIGINT", "spent": "DOUBLE", "loss": "BIGINT", "piece": "VARCHAR", "capture": "BIGINT", "white_elo": "BIGINT"}
    assert {name: types[name] for name in expected} == expected, types
    assert one(f"select count(*) from {plies} where loss < 0 or spent < 0 or (eval_cp is null and eval_mate is null and loss is not null)")[0] == 0
    assert one(f"select count(*) from {plies} where phase not in ('opening', 'middlegame', 'endgame')")[0] == 0
    # Polars reads the same.
    frame = polars.read_parquet(f"{folder}/plies.parquet")
    assert frame.height == n_plies and frame["loss"].null_count() == one(f"select count(*) from {plies} where loss is null")[0]
    assert frame.schema["spent"] == polars.Float64 and frame.schema["piece"] == polars.String
    # The same table as CSV.
    kinds = dict(row[:2] for row in duckdb.sql(f"describe select * from {games}").fetchall())
    columns = [name for name in kinds if name != "tags"]
    csv = f"read_csv('{folder}/games.csv', header=true, all_varchar=true, strict_mode=true, max_line_size=300000000, parallel=false)"
    assert one(f"select count(*) from {csv}")[0] == n_games
    for name in columns:
        bad = one(f"""select count(*) from {games} p join {csv} c
            on p.game = c.game::bigint and p.file = c.file
            where coalesce(p.{name}::varchar, '') != coalesce(c.{name}::{kinds[name]}::varchar, '')""")[0]
        assert bad == 0, f"{name}: {bad} cells differ"
    check_partitions(run, path, folder, (games, plies), one)
    check_training_set(run, path, folder, plies, one)
    print(f"{path}: {n_games} games, {n_plies} plies, {counted}")


def check_training_set(run, path, folder, plies, one):
    """The training set of docs/tasks.md is the same for both, with the types and values of the table of half-moves."""
    out = f"{folder}/train.parquet"
    run("export", "-qq", "--format", "parquet", "--rows", "plies", "--columns", "fen,result,eval_cp", "-o", out, path)
    types = {row[0]: row[1] for row in duckdb.sql(f"describe select * from read_parquet('{out}')").fetchall()}
    assert types == {"fen": "VARCHAR", "eval_cp": "BIGINT", "result": "VARCHAR"}, types
    side = "select fen, result, eval_cp from"
    for a, b in ((f"read_parquet('{out}')", plies), (plies, f"read_parquet('{out}')")):
        assert one(f"select count(*) from ({side} {a} except all {side} {b})")[0] == 0
    frame = polars.read_parquet(out)
    assert frame.schema == {"fen": polars.String, "eval_cp": polars.Int64, "result": polars.String}, frame.schema
    n, n_scores, total = one(f"select count(*), count(eval_cp), coalesce(sum(eval_cp), 0) from read_parquet('{out}')")
    ours = frame["eval_cp"]
    assert (frame.height, frame.height - ours.null_count(), ours.sum()) == (n, n_scores, total)


def check_partitions(run, path, folder, tables, one):
    """A partitioned table has the same rows as the whole one, with the value of each in the name of its folder."""
    for form in ("parquet", "csv", "json-lines"):
        for rows, whole in zip(("games", "plies"), tables):
            by = "result,Event:1" if rows == "games" else "result"
            out = f"{folder}/{form}-{rows}"
            kind = [] if form == "json-lines" else ["--rows", rows, "--columns", "@all"]
            if form == "json-lines" and rows == "plies":
                continue
            run("export", "-qq", "--format", form, *kind, "--partition-by", by, "-o", out, path)
            read = {
                "parquet": f"read_parquet('{out}/**/*.parquet', hive_partitioning=true, hive_types_autocast=false)",
                "csv": f"read_csv('{out}/**/*.csv', hive_partitioning=true, hive_types_autocast=false, header=true, all_varchar=true,"
                " max_line_size=300000000, parallel=false, union_by_name=true)",
                "json-lines": f"read_json('{out}/**/*.jsonl', format='newline_delimited', hive_partitioning=true, hive_types_autocast=false,"
                " maximum_object_size=300000000, columns={file: 'VARCHAR', game: 'BIGINT'})",
            }[form]
            # Events of several values are no case here: each row is in one file.
            columns = "file, game" if rows == "games" else "file, game, ply"
            value = "result" if form != "json-lines" else "null"
            typed = ", ".join(f"{name}::{'varchar' if name == 'file' else 'bigint'}" for name in columns.split(", "))
            side = lambda table, value: f"select {typed}, {value}::varchar from {table}"
            ours, theirs = side(read, "result" if form != "json-lines" else "null"), side(whole, value)
            for a, b in ((ours, theirs), (theirs, ours)):
                assert one(f"select count(*) from ({a} except all {b})")[0] == 0, (form, rows)


def main():
    program, *paths = sys.argv[1:]
    for path in paths:
        with tempfile.TemporaryDirectory() as folder:
            check(program, path, folder)


main()
