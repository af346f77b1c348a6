# SPDX-License-Identifier: BSD-3-Clause
"""races.py LIST COMMAND...: runs the job, which runs the small programs of a list, and compares what it says
with what the programs are: each wrong one is named by a report, and no right one is."""
import re
import subprocess
import sys


def reports(text):
    """The blocks that name a race: the sites of both calls."""
    block = re.compile(r"ishmem: PE (\d+): (?:warning: )?data race on (\d+) bytes? at "
                       r"((?:heap|the program's data) \+ 0x[0-9a-f]+) of PE (\d+):\n"
                       r"    PE (\d+) (\w+(?: atomically)?) in (\S+) at \S+ in (\S+)\n"
                       r"    PE (\d+) (\w+(?: atomically)?) in (\S+) at \S+ in (\S+)\n"
                       r"    \S.*\n")
    return list(block.finditer(text))


def main():
    kind, command = sys.argv[1], sys.argv[2:]
    job = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    sys.stdout.write(job.stdout)
    sys.stderr.write(job.stderr)
    mistakes = []
    ran = re.findall(r"^has run (\S+)$", job.stdout, re.M)
    if job.returncode != 0:
        mistakes.append(f"the job ended with status {job.returncode}")
    if len(ran) < 20:
        mistakes.append(f"only {len(ran)} programs ran")
    found = reports(job.stderr)
    if len(found) != job.stderr.count("data race on"):
        mistakes.append("a report has another form")
    named = {report.group(group) for report in found for group in (8, 12)}
    for report in found:
        if report.group(8) != report.group(12):
            mistakes.append(f"a race between two programs: {report.group(0)}")
    if kind == "right":
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
