#!/usr/bin/env bash
# Runs commands where the system gives little: limits.sh PROGRAM FILE
#
# No process beside the first, little memory, few open files, short files, a small stack, closed standard streams, no folder
# for intermediate files, no environment. A status other than 0, 1 or 2, and a panic, is a fault. Needs root, as the
# commands run as the user 65534: root has no limit of processes. FILE: some megabytes of games.
set -uo pipefail
if [ $# != 2 ]; then
    echo "usage: limits.sh PROGRAM FILE" >&2
    exit 2
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$1" "$work/pgnkit"
cp "$2" "$work/a.pgn"
cp "$2" "$work/b.pgn"
printf '1. e4 e5 2. Nf3 *\n' > "$work/one.pgn"
chmod -R a+rwX "$work"
cd "$work" || exit 2
user=(timeout 120 setpriv --reuid=65534 --regid=65534 --clear-groups)
commands=(
    "check a.pgn" "check --fix -o out.pgn a.pgn" "check --severity style --statistics a.pgn" "check --output-format sarif a.pgn"
    "export a.pgn" "export --in-place one.pgn" "export --format json-lines a.pgn" "export --format csv --rows plies a.pgn"
    "export --format parquet -o out.parquet a.pgn" "export --format fen --at ply a.pgn" "export --partition-by ECO -o parts a.pgn"
    "strip-comments a.pgn" "split --by ECO --dir parts a.pgn" "split --games 100 --dir parts a.pgn"
    "merge --dedup --sort standard a.pgn b.pgn" "merge --dedup --keep union a.pgn b.pgn"
    "merge --sort White -o out.pgn --manifest out.json a.pgn b.pgn"
    "stats a.pgn" "stats --moves 8 a.pgn" "stats --quality a.pgn" "stats --by White,Black a.pgn" "stats --names a.pgn"
    "filter --where plies>40 a.pgn" "filter --count a.pgn" "diff a.pgn b.pgn" "ranges a.pgn" "git-merge one.pgn one.pgn one.pgn"
)
n_runs=0 n_faults=0
# judge STATUS WHERE COMMAND: counts a run, and prints it if it is a fault.
judge() {
    n_runs=$((n_runs + 1))
    if [ "$1" -gt 2 ] || grep -q 'internal fault\|panicked' messages; then
        n_faults=$((n_faults + 1))
        echo "status $1, $2: $3: $(grep -m1 'panicked\|fault' messages)"
    fi
    rm -rf out.* parts
    : > messages
}
for command in "${commands[@]}"; do
    read -ra arguments <<< "$command"
    run=(./pgnkit "${arguments[@]}")
    for limit in nproc=1 as=600000000 nofile=12 fsize=100000 stack=262144; do
        "${user[@]}" prlimit "--$limit" "${run[@]}" < /dev/null > output 2> messages
        judge $? "$limit" "$command"
    done
    "${user[@]}" "${run[@]}" <&- > output 2> messages
    judge $? "stdin closed" "$command"
    "${user[@]}" "${run[@]}" < /dev/null >&- 2> messages
    judge $? "stdout closed" "$command"
    "${user[@]}" "${run[@]}" < /dev/null > output 2>&-
    judge $? "stderr closed" "$command"
    TMPDIR=/nonexistent "${user[@]}" "${run[@]}" < /dev/null > output 2> messages
    judge $? "no folder for intermediate files" "$command"
    env -i "${user[@]}" "${run[@]}" < /dev/null > output 2> messages
    judge $? "no environment" "$command"
done
echo "$n_runs runs, $n_faults faults"
[ $n_faults = 0 ]
