#!/usr/bin/env bash
# The reports of `check` under judges of their own: SARIF by the official schema (as the crate serde-sarif ships it)
# and a validator, JUnit by an XML parser, GitLab and GitHub by their documented grammars; on real and hostile games.
# Usage: reports.sh PGNKIT PGN... Needs cargo and python3 with jsonschema.
set -euo pipefail
pgnkit=$(realpath "$1")
shift
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
(
    cd "$scratch"
    cargo init -q --name schema schema && cd schema
    cargo add -q serde-sarif && cargo vendor -q vendor > /dev/null
)
printf '%s\n' '[Event "100%, ::error::x"]' '[White "<script>&amp;]]>"]' $'[Black "\e[31m\u202ex\xff\x01, %0A"]' '' '1. e4 Ke4 *' \
    > "$scratch/a%20b&c,d:e.pgn"
"$pgnkit" check --severity style --fail-on never --output-format "sarif=$scratch/sarif" --output-format "junit=$scratch/junit" \
    --output-format "gitlab=$scratch/gitlab" --output-format "github=$scratch/github" --output-format "json=$scratch/json" \
    "$@" "$scratch/a%20b&c,d:e.pgn"
python3 - "$scratch" <<'PY'
import json, re, sys, urllib.parse, xml.etree.ElementTree as ET
import jsonschema
folder = sys.argv[1]
findings = json.load(open(f"{folder}/json"))
most = min(len(findings), 25_000)

sarif = json.load(open(f"{folder}/sarif"))
schema = json.load(open(f"{folder}/schema/vendor/serde-sarif/src/schema.json"))
jsonschema.validators.validator_for(schema)(schema).validate(sarif)
results = sarif["runs"][0]["results"]
assert len(results) == most, (len(results), most)
rules = {rule["id"] for rule in sarif["runs"][0]["tool"]["driver"]["rules"]}
for result, finding in zip(results, findings):
    place = result["locations"][0]["physicalLocation"]
    assert result["ruleId"] in rules
    assert urllib.parse.unquote(place["artifactLocation"]["uri"]).removeprefix("file://") == finding["path"]
    assert place["region"]["byteOffset"] == finding["offset"]
print("sarif: valid,", len(results), "results")

suites = ET.parse(f"{folder}/junit").getroot()
assert suites.tag == "testsuites"
n = 0
for suite in suites:
    cases = suite.findall("testcase")
    failures = [case for case in cases if case.find("failure") is not None]
    assert suite.tag == "testsuite" and int(suite.get("tests")) == len(cases) and int(suite.get("failures")) == len(failures)
    assert all(case.get("name") and case.get("classname") for case in cases)
    n += len(failures)
assert n == most, n
print("junit: well-formed,", n, "failures")

issues = json.load(open(f"{folder}/gitlab"))
assert len(issues) == most
assert len({issue["fingerprint"] for issue in issues}) == len(issues)
for issue in issues:
    assert set(issue) >= {"description", "check_name", "fingerprint", "severity", "location"}
    assert issue["severity"] in {"info", "minor", "major", "critical", "blocker"}
    assert issue["location"]["path"] and issue["location"]["lines"]["begin"] >= 1
print("gitlab:", len(issues), "issues, every fingerprint its own")

command = re.compile(r"::(error|warning|notice) ((?:[a-zA-Z]+=[^,:\r\n]*)(?:,[a-zA-Z]+=[^,:\r\n]*)*)::[^\r\n]*")
def value(text):
    for escape, char in [("%3A", ":"), ("%2C", ","), ("%0D", "\r"), ("%0A", "\n"), ("%25", "%")]:
        text = text.replace(escape, char)
    return text
lines = open(f"{folder}/github", encoding="utf-8", newline="\n").read().split("\n")
assert lines.pop() == ""
assert len(lines) == len(findings), (len(lines), len(findings))
for line, finding in zip(lines, findings):
    match = command.fullmatch(line)
    assert match, line
    properties = dict(pair.split("=", 1) for pair in match[2].split(","))
    path = finding["path"] + ("!" + finding["member"] if finding["member"] else "")
    assert value(properties["file"]) == path, (line, path)
    assert int(properties["line"]) == finding["line"], line
print("github:", len(lines), "commands")
PY
