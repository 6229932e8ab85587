#!/bin/sh
# `export` with the same options changes nothing in what it has written, and -j does not matter.
# usage: fixed-points.sh PROGRAM FILE...; prints what differs, and how many runs there were.
program=$1
shift
dir=$(mktemp -d)
trap 'rm -r "$dir"' EXIT
printf 'player\tTal\tTal, Mikhail\n' >"$dir/names.tsv"
n=0
for file; do
    while read -r options; do
        n=$((n + 1))
        # shellcheck disable=SC2086 # options are words
        "$program" export -qq -j2 $options "$file" >"$dir/once"
        "$program" export -qq -j1 $options "$file" | cmp -s "$dir/once" - || echo "-j $options: $file"
        # shellcheck disable=SC2086
        "$program" export -qq $options <"$dir/once" | cmp -s "$dir/once" - || echo "$options: $file"
    done <<EOT
--width 0
--nag-numbers no
--nags symbols
--nags symbols --output-encoding latin1
--output-encoding windows-1251 --encoding windows-1251
--output-encoding ascii
--line-ending crlf
--notation lan
--notation uci
--notation figurine
--notation fr --lang fr
--on-error comment
--on-error truncate
--format reduced
--format lines
--normalize --fix-results --fix-mojibake --split-round
--add plycount,hash,fen
--tag-order source
--tags ECO --set Annotator=X
--drop-tags @lichess,@chesscom,@chessbase,Site
--map-tag $dir/names.tsv
--comment-every 10 fen
--comment-every 7 hash
--plies ..20
--keep-escapes
EOT
done
echo "$n runs"
