#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""figures.py BUILD [SECTION...]

Runs the commands that docs/performance.md shows, with the programs of a build directory, and puts their
tables and pictures into it.  A section begins with <!-- figures NAME -->, has its commands in the
lines that are set in by four blanks, and what this program writes lies between <!-- made --> and
<!-- end -->.  Each command's rows are kept in docs/performance/NAME-N.csv, its picture beside them.
A section stays as it is where the machine does not allow what it takes.
Without sections all are made.  The machine must be idle.
"""
import csv
import datetime
import io
import os
import platform
import re
import shlex
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
DOCUMENT = os.path.join(ROOT, "docs", "performance.md")
FIGURES = os.path.join(ROOT, "docs", "performance")
SECTION = re.compile(r"(<!-- figures ([a-z0-9-]+) -->\n)(.*?)(<!-- made -->\n).*?(<!-- end -->)", re.S)
HEAD = ["", "size", "latency us", "min us", "p99 us", "algbw GB/s", "busbw GB/s", "limit us", "ratio",
        "MPI us", "ratio"]
PROGRAM = "ishmem-perf "
NOT_RUN = 77                     # as hosts.sh has it


class NotRun(Exception):
    pass


def run(command, environment):
    print("+", command, file=sys.stderr, flush=True)
    result = subprocess.run(command, shell=True, env=environment, cwd=FIGURES, text=True,
                            stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, timeout=3600)
    if result.returncode == NOT_RUN:
        raise NotRun(result.stdout.strip())
    if result.returncode != 0:
        sys.exit(f"figures.py: status {result.returncode}: {command}")
    return result.stdout


def number(text):
    value = float(text)
    return "" if value <= 0 else f"{value:.0f}" if value >= 1000 else f"{value:.4g}"


def name_of(row):
    parts = [row["benchmark"], row["operation"]]
    if row["side"] == "device":
        parts.append(row["scope"].replace("_", "-"))
    return " ".join(part for part in parts if part)


def table_of(text):
    lines = ["| " + " | ".join(HEAD) + " |", "|---|" + "---:|" * (len(HEAD) - 1)]
    for row in csv.DictReader(io.StringIO(text)):
        limit = f"{number(row['limit_us'])} ({row['limit']})" if float(row["limit_us"]) > 0 else ""
        cells = [name_of(row), row["size"]]
        cells += [number(row[key]) for key in ("latency_us", "min_us", "p99_us", "algbw_gbs",
                                               "busbw_gbs")]
        cells += [limit, number(row["limit_ratio"]), number(row["mpi_us"]), number(row["mpi_ratio"])]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def make_command(name, command, environment):
    """The table and the picture of one command."""
    if PROGRAM not in command:
        return "```\n" + run(command, environment) + "```\n"
    text = run(command.replace(PROGRAM, f"{PROGRAM}--csv --plot {name}.svg ", 1), environment)
    with open(os.path.join(FIGURES, name + ".csv"), "w", encoding="utf-8") as file:
        file.write(text)
    with open(os.path.join(FIGURES, name + ".svg"), encoding="utf-8") as file:
        has_lines = "<polyline" in file.read()
    if has_lines:
        return table_of(text) + f"\n![{shlex.quote(command)}](performance/{name}.svg)\n"
    os.remove(os.path.join(FIGURES, name + ".svg"))
    return table_of(text)


def make_section(name, body, environment):
    commands = [line[4:] for line in body.splitlines() if line.startswith("    ")]
    parts = [make_command(f"{name}-{number}", command, environment)
             for number, command in enumerate(commands, 1)]
    return "\n".join(parts)


def machine(environment):
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        models = re.findall(r"model name\s*: (.*)", file.read()) or [platform.machine()]
    date = datetime.date.today().isoformat()
    revision = subprocess.run(["git", "-C", ROOT, "describe", "--always", "--dirty"], text=True,
                              stdout=subprocess.PIPE, check=False).stdout.strip()
    version = run("mpiexec --version", environment)
    mpi = re.search(r"Version:\s*(\S+)", version)
    return (f"{date}, revision {revision}: {models[0]}, {len(os.sched_getaffinity(0))} processors, "
            f"Linux {platform.release()}" + (f", MPICH {mpi.group(1)}" if mpi else "") + ".\n")


def main():
    if len(sys.argv) < 2 or not os.access(os.path.join(sys.argv[1], "bin", "ishmem-perf"), os.X_OK):
        sys.exit(__doc__)
    wanted = sys.argv[2:]
    environment = dict(os.environ)
    own = [os.path.join(os.path.abspath(sys.argv[1]), "bin"), os.path.join(ROOT, "tests", "hosts")]
    environment["PATH"] = os.pathsep.join(own + [environment["PATH"]])
    os.makedirs(FIGURES, exist_ok=True)

    with open(DOCUMENT, encoding="utf-8") as file:
        text = file.read()
    sections = [match.group(2) for match in SECTION.finditer(text)]
    unknown = set(wanted) - set(sections)
    if unknown:
        sys.exit(f"figures.py: docs/performance.md has no section {', '.join(sorted(unknown))}")

    def make(match):
        name, body = match.group(2), match.group(3)
        if name != section:
            return match.group(0)
        try:
            made = machine(environment) if name == "machine" else make_section(name, body, environment)
        except NotRun as why:
            print(f"figures.py: {name}: {why}", file=sys.stderr)
            return match.group(0)
        return match.group(1) + body + match.group(4) + made + match.group(5)

    # Written after each, so that what is made is kept.
    for section in sections:
        if not wanted or section in wanted or section == "machine":
            text = SECTION.sub(make, text)
            with open(DOCUMENT, "w", encoding="utf-8") as file:
                file.write(text)


main()
