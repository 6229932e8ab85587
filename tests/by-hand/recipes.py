#!/usr/bin/env python3
"""Runs the recipes of docs/cluster.md for DuckDB and Polars, and prints what they print: recipes.py PROGRAM FILE.pgn..."""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs/cluster.md"
PYTHON = Path(__file__).resolve().parents[2] / "integrations/python"


def main():
    program, *files = sys.argv[1:]
    os.environ["PGNKIT"] = program = str(Path(program).resolve())
    os.environ["PATH"] = str(Path(program).parent) + os.pathsep + os.environ["PATH"]
    sys.path.insert(0, str(PYTHON))
    sources = [str(Path(it).resolve()) for it in files]
    blocks = re.findall(r"^```(python|sh) recipe\n(.*?)^```$", PAGE.read_text(), re.S | re.M)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        os.mkdir("games")
        for source in sources:
            os.symlink(source, f"games/{Path(source).name}")
        for language, code in blocks:
            print(f"--- {language}\n{code.rstrip()}\n---", flush=True)
            if language == "sh":
                subprocess.run(["bash", "-euo", "pipefail", "-c", code], check=True)
            else:
                exec(compile(code, "recipe", "exec"), {})
    print(f"{len(blocks)} recipes")


if __name__ == "__main__":
    main()
