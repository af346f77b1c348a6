#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# answers.sh PROGRAMS VERSION MPIEXEC
#
# Each program prints --help and --version on stdout and nothing on stderr, and starts no job for it; a
# mistake in the command line is said once on stderr.  Under a launcher the first process alone speaks.
set -u
programs=$1
version=$2
mpiexec=$3
failed=0

bad()
{
    echo "answers.sh: $*"
    failed=1
}

work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
# Nothing that starts a job gets past these.
export ISHMEM_START_TIMEOUT=no_job ISHMEM_BOOTSTRAP_MODULE=/no/job

# answers PATTERN COMMAND...: with success, on stdout alone, and only once.
answers()
{
    local pattern=$1
    shift
    "$@" > "$work/out" 2> "$work/err" < /dev/null || bad "$*: status $?"
    [ ! -s "$work/err" ] || bad "$*: writes on stderr: $(cat "$work/err")"
    [ "$(grep -ciE -- "$pattern" "$work/out")" -eq 1 ] || bad "$*: not one '$pattern' in: $(cat "$work/out")"
}

# refuses COMMAND...: with a failure, on stderr alone.
refuses()
{
    "$@" > "$work/out" 2> "$work/err" < /dev/null && bad "$*: succeeds"
    [ ! -s "$work/out" ] || bad "$*: writes on stdout: $(cat "$work/out")"
    [ "$(grep -ciE -- '--help' "$work/err")" -ge 1 ] || bad "$*: does not say --help: $(cat "$work/err")"
}

for name in ishmem-info ishmem-perf ishmem-tune ishmem-trace ishmemcc ishmrun ishmem-oshcc ishmem-oshc++ ishmem-oshrun; do
    program=$programs/$name
    answers '^usage: ' "$program" --help
    answers "^${name//+/\\+} \(libishmem\) ${version//./\\.}\$" "$program" --version
    case $name in
        ishmem-osh*) ;; # which give options to a compiler or a launcher
        *) refuses "$program" --no-such-option ;;
    esac
done
for name in ishmem-info ishmem-perf ishmem-tune; do
    answers '^usage: ' "$mpiexec" -n 3 "$programs/$name" --help
    answers "^$name \(libishmem\) " "$mpiexec" -n 3 "$programs/$name" --version
    answers '^usage: ' "$programs/ishmrun" -n 3 "$programs/$name" --help
    "$mpiexec" -n 3 "$programs/$name" --no-such-option > "$work/out" 2>&1 && bad "$name under mpiexec succeeds"
    [ "$(grep -c '^usage: ' "$work/out")" -eq 1 ] || bad "$name under mpiexec: $(cat "$work/out")"
done
answers '^put_bw ' "$mpiexec" -n 2 "$programs/ishmem-perf" --list
"$mpiexec" -n 3 "$programs/ishmem-perf" -b 0 put_bw > "$work/out" 2>&1 && bad "ishmem-perf -b 0 succeeds"
grep -q '^ishmem-perf: --min 0: expected a number of at least 1$' "$work/out" ||
    bad "ishmem-perf -b 0: $(cat "$work/out")"
exit $failed
