#!/bin/sh
# Runs the command of its arguments, which tests. If that fails, it repeats at the end what failed: among thousands of
# lines nobody finds it.
set -u

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{
    "$@" 2>&1
    echo $? >"$folder/status"
} | tee "$folder/output"
read -r status <"$folder/status" || exit
[ "$status" = 0 ] || { echo "What failed:" && grep -A 3 -E '^✘|: error: ' "$folder/output"; } >&2
exit "$status"
