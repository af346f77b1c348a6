# SPDX-License-Identifier: BSD-3-Clause
"""Numbers are printed with points whatever the program's locale says: locale_test.py ISHMRUN PROGRAM INFO FOLDER

The locale is made here, in FOLDER: it has a comma, and points between thousands.
"""
import json
import os
import re
import subprocess
import sys
import time

ishmrun, program, info, folder = sys.argv[1:]
os.makedirs(folder, exist_ok=True)
with open(os.path.join(folder, "comma.source"), "w") as source:
    source.write('LC_NUMERIC\ndecimal_point ","\nthousands_sep "."\ngrouping 3;3\nEND LC_NUMERIC\n')
# It warns that there is nothing else in the locale, and makes it.
subprocess.run(["localedef", "--no-archive", "-c", "-i", os.path.join(folder, "comma.source"), "-f",
                "ANSI_X3.4-1968", os.path.join(folder, "comma")], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

environment = dict(os.environ, LOCPATH=folder, LC_ALL="comma", ISHMEM_SYMMETRIC_SIZE="16M")
failed = 0


def check(good, *said):
    global failed
    if not good:
        failed += 1
        print("locale_test.py:", *said)


def run(how, **variables):
    job = subprocess.run([ishmrun, "-n", "2", program, how], capture_output=True, text=True, timeout=60,
                         env=dict(environment, **variables))
    check(job.returncode == 0, how, variables, "status", job.returncode, job.stdout, job.stderr)
    return job.stdout, job.stderr


out, _ = run("calls", ISHMEM_STATS="json")
line = [line for line in out.splitlines() if line.startswith('{"ishmem_stats"')]
try:
    statistics = json.loads(line[0])
    check(0 < statistics["seconds"] < 60, "seconds:", statistics["seconds"])
except (ValueError, IndexError) as error:
    check(False, "statistics are no JSON:", error, out)
out, _ = run("calls", ISHMEM_STATS="1")
check(re.search(r"calls of 2 PEs in \d+\.\d{3} s", out) and not re.search(r"\d,\d", out), "statistics:", out)

out, _ = run("kernel")
check(out.count("kernel: 2.25   2.25 2.25e+09 2.250000e+00 0x1.2p+1\n") == 2, "a kernel's printf:", out)

_, err = run("stall", ISHMEM_STALL_REPORT="1")
check(re.search(r"waits in ishmem_barrier_all for \d+\.\d s", err) and not re.search(r"\d,\d", err), "a stall:", err)

job = subprocess.Popen([ishmrun, "-n", "2", program, "stall"], env=environment, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
end = time.monotonic() + 20
told = None
while told is None and time.monotonic() < end:
    asked = subprocess.run([info, "--job", "--json", "--pid", str(job.pid)], capture_output=True, text=True,
                           env=environment)
    if asked.returncode == 0:
        told = asked.stdout
    time.sleep(0.05)
job.wait()
try:
    pes = json.loads(told)[0]["pes"]
    check(len(pes) == 2, "PEs:", pes)
except (TypeError, ValueError, LookupError) as error:
    check(False, "ishmem-info --job --json is no JSON:", error, told)
sys.exit(1 if failed else 0)
