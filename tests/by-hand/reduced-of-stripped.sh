#!/bin/sh
# Reduced export of a file is reduced export of what `strip-comments --preset all` leaves of it.
# usage: reduced-of-stripped.sh PROGRAM FILE...; prints what differs, and how many files and games were tried.
# Of games with errors the legal beginning is compared.
program=$1
shift
dir=$(mktemp -d)
trap 'rm -r "$dir"' EXIT
n=0
games=0
for file; do
    n=$((n + 1))
    "$program" export -qq --format reduced --on-error truncate "$file" >"$dir/whole" || continue
    "$program" strip-comments -qq --preset all "$file" |
        "$program" export -qq --format reduced --on-error truncate >"$dir/stripped"
    cmp -s "$dir/whole" "$dir/stripped" || echo "$file"
    games=$((games + $(grep -c '^\[Event "' "$dir/whole")))
done
echo "$n files, $games games"
