# SPDX-License-Identifier: BSD-3-Clause
"""The status of jobs in which PE 1 ends before its time: exits.py PROGRAM LAUNCHER...

With DIE, the path of ../fault/die.c's library, PE 1 also ends in MPI_Init, and while the witness of its end starts.
The launcher leaves the others alone then.

TEST_TIMES says how often each job is run.  A launcher tells of a signal by its number, or by 128 more.
"""
import os
import re
import signal
import subprocess
import sys

program, launcher = sys.argv[1], sys.argv[2:]
# MPICH's launcher may have collected PE 1 before the witness of its end sees the status: then the job has 1.
ishmrun = "ishmrun" in launcher[0]
TIMES = int(os.environ.get("TEST_TIMES", "1"))
# How PE 1 ends, and the statuses that the job may have.  Where it ends by itself, all others must say so.
CASES = [
    (["_exit", "0"], {1}, "PE 1 has died"),
    (["_exit", "7"], {7} if ishmrun else {1, 7}, "PE 1 has died"),
    (["exit", "0"], {1}, "the program ends without ishmem_finalize"),
    (["exit", "7"], {7}, "the program ends without ishmem_finalize"),
    (["exit", "263"], {7}, "the program ends without ishmem_finalize"),
    (["segv"], {signal.SIGSEGV, 128 + signal.SIGSEGV}, ""),
    (["kill"], {signal.SIGKILL, 128 + signal.SIGKILL}, ""),
    (["global_exit", "0"], {0}, ""),
    (["global_exit", "255"], {255}, ""),
    (["global_exit", "256"], {1}, "PE 1: ishmem_global_exit: argument status is 256, expected 0 to 255"),
    (["global_exit", "-1"], {1}, "PE 1: ishmem_global_exit: argument status is -1, expected 0 to 255"),
]

# For DIE: in which call PE 1 ends, and by which signal.
DIES = {"in_init": ("MPI_Init_thread 1", signal.SIGSEGV), "in_witness": ("ishmem_witness 1", signal.SIGKILL)}
if "DIE" in os.environ:
    CASES.append((["in_witness"], {signal.SIGKILL, 128 + signal.SIGKILL}, ""))
    CASES.append((["in_init"], {signal.SIGSEGV, 128 + signal.SIGSEGV}, "rank 1 .* was ended by signal 11, .*, in ishmem_init"))
failed = 0
for pes_per_node in ("0", "1"):
    for how, statuses, words in CASES:
        for time in range(TIMES):
            command = launcher
            variables = dict(os.environ, ISHMEM_PES_PER_NODE=pes_per_node)
            if how[0] in DIES:
                command = [launcher[0], "-disable-auto-cleanup", *launcher[1:]]
                call, number = DIES[how[0]]
                variables.update(LD_PRELOAD=os.environ["DIE"], DIE_IN=call, DIE_BY=str(int(number)))
            job = subprocess.run([*command, "3", program, *how], capture_output=True, text=True, timeout=60,
                                 env=variables, stdin=subprocess.DEVNULL)
            if job.returncode not in statuses or not re.search(words, job.stderr):
                failed += 1
                print(f"exits.py: ISHMEM_PES_PER_NODE={pes_per_node} {' '.join(how)}, time {time}: status "
                      f"{job.returncode}, expected {sorted(map(int, statuses))} and {words!r} in:\n{job.stdout}{job.stderr}")
print(f"exits.py: {2 * len(CASES) * TIMES} jobs, {failed} failed")
sys.exit(1 if failed else 0)
