#!/usr/bin/env bash
# Drives Neovim with `pgnkit server` in a terminal, by keys, and looks at its screen: findings, a fix, a hover, the
# outline, a renamed player, the file as formatted. The settings are those of docs/editors.md.
#
# Usage: neovim.sh PGNKIT [NVIM]; needs tmux. Prints the screens.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
pgnkit=$(realpath "$1")
nvim=${2:-nvim}
dir=$(mktemp -d)
export TMUX_TMPDIR=$dir
screen() { tmux capture-pane -p -t pgn; }
keys() { tmux send-keys -t pgn "$@"; }
fail() { echo "FAILED: $*" >&2; screen >&2; exit 1; }
trap 'tmux kill-server 2> /dev/null || true; rm -rf "$dir"' EXIT

# Waits until the screen has a text.
see() {
    for _ in $(seq 100); do
        if screen | grep -qF -- "$1"; then return; fi
        sleep 0.1
    done
    fail "not on the screen: $1"
}

# Prints the screen under a heading, without the lines that only fill it.
show() { printf '\n== %s ==\n' "$1"; screen | grep -v '^~ *$' | sed 's/ *$//'; }

version=$("$nvim" --version | sed -n '1s/.*v0\.\([0-9]*\).*/\1/p')
which=1
if [ "$version" -lt 11 ]; then which=2; fi
awk -v which=$which '/^```lua/ { n++; inside = (n == which); next } /^```/ { inside = 0 } inside' \
    "$root/docs/editors.md" > "$dir/init.lua"
mkdir "$dir/bin" "$dir/games"
ln -s "$pgnkit" "$dir/bin/pgnkit"
cat > "$dir/games/club.pgn" << 'PGN'
[Event "Club Championship"]
[Site "Riga"]
[Date "2024.3.5"]
[Round "1"]
[White "Ozols, Janis"]
[Black "Berzina, Ilze"]
[Result "1-0"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6
5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O
9. h3 Nb9 {White is better.} 1-0
PGN
cp "$dir/games/club.pgn" "$dir/expected.pgn"
sed -i 's/2024\.3\.5/2024.03.05/; s/Ozols, Janis/Ozols, Juris/; s/Nb9/Nb8/' "$dir/expected.pgn"
"$pgnkit" export --isolated "$dir/expected.pgn" > "$dir/formatted.pgn"

tmux -f /dev/null new-session -d -s pgn -x 110 -y 34 \
    "cd '$dir/games' && PATH='$dir/bin':\$PATH HOME='$dir' XDG_CONFIG_HOME='$dir' '$nvim' --clean -u '$dir/init.lua' club.pgn"
see 'is no date'
see 'is not legal'
show 'findings'

keys :3 Enter gra
see 'Fix bad-date'
see 'Ignore bad-date in this game'
show 'actions at the date'
keys 1 Enter
see '2024.03.05'
for _ in $(seq 50); do screen | grep -qF 'is no date' || break; sleep 0.1; done
if screen | grep -qF 'is no date'; then fail 'the finding is still there'; fi

keys :10 Enter /Re1 Enter K
see 'Berzina, Ilze'
see 'FEN'
see 'White'
see '♜'
show 'hover on 6. Re1'

keys Escape Escape /Nb9 Enter cw Nb8 Escape
for _ in $(seq 50); do screen | grep -qF 'is not legal' || break; sleep 0.1; done
if screen | grep -qF 'is not legal'; then fail 'the finding is still there'; fi

keys :5 Enter 0 f\" l grn
see 'New Name'
keys C-u 'Ozols, Juris' Enter
see '[White "Ozols, Juris"]'
if [ $which = 1 ]; then keys gggqG; else keys grf; fi
see '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O'
show 'formatted'
keys :wq Enter
for _ in $(seq 50); do tmux has-session -t pgn 2> /dev/null || break; sleep 0.1; done
cmp "$dir/games/club.pgn" "$dir/formatted.pgn" || { echo 'FAILED: not the bytes of export' >&2; exit 1; }
printf '\n%s: findings, a fix, a hover, a renamed player; the file is that of export\n' "$("$nvim" --version | head -1)"
