#!/bin/sh
# Makes a Debian package from the files that `make install` puts into a folder.
# usage: build.sh FOLDER OUTPUT-FOLDER   (FOLDER is installed with PREFIX=/usr)
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$1" && pwd)
output=$2
version=$("$here/../version.sh" --snapshot)
architecture=$(dpkg --print-architecture)
doc=$root/usr/share/doc/newsdigest

install -d "$root/DEBIAN" "$doc/examples" "$root/lib/systemd/system"
install -m 644 "$here"/../systemd/* "$root/lib/systemd/system/"
install -m 644 "$here/copyright" "$doc/copyright"
install -m 644 "$here/README.Debian" "$doc/README.Debian"
# The configuration for `init`, with the time zone of no particular machine.
rm -f "$doc/examples/config.toml"
env TZ=UTC HOME=/nonexistent "$root/usr/bin/newsdigest" init --config "$doc/examples/config.toml" >/dev/null
chmod 644 "$doc/examples/config.toml"
{
    echo "newsdigest ($version) unstable; urgency=medium"
    echo
    echo "  * See /usr/share/doc/newsdigest/NEWS.gz for what is new."
    echo
    echo " -- The newsdigest authors <maintainers@newsdigest.example>  $(date -uR -d "@${SOURCE_DATE_EPOCH:-$(date +%s)}")"
} | gzip -9n >"$doc/changelog.gz"
gzip -9nc "$here/../../CHANGELOG.md" >"$doc/NEWS.gz"
find "$root/usr/share/man" -name '*.[15]' -exec gzip -9nf {} +
for file in postinst prerm postrm; do install -m 755 "$here/$file" "$root/DEBIAN/$file"; done

# dpkg-shlibdeps finds the packages of the libraries; it wants a source package around it.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/debian"
printf 'Source: newsdigest\n\nPackage: newsdigest\nArchitecture: any\n' >"$work/debian/control"
libraries=$(cd "$work" && dpkg-shlibdeps -O "$root/usr/bin/newsdigest" 2>/dev/null | sed -n 's/^shlibs:Depends=//p')
[ -n "$libraries" ] || { echo "build.sh: dpkg-shlibdeps found no libraries; it is in the package dpkg-dev" >&2; exit 1; }
sed -e "s/@VERSION@/$version/" -e "s/@ARCHITECTURE@/$architecture/" -e "s/@LIBRARIES@/$libraries/" \
    -e "s/@SIZE@/$(du -sk --exclude=DEBIAN "$root" | cut -f1)/" "$here/control.in" >"$root/DEBIAN/control"
(cd "$root" && find usr lib -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum) >"$root/DEBIAN/md5sums"
chmod -R u+rwX,go+rX,go-w "$root"

mkdir -p "$output"
dpkg-deb --root-owner-group --build "$root" "$output/newsdigest_${version}_$architecture.deb"
