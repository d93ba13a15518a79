#!/bin/sh
# Prints the version of newsdigest, from the one place that has it. With --snapshot, the version has the form in which
# Debian compares versions (1.0.0~rc.1), and a commit that is not tagged as a release gets a version before it, in the
# order of the commits: 1.0.0~rc.1~git20261122.812.4f2c8a9.
set -eu
cd "$(dirname "$0")/.."
version=$(sed -n 's/^package let version = "\(.*\)"$/\1/p' Sources/Values/Version.swift)
[ -n "$version" ] || { echo "version.sh: Sources/Values/Version.swift has no version" >&2; exit 1; }
tag=v$version
[ "${1:-}" != --snapshot ] || version=$(echo "$version" | tr - '~')
if [ "${1:-}" = --snapshot ] && git rev-parse --git-dir >/dev/null 2>&1 &&
    ! git describe --exact-match --match "$tag" HEAD >/dev/null 2>&1; then
    day=$(TZ=UTC git log -1 --format=%cd --date=format-local:%Y%m%d)
    version="$version~git$day.$(git rev-list --count HEAD).$(git rev-parse --short=7 HEAD)"
fi
echo "$version"
