#!/usr/bin/env bash
# Installs the packages on new machines, and prints the seconds from nothing to the first finding: fresh_machine.sh FOLDER [WAY...]
#
# A new machine is a copy of a minimal Debian of the release that runs here. FOLDER has the packages: *.whl, *.deb,
# pgnkit-*-linux-gnu.tgz, and the two of npm. Needs root, debootstrap, and Debian's packages for Python, Node and pipx;
# uv is copied from PATH, or is UV where that one is a script. BASE names a folder in which debootstrap made such a
# Debian before. No registry is asked: none has pgnkit yet. CPU is what all processes used, user and system.
set -euo pipefail
packages=$(realpath "$1")
shift
ways=" $* "
uv=${UV:-$(command -v uv)}
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
# shellcheck disable=SC1091
suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
machine=
leave() {
    if [ -n "$machine" ]; then umount "$machine"/{proc,dev} 2>/dev/null || true; fi
}
trap 'leave; rm -rf "$work"' EXIT

if [ -n "${BASE:-}" ]; then cp -a "$BASE" "$work/base"; else debootstrap --variant=minbase "$suite" "$work/base" > /dev/null; fi
cp /etc/resolv.conf "$work/base/etc/"
rm -rf "$work"/base/etc/apt/sources.list*
cp -r /etc/apt/sources.list* /etc/apt/apt.conf.d "$work/base/etc/apt/"
mkdir "$work/base/packages" && cp "$packages"/*.{whl,deb,tgz} "$root/tests/broken/illegal_move.pgn" "$work/base/packages/"
cp "$uv" "${uv}x" "$work/base/packages/"

# way NAME PREPARE INSTALL RUN: prepares a machine, installs pgnkit there, and runs it.
way() {
    [ "$ways" = "  " ] || [[ $ways == *" $1 "* ]] || return 0
    machine=$work/$1
    cp -a "$work/base" "$machine"
    mount --bind /dev "$machine/dev" && mount -t proc proc "$machine/proc"
    echo "$1: $2; $3; $4"
    local step status=0
    for step in "$2" "$3" "$4"; do
        local TIMEFORMAT="%R s, CPU %U + %S"
        time chroot "$machine" env -i HOME=/root LANG=C.UTF-8 PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin:/root/.local/bin \
            DEBIAN_FRONTEND=noninteractive PIP_NO_INDEX=1 UV_OFFLINE=1 UV_NO_INDEX=1 npm_config_offline=true \
            bash -c "$step" > "$work/log" 2>&1 || status=$?
        # The last step finds something, the others succeed.
        if [ "$status" != 0 ] && ! { [ "$step" = "$4" ] && [ "$status" = 1 ]; }; then
            cat "$work/log"
            exit 1
        fi
    done
    grep -q 'error\[M001\]: illegal-move' "$work/log" || { cat "$work/log"; exit 1; }
    leave
    machine=
    rm -rf "${work:?}/$1"
}

apt='apt-get update -qq && apt-get install -y -qq --no-install-recommends'
game=/packages/illegal_move.pgn
way archive "true" "tar -C /opt -xzf /packages/pgnkit-*-linux-gnu.tgz" "/opt/pgnkit-*/pgnkit check $game"
way deb "true" "dpkg -i /packages/*.deb" "pgnkit check $game"
way pip "$apt python3-venv" "python3 -m venv /opt/v && /opt/v/bin/pip install -q /packages/*.whl" "/opt/v/bin/pgnkit check $game"
way pipx "$apt pipx" "pipx install /packages/*.whl" "pgnkit check $game"
way uv "$apt python3 && cp /packages/uv* /usr/local/bin" "true" "uvx --from /packages/*.whl pgnkit check $game"
way npm "$apt nodejs npm" "npm install --silent --global --omit=optional /packages/pgnkit-cli-*.tgz /packages/pgnkit-[0-9]*.[0-9].tgz" "pgnkit check $game"
