#!/bin/bash
# Measures the processor time (user) of a clean release build, for each target.
# usage: bench/build.sh [TARGET]   (without one, the program)
set -euo pipefail
cd "$(dirname "$0")/.."
what=(--product newsdigest)
[ $# = 0 ] || what=(--target "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
COMPILER=$(command -v swiftc)
export COMPILER TIMES=$work/times

# SwiftPM runs this in place of the compiler.
cat >"$work/swiftc" <<'END'
#!/bin/bash
target=packages before=
for argument; do
    [ "$before" = -module-name ] && target=$argument
    [ "$argument" = -emit-executable ] && target=linking
    before=$argument
done
TIMEFORMAT="%U $target"
exec 3>&2
{ time "$COMPILER" "$@" 2>&3; } 2>>"$TIMES"
END
chmod +x "$work/swiftc"

TIMEFORMAT='%U all'
exec 3>&2
{ time SWIFT_EXEC=$work/swiftc swift build -c release --static-swift-stdlib "${what[@]}" \
    --scratch-path "$work/build" >&3 2>&3; } 2>>"$TIMES"
awk '{ sum[$2] += $1 } END { for (target in sum) printf "%7.1f s  %s\n", sum[target], target }' "$TIMES" | sort -rn
