#!/usr/bin/env python3
"""Draws findings to be read by eye: spread evenly over rules, the same ones for the same seed.

usage: sample_findings.py PGNKIT SEED NUMBER FILE_OR_FOLDER...

One line a finding: rule, place, message, and the text at the place.
"""
import json
import random
import subprocess
import sys

program, seed, number, *inputs = sys.argv[1:]
command = [program, "check", "--no-ignore-files", "--severity", "style", "--output-format", "json-lines"]
run = subprocess.Popen(command + inputs, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
draw = random.Random(int(seed))
# A reservoir a rule: a rule with a million findings has no better chance than one with ten.
kept, seen = {}, {}
ROOM = 40
for line in run.stdout:
    finding = json.loads(line)
    rule = finding["rule"]
    seen[rule] = n = seen.get(rule, 0) + 1
    pool = kept.setdefault(rule, [])
    if len(pool) < ROOM:
        pool.append(finding)
    elif (at := draw.randrange(n)) < ROOM:
        pool[at] = finding
for pool in kept.values():
    draw.shuffle(pool)
sample = []
while len(sample) < int(number) and any(kept.values()):
    for rule in sorted(kept):
        if kept[rule] and len(sample) < int(number):
            sample.append(kept[rule].pop())
sample.sort(key=lambda finding: (finding["code"], finding["path"], finding["offset"]))
for finding in sample:
    with open(finding["path"], "rb") as file:
        file.seek(max(0, finding["offset"] - 30))
        text = file.read(90).decode("utf-8", "replace")
    name = finding["path"].rsplit("/", 1)[-1]
    print(f'{finding["severity"][0].upper()} {finding["rule"]} {name}:{finding["line"]}:{finding["column"]}: '
          f'{finding["message"]} | {text!r}')
print(f"{len(sample)} of {sum(seen.values())} findings of {len(seen)} rules", file=sys.stderr)
