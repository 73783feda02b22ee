#!/usr/bin/env bash
# Tries a package on a Debian 12 that has nothing else: try_on_bare_debian.sh PACKAGE.deb [WORK_FOLDER]
# Installs it there with what it depends on, opens the window under Xvfb as an ordinary user, lets it do its main job and
# take a picture of each view, speaks MCP with it, purges it, and compares the file system with how it was before.
# Needs root and mmdebstrap; the network is used for Debian's packages alone. The folder is kept, with shots/ in it.
set -euo pipefail
package=$(realpath "$1")
work=${2:-$(mktemp -d)}
root=$work/root
mkdir -p "$work"
[ -f "$work/bare.tar" ] || mmdebstrap --quiet --variant=minbase bookworm "$work/bare.tar"
rm -rf "$root"
mkdir -p "$root"
tar -C "$root" -xf "$work/bare.tar"
cp /etc/resolv.conf "$root/etc/resolv.conf"
mount -t proc proc "$root/proc"
trap 'umount "$root/proc"' EXIT
inside() { chroot "$root" /usr/bin/env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
as_user() { inside su -s /bin/bash - ann -c "$*"; }
files() { (cd "$root" && find . -path ./proc -prune -o -path ./dev -prune -o -path ./tmp -prune -o -path ./home -prune -o \
    -path ./var/cache -prune -o -path ./var/lib/apt -prune -o -path ./var/log -prune -o -print | sort); }

# Python must not be there, so that the program cannot lean on it; nor anything of a desktop but a screen.
inside apt-get -qq update
inside apt-get -qq install -y --no-install-recommends xvfb xauth shared-mime-info desktop-file-utils >/dev/null
inside useradd --create-home ann
# What the package needs comes first, so that what is left behind is the package's own doing.
needs=$(dpkg-deb --field "$package" Depends | tr ',' '\n' | sed 's/ *(.*//; s/^ *//' | tr '\n' ' ')
# shellcheck disable=SC2086
inside apt-get -qq install -y --no-install-recommends $needs >/dev/null
inside apt-get -qq purge -y --allow-remove-essential python3-minimal >/dev/null 2>&1 || true
files > "$work/before"
cp "$package" "$root/tmp/package.deb"
inside dpkg --install /tmp/package.deb
as_user memory-desktop --version
inside grep -q memory-desktop /usr/share/applications/mimeinfo.cache
inside grep -rq vnd.memory-desktop.vault /usr/share/mime/globs
as_user "xvfb-run --auto-servernum --server-args='-screen 0 1400x900x24' env QT_QPA_PLATFORM=xcb memory-desktop demo --shots /home/ann/shots"
as_user "memory-desktop new vault && memory-desktop add vault 'Mara prefers tea' && memory-desktop search vault tea --json" | tail -3
call='{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"try","version":"1"}}}'
as_user "(echo '$call'; sleep 5) | memory-desktop mcp vault" | head -c 300
echo
rm -rf "$work/shots"
cp -r "$root/home/ann/shots" "$work/shots"
inside dpkg --purge memory-desktop
files > "$work/after"
if diff "$work/before" "$work/after"; then echo "Purged without a trace (but for what ann keeps at home)."; else exit 1; fi
