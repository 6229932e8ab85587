#!/usr/bin/env python3
"""Runs the recipes of docs/cluster.md for DuckDB and Polars, and compares what they print with the page.

usage: recipes.py PROGRAM FILE.pgn... [--overwrite]

--overwrite puts on the page what they print. The page has the output for the files that it names.
"""

import argparse
import contextlib
import io
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs/cluster.md"
PYTHON = Path(__file__).resolve().parents[2] / "integrations/python"
RECIPE = re.compile(r"^```(python|sh) recipe\n(.*?)^```\n(\n```text\n.*?^```\n)?", re.S | re.M)


def run(language, code):
    """Returns what a recipe prints."""
    if language == "sh":
        return subprocess.run(["bash", "-euo", "pipefail", "-c", code], check=True, stdout=subprocess.PIPE, text=True).stdout
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(compile(code, "recipe", "exec"), {})
    # DuckDB ends its tables with an empty line.
    return re.sub(r"\n\n+", "\n", out.getvalue())


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", type=Path)
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--overwrite", action="store_true")
    given = parser.parse_args()
    os.environ["PGNKIT"] = str(given.program.resolve())
    with tempfile.TemporaryDirectory() as folder:
        # The recipes call it by its name.
        programs = Path(folder) / "bin"
        programs.mkdir()
        (programs / "pgnkit").symlink_to(given.program.resolve())
        os.environ["PATH"] = str(programs) + os.pathsep + os.environ["PATH"]
        sys.path.insert(0, str(PYTHON))
        sources = [path.resolve() for path in given.files]
        os.chdir(folder)
        os.mkdir("games")
        for source in sources:
            os.symlink(source, f"games/{source.name}")
        n_recipes, others = 0, []

        def recipe(found):
            nonlocal n_recipes
            n_recipes += 1
            language, code, shown = found.groups()
            printed = run(language, code)
            new = f"\n```text\n{printed.rstrip()}\n```\n" if printed else ""
            if new != (shown or ""):
                others.append(f"{code}prints\n{printed}")
            return f"```{language} recipe\n{code}```\n{new}"

        old = PAGE.read_text()
        page = RECIPE.sub(recipe, old)
        if given.overwrite:
            PAGE.write_text(page)
        else:
            print("\n".join(others), end="")
        print(f"{n_recipes} recipes, {len(others)} with other output than on the page")
    return 1 if others and not given.overwrite else 0


if __name__ == "__main__":
    raise SystemExit(main())
