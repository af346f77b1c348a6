# SPDX-License-Identifier: BSD-3-Clause
"""races.py LIST[:LEAST] COMMAND...: runs the job, which runs the small programs of a list, at least so many, and
compares what it says with what the programs are: each wrong one is named by a report, and no right one is."""
import re
import subprocess
import sys


def reports(text):
    """The blocks that name a race: the sites of both calls."""
    side = (r"    PE \d+ \w+(?: atomically)? in (?:(?P<host{0}>the program|\S+) at \S+ in (?P<case{0}>\S+)"
            r"|(?:ishmem\w+ in )?kernel (?P<kernel{0}>\w+) at \S+:\d+)\n")
    block = re.compile(r"ishmem: PE \d+: warning: data race on \d+ bytes? at "
                       r"(?:heap \+ |the program's data \+ |address )0x[0-9a-f]+ of PE \d+:\n"
                       + side.format(1) + side.format(2) + r"    \S.*\n")
    return list(block.finditer(text))


def main():
    (kind, _, least), command = sys.argv[1].partition(":"), sys.argv[2:]
    job = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    sys.stdout.write(job.stdout)
    sys.stderr.write(job.stderr)
    mistakes = []
    ran = re.findall(r"^has run (\S+)$", job.stdout, re.M)
    if job.returncode != 0:
        mistakes.append(f"the job ended with status {job.returncode}")
    if len(ran) < int(least or 20):
        mistakes.append(f"only {len(ran)} programs ran")
    found = reports(job.stderr)
    if len(found) != job.stderr.count("data race on"):
        mistakes.append("a report has another form")
    named = set()
    for report in found:
        sides = {report[f"case{i}"] or report[f"kernel{i}"] for i in (1, 2)}
        if len(sides) != 1:
            mistakes.append(f"a race between two programs: {report[0]}")
        named |= sides
    if kind.startswith("right"):
        if job.stderr.strip():
            mistakes.append("right programs are silent")
    else:
        mistakes += [f"{name}: no race was found" for name in ran if name not in named]
        if f"ISHMEM_RACES: {len(found)} data races" not in job.stderr:
            mistakes.append(f"the count at the end is not {len(found)}")
    for mistake in mistakes:
        print("races.py:", mistake)
    return 1 if mistakes else 0


sys.exit(main())
