#!/bin/sh
# Installs the system libraries that newsdigest builds on where they are missing; says which where it cannot.
# It also installs what its arguments name: libpq, the library for PostgreSQL; postgresql, a server for the tests;
# python3; xz.
set -eu

missing=""
for pair in libxml-2.0:libxml2-dev libcurl:libcurl4-openssl-dev libidn2:libidn2-dev libpsl:libpsl-dev sqlite3:libsqlite3-dev \
    zlib:zlib1g-dev libzip:libzip-dev libcrypto:libssl-dev libical:libical-dev; do
    pkg-config --exists "${pair%%:*}" 2>/dev/null || missing="$missing ${pair#*:}"
done
# libstemmer has no file for pkg-config. Swift brings clang, and a system may have no other C compiler.
compiler=$(command -v cc || command -v clang || echo cc)
echo '#include <libstemmer.h>' | "$compiler" -E - >/dev/null 2>&1 || missing="$missing libstemmer-dev"
for want in "$@"; do
    case $want in
    libpq) pkg-config --exists libpq 2>/dev/null || missing="$missing libpq-dev" ;;
    postgresql) [ -x "$(pg_config --bindir 2>/dev/null)/initdb" ] || missing="$missing postgresql libpq-dev" ;;
    python3) command -v python3 >/dev/null 2>&1 || missing="$missing python3" ;;
    xz) command -v xz >/dev/null 2>&1 || missing="$missing xz-utils" ;;
    esac
done
command -v pkg-config >/dev/null 2>&1 || missing="$missing pkg-config"
[ -z "$missing" ] && exit 0

sudo=""
[ "$(id -u)" = 0 ] || sudo=sudo
if ! command -v apt-get >/dev/null 2>&1 || { [ -n "$sudo" ] && ! command -v sudo >/dev/null 2>&1; }; then
    echo "setup: please install these libraries (Debian's names) and run this again:$missing" >&2
    exit 1
fi
echo "setup: installing$missing" >&2
$sudo apt-get update -qq
# shellcheck disable=SC2086
$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $missing >/dev/null
