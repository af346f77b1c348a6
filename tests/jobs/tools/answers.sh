#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# answers.sh PROGRAMS VERSION MPIEXEC
#
# All programs answer alike: -h and --help on stdout with the usage, -V and --version with name and version, an
# unknown option or a missing argument with one line on stderr and status 2.  They start no job for it.  Under a
# launcher the first process alone speaks.
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

# ends STATUS COMMAND...: leaves what it prints in out and err.  Of programs that end at once Hydra itself dies now and
# then, of SIGPIPE and without a word, even of `mpiexec -n 3 true`.
ends()
{
    local expected=$1 status tries=0
    shift
    while :; do
        status=0
        timeout 30 "$@" > "$work/out" 2> "$work/err" < /dev/null || status=$?
        [ $status -eq 141 ] && [ "$1" = "$mpiexec" ] && [ $((tries += 1)) -lt 10 ] || break
    done
    [ $status -eq "$expected" ] || bad "$*: status $status, expected $expected"
}

# answers PATTERN COMMAND...: with success, on stdout alone, and only once.
answers()
{
    local pattern=$1
    shift
    ends 0 "$@"
    [ ! -s "$work/err" ] || bad "$*: writes on stderr: $(cat "$work/err")"
    [ "$(grep -cE -- "$pattern" "$work/out")" -eq 1 ] || bad "$*: not one '$pattern' in: $(cat "$work/out")"
}

# refuses LINE COMMAND...: with the status of mistakes, in this one line on stderr.
refuses()
{
    local line=$1
    shift
    ends 2 "$@"
    [ ! -s "$work/out" ] || bad "$*: writes on stdout: $(cat "$work/out")"
    [ "$(cat "$work/err")" = "$line" ] || bad "$*: says '$(cat "$work/err")', expected '$line'"
}

# A program, what it says if nothing is named, and an option that needs a value.
table='ishmem-info||--root
ishmem-perf|no benchmark is named|--min
ishmem-tune||--output
ishmem-trace|no command is named|--output
ishmemcc|no file is named|-o
ishmrun|no program is named|--bind
ishmem-oshcc|no file is named|
ishmem-oshc++|no file is named|
ishmem-oshrun|no program is named|'

while IFS='|' read -r name missing option; do
    program=$programs/$name
    plain=${name//+/\\+}
    answers "^usage: (mpiexec -n PES )?$plain " "$program" --help
    cp "$work/out" "$work/help"
    answers '^  -h, --help  ' "$program" -h
    cmp -s "$work/out" "$work/help" || bad "$name: -h is another text than --help"
    answers '^  -V, --version  ' "$program" -h
    answers "^$plain \(libishmem\) ${version//./\\.}\$" "$program" --version
    cp "$work/out" "$work/version"
    answers "^$plain \(libishmem\) ${version//./\\.}\$" "$program" -V
    cmp -s "$work/out" "$work/version" || bad "$name: -V is another text than --version"
    [ -z "$missing" ] || refuses "$name: $missing; $name --help lists the options" "$program"
    case $name in
        ishmem-osh*) ;; # which give options to a compiler or a launcher
        *)
            [ "$(wc -l < "$work/version")" -eq 1 ] || bad "$name --version: more than a line"
            refuses "$name: unknown option '--no-such'; $name --help lists the options" "$program" --no-such
            refuses "$name: unknown option '-@'; $name --help lists the options" "$program" -@
            refuses "$name: option '$option' needs a value; $name --help lists the options" "$program" "$option" ;;
    esac
done <<< "$table"

# Mistakes of other kinds.
refuses "ishmem-info: option '--json' takes no value; ishmem-info --help lists the options" \
    "$programs/ishmem-info" --json=3
