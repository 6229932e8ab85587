#!/usr/bin/env python3
"""Converts real games by Spark with two worker processes, kills one of them, and compares with a run on one machine.

usage: spark_convert.py PROGRAM FILE.pgn.zst... [--mb 120] [--master local-cluster[2,1,2048]]   (needs pgnkit-spark's dependencies)

Forty files are cut from the given ones: plain, zstd of several frames, and zip archives of two members.
"""

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import zipfile
from pathlib import Path

INTEGRATIONS = Path(__file__).resolve().parents[2] / "integrations"
N_FILES = 40
CLASS = b"CoarseGrainedExecutorBackend"


def cut(program, sources, folder, megabytes):
    """Writes forty files of about the same size."""
    plain = folder.parent / "plain"
    plain.mkdir()
    share = megabytes * 1_000_000 // len(sources)
    for source in sources:
        text = subprocess.run(["zstd", "-qdc", source], stdout=subprocess.PIPE, check=True).stdout if source.suffix == ".zst" else source.read_bytes()
        end = text.find(b"\n[Event ", min(share, len(text) - 1))
        (plain / source.name.split(".")[0]).write_bytes(text if end < 0 else text[: end + 1])
    subprocess.run([program, "-qq", "split", "--chunks", str(N_FILES), "--dir", plain / "parts", "--name", "part-{n:02}.pgn", *(p for p in sorted(plain.iterdir()) if p.is_file())], check=True)
    folder.mkdir()
    total = 0
    for index, part in enumerate(sorted((plain / "parts").iterdir())):
        total += part.stat().st_size
        if index % 3 == 0:
            part.rename(folder / part.name)
        elif index % 3 == 1:
            with (folder / f"{part.name}.zst").open("wb") as out:
                data = part.read_bytes()
                for at in range(0, len(data), 1 << 20):
                    out.write(subprocess.run(["zstd", "-qc"], input=data[at : at + (1 << 20)], stdout=subprocess.PIPE, check=True).stdout)
        else:
            halves = plain / f"halves-{index}"
            subprocess.run([program, "-qq", "split", "--chunks", "2", "--dir", halves, part], check=True)
            with zipfile.ZipFile(folder / f"{part.stem}.zip", "w", zipfile.ZIP_DEFLATED) as archive:
                for half in sorted(halves.iterdir()):
                    archive.write(half, half.name)
    shutil.rmtree(plain)
    return total


def executors(parent):
    """Returns the ids of the worker processes below a process."""
    parents, found = {}, []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parents[int(entry.name)] = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
                if CLASS in (entry / "cmdline").read_bytes() and (entry / "comm").read_text().strip() == "java":
                    found.append(int(entry.name))
            except (OSError, IndexError):
                pass
    def is_below(pid):
        while pid > 1:
            if pid == parent:
                return True
            pid = parents.get(pid, 0)
        return False
    return sorted(pid for pid in found if is_below(pid))


def job(given, environment, folder, out, *options, kill_after=None):
    """Runs the job; kills a worker when so many tasks are done. Returns what it said last, and the seconds."""
    command = [sys.executable, "-m", "pgnkit_spark.convert", str(folder), str(out), "--master", given.master, "--conf", "spark.ui.enabled=false"]
    command += ["--conf", f"spark.executorEnv.PYTHONPATH={environment['PYTHONPATH']}", "--conf", f"spark.executorEnv.PGNKIT={environment['PGNKIT']}"]
    command += ["--conf", "spark.executor.memory=1g", *options]
    begin = time.monotonic()
    with open(out.parent / "log", "ab") as log:
        process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=log, cwd=out.parent)
        killed = None
        while kill_after is not None and killed is None and process.poll() is None:
            time.sleep(0.05)
            if len(list(out.glob("manifests/*.json"))) >= kill_after and (pids := executors(process.pid)):
                killed = random.choice(pids)
                os.kill(killed, signal.SIGKILL)
                print(f"killed the worker with the id {killed} of {pids} after {len(list(out.glob('manifests/*.json')))} tasks", flush=True)
        said = process.communicate()[0].decode().strip().splitlines()
    assert process.returncode == 0, (process.returncode, (out.parent / "log").read_text()[-3000:])
    return said[-1], time.monotonic() - begin


def canonical(row):
    return repr(sorted(row.items()))


