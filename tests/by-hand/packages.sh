#!/usr/bin/env bash
# Builds, installs, runs and removes the packages, and prints sizes and seconds: packages.sh [wheel] [npm] [deb] [archive]
#
# PROGRAM names a program that npm and archive take instead of building one. KEEP names a folder in which the packages
# stay, for fresh_machine.sh. A program with symbols, and a wheel or a package of npm of 6 MB or more, end the script.
#
# Needs cargo; maturin and python3 for the wheel; node and npm; cargo-deb, dpkg as root and lintian for the Debian
# package; zstd for the archive; binutils.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$root"
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
what=${*:-wheel npm deb archive}
version=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"/\1/p' Cargo.toml)
fail() { echo "FAILED: $*" >&2; exit 1; }
now() { date +%s.%N; }
since() { awk -v a="$1" -v b="$(now)" 'BEGIN { printf "%.1f s", b - a }'; }
mb() { awk -v n="$(stat -c %s "$1")" 'BEGIN { printf "%.2f MB", n / 1e6 }'; }

# under FILE MB: fails if the file is larger.
under() { [ "$(stat -c %s "$1")" -lt "$(($2 * 1000000))" ] || fail "$1 has $(mb "$1"), more than $2 MB"; }

# keep FILE...: copies packages to the folder KEEP.
keep() { if [ -n "${KEEP:-}" ]; then mkdir -p "$KEEP" && cp "$@" "$KEEP/"; fi; }

# Prints the size of a program, and fails if it has its symbols: Cargo does not strip a program whose package has a
# row below [profile.release.package].
stripped() {
    if readelf --wide --sections "$1" | grep -q '\.symtab'; then fail "$1 is not stripped"; fi
    echo "program $(mb "$1"), stripped"
}

# Runs an installed program on games with a fault, and on clean ones.
try() {
    local status=0
    "$@" check tests/broken/illegal_move.pgn > "$out/log" 2>&1 || status=$?
    [ $status = 1 ] && grep -q 'M001' "$out/log" || fail "$*: status $status on a bad game"
    "$@" check -q tests/corpus || fail "$*: clean games"
    [ "$("$@" -V)" = "pgnkit $version" ] || fail "$*: version"
}

for kind in $what; do
    case $kind in
    wheel)
        maturin build --release --locked --compression-level 9 --out "$out" > "$out/build.log" 2>&1 || { cat "$out/build.log"; exit 1; }
        wheel=$(ls "$out"/*.whl)
        keep "$wheel"
        start=$(now)
        python3 -m venv "$out/venv"
        "$out/venv/bin/pip" install -q --no-index "$wheel"
        try "$out/venv/bin/pgnkit"
        program=$(stripped "$out/venv/bin/pgnkit")
        echo "wheel: $(mb "$wheel"), $program, installed and run in $(since "$start")"
        under "$wheel" 6
        for file in man/man1/pgnkit.1 bash-completion/completions/pgnkit zsh/site-functions/_pgnkit \
            fish/vendor_completions.d/pgnkit.fish; do
            [ -s "$out/venv/share/$file" ] || fail "the wheel has no $file"
        done
        "$out/venv/bin/pip" uninstall -q -y pgnkit
        [ ! -e "$out/venv/bin/pgnkit" ] && [ ! -e "$out/venv/share/man/man1/pgnkit.1" ] || fail "the wheel leaves files"
        ;;
    npm)
        program=${PROGRAM:-target/release/pgnkit}
        [ -n "${PROGRAM:-}" ] || cargo build --release --locked --quiet
        node integrations/npm/build.js "$out/npm" "$version" "linux-x64=$program"
        integrations/npm/pack.sh "$out/npm/cli-linux-x64" > /dev/null
        integrations/npm/pack.sh "$out/npm/pgnkit" > /dev/null
        keep "$out"/npm/*/*.tgz
        mkdir "$out/user"
        start=$(now)
        (cd "$out/user" && echo '{"private": true}' > package.json &&
            npm install --silent --offline --omit=optional "$out"/npm/*/*.tgz)
        try "$out/user/node_modules/.bin/pgnkit"
        package=$(ls "$out"/npm/cli-linux-x64/*.tgz)
        program=$(stripped "$out"/npm/cli-linux-x64/pgnkit)
        echo "npm: $(mb "$package"), $program, installed and run in $(since "$start")"
        under "$package" 6
        rm -r "$out/user/node_modules/@pgnkit"
        if "$out/user/node_modules/.bin/pgnkit" -V > "$out/log" 2>&1; then fail "npm: runs without its program"; fi
        grep -q 'PGNKIT_BINARY' "$out/log" || fail "npm: no help without the package of the platform"
        (cd "$out/user" && npm uninstall --silent --offline pgnkit @pgnkit/cli-linux-x64)
        [ -z "$(find "$out/user/node_modules" -name '*pgnkit*' 2>/dev/null)" ] || fail "npm leaves files"
        ;;
    deb)
        cargo deb --quiet --strip --output "$out"
        deb=$(ls "$out"/*.deb)
        keep "$deb"
        lintian --fail-on error "$deb"
        start=$(now)
        dpkg -i "$deb" > "$out/log"
        try /usr/bin/pgnkit
        program=$(stripped /usr/bin/pgnkit)
        echo "deb: $(mb "$deb"), $program, installed and run in $(since "$start")"
        mapfile -t files < <(dpkg -L pgnkit)
        dpkg -r pgnkit > "$out/log"
        for file in "${files[@]}"; do
            [ ! -f "$file" ] || fail "the Debian package leaves $file"
        done
        ;;
    archive)
        program=${PROGRAM:-target/dist/pgnkit}
        [ -n "${PROGRAM:-}" ] || cargo build --profile dist --locked --quiet
        target=$(rustc -vV | sed -n 's/^host: //p')
        integrations/archive.sh "$program" "$target" "$out/archive"
        (cd "$out/archive" && sha256sum --quiet -c ./*.sha256)
        keep "$out"/archive/*.tgz
        start=$(now)
        tar -C "$out" -xzf "$out/archive/pgnkit-$version-$target.tgz"
        try "$out/pgnkit-$version-$target/pgnkit"
        program=$(stripped "$out/pgnkit-$version-$target/pgnkit")
        echo "archive: $(mb "$out/archive/pgnkit-$version-$target.tgz"), $program," \
            "symbols $(mb "$out/archive/pgnkit-$version-$target.debug.zst"), unpacked and run in $(since "$start")"
        ;;
    *) fail "no such package: $kind" ;;
    esac
done
