#!/usr/bin/env python3
"""Holds `check --fix` and `export` to each other under settings of `pgnkit.toml`: what one writes the other leaves.

    settings_agree.py PGNKIT FOLDER WORK [--pairs]

All `*.pgn` files of FOLDER are copied into a folder of WORK, for each setting. There `check --fix-only --severity style` and
`export --in-place` run once; then `check --fix-only` must change no byte, `export --check` must find nothing to change, and `check`
must show no finding that can be fixed. Rules that `export` could satisfy in games without errors are counted by name.
`--pairs` takes all pairs of settings that can stand together. Exit status 1 if something differs.
"""
import collections, hashlib, itertools, json, os, shutil, subprocess, sys

SETTINGS = {
    "nothing": "",
    "symbols": 'nags = "symbols"',
    "no numbers": 'nag-numbers = "no"',
    "one line": "width = 0",
    "width": "width = 100",
    "moves": 'layout = "moves"',
    "lines": 'layout = "lines"',
    "source order": 'tag-order = "source"',
    "tags": 'tags = ["White", "Black", "Result"]',
    "drop": 'drop-tags = ["Round", "TimeControl", "ECO"]',
    "comment": 'on-error = "comment"',
    "results": "fix-results = true\nnormalize = true\nfix-mojibake = true",
    "crlf": 'line-ending = "crlf"',
    "latin-1": 'output-encoding = "iso-8859-1"',
    "ascii": 'output-encoding = "ascii"',
    "escapes": "keep-escapes = true",
    "add": 'add = ["plycount", "eco"]',
    "round": "split-round = true",
    "long": 'notation = "long"',
    "uci": 'notation = "uci"',
    "figurine": 'notation = "figurine"',
}
# One key has one value.
EXCLUSIVE = [{"one line", "width", "moves", "lines"}, {"long", "uci", "figurine"}, {"latin-1", "ascii"}, {"tags", "drop"}]


def run(program, folder, *args):
    return subprocess.run([program, *args, "."], cwd=folder, capture_output=True)


def hashes(folder):
    found = {}
    for place, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(place, name)
            found[os.path.relpath(path, folder)] = hashlib.sha256(open(path, "rb").read()).digest()
    return found


def judge(program, source, folder, names):
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(source, folder, ignore=lambda place, names: [
        name for name in names if not os.path.isdir(os.path.join(place, name)) and not name.lower().endswith(".pgn")])
    with open(os.path.join(folder, "pgnkit.toml"), "w") as file:
        file.write("[export]\n" + "\n".join(SETTINGS[name] for name in names) + "\n")
    style = ["--severity", "style", "--no-ignore-files"]
    run(program, folder, "check", "-q", "--fix-only", *style)
    exported = run(program, folder, "export", "-q", "--in-place", "--no-ignore-files")
    before = hashes(folder)
    run(program, folder, "check", "-q", "--fix-only", *style)
    after = hashes(folder)
    faults = [f"fixed after export: {path}" for path in before if before[path] != after.get(path)]
    checked = run(program, folder, "export", "--check", "--no-ignore-files")
    faults += [f"export --check: {line}" for line in checked.stdout.decode("utf-8", "replace").splitlines()]
    # A file that is not PGN is left as it is, with status 2.
    errors = [line for line in (exported.stderr + checked.stderr).decode("utf-8", "replace").splitlines()
              if line.startswith("error") and not line.endswith("left as it is")]
    if errors or not {checked.returncode, exported.returncode} <= {0, 1, 2}:
        faults.append("\n".join(errors)[:400])
    found = run(program, folder, "check", "-q", "--output-format", "json-lines", *style)
    findings = [json.loads(line) for line in found.stdout.splitlines()]
    faults += [f"can be fixed: {it['path']}:{it['line']} {it['rule']}" for it in findings
               if it.get("fix") and it["fix"]["applicability"] == "safe"]
    raw = {(it["path"], it["game"]) for it in findings if it["severity"] == "error"}
    left = collections.Counter(it["rule"] for it in findings
                               if (it["path"], it["game"]) not in raw and "`export`" in it.get("help", ""))
    shutil.rmtree(folder)
    return len(before) - 1, faults, left


if __name__ == "__main__":
    program, source, work = (os.path.abspath(arg) for arg in sys.argv[1:4])
    groups = [(name,) for name in SETTINGS]
    if "--pairs" in sys.argv:
        groups = [pair for pair in itertools.combinations(list(SETTINGS)[1:], 2)
                  if not any(set(pair) <= group for group in EXCLUSIVE)]
    n_wrong = 0
    for names in groups:
        n, faults, left = judge(program, source, os.path.join(work, "settings-agree"), names)
        n_wrong += bool(faults)
        print(f"{' + '.join(names)}: {n} files, {len(faults)} faults; left {dict(left.most_common(8))}", flush=True)
        for fault in faults[:5]:
            print("   ", fault, flush=True)
    print(f"{len(groups)} settings, {n_wrong} with faults")
    sys.exit(n_wrong > 0)
