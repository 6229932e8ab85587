#!/bin/sh
# Counts of ten tag and five position queries: pgn-extract and pgnkit.
# usage: compare-filter.sh PGNKIT FILE.pgn
set -eu
pgnkit=$1
file=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
row() {
    expr=$1
    shift
    theirs=$(pgn-extract --quiet -s "$@" "$file" 2>/dev/null | grep -a -c '^\[Event ' || true)
    printf '%s | %s | %s | %s\n' "$*" "$theirs" "$expr" "$("$pgnkit" filter --count -w "$expr" "$file")"
}
echo 'WhiteElo >= "2700"' >white
echo 'Elo >= "2750"' >either
echo 'Date < "1990"' >early
echo 'e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6' >line
echo '2 rp2 r' >material
row 'White ~ "Carlsen*"' -TwCarlsen
row 'Black ~ "Kasparov*"' -TbKasparov
row 'player ~ "Anand*"' -TpAnand
row 'Result = 1-0' -Tr1-0
row 'Date ~ "2014*"' -Td2014
row 'eco ~ "B90*"' -TeB90
row 'Result = "1/2-1/2" and player ~ "Kramnik*"' -Tr1/2 -TpKramnik
row 'WhiteElo >= 2700' -twhite
row 'elo >= 2750' -teither
row 'year < 1990' -tearly
row 'position("*/*/*/*/???PP???/*/*/*")' '-Tf*/*/*/*/???PP???/*/*/*'
row 'position("?????rk?/?????pbp/*p?/*/*/8/PPP*/??KR????")' '-Tf?????rk?/?????pbp/*p?/*/*/8/PPP*/??KR????'
row 'line("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6", transposing=true)' -xline
row 'material("rp2vr", either=true, stable=3)' -zmaterial
row 'underpromotion()' --underpromotion
