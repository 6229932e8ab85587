#!/bin/sh
# Ten tag and five position queries: games found by pgn-extract and by pgnkit with two threads, and seconds
# that both take, wall (user and system).
# usage: compare-filter.sh PGNKIT FILE.pgn
set -eu
pgnkit=$(realpath "$1")
file=$(realpath "$2")
command -v pgn-extract >/dev/null || PATH=$PATH:/usr/games
command -v pgn-extract >/dev/null
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
timed() {
    /usr/bin/time -f '%e %U %S' -o seconds "$@" 2>/dev/null || true
}
seconds() {
    awk '{ printf "%.2f (%.2f)", $1, $2 + $3 }' seconds
}
row() {
    expr=$1
    shift
    timed pgn-extract --quiet -s -otheirs.pgn "$@" "$file"
    their_seconds=$(seconds)
    theirs=$(grep -a -c '^\[Event ' theirs.pgn || true)
    rm -f theirs.pgn
    timed "$pgnkit" filter -j2 -w "$expr" -o ours.pgn "$file"
    our_seconds=$(seconds)
    ours=$(grep -a -c '^\[Event ' ours.pgn || true)
    rm -f ours.pgn
    echo "| \`$*\` | $theirs | $their_seconds | \`$expr\` | $ours | $our_seconds |"
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
