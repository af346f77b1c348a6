# SPDX-License-Identifier: BSD-3-Clause
"""Jobs under limits of the system, and without standard files: limits_test.py ISHMRUN PROGRAM OPENSHMEM_PROGRAM

What a job cannot have is told in a sentence, and no PE is ended by a signal.
"""
import os
import re
import resource
import subprocess
import sys
import tempfile

ishmrun, program, openshmem = sys.argv[1:]
MIB = 1 << 20
SMALL = {"ISHMEM_SYMMETRIC_SIZE": "1M", "ISHMEM_TEAM_MEMORY": "1M"}
failed = 0


def check(good, *said):
    global failed
    if not good:
        failed += 1
        print("limits_test:", *said)


def run(*words, limits=(), **variables):
    def set_limits():
        for which, value in limits:
            resource.setrlimit(which, (value, value))
    done = subprocess.run([ishmrun, *words], capture_output=True, text=True, timeout=60, preexec_fn=set_limits,
                          env=dict(os.environ, **SMALL, **variables))
    return done.returncode, done.stdout, done.stderr


def files(size):
    return [(resource.RLIMIT_FSIZE, size)]


# ---- Sizes of files ------------------------------------------------------------------------------------

for size in (0, 4096, MIB):
    status, _, err = run("-n", "2", program, limits=files(size))
    check(status == 1 and "larger than the limit on files (ulimit -f)" in err and "heap of" in err, "size", size, status, err)
status, _, err = run("-n", "2", program, limits=files(4 * MIB))
check(status == 0, "what a job needs:", status, err)
with tempfile.TemporaryDirectory() as folder:
    status, _, err = run("-n", "2", program, limits=files(4 * MIB), ISHMEM_TRACE=folder, ISHMEM_TRACE_LIMIT="1G")
    check(status == 0 and all(os.path.getsize(os.path.join(folder, name)) <= 4 * MIB for name in os.listdir(folder)),
          "a trace up to the limit:", status, err)
status, _, err = run("-n", "2", program, limits=files(4 * MIB), ISHMEM_STATS="1", ISHMEM_STATS_FILE="/dev/full")
check(status == 0 and "ISHMEM_STATS_FILE: /dev/full cannot be written: No space left" in err, "no room:", status, err)

# ---- Numbers of files ----------------------------------------------------------------------------------

status, _, err = run("-n", "2", "sh", "-c", 'ulimit -n 9; exec "$0"', program)
check(status == 1 and re.search(r"PE 0: ishmem_init: this process may have 9 files open \(ulimit -n\) and has \d+; a job "
                                r"of 2 PEs needs \d+ more: expected a limit of at least \d+", err), "9 files:", status, err)
check(err.count("ulimit -n") == 1, "one PE says it:", err)
status, _, err = run("-n", "2", "sh", "-c", 'ulimit -n 24; exec "$0"', program)
check(status == 0, "24 files:", status, err)

# ---- Standard files ------------------------------------------------------------------------------------

for closed in ("<&-", ">&-", "2>&-", "<&- >&- 2>&-"):
    status, out, err = run("-n", "2", "sh", "-c", f'exec "$0" {closed}', program)
    check(status == 0, "closed:", closed, status, out, err)

# ---- What there is -------------------------------------------------------------------------------------

del SMALL["ISHMEM_SYMMETRIC_SIZE"]
status, out, err = run("-n", "1", openshmem, SHMEM_INFO="1", SHMEM_SYMMETRIC_SIZE="3M")
check(status == 0 and re.search(r"^ +ISHMEM_SYMMETRIC_SIZE +3M \(by SHMEM_SYMMETRIC_SIZE, default 512M\)$", out, re.MULTILINE)
      and re.search(r"^ +0 +0 +\S+ +\d+ +\d+ +3 ", out, re.MULTILINE), "SHMEM_INFO:", status, out, err)
sys.exit(1 if failed else 0)
