#!/usr/bin/env bash
# Writes the Homebrew formula and the Scoop manifest of a release: fill.sh ARCHIVES OUT
#
# ARCHIVES is the folder with what archive.sh wrote for all targets. A checksum that is missing is an error.
set -euo pipefail
if [ $# != 2 ]; then
    echo "usage: fill.sh ARCHIVES OUT" >&2
    exit 2
fi
archives=$1 out=$2
here=$(cd "$(dirname "$0")" && pwd)
version=$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"/\1/p' "$here/../Cargo.toml")
mkdir -p "$out"
for template in "$here/homebrew/pgnkit.rb.in" "$here/scoop/pgnkit.json.in"; do
    text=$(sed "s/@VERSION@/$version/g" "$template")
    for target in aarch64-apple-darwin x86_64-apple-darwin aarch64-unknown-linux-gnu x86_64-unknown-linux-gnu \
        x86_64-pc-windows-msvc; do
        key=@SHA256_$(echo "$target" | tr 'a-z-' 'A-Z_')@
        case $text in
        *"$key"*)
            sum=$(cut -d ' ' -f 1 "$archives/pgnkit-$version-$target".{tgz,zip}.sha256 2>/dev/null | head -n 1 || true)
            if [ -z "$sum" ]; then
                echo "fill.sh: no checksum of $target in $archives" >&2
                exit 1
            fi
            text=${text//$key/$sum}
            ;;
        esac
    done
    printf '%s\n' "$text" > "$out/$(basename "$template" .in)"
done
