#!/bin/sh
# Fills a folder with a program and everything that it needs to run where there is nothing else.
# usage: container-root.sh PROGRAM FOLDER
set -eu
program=$1
root=$2
mkdir -p "$root/usr/bin" "$root/etc/xdg" "$root/etc/ssl/certs" "$root/usr/share" "$root/var/lib" "$root/tmp"
mkdir -p "$root/config" "$root/state"
cp "$program" "$root/usr/bin/"
# The libraries and the loader, at the paths at which the loader looks for them.
ldd "$program" | sed -n 's/.*=> \(\/[^ ]*\) .*/\1/p; s/^[[:space:]]*\(\/[^ ]*\) .*/\1/p' | sort -u |
    while read -r library; do
        mkdir -p "$root$(dirname "$library")"
        cp -L "$library" "$root$library"
    done
cp -L /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
cp -r /usr/share/zoneinfo "$root/usr/share/"
echo 'hosts: files dns' >"$root/etc/nsswitch.conf"
echo 'newsdigest:x:65532:65532::/state:/nonexistent' >"$root/etc/passwd"
echo 'newsdigest:x:65532:' >"$root/etc/group"
ln -s /config "$root/etc/xdg/newsdigest"
ln -s /state "$root/var/lib/newsdigest"
chmod 1777 "$root/tmp"
chown 65532:65532 "$root/state"
