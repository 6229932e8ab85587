#!/usr/bin/env bash
# The hooks of integrations/pre-commit with the real pre-commit: pre_commit.sh FOLDER-WITH-THE-WHEEL
#
# Installs the hooks from the wheel, without Rust, and shows that checking, fixing and formatting agree: what fixing
# and formatting leave has no finding, and a second run of all hooks changes nothing.
# The hooks run in a repository that is made for the purpose, and are installed into a folder of their own.
set -euo pipefail
[ $# = 1 ] || { echo "usage: pre_commit.sh FOLDER-WITH-THE-WHEEL" >&2; exit 2; }
WHEELS=$(realpath "$1")
ROOT=$(realpath "$(dirname "$0")/../..")
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT
fail() { echo "FAILED: $*" >&2; exit 1; }

# The repository of the hooks has the program as a dependency, and takes it from the wheel.
cp -r "$ROOT/integrations/pre-commit" "$WORK/hooks"
commit() { git -C "$1" add -A && git -C "$1" -c user.name=t -c user.email=t@t.invalid commit -qm "$2"; }
git -C "$WORK/hooks" init -q && commit "$WORK/hooks" hooks
REV=$(git -C "$WORK/hooks" rev-parse HEAD)

# Folders of Rust are left out of PATH, so that nothing can be compiled.
PATH=$(tr ':' '\n' <<<"$PATH" | grep -v '\.cargo' | paste -sd:)
export PATH PIP_FIND_LINKS=$WHEELS PRE_COMMIT_HOME=$WORK/cache
command -v cargo >/dev/null && fail "cargo is still in PATH"

mkdir "$WORK/games" && cd "$WORK/games" && git init -q
printf '[Event "A"]\n[White "Tal"]\n\n1.e4 e5 {a comment}\n2. Nf3  Nc6 *\n' > study.pgn
printf '[Event "B"]\n[Site "?"]\n[Date "2024.01.02"]\n[Round "?"]\n[White "X"]\n[Black "Y"]\n[Result "1-0"]\n\n1. d4 d5 1-0\n' > -clean.pgn
cat > .pre-commit-config.yaml <<YAML
repos:
  - repo: $WORK/hooks
    rev: $REV
    hooks:
      - id: pgnkit-fix
      - id: pgnkit-export
      - id: pgnkit-check
      - id: pgnkit-export-check
YAML
git add -A
echo "== first run: it fixes and formats"
START=$(date +%s)
pre-commit run --all-files && fail "the first run should change files"
echo "installed and run in $(($(date +%s) - START)) s"
git add -A
echo "== second run: it is quiet"
pre-commit run --all-files || fail "the second run should be quiet"
git diff --exit-code || fail "the second run changed a file"
commit . games
echo "== an illegal move is found"
printf '[Event "C"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n[White "?"]\n[Black "?"]\n[Result "*"]\n\n1. e4 Nc5 *\n' > bad.pgn
git add -A
OUT=$(pre-commit run pgnkit-check || true)
grep -q 'illegal-move' <<<"$OUT" || fail "no finding: $OUT"
echo "== as a hook of git"
pre-commit install >/dev/null
git -c user.name=t -c user.email=t@t.invalid commit -qm bad 2>/dev/null && fail "the commit should be refused"
echo "pre_commit.sh: all is well"
