#!/bin/sh
# Makes a tarball that runs without installing from the files that `make install` puts into a folder.
# usage: dist.sh FOLDER OUTPUT-FOLDER   (FOLDER is installed with an empty PREFIX)
set -eu
here=$(cd "$(dirname "$0")" && pwd)
name=newsdigest-$("$here/version.sh" --snapshot)-linux-$(uname -m)
tree=$1
output=$2
install -m 644 "$here/../README.md" "$here/../LICENSE" "$here/../CHANGELOG.md" "$tree/"
install -d "$tree/share/systemd"
install -m 644 "$here"/systemd/* "$tree/share/systemd/"
# What the program needs beyond the C library. Swift's own libraries are inside it.
{
    echo "newsdigest needs these libraries of the system:"
    objdump -p "$tree/bin/newsdigest" | awk '$1 == "NEEDED" { print "  " $2 }'
    echo
    echo "Debian 12:            apt install libcurl4 libxml2 libidn2-0 libpsl5 libpq5 libsqlite3-0 libstemmer0d libzip4 libical3 zlib1g libstdc++6 ca-certificates"
    echo "Debian 13:            the same, with libzip5 and libical3t64 in place of libzip4 and libical3"
    echo "Ubuntu 24.04:         apt install libcurl4t64 libxml2 libidn2-0 libpsl5t64 libpq5 libsqlite3-0 libstemmer0d libzip4t64 libical3t64 zlib1g libstdc++6 ca-certificates"
    echo
    echo "Then run bin/newsdigest, or copy bin and share to /usr/local."
} >"$tree/INSTALL"
mkdir -p "$output"
tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@${SOURCE_DATE_EPOCH:-$(date +%s)}" \
    --transform "s,^\.,$name," -C "$tree" -czf "$output/$name.tar.gz" .
echo "wrote $output/$name.tar.gz"
