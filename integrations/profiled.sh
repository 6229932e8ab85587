#!/usr/bin/env bash
# Builds the program for this machine with a profile of its work, which makes it faster.
#
# A program with counters does its work on generated and shipped games; the compiler then knows what runs often. The
# result is target/profiled/HOST/dist/pgnkit, where HOST is what rustc calls the machine. Needs the component llvm-tools
# of rustup.
set -euo pipefail
cd "$(dirname "$0")/.."
host=$(rustc -vV | sed -n 's/^host: //p')
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
profdata=$(rustc --print sysroot)/lib/rustlib/$host/bin/llvm-profdata
[ -x "$profdata" ] || { echo "profiled.sh: no llvm-profdata: rustup component add llvm-tools" >&2; exit 1; }

games=$work/games
mkdir "$games"
for style in bare annotated; do
    cargo run --quiet --locked --package pgn-testkit --example generate -- --style "$style" --bytes 2000000 > "$games/$style.pgn"
done
for _ in {1..200}; do
    for file in tests/corpus/*.pgn; do
        cat "$file"
        echo
    done
done > "$games/shipped.pgn"

# Builds with an option of the compiler. As a target is named, build scripts and macros do not get it.
build() {
    RUSTFLAGS="${RUSTFLAGS:-} $1" cargo build --locked --profile dist --target "$host" --target-dir target/profiled
}

build "-Cprofile-generate=$work/counts"
program=target/profiled/$host/dist/pgnkit

# Runs the program. Findings and games that cannot be played make the status 1.
run() { "$program" "$@" > "$work/out" 2> "$work/err" || [ $? = 1 ] || { cat "$work/err"; exit 1; }; }

for file in "$games"/*.pgn; do
    run check "$file"
    run check --output-format json-lines "$file"
    run check --diff "$file"
    for options in "" "--notation uci" "--format json-lines" "--format csv" "--format csv --rows plies" \
        "--format epd --at ply"; do
        # shellcheck disable=SC2086 # Several options.
        run export $options "$file"
    done
    run export --format parquet -o "$work/games.parquet" "$file"
    run export --format parquet --rows plies -o "$work/plies.parquet" "$file"
    run strip-comments "$file"
    run split --games 500 --dir "$work/parts" "$file"
    run merge --dedup --sort standard "$file"
    run stats "$file"
    run filter --where 'White ~ "A*" and plies >= 40' "$file"
    run filter --where 'material("KRPvKR") or position("*/*/*/*/???PP???/*/*/*", to=30)' "$file"
    run diff "$file" "$file"
    rm -r "$work"/*.parquet "$work/parts"
done
"$profdata" merge --output="$work/profile" "$work/counts"
build "-Cprofile-use=$work/profile"
