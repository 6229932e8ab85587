#!/usr/bin/env python3
"""Draws findings to be read by eye: spread evenly over rules, the same ones for the same seed.

usage: sample_findings.py PGNKIT SEED NUMBER FILE_OR_FOLDER... [--severity LEVEL]

For each finding its rule, place, message and help line, and the text at the place, with the bytes of the finding in `⟦⟧`.
LEVEL is the lowest that is drawn from, `style` unless given.
"""
import json
import random
import subprocess
import sys

program, seed, number, *inputs = sys.argv[1:]
level = "style"
if "--severity" in inputs:
    at = inputs.index("--severity")
    level = inputs[at + 1]
    del inputs[at:at + 2]
command = [program, "check", "--isolated", "--no-ignore-files", "--severity", level, "--output-format", "json-lines"]
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
    at, length = finding["offset"], finding["length"]
    with open(finding["path"], "rb") as file:
        start = max(0, at - 120)
        file.seek(start)
        text = file.read(at - start + min(length, 200) + 120)
    here, end = at - start, at - start + min(length, 200)
    before, found, behind = (repr(part.decode("utf-8", "backslashreplace"))[1:-1]
                             for part in (text[:here], text[here:end], text[end:]))
    name = finding["path"].rsplit("/", 1)[-1]
    print(f'{finding["severity"][0].upper()} {finding["rule"]} {name}:{finding["line"]}:{finding["column"]}: '
          f'{finding["message"]}\n    = {finding.get("help")}\n    {before}⟦{found}⟧{behind}')
print(f"{len(sample)} of {sum(seen.values())} findings of {len(seen)} rules", file=sys.stderr)
