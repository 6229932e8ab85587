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
    for file in "$archives/pgnkit-$version"-*.{tgz,zip}.sha256; do
        [ -e "$file" ] || continue
        target=$(basename "${file%.*.sha256}")
        key=@SHA256_$(echo "${target#"pgnkit-$version-"}" | tr 'a-z-' 'A-Z_')@
        checksum=$(cut -d ' ' -f 1 "$file")
        text=${text//$key/${checksum:-$key}}
    done
    if [[ $text =~ @SHA256_[A-Z0-9_]*@ ]]; then
        echo "fill.sh: no checksum for ${BASH_REMATCH[0]} in $archives" >&2
        exit 1
    fi
    printf '%s\n' "$text" > "$out/$(basename "$template" .in)"
done
