#!/usr/bin/env bash
# What a run says when the program before it in a pipe is killed: pipes.sh PROGRAM FILE.pgn
set -uo pipefail
program=$(realpath "$1") file=$(realpath "$2")
scratch=$(mktemp -d); trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
zstd -q "$file" -o whole.pgn.zst
# Sends half of a file, and is killed.
half() { head -c $(($(stat -c %s "$1") / 2)) "$1"; kill -KILL "$BASHPID"; }
show() { echo "$1: statuses ${*:2}; $(grep -E "^(error|warning): <stdin>" said | head -n 1); output $([ -e out.parquet ] && echo written || echo missing), $([ -e out.parquet.partial ] && echo partial || echo no partial)"; rm -f out.parquet*; }
(half "$file") 2>/dev/null | "$program" export --format parquet -o out.parquet 2>said; show "text" "${PIPESTATUS[@]}"
(half whole.pgn.zst) 2>/dev/null | "$program" export --format parquet -o out.parquet 2>said; show "zstd" "${PIPESTATUS[@]}"
(half whole.pgn.zst) 2>/dev/null | "$program" export --allow-truncated --format parquet -o out.parquet 2>said; show "zstd, --allow-truncated" "${PIPESTATUS[@]}"
(cat whole.pgn.zst) | "$program" export --format parquet -o out.parquet 2>said; show "nothing killed" "${PIPESTATUS[@]}"
"$program" export --format json-lines "$file" 2>said | head -n 1 >/dev/null; show "reader gone" "${PIPESTATUS[@]}"
: | "$program" export --format parquet -o out.parquet 2>said; show "nothing came" "${PIPESTATUS[@]}"
