#!/bin/sh
# Packs the npm package in FOLDER and prints the path of the file: pack.sh FOLDER
#
# npm compresses at the default level of gzip; at the best one, the program is 2 % smaller.
set -eu
package=$(cd "$1" && npm pack --silent)
gunzip -c "$1/$package" | gzip -9n > "$1/$package.new"
mv "$1/$package.new" "$1/$package"
echo "$1/$package"
