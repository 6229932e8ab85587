#!/usr/bin/env bash
# What docs/ci.md promises, tried on a scratch repository: the hooks with pre-commit, and the steps of the
# action one after another, as its runner would, with a wheel built here. Needs git, cargo, maturin, python3 with
# pre-commit and PyYAML.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() { echo "FAILED: $*" >&2; exit 1; }

mkdir "$scratch/archive" && cd "$scratch/archive"
git init -q
cp "$root/tests/broken/illegal_move.pgn" bad.pgn
cp "$root"/tests/corpus/*.pgn .
git add .

# One environment for all runs, as for a user, of the last commit: `try-repo` would build the program for each.
export PRE_COMMIT_HOME=$scratch/pre-commit
cat > "$scratch/hooks.yaml" <<YAML
repos:
  - repo: $root
    rev: $(git -C "$root" rev-parse HEAD)
    hooks: [{ id: pgnkit-check }, { id: pgnkit-export-check }]
YAML
hook() { pre-commit run -c "$scratch/hooks.yaml" "$1" --all-files; }

for hook in pgnkit-check pgnkit-export-check; do
    echo "== pre-commit, $hook: a bad game"
    status=0
    hook "$hook" > "$scratch/log" 2>&1 || status=$?
    tail -n 20 "$scratch/log"
    case $hook in
    pgnkit-check)
        [ $status = 1 ] || fail "status $status with a bad game"
        grep -q "illegal-move" "$scratch/log" || fail "the finding is not shown" ;;
    pgnkit-export-check)
        # A game with an error is carried as it is: nothing to change.
        [ $status = 0 ] || fail "status $status with games in export format" ;;
    esac
done
echo "== pre-commit: clean games"
git rm -q --cached bad.pgn && rm bad.pgn
hook pgnkit-check | tail -n 1
printf '[Event "x"]\n1.e4 *\n' > loose.pgn && git add loose.pgn
if hook pgnkit-export-check | tail -n 8; then fail "loose.pgn passed"; fi
git rm -q --cached loose.pgn && rm loose.pgn

echo "== action.yml"
cp "$root/tests/broken/illegal_move.pgn" bad.pgn
python3 - "$root/action.yml" "$scratch" <<'PY'
import sys, yaml
action = yaml.safe_load(open(sys.argv[1]))
for n, step in enumerate(step for step in action["runs"]["steps"] if "run" in step):
    assert step["shell"] == "bash", step
    open(f"{sys.argv[2]}/step{n}", "w").write(step["run"])
PY
(cd "$root" && maturin build --release --locked --out "$scratch/wheels")
export PIP_NO_INDEX=1 PIP_FIND_LINKS=$scratch/wheels RUNNER_OS=Linux VERSION=""
export SOURCE=$root ROOT=$scratch/pgnkit PATHS="." ARGS="--fail-on error" SARIF=pgnkit.sarif GITHUB_OUTPUT=$scratch/output
bash --noprofile --norc -eo pipefail "$scratch/step0"
PROGRAM=$(sed -n 's/^program=//p' "$scratch/output")
export PROGRAM
status=0
bash --noprofile --norc -eo pipefail "$scratch/step1" | tee "$scratch/annotations" || status=$?
[ $status = 1 ] || fail "the action ends with $status"
grep -q '^::error title=illegal-move' "$scratch/annotations" || fail "no annotation"
grep -qx 'sarif=pgnkit.sarif' "$scratch/output" || fail "no output"
python3 -c 'import json, sys; print("results:", len(json.load(open("pgnkit.sarif"))["runs"][0]["results"]))'
rm bad.pgn
bash --noprofile --norc -eo pipefail "$scratch/step1" || fail "clean games fail"
echo "all as docs/ci.md says"