def of_games(findings):
    """Returns findings of single games: those across games, and of whole files, are of what a task sees."""
    names = ("path", "member", "game", "line", "column", "code", "message")
    return sorted(repr([it[name] for name in names]) for it in findings if it["game"] is not None and it["code"][0] not in "FG")


def compare(out, rows, findings):
    """Compares the tables with those of one run, row for row, whatever the order."""
    import pyarrow.dataset

    table = lambda name: pyarrow.dataset.dataset(out / name, format="parquet", partitioning="hive").to_table().drop_columns(["task"])
    got, expected = sorted(map(canonical, table("games").to_pylist())), sorted(map(canonical, rows))
    assert got == expected, (len(got), len(expected), next((pair for pair in zip(got, expected) if pair[0] != pair[1]), None))
    got, expected = of_games(table("findings").to_pylist()), of_games(findings)
    assert got == expected, (len(got), len(expected))
    print(f"equal to one process: {len(rows)} rows, {len(expected)} findings of games", flush=True)


def single(given, environment, folder, where):
    """Returns rows and findings of one process with two threads, and its seconds."""
    import json

    import pyarrow.parquet

    begin = time.monotonic()
    run = lambda *args: subprocess.run([given.program, "-qq", "-j2", *args, "--where", where, str(folder)], env=environment, stdout=subprocess.PIPE)
    with tempfile.TemporaryDirectory() as scratch:
        assert run("export", "--format", "parquet", "--rejects", f"{scratch}/rejects.pgn", "-o", f"{scratch}/games.parquet").returncode == 0
        found = run("check", "--isolated", "--output-format", "json-lines")
        assert found.returncode < 2
        seconds = time.monotonic() - begin
        rows = pyarrow.parquet.read_table(f"{scratch}/games.parquet").to_pylist()
        with open(f"{scratch}/rejects.pgn", "rb") as lines:
            rejects = sum(line.startswith(b"% pgnkit: rejected ") for line in lines)
    return rows, [json.loads(line) for line in found.stdout.splitlines()], rejects, seconds


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=Path)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--mb", type=int, default=120)
    parser.add_argument("--master", default="local-cluster[2,1,2048]")
    parser.add_argument("--where", default="plies >= 20")
    given = parser.parse_args()
    given.program = given.program.resolve()
    environment = {
        **os.environ,
        "PGNKIT": str(given.program),
        "PYTHONPATH": os.pathsep.join(str(INTEGRATIONS / it) for it in ("python", "spark")),
        "SPARK_LOCAL_IP": "127.0.0.1",
        "PYSPARK_PYTHON": sys.executable,
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    with tempfile.TemporaryDirectory() as name:
        folder, out = Path(name) / "games", Path(name) / "out"
        size = cut(given.program, given.files, folder, given.mb)
        print(f"{len(list(folder.iterdir()))} files, {size / 1e6:.0f} MB of text, {sum(p.stat().st_size for p in folder.iterdir()) / 1e6:.0f} MB stored", flush=True)
        options = ["--where", given.where, "--partition-by", "result", "--size", "2MB"]
        rows, findings, rejects, seconds = single(given, environment, folder, given.where)
        print(f"one process, two threads: {len(rows)} rows, {len(findings)} findings, {rejects} rejects in {seconds:.1f} s", flush=True)

        said, seconds = job(given, environment, folder, out, *options, kill_after=8)
        print(f"a worker killed: {said} (with the start of Spark {seconds:.1f} s)", flush=True)
        compare(out, rows, findings)
        said, seconds = job(given, environment, folder, Path(name) / "again", *options)
        print(f"nothing killed: {said} (with the start of Spark {seconds:.1f} s)", flush=True)
        said, seconds = job(given, environment, folder, out, *options)
        print(f"a second run: {said} (with the start of Spark {seconds:.1f} s)", flush=True)
        assert ", 0 done now, 0 failed, 0 removed" in said
        shutil.copy(next(folder.glob("*.zst")), folder / "added.pgn.zst")
        said, seconds = job(given, environment, folder, out, *options)
        print(f"a file added: {said} (with the start of Spark {seconds:.1f} s)", flush=True)
        assert ", 1 done now, 0 failed, 0 removed" in said
        rows, findings, _, _ = single(given, environment, folder, given.where)
        compare(out, rows, findings)


if __name__ == "__main__":
    raise SystemExit(main())
