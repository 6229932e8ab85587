#!/usr/bin/env bash
# Builds the wheel in an older Debian, as a release does in its container, and runs its program there: old_system.sh [SUITE]
#
# Prints the sizes of the wheel and the program, and the newest glibc that the program needs. A wheel of 6 MB or more ends
# the script. Needs root, debootstrap, unzip and maturin. BASE names a folder in which debootstrap made such a system, with
# gcc, libc6-dev and git, before.
set -euo pipefail
suite=${1:-bullseye}
root=$(cd "$(dirname "$0")/../.." && pwd)
system=${BASE:-$(mktemp -d)}
cargo=${CARGO_HOME:-$HOME/.cargo} rustup=${RUSTUP_HOME:-$HOME/.rustup}
[ -n "${BASE:-}" ] || debootstrap --variant=minbase --include=gcc,libc6-dev,git "$suite" "$system" > /dev/null
mkdir -p "$system"/{cargo,rustup,src,out}
clean() {
    for mount in cargo rustup proc dev; do umount -q "$system/$mount" || true; done
    if [ -z "${BASE:-}" ]; then rm -rf --one-file-system "$system"; fi
}
trap clean EXIT
mount --bind "$cargo" "$system/cargo"
mount --bind "$rustup" "$system/rustup"
mount -t proc proc "$system/proc"
mount --bind /dev "$system/dev"
rm -rf "$system/src" "$system/out"/*.whl
git clone -q "$root" "$system/src"
inside() { chroot "$system" env -i HOME=/root CARGO_HOME=/cargo RUSTUP_HOME=/rustup PATH=/cargo/bin:/usr/bin:/bin "$@"; }
maturin=$(python3 -c 'import sysconfig; print(sysconfig.get_path("scripts"))')/maturin
cp "${MATURIN:-$maturin}" "$system/usr/bin/maturin"
(cd "$root" && cargo fetch --locked --quiet)
inside bash -c 'cd /src && maturin build --release --locked --offline --compression-level 9 --out /out' 2>&1 | tail -2
wheel=$(ls "$system"/out/*.whl)
unzip -q -o -j "$wheel" '*/scripts/pgnkit' -d "$system/out"
chmod +x "$system/out/pgnkit"
inside /out/pgnkit --version
status=0
inside /out/pgnkit check -q /src/tests/broken/illegal_move.pgn || status=$?
[ $status = 1 ] || { echo "FAILED: status $status on a bad game" >&2; exit 1; }
needs=$(readelf --version-info "$system/out/pgnkit" | grep -o 'GLIBC_[0-9.]*' | sort -V | tail -1)
echo "$(basename "$wheel"): $(stat -c %s "$wheel") bytes, program $(stat -c %s "$system/out/pgnkit"), $(gzip -9 < "$system/out/pgnkit" | wc -c) by gzip -9, needs $needs"
[ "$(stat -c %s "$wheel")" -lt 6000000 ] || { echo "FAILED: the wheel has 6 MB or more" >&2; exit 1; }
