#!/usr/bin/env python3
"""DuckDB and Polars read what `export --format parquet` and `csv` write: as many games, plies and results as `stats` counts,
the same final positions, and the same types and values in both.

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
    print(f"{path}: {n_games} games, {n_plies} plies, {counted}")


def main():
    program, *paths = sys.argv[1:]
    for path in paths:
        with tempfile.TemporaryDirectory() as folder:
            check(program, path, folder)


main()
