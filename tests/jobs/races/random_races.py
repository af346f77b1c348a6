# SPDX-License-Identifier: BSD-3-Clause
"""random_races.py COMMAND...: runs the job, whose cases are races or none (random_races.c), and compares that with what
ISHMEM_RACES says: each race is named by a report, which has the case's own function act_.., and nothing else is."""
import re
import subprocess
import sys


def main():
    job = subprocess.run(sys.argv[1:], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    cases = re.findall(r"^case (\w\w) (race|none): (.*)$", job.stdout, re.M)
    reports = re.split(r"^ishmem: ", job.stderr, flags=re.M)[1:]
    found = {}
    mistakes = [] if job.returncode == 0 else [f"the job ended with status {job.returncode}:\n{job.stderr}"]
    for report in reports:
        if "data race on" in report:
            acts = re.findall(r" in act_(\w\w)$", report, re.M)
            if len(acts) == 1:
                found.setdefault(acts[0], report)
            else:
                mistakes.append(f"a race that is no case's:\nishmem: {report}")
    for number, kind, what in cases:
        if (kind == "race") != (number in found):
            mistakes.append(f"case {number} is {kind}: {what}\n{found.get(number, 'nothing is said of it')}")
    races = sum(kind == "race" for _, kind, _ in cases)
    print(f"{len(cases)} cases, {races} races, {len(found)} found")
    if len(cases) != 256 or races < 64 or races > 192:
        mistakes.append("these are not the cases that are to be run")
    for mistake in mistakes:
        print("random_races.py:", mistake)
    return 1 if mistakes else 0


sys.exit(main())
