#!/bin/sh
# Fuzzes FeedParser with libFuzzer under AddressSanitizer: fuzz/run.sh [seconds] [Fuzz|HTML|List]
# Fuzz reads documents of any kind, HTML texts, titles and addresses, List lists of feeds and web pages.
# What makes it fail is kept as fuzz/crash-*; make a test of it in Tests/FeedParserTests/Fixtures/crashers.
set -eu
cd "$(dirname "$0")/.."
seconds=${1:-600}
target=${2:-Fuzz}
seeds=fuzz/seeds
[ "$target" = Fuzz ] || seeds=fuzz/seeds-$target
work=${FUZZ_WORK:-.build/fuzz}/$target
mkdir -p "$work/corpus"
swiftc -O -g -swift-version 6 -parse-as-library -module-name FeedParserFuzz -sanitize=fuzzer,address \
    -I Sources/CLibXML2 $(pkg-config --cflags libxml-2.0 | sed 's/-I/-Xcc -I/g') \
    Sources/FeedParser/*.swift fuzz/${target}Target.swift -o "$work/fuzz"
# libxml2 keeps a few allocations for the life of the process.
SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0 nice -n 10 "$work/fuzz" "$work/corpus" "$seeds" \
    -dict=fuzz/feed.dict -max_len=8192 -len_control=0 -timeout=60 -rss_limit_mb=2048 -max_total_time="$seconds" \
    -artifact_prefix="$work/" -print_final_stats=1
