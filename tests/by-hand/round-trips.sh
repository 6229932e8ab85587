#!/bin/sh
# Every notation and the format `lines` are read back to the bytes of plain `export`.
# usage: round-trips.sh PROGRAM FILE...; prints what differs, and how many files were tried.
# Games with errors are left out: a broken game may be a whole one in another language.
program=$1
shift
dir=$(mktemp -d)
trap 'rm -r "$dir"' EXIT
n=0
for file; do
    n=$((n + 1))
    "$program" export -qq --on-error drop "$file" >"$dir/plain" || continue
    for notation in lan long uci figurine cs da nl en et fi fr de hu is it no pl pt ro es sv ru; do
        lang=en
        case $notation in ??) lang=$notation ;; esac
        "$program" export -qq --on-error drop --notation $notation "$file" |
            "$program" export -qq --lang $lang >"$dir/back"
        cmp -s "$dir/plain" "$dir/back" || echo "$notation: $file"
    done
    "$program" export -qq --format lines "$file" >"$dir/lines"
    "$program" export -qq <"$dir/lines" | cmp -s "$dir/plain" - || echo "lines: $file"
    tr -d '\n' <"$dir/lines" | tr '\t' '\n' | cmp -s "$dir/plain" - || echo "lines by tr: $file"
done
echo "$n files"
