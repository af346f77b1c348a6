#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Measures OpenSHMEM's calls by libishmem and by another OpenSHMEM, such as Open MPI's, in one run: the same
program is built against both, and their runs take turns.  Where there is no other one, a line says so, and
libishmem is measured alone."""
import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path


class Failure(Exception):
    """A run or a build that went wrong: what it said."""


def output_of(command, environment=None):
    """What the command prints.  The end of Open MPI 4.1's shmem_finalize is a segmentation fault, so what
    counts is that the program came to its last line."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False,
                          env={**os.environ, **(environment or {})})
    return done.stdout, f"{' '.join(map(str, command))}: status {done.returncode}\n{done.stderr}"


def run_once(command, environment):
    """The library's name, and {call: nanoseconds}."""
    text, failure = output_of(command, environment)
    vendor = re.search(r"^# (?!end$)(.+)$", text, re.MULTILINE)
    if not vendor or not re.search("^# end$", text, re.MULTILINE):
        raise Failure(failure)
    return vendor[1], {name: float(value) for name, value in re.findall(r"^(.+)\t(.+)$", text, re.MULTILINE)}


def found(name):
    path = shutil.which(name)
    if not path:
        raise Failure(f"no other OpenSHMEM is installed: there is no {name} on PATH\n")
    return path


def build_other(options, folder):
    """The command that runs the program by the other OpenSHMEM."""
    oshcc, oshrun = found(options.oshcc), found(options.oshrun)
    program = Path(folder) / "openshmem_calls"
    _, failure = output_of([oshcc, "-std=c11", "-O2", "-D_GNU_SOURCE", "-o", program, options.source])
    if not program.exists():
        raise Failure(failure)
    return [oshrun, "-np", "2", program]


# Open MPI's launcher refuses the superuser, and more PEs than processors, unless it is told.  It binds PEs to
# processors, as MPICH's does not.
LAUNCHER = {"OMPI_MCA_hwloc_base_binding_policy": "none",
            "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
            "OMPI_MCA_rmaps_base_oversubscribe": "1" if (os.cpu_count() or 1) < 2 else "0"}


def measure(ours, other, options):
    """[({call: nanoseconds of each round}, vendor)] of libishmem and of the other one, if there is one."""
    programs = [(ours, {})] + ([(other, LAUNCHER)] if other else [])
    results = [({}, []) for _ in programs]
    for _ in range(options.rounds):
        for (command, environment), (rows, vendors) in zip(programs, results):
            vendor, values = run_once([*command, str(options.divisor)], environment)
            vendors.append(vendor)
            for name, value in values.items():
                rows.setdefault(name, []).append(value)
    return [(rows, "Open MPI" if "open-mpi" in vendors[0] else vendors[0]) for rows, vendors in results]


def print_table(results):
    rows, _ = results[0]
    print(f"{'measurement':44} {'measured':>14}  {'compared with':32} {'ratio':>6}")
    for name, samples in rows.items():
        mine = statistics.median(samples)
        against, ratio = "", ""
        if len(results) > 1:
            others, vendor = results[1]
            theirs = statistics.median(others[name])
            against, ratio = f"{vendor} {theirs:.3f} ns", f"{mine / theirs:.3f}" if theirs > 0 else ""
        print(f"{name:44} {mine:>11.3f} ns  {against:32} {ratio:>6}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", type=Path, required=True, help="openshmem_calls.c")
    parser.add_argument("--oshcc", default="oshcc", help="the compiler of the other one")
    parser.add_argument("--oshrun", default="oshrun", help="its launcher")
    parser.add_argument("--rounds", type=int, default=3, help="runs of each, of which the median counts")
    parser.add_argument("--divisor", type=int, default=1, help="makes the batches shorter")
    parser.add_argument("command", nargs=argparse.REMAINDER, help="-- launcher and program by libishmem")
    options = parser.parse_args()
    ours = [word for word in options.command if word != "--"]
    with tempfile.TemporaryDirectory() as folder:
        other = None
        try:
            other = build_other(options, folder)
            run_once([*other, "1000"], LAUNCHER)
        except (Failure, subprocess.TimeoutExpired) as failure:
            print(f"openshmem_beside: libishmem is measured alone: {failure}", end="", flush=True)
            other = None
        print_table(measure(ours, other, options))
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Failure as failure:
        sys.exit(f"openshmem_beside: {failure}")
