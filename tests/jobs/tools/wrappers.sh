#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# wrappers.sh PROGRAMS COMPILER: what ishmem-oshcc prints, as shells and scripts use it, and what ishmem-oshrun makes
# of Open MPI's options for other launchers.  Launchers are stand-ins that print what they are called with.
set -u
programs=$1
compiler=$2
failed=0
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
unset ISHMEMOSH_CC ISHMEMOSH_MPIEXEC

# prints WORDS COMMAND...
prints()
{
    local expected=$1 found
    shift
    found=$("$@" 2>&1)
    [ "$found" = "$expected" ] || { echo "wrappers.sh: $*: '$found' instead of '$expected'"; failed=1; }
}

# ---- Compiling -----------------------------------------------------------------------------------
printf '#include <shmem.h>\nint main(void) { return SHMEM_MAJOR_VERSION != 1; }\n' > "$work/a.c"
builds()
{
    (cd "$work" && rm -f a.out && "$@" && ./a.out) || { echo "wrappers.sh: $* does not build"; failed=1; }
}
oshcc=$programs/ishmem-oshcc
# shellcheck disable=SC2046 # words, as scripts split them
{
    builds "$compiler" a.c $("$oshcc" -show | cut -d' ' -f2-)
    builds "$compiler" a.c $("$oshcc" -showme:compile) $("$oshcc" --showme:link)
    builds $("$oshcc" -showme a.c)
}
builds sh -c "$("$oshcc" -show -DWORD='"a b"' a.c)"
builds "$oshcc" -v a.c 2> "$work/commands"
grep -q -- '-lishmem_shmem' "$work/commands" || { echo "wrappers.sh: -v shows no command"; failed=1; }
prints "ishmem_shmem ishmem" "$oshcc" -showme:libs
prints "ishmem-oshcc: -showme:x: expected compile, link, command, incdirs, libdirs, libs or version" "$oshcc" -showme:x
"$oshcc" -c -show a.c | grep -q -- -lishmem && { echo "wrappers.sh: -c links"; failed=1; }
"$oshcc" -v 2>&1 | grep -q '^ishmem-oshcc (libishmem) ' || { echo "wrappers.sh: -v says nothing"; failed=1; }

# ---- Starting ------------------------------------------------------------------------------------
# launcher NAME VERSION
launcher()
{
    printf '#!/bin/sh\nif [ "$*" = --version ]; then echo "%s"; else echo "%s" "$@"; fi\n' "$2" "$1" > "$work/$1"
    chmod +x "$work/$1"
}
launcher hydra "HYDRA build details:"
launcher srun "slurm 22.05.8"
launcher openmpi "mpiexec (OpenRTE) 4.1.4"
launcher other "other 1.0"
PATH=$work:$PATH
oshrun=$programs/ishmem-oshrun
export ISHMEMOSH_MPIEXEC=hydra A=b
prints "hydra -n 2 p -np 3 -x A" "$oshrun" -np 2 p -np 3 -x A
prints "hydra -genv B c d -n 4 p" "$oshrun" -x A -n 4 -x "B=c d" --oversubscribe --allow-run-as-root p
prints "hydra -ppn 2 -bind-to core -prepend-rank -n 4 p" "$oshrun" --map-by ppr:2:node --bind-to core --tag-output -np 4 p
prints "hydra -ppn 1 -ppn 3 -hosts a,b -f file -n 4 p" "$oshrun" --map-by node -N 3 -H a,b --hostfile file -n 4 p
prints "hydra -genv X y -genvall -ppn 2 -n 4 p : -n 1 q" "$oshrun" -genv X y -genvall -ppn 2 -n 4 p : -n 1 q
prints "hydra -n 4 p" "$oshrun" --map-by slot:OVERSUBSCRIBE -n 4 p
prints "ishmem-oshrun: --map-by numa: expected slot, node or ppr:PES:node; for more, give the options of hydra" \
    "$oshrun" --map-by numa -n 4 p
prints "ishmem-oshrun: --mca is an option of Open MPI's launcher, and this one is hydra: leave it out" "$oshrun" --mca a b p
prints "ishmem-oshrun: option '-np' needs a value; ishmem-oshrun --help lists the options" "$oshrun" -np
export ISHMEMOSH_MPIEXEC="srun --mpi=pmix"
prints "srun --mpi=pmix -n 2 p" "$oshrun" -np 2 -x A --oversubscribe p
prints "srun --mpi=pmix -N 2 -x node3 --label --export=ALL,B=c -n 2 p" "$oshrun" -N 2 -x node3 --tag-output -x B=c -np 2 p
prints "srun --mpi=pmix --ntasks-per-node 2 --cpu-bind none -n 2 p" "$oshrun" --map-by ppr:2:node --bind-to none -np 2 p
prints "srun --mpi=pmix --cpu-bind cores --nodelist ./hosts --nodelist a/b -n 2 p" \
    "$oshrun" --bind-to core --hostfile hosts --hostfile a/b -np 2 p
export ISHMEMOSH_MPIEXEC=openmpi
prints "openmpi -np 2 -x A --map-by numa --mca a b p" "$oshrun" -np 2 -x A --map-by numa --mca a b p
export ISHMEMOSH_MPIEXEC=other
prints "other -x A p" "$oshrun" -x A p
export ISHMEMOSH_MPIEXEC=no_such_launcher
prints "ishmem-oshrun: there is no launcher no_such_launcher; ISHMEMOSH_MPIEXEC names one" "$oshrun" -np 1 p
exit $failed
