# SPDX-License-Identifier: BSD-3-Clause
"""Jobs under Slurm's launcher, on the hosts of cluster.sh: slurm_test.py PROGRAMS-FOLDER.

They are started by srun over PMI-2 and PMIx, and by ishmrun in allocations.
"""
import os
import subprocess
import sys
import time

PROGRAMS = sys.argv[1]
failures = []


def check(good, *said):
    if not good:
        failures.append(said)
        print("slurm_test:", *said, flush=True)


def program(name, *arguments):
    return [os.path.join(PROGRAMS, name), *arguments]


def run(*words, **environment):
    """The status and what was written."""
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=100,
                          env=dict(os.environ, **environment))
    return done.returncode, done.stdout


def leave_in_order(how, *start):
    """Jobs that end well, by a call, and by a death; `start` begins their command lines, for 3 PEs."""
    status, said = run(*start, *program("host_signal"))
    check(status == 0, how, "signals:", status, said)
    status, said = run(*start, *program("startup_global_exit", "1", "7", "wait"))
    check(status == 7 and "without ishmem_finalize" not in said, how, "global_exit:", status, said)
    status, said = run(*start, *program("fault", "barrier"))
    check(status == 137 and "PE 0: PE 1 has died" in said, how, "killed:", status, said)


def cancelled(kind):
    """Nothing of a job that is cancelled stays."""
    job = subprocess.Popen(["srun", f"--mpi={kind}", "-J", "cancelled", "-N", "2", "-n", "2",
                            *program("startup_global_exit", "none", "0", "compute")],
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    while run("pgrep", "-c", "startup_global")[1].strip() != "2":
        time.sleep(0.1)
    run("scancel", "-n", "cancelled")
    said = job.communicate()[0]
    check(job.returncode != 0, kind, "cancelled:", job.returncode, said)
    check(run("pgrep", "startup_global")[0] == 1, kind, "cancelled: a PE is left")


def alone():
    status, said = run("srun", "--mpi=none", "-n", "2", *program("host_signal"))
    check(status == 1 and "srun started 2 processes" in said and "--mpi=pmi2" in said, "no PMI:", status, said)


def allocations():
    ishmrun = program("ishmrun")
    leave_in_order("ishmrun on two hosts", "salloc", "-N", "2", "-n", "3", *ishmrun)
    leave_in_order("ishmrun on another host", "salloc", "-N", "1", "-n", "3", *ishmrun)
    status, said = run("salloc", "-Q", "-N", "1", "-n", "2", *ishmrun, "hostname")
    check(status == 0 and said in ("a\na\n", "b\nb\n"), "where an allocation of one host is:", status, said)
    status, said = run("salloc", "-Q", "-w", "a", "-n", "2", *ishmrun, "-n", "1", "-l", "hostname")
    check((status, said) == (0, "0: a\n"), "fewer PEs, with labels:", status, said)
    with open("batch", "w") as script:
        script.write("#!/bin/sh\n" + " ".join(ishmrun) + ' sh -c \'echo "$ISHMRUN_RANK of $ISHMRUN_SIZE"; exit 5\'\n')
    status, said = run("sbatch", "-Q", "--wait", "-N", "1", "-n", "2", "-o", "said", "batch")
    with open("said") as file:
        written = sorted(file.read().split("\n"))
    check(status == 5 and written == ["", "0 of 2", "1 of 2"], "a batch script:", status, said, written)


os.chdir(os.environ["CLUSTER_INSIDE"])
kinds = [kind for kind in ("pmi2", "pmix") if kind in run("srun", "--mpi=list")[1]]
check("pmi2" in kinds, "srun's kinds of MPI:", kinds)
alone()
for mpi in kinds:
    leave_in_order(f"{mpi}, one host", "srun", f"--mpi={mpi}", "-N", "1", "-n", "3")
    leave_in_order(f"{mpi}, two hosts", "srun", f"--mpi={mpi}", "-N", "2", "-n", "3")
    cancelled(mpi)
allocations()
print("slurm_test:", "failed" if failures else "passed")
sys.exit(1 if failures else 0)
