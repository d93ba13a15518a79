#!/bin/sh
# Fuzzes what others write with libFuzzer under AddressSanitizer.
#   fuzz/run.sh [seconds] [TARGET]   fuzzes, from the corpus in fuzz/corpora on; with SEED=1 always in the same way
#   fuzz/run.sh pack [TARGET]        writes the corpus to fuzz/corpora: of inputs up to 1 KB those that reach all code
# TARGET is one of
#   Fuzz           documents of any kind, also lists of feeds and web pages (the default)
#   HTML           HTML texts, titles and addresses
#   Page           the articles of web pages
#   Calendar       calendars
#   Configuration  configuration files
#   Addresses      addresses, canonical and safe forms
# A finding is kept as crash-* in .build/fuzz/TARGET. Make a test of it: for FeedParser in
# Tests/FeedParserTests/Fixtures/crashers.
set -eu
cd "$(dirname "$0")/.."
seconds=${1:-600}
target=${2:-Fuzz}
seeds=fuzz/seeds
[ "$target" = Fuzz ] || seeds=fuzz/seeds-$target
[ -d "$seeds" ] || { echo "fuzz/run.sh: there is no target '$target'; see the head of this file" >&2; exit 64; }
root=${FUZZ_WORK:-.build/fuzz}
work=$root/$target
corpus=fuzz/corpora/$target.tar.xz
if [ ! -d "$work/corpus" ]; then
    mkdir -p "$work/corpus"
    [ ! -f "$corpus" ] || tar -xf "$corpus" -C "$work/corpus"
fi
dictionary=fuzz/feed.dict
fuzzer=$work/fuzz
options="-O -g -swift-version 6 -parse-as-library -wmo -package-name newsdigest -sanitize=fuzzer,address"
modules=$root/modules
mkdir -p "$modules"
# Compiles the target $1 of the package after a change of it or of the target $2, on which it depends. The fuzzers share
# what is compiled.
module() {
    [ -n "$(find "Sources/$1" ${2:+"$modules/$2.o"} -newer "$modules/$1.o" 2>/dev/null || echo new)" ] || return 0
    # shellcheck disable=SC2046,SC2086
    swiftc $options -enable-testing -module-name "$1" -emit-module -emit-module-path "$modules/$1.swiftmodule" \
        $imports -c $(find "Sources/$1" -name '*.swift') -o "$modules/$1.o"
}
# Links the fuzzer of the target with the modules $@ and the files of data.
link() {
    clang -std=gnu2x -O -c Sources/CResources/resources.c -ISources/CResources/include -o "$modules/resources.o"
    # shellcheck disable=SC2046,SC2086
    swiftc $options -module-name "${target}Fuzz" $imports "fuzz/${target}Target.swift" \
        $(printf "$modules/%s.o " resources "$@") -lxml2 -lidn2 -lpsl -lical -use-ld=lld -o "$fuzzer"
}
imports="-I $modules -I Sources/CResources/include -I Sources/CLibXML2 -I Sources/CICal -I Sources/CIDN2 -I Sources/CPSL $(pkg-config --cflags libxml-2.0 | sed 's/-I/-Xcc -I/g')"
case $target in
Configuration)
    NEWSDIGEST_FUZZ=1 swift build -c release --scratch-path "$root/build" --product FuzzProgram \
        -Xswiftc -sanitize=fuzzer,address -Xcxx -fsanitize=fuzzer-no-link,address -Xswiftc -use-ld=lld
    fuzzer=$root/build/release/FuzzProgram
    dictionary=fuzz/$target.dict
    ;;
Addresses)
    module Texts
    module Addresses Texts
    link Texts Addresses
    dictionary=fuzz/$target.dict
    ;;
Calendar)
    module Calendars
    link Calendars
    dictionary=fuzz/$target.dict
    ;;
Page)
    module Texts
    module FeedParser Texts
    module ArticleText FeedParser
    link Texts FeedParser ArticleText
    ;;
*)
    module Texts
    module FeedParser Texts
    link Texts FeedParser
    ;;
esac
# libxml2 keeps a few allocations for the life of the process.
run() {
    SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0 nice -n 10 "$fuzzer" "$@"
}
if [ "$seconds" = pack ]; then
    rm -rf "$work/packed"
    mkdir -p "$work/packed" fuzz/corpora
    run -merge=1 -max_len=1024 "$work/packed" "$work/corpus" "$seeds"
    tar -cJf "$corpus" --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner -C "$work/packed" .
else
    # TOMLKit keeps about 2.6 KB of each text that it reads. New processes give the memory back, but choose by chance.
    processes=
    [ "$target" != Configuration ] || [ -n "${SEED:-}" ] || processes=-fork=1
    # shellcheck disable=SC2086
    run "$work/corpus" "$seeds" -dict="$dictionary" -max_len=8192 -len_control=0 -timeout=60 -rss_limit_mb=2048 \
        -seed="${SEED:-0}" -max_total_time="$seconds" -artifact_prefix="$work/" -print_final_stats=1 $processes
fi
