#!/usr/bin/env bash
# Writes the archive of a release: archive.sh PROGRAM TARGET OUT
#
# OUT/pgnkit-VERSION-TARGET.tgz (.zip for Windows) holds the program without symbols, man pages, completions, readme
# and licence; OUT/pgnkit-VERSION-TARGET.debug.zst holds the symbols, where objcopy can take them out; a .sha256 file
# is beside each.
set -euo pipefail
if [ $# != 3 ]; then
    echo "usage: archive.sh PROGRAM TARGET OUT" >&2
    exit 2
fi
program=$1 target=$2 out=$3
top=$(cd "$(dirname "$0")/.." && pwd)
version=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"/\1/p' "$top/Cargo.toml")
name=pgnkit-$version-$target
mkdir -p "$out"
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
mkdir "$stage/$name"
cp "$program" "$stage/$name/"
binary=$stage/$name/$(basename "$program")
case $target in
*-linux-*)
    objcopy --only-keep-debug "$binary" "$stage/pgnkit.debug"
    strip "$binary"
    (cd "$stage" && objcopy --add-gnu-debuglink=pgnkit.debug "$binary")
    zstd -q -10 -f "$stage/pgnkit.debug" -o "$out/$name.debug.zst"
    ;;
*-darwin) strip "$binary" ;;
esac
cp "$top/README.md" "$top/LICENSE" "$top/CHANGELOG.md" "$stage/$name/"
cp -R "$top/docs/man" "$stage/$name/man"
cp -R "$top/completions" "$stage/$name/completions"
case $target in
*-windows-*) (cd "$stage" && 7z a -bso0 "$name.zip" "$name") && mv "$stage/$name.zip" "$out/" ;;
*) tar -C "$stage" -czf "$out/$name.tgz" "$name" ;;
esac
cd "$out"
for file in "$name".*; do
    case $file in
    *.sha256) ;;
    *) (sha256sum "$file" 2>/dev/null || shasum -a 256 "$file") > "$file.sha256" ;;
    esac
done
