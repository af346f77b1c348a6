#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Runs the tests of an archive that gpu_bundle.sh --tests has made:
#
#     . libishmem/env.sh
#     libishmem/check.sh [-j JOBS] [-t SECONDS] [PATTERN]
#
# PATTERN is an extended regular expression of names: "2pe$" are the tests with two PEs, "far" those whose PEs
# share no memory.  JOBS of them run at a time, by default one, and each may take 300 SECONDS.  A line for each
# test says what became of it, how many checks passed, and how long it took; the output of those that fail
# follows.  The last line counts them.  Exit status: 1 if one failed.
set -eu

jobs=1
seconds=300
while getopts j:t: option; do
    case $option in
    j) jobs=$OPTARG ;;
    t) seconds=$OPTARG ;;
    *) exit 2 ;;
    esac
done
shift $((OPTIND - 1))
: "${ISHMEM_ROOT:?is not set; read env.sh first}"
export ISHMEM_ROOT seconds

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export work

# one NAME: runs a test, and prints its line.
cat >"$work/one" <<'END'
name=$1
command=$(awk -F '\t' -v name="$name" '$1 == name { print $2 }' "$ISHMEM_ROOT/tests.txt")
begin=$(date +%s)
status=0
timeout --kill-after=10 "$seconds" sh -c "$command" >"$work/$name.log" 2>&1 || status=$?
passed=$(sed -n 's/.* \([0-9]*\) passed, .*/\1/p' "$work/$name.log" | awk '{ sum += $1 } END { print sum + 0 }')
case $status in
0) word=passed ;;
124 | 137) word="too long" ;;
*) word=failed ;;
esac
printf '%-9s %s: %d checks, %d s\n' "$word" "$name" "$passed" "$(($(date +%s) - begin))"
[ "$status" -eq 0 ] || { tail -n 20 "$work/$name.log" | cut -c 1-300 | sed 's/^/    /'; }
END

cut -f 1 "$ISHMEM_ROOT/tests.txt" | grep -E -- "${1:-.}" | xargs -r -n 1 -P "$jobs" sh "$work/one" | tee "$work/lines"
awk '/^passed /{ passed++; checks += $3 } /^(failed|too long) /{ failed++ }
    END { printf "%d tests passed with %d checks, %d failed\n", passed, checks, failed; exit failed > 0 || passed == 0 }' \
    "$work/lines"
