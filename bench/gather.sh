#!/usr/bin/env bash
# Gathers feeds of 100 ms latency from 100 hosts on loopback, and shows wall time, CPU time a feed and peak memory of
# newsdigest beside sfeed_update, newsboat and rss2email where they are installed.
#
# usage: bench/gather.sh [FEEDS] [LATENCY] [PARALLEL]     needs a release build (make), python3, curl and GNU time
# ALONE=1 leaves the others out: rss2email asks for one feed at a time, which takes minutes.
set -euo pipefail
feeds=${1:-500} latency=${2:-0.1} parallel=${3:-16} hosts=100
here=$(cd "$(dirname "$0")" && pwd)
newsdigest=${NEWSDIGEST:-$here/../.build/release/newsdigest}
port=${PORT:-18765}
for program in "$newsdigest" python3 curl /usr/bin/time; do
    command -v "$program" > /dev/null || { echo "gather.sh: $program is not there" >&2; exit 69; }
done
work=$(mktemp -d)
trap 'kill "$server" 2>/dev/null || true; rm -rf "$work"' EXIT

python3 "$here/gather_server.py" "$port" "$feeds" "$latency" & server=$!
export HOME=$work NO_COLOR=1
unset XDG_CONFIG_HOME XDG_STATE_HOME XDG_CACHE_HOME XDG_DATA_HOME
url() { echo "http://127.0.$((1 + $1 % hosts / 50)).$((1 + $1 % 50)):$port/feed/$1"; }

{
    printf 'timezone = "UTC"\n[network]\nparallel = %s\nhost_gap = "%s"\n' "$parallel" "${HOST_GAP:-0s}"
    for ((i = 0; i < feeds; i++)); do printf '[[feeds]]\nurl = "%s"\n' "$(url $i)"; done
} > "$work/config.toml"
{
    printf 'sfeedpath="%s/sfeed"\nmaxjobs=%s\nfeeds() {\n' "$work" "$parallel"
    for ((i = 0; i < feeds; i++)); do printf '  feed "f%s" "%s"\n' "$i" "$(url $i)"; done
    echo '}'
} > "$work/sfeedrc"
for ((i = 0; i < feeds; i++)); do url $i; done > "$work/urls"
printf 'reload-threads %s\ndownload-timeout 20\n' "$parallel" > "$work/newsboat.conf"

for ((i = 0; i < 50; i++)); do curl -fs "http://127.0.0.1:$port/stats" > /dev/null && break; sleep 0.1; done

# Prints one row: wall seconds, CPU milliseconds a feed, peak megabytes, requests served.
measure() {
    local name=$1; shift
    curl -fs "http://127.0.0.1:$port/stats" > /dev/null
    local status=0
    /usr/bin/time -f '%e %U %S %M' -o "$work/time" "$@" > "$work/out" 2> "$work/err" || status=$?
    read -r requests most < <(curl -fs "http://127.0.0.1:$port/stats")
    tail -n 1 "$work/time" | awk -v name="$name" -v feeds="$feeds" -v requests="$requests" -v most="$most" \
        -v status="$status" \
        '{ printf "%-14s %8.2f %14.2f %10.1f %10d %9d %7d\n", name, $1, ($2 + $3) * 1000 / feeds, $4 / 1024, requests, most, status }'
}

bound=$(awk -v f="$feeds" -v l="$latency" -v p="$parallel" 'BEGIN { printf "%.2f", f * l / p }')
echo "$feeds feeds of $latency s on $hosts hosts, $parallel at a time: $bound s of latency at best"
printf '%-14s %8s %14s %10s %10s %9s %7s\n' program 'wall s' 'CPU ms/feed' 'peak MB' requests parallel status
measure newsdigest "$newsdigest" run --config "$work/config.toml" --state "$work/state.sqlite" \
    --now 2026-11-21T23:30:00Z --out "$work/digest.html" --quiet
[ -s "$work/err" ] && head -n 3 "$work/err"
[ -n "${ALONE:-}" ] && exit
for peer in sfeed_update newsboat r2e; do
    command -v $peer > /dev/null || echo "$peer is not installed and left out"
done
if command -v sfeed_update > /dev/null; then measure sfeed_update sfeed_update "$work/sfeedrc"; fi
if command -v newsboat > /dev/null; then
    measure newsboat newsboat -C "$work/newsboat.conf" -u "$work/urls" -c "$work/cache.db" -x reload
fi
if command -v r2e > /dev/null; then
    r2e -c "$work/r2e.cfg" -d "$work/r2e.json" new reader@example.org > /dev/null 2>&1
    printf 'email-protocol = maildir\nmaildir-path = %s/mail\n' "$work" > "$work/protocol"
    sed -i "/^email-protocol/d; /^maildir-path/d; /^\[DEFAULT\]/r $work/protocol" "$work/r2e.cfg"
    awk '{ printf "\n[feed.f%d]\nurl = %s\n", NR, $1 }' "$work/urls" >> "$work/r2e.cfg"
    mkdir -p "$work/mail"/{cur,new,tmp}
    measure rss2email r2e -c "$work/r2e.cfg" -d "$work/r2e.json" run
fi
