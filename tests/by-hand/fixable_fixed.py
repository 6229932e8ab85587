#!/usr/bin/env python3
"""Holds `check` to what it says can be fixed: the findings that it marks are gone after `check --fix` with the same options.

    fixable_fixed.py PGNKIT PATH... [-- OPTION...]

Each PATH is a PGN file or a folder of them; OPTIONs are options of `check`, such as `--severity style`. For each file: of each
rule, as many findings are gone as were marked; none is marked after the fixes; and `--diff` counts as many fixes as `--fix-only`.
Exit status 1 if something differs.
"""
import collections, concurrent.futures, json, os, re, shutil, subprocess, sys, tempfile

import judges


def run(*args):
    return subprocess.run([PGNKIT, "--isolated", "check", *args, *OPTIONS], capture_output=True)


def findings(path):
    """Returns how many findings of each rule a file has, and how many of them are marked as safe to fix."""
    every, fixable = collections.Counter(), collections.Counter()
    for line in run("-q", "--output-format", "json-lines", path).stdout.splitlines():
        it = json.loads(line)
        every[it["rule"]] += 1
        fixable[it["rule"]] += bool(it.get("fix")) and it["fix"]["applicability"] == "safe"
    return every, fixable


def n_fixed(found):
    number = re.search(rb"fix(?:ed)? (\d+) in", found.stderr)
    return int(number[1]) if number else None


def judge(path):
    with tempfile.TemporaryDirectory() as work:
        copy = os.path.join(work, "copy.pgn")
        shutil.copyfile(path, copy)
        before, fixable = findings(copy)
        would, did = n_fixed(run("--diff", copy)), n_fixed(run("--fix-only", copy))
        after, left = findings(copy)
    lines = [f"--diff would fix {would}, --fix-only has fixed {did}"] if would != did else []
    lines += [f"{rule}: {n} are fixable after the fixes" for rule, n in left.items() if n]
    lines += [f"{rule}: {n} of {before[rule]} fixable, {after[rule]} left" for rule, n in fixable.items()
              if n and after[rule] > before[rule] - n]
    return path, sum(fixable.values()), lines


if __name__ == "__main__":
    args = sys.argv[1:]
    at = args.index("--") if "--" in args else len(args)
    PGNKIT, OPTIONS = os.path.abspath(args[0]), args[at + 1:]
    n_files = n_fixable = n_wrong = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for path, n, lines in pool.map(judge, judges.files_of(args[1:at])):
            n_files, n_fixable, n_wrong = n_files + 1, n_fixable + n, n_wrong + bool(lines)
            for line in lines:
                print(f"{path}: {line}", flush=True)
    print(f"{n_files} files, {n_fixable} findings fixable, {n_wrong} files where that is not what is fixed")
    sys.exit(n_wrong > 0)