refuses "ishmem-info: unexpected argument 'x'; ishmem-info --help lists the options" "$programs/ishmem-info" x
refuses "ishmem-info: --pid 0: expected the number of a process" "$programs/ishmem-info" --job --pid 0
refuses "ishmem-info: --pid names a process of a job: expected --job as well" "$programs/ishmem-info" --pid 1
refuses "ishmem-perf: option '-b' needs a value; ishmem-perf --help lists the options" \
    "$programs/ishmem-perf" --json -b
refuses "ishmem-tune: unknown option '-@'; ishmem-tune --help lists the options" "$programs/ishmem-tune" --append -a@
refuses "ishmem-perf: no_such: no such benchmark; ishmem-perf --list prints them" "$programs/ishmem-perf" no_such
refuses "ishmem-tune: unexpected argument 'x'; ishmem-tune --help lists the options" "$programs/ishmem-tune" x
refuses "ishmem-tune: --max 8: expected at least the smallest size (--min)" "$programs/ishmem-tune" -b 64 -e 8
refuses "ishmem-trace: option '--json' takes no value; ishmem-trace --help lists the options" \
    "$programs/ishmem-trace" --json=3
refuses "ishmem-trace: unknown command 'x'; ishmem-trace --help lists the options" "$programs/ishmem-trace" x
refuses "ishmem-trace: option '--json' is not for merge; ishmem-trace --help lists the options" \
    "$programs/ishmem-trace" merge . --json
refuses "ishmem-trace: merge has 2 arguments, expected 1; ishmem-trace --help lists the options" \
    "$programs/ishmem-trace" merge . .
refuses "ishmrun: -n 0: expected a number of PEs from 1 to 4096" "$programs/ishmrun" -n 0 true
refuses "ishmrun: --hosts: \"-\" is not the name of a host" "$programs/ishmrun" -H - true

# What wrappers pass on: -h and -V too, beside other words.
printf '#!/bin/sh\nfor word; do case $word in -[IL]*|-Wl*) ;; *) printf "%%s " "$word" ;; esac; done\n' > "$work/stand-in"
chmod +x "$work/stand-in"
export ISHMEMOSH_CC=$work/stand-in ISHMEMOSH_CXX=$work/stand-in ISHMEMOSH_MPIEXEC=$work/stand-in
for name in ishmem-oshcc ishmem-oshc++; do
    answers '^-h x.so.1 -V -c a.c $' "$programs/$name" -h x.so.1 -V -c a.c
    answers '^-no-such a.c -lishmem_shmem -lishmem $' "$programs/$name" -no-such a.c
    answers '^-v $' sh -c '"$1" -v 2> /dev/null' sh "$programs/$name"
done
answers '^-np 2 a.out -h -V $' "$programs/ishmem-oshrun" -np 2 a.out -h -V
unset ISHMEMOSH_CC ISHMEMOSH_CXX ISHMEMOSH_MPIEXEC

for name in ishmem-info ishmem-perf ishmem-tune; do
    answers '^usage: ' "$mpiexec" -n 3 "$programs/$name" --help
    answers "^$name \(libishmem\) " "$mpiexec" -n 3 "$programs/$name" --version
    answers '^usage: ' "$programs/ishmrun" -n 3 "$programs/$name" --help
    refuses "$name: unknown option '--no-such'; $name --help lists the options" \
        "$programs/ishmrun" -n 3 "$programs/$name" --no-such
    "$mpiexec" -n 3 "$programs/$name" --no-such > "$work/out" 2>&1 && bad "$name under mpiexec succeeds"
    [ "$(grep -c "^$name: unknown option '--no-such'" "$work/out")" -eq 1 ] ||
        bad "$name under mpiexec: $(cat "$work/out")"
done
answers '^put_bw ' "$mpiexec" -n 2 "$programs/ishmem-perf" --list
"$mpiexec" -n 3 "$programs/ishmem-perf" -b 0 put_bw > "$work/out" 2>&1 && bad "ishmem-perf -b 0 succeeds"
grep -q '^ishmem-perf: --min 0: expected a number of at least 1$' "$work/out" ||
    bad "ishmem-perf -b 0: $(cat "$work/out")"
exit $failed
