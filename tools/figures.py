#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Makes the figures of docs/performance.md.

  figures.py BUILD [FIGURE...]   measures, with the programs of a build directory, and writes the document
  figures.py BUILD [FIGURE...] --to FOLDER
                                 measures on a machine without the repository
  figures.py --take FOLDER       writes the document with what was measured there from this commit
  figures.py --draw              draws the rows that were measured before
  figures.py --render            writes the document from them
  figures.py --check             exits with status 1 if that would change the document

A figure of the document is a marker with its name, the command that measures it, and the part that this
program writes:

    <!-- figure put-get-host -->

        mpiexec -n 2 ishmem-perf put_bw get_bw

    <!-- made -->
    <!-- end -->

The rows that a command prints are kept in docs/figures/NAME.csv, and its picture in NAME.svg.
docs/figures/machines.csv says on which machine and from which commit each figure was measured.  The
program refuses to measure a working tree with uncommitted changes.  Without names it measures all
figures, except those that the machine does not allow.  The machine must be idle.  Figures beside a
library of NVIDIA's need two GPUs of NVIDIA's.
"""
import argparse
import csv
import datetime
import os
import platform
import re
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
DOCUMENT = os.path.join("docs", "performance.md")
FIGURES = os.path.join("docs", "figures")
PLOT = os.path.join(ROOT, "tools", "perf", "output", "plot.py")
FIGURE = re.compile(r"(<!-- figure ([a-z0-9-]+) -->\n\n    ([^\n]*)\n\n<!-- made -->\n).*?(<!-- end -->)",
                    re.S)
MACHINE = re.compile(r"(<!-- machine -->\n).*?(<!-- end -->)", re.S)
HEADLINE = re.compile(r"(<!-- headline -->\n).*?(<!-- end -->)", re.S)
PROGRAM = re.compile(r"(ishmem-perf(?:-nvshmem|-nccl)?|sycl_bench\.sh) ")
NEEDS_NVIDIA = re.compile(r"ishmem-perf-(nvshmem|nccl) ")
NOT_RUN = 77                     # the exit status of hosts.sh where namespaces are not allowed

# What, and the figure, the benchmark and the size that show it.
HEADLINES = [
    ("Put of 8 bytes, host", "put-get-host", "put_bw", 8),
    ("Put of 16 MiB, host", "put-get-host", "put_bw", 16 << 20),
    ("Put of 8 bytes with signal, one way, host", "put-signal-ping-pong-host", "put_signal_ping_pong", 8),
    ("Atomic fetch-add, host", "atomic-host", "atomic_latency", 8),
    ("Barrier of 2 PEs, host", "signal-barrier-host", "barrier", 8),
    ("Put of 8 bytes, work-item", "put-get-kernel-work-item", "put_bw", 8),
    ("Put of 8 bytes with signal, one way, work-item", "put-signal-ping-pong-kernel",
     "put_signal_ping_pong", 8),
    ("Sum of 8 bytes over 2 PEs, host", "collectives-host-2pe", "reduce", 8),
    ("Sum of 16 MiB over 2 PEs, host", "collectives-host-2pe", "reduce", 16 << 20),
    ("Put of 16 MiB on a command list", "put-get-queue", "queue_put", 16 << 20),
    ("Get of 1 KiB from another host over TCP", "put-get-tcp-host", "get_latency", 1 << 10),
    ("Put of 16 MiB to another host over TCP", "put-get-tcp-host", "put_bw", 16 << 20),
    ("`ishmem_init` of 2 PEs", "start-2pe", "init", 0),
]


class NotRun(Exception):
    pass


# ---- Rows and how they are shown -----------------------------------------------------------------

def path_of(name, kind, folder=None):
    return os.path.join(folder or os.path.join(ROOT, FIGURES), f"{name}.{kind}")


def rows_of(name):
    with open(path_of(name, "csv"), encoding="utf-8") as file:
        return list(csv.DictReader(file))


def number(text):
    value = float(text)
    return "" if value <= 0 else f"{value:.0f}" if value >= 1000 else f"{value:.4g}"


def time(text):
    us = float(text)
    if us <= 0:
        return ""
    return f"{us * 1000:.3g} ns" if us < 1 else f"{us:.3g} us" if us < 1000 else f"{us / 1000:.3g} ms"


def size(text):
    value, unit = int(text), 0
    while value >= 1024 and value % 1024 == 0:
        value, unit = value // 1024, unit + 1
    return f"{value} {['B', 'KiB', 'MiB', 'GiB'][unit]}"


def name_of(row):
    return " ".join(part for part in (row["benchmark"], row["operation"]) if part)


def table_of(head, rows):
    """A table without its empty columns."""
    kept = [i for i in range(len(head)) if i == 0 or any(row[i] for row in rows)]
    lines = [head, ["---"] + ["---:"] * (len(head) - 1)] + rows
    return "".join("| " + " | ".join(line[i] for i in kept) + " |\n" for line in lines)


def columns_of(row):
    """What is shown of a row: its time, that of its limit, of MPI and of the library beside it."""
    return [number(row.get(key) or 0) for key in ("latency_us", "limit_us", "mpi_us", "beside_us")]


def beside_of(rows):
    """The library that was measured beside, or nothing."""
    return rows[0].get("beside") or ""


def bandwidth(row):
    """That of all callers together, where it is what a row with one size is for."""
    return number(row["algbw_gbs"]) if int(row["size"]) >= 1 << 20 else ""


def list_of(rows):
    """A table with a line for each benchmark."""
    cells = [[name_of(row), *columns_of(row)[:2], row["limit"], *columns_of(row)[2:], bandwidth(row)]
             for row in rows]
    return table_of(["", "us", "limit, us", "which limit", "MPI, us", beside_of(rows) + ", us", "GB/s"], cells)


def sizes_of(rows):
    """A table with a line for each size, and columns for each benchmark."""
    names = list(dict.fromkeys(name_of(row) for row in rows))
    sizes = sorted({int(row["size"]) for row in rows})
    cell = {(name_of(row), int(row["size"])): row for row in rows}
    head = ["size"]
    for name in names:
        head += [f"{name}, us", next(row["limit"] for row in rows if name_of(row) == name), "MPI",
                 beside_of(rows)]
    lines = []
    for bytes_ in sizes:
        lines.append([size(bytes_)])
        for name in names:
            lines[-1] += columns_of(cell[name, bytes_]) if (name, bytes_) in cell else [""] * 4
    return table_of(head, lines)


def figure_of(name, command):
    rows = rows_of(name)
    counts = {}
    for row in rows:
        counts[name_of(row)] = counts.get(name_of(row), 0) + 1
    single = [row for row in rows if counts[name_of(row)] == 1]
    sized = [row for row in rows if counts[name_of(row)] > 1]
    parts = [list_of(single)] if single else []
    parts += [sizes_of(sized)] if sized else []
    if os.path.exists(path_of(name, "svg")):
        parts.append(f"![Latency and bandwidth of: {command}](figures/{name}.svg)\n")
    parts.append(f"All columns: [{name}.csv](figures/{name}.csv)\n")
    return "\n".join(parts)


def headline_of():
    lines = []
    for title, figure, benchmark, bytes_ in HEADLINES:
        row = next(row for row in rows_of(figure)
                   if row["benchmark"] == benchmark and int(row["size"]) == bytes_)
        limit = f"{time(row['limit_us'])} ({row['limit']})" if float(row["limit_us"]) > 0 else ""
        lines.append([title, time(row["latency_us"]), limit, time(row["mpi_us"])])
    return table_of(["", "libishmem", "limit", "MPI"], lines)


# ---- Machines ------------------------------------------------------------------------------------

def read_machines(folder=None):
    path = path_of("machines", "csv", folder)
    if not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8") as file:
        return {row["figure"]: row for row in csv.DictReader(file)}


def write_machines(machines, folder=None):
    with open(path_of("machines", "csv", folder), "w", encoding="utf-8") as file:
        writer = csv.DictWriter(file, ["figure", "date", "commit", "machine"], lineterminator="\n")
        writer.writeheader()
        writer.writerows(machines[figure] for figure in sorted(machines))


def machines_of(names):
    """A line for each machine, day and commit; where there are several, with the figures."""
    groups = {}
    machines = read_machines()
    for name in names:
        row = machines[name]
        groups.setdefault((row["date"], row["commit"], row["machine"]), []).append(name)
    lines = []
    most = max(groups.values(), key=len, default=[])
    for (date, commit, machine), figures in groups.items():
        which = "" if len(groups) == 1 else " (all others)" if figures is most else f" ({', '.join(figures)})"
        lines.append(f"- {machine}; {date}, commit {commit}{which}\n")
    return "".join(lines)


def git(*arguments):
    result = subprocess.run(["git", "-C", ROOT, *arguments], text=True, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, check=False)
    if result.returncode != 0:
        sys.exit(f"figures.py: git {arguments[0]}: {result.stderr.strip()}")
    return result.stdout.strip()


def clean_commit():
    """The commit of the working tree.  What this program writes itself may differ from it."""
    changed = git("status", "--porcelain", "--", ".", f":!{DOCUMENT}", f":!{FIGURES}")
    if changed:
        sys.exit("figures.py: the working tree has uncommitted changes; commit them, as each figure "
                 f"names the commit that it was measured from:\n{changed}")
    return git("rev-parse", "--short", "HEAD")


def machine_of(environment):
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        models = re.findall(r"model name\s*: (.*)", file.read()) or [platform.machine()]
    machine = f"{models[0]}, {len(os.sched_getaffinity(0))} processors, Linux {platform.release()}"
    if shutil.which("mpiexec", path=environment["PATH"]):
        mpi = re.search(r"Version:\s*(\S+)", run("mpiexec --version", environment))
        machine += f", MPICH {mpi.group(1)}" if mpi else ""
    if shutil.which("nvidia-smi"):
        gpus = run("nvidia-smi --query-gpu=name,driver_version --format=csv,noheader", environment).split("\n")
        name, driver = gpus[0].split(", ")
        machine += f", {len(gpus) - 1} x {name}, driver {driver}"
    return machine


# ---- Measuring -----------------------------------------------------------------------------------

def run(command, environment):
    print("+", command, file=sys.stderr, flush=True)
    result = subprocess.run(command, shell=True, env=environment, cwd=os.path.join(ROOT, FIGURES),
                            text=True, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, timeout=3600,
                            check=False)
    if result.returncode == NOT_RUN:
        raise NotRun(result.stdout.strip())
    if result.returncode != 0:
        sys.exit(f"figures.py: status {result.returncode}: {command}")
    return result.stdout


def draw(name, command):
    """The picture of the rows, if a benchmark was measured at several sizes."""
    rows = rows_of(name)
    if len({name_of(row) for row in rows}) == len(rows):
        return
    with open(path_of(name, "csv"), encoding="utf-8") as file:
        result = subprocess.run([sys.executable, PLOT, path_of(name, "svg"), command], stdin=file,
                                check=False)
    if result.returncode != 0:
        sys.exit(f"figures.py: {name}.svg is not drawn" +
                 ("; this Python has no matplotlib" if result.returncode == 3 else ""))


def measure(name, command, environment, folder):
    """Keeps the rows of one command."""
    if NEEDS_NVIDIA.search(command) and not os.path.exists("/dev/nvidiactl"):
        raise NotRun("this machine has no GPU of NVIDIA's")
    rows = run(PROGRAM.sub(r"\1 --csv ", command, count=1), environment)
    with open(path_of(name, "csv", folder), "w", encoding="utf-8") as file:
        file.write(rows)


def measure_all(build, names, commands, folder):
    """Into the folder, where nobody knows the commit; or into the repository's, which is None."""
    if not os.access(os.path.join(build, "bin", "ishmem-perf"), os.X_OK):
        sys.exit(f"figures.py: {build} has no bin/ishmem-perf")
    unknown = [name for name in names if name not in commands]
    if unknown:
        sys.exit(f"figures.py: {DOCUMENT} has no figure {', '.join(unknown)}; "
                 f"it has {', '.join(commands)}")
    commit = "" if folder else clean_commit()
    if folder:
        os.makedirs(folder, exist_ok=True)
    environment = dict(os.environ)
    own = [os.path.join(os.path.abspath(build), "bin"), os.path.join(ROOT, "tests", "jobs", "hosts")]
    environment["PATH"] = os.pathsep.join(own + [environment["PATH"]])
    date, machine = datetime.date.today().isoformat(), machine_of(environment)
    for name in names or commands:
        try:
            measure(name, commands[name], environment, folder)
        except NotRun as why:
            print(f"figures.py: {name}: {why}", file=sys.stderr)
            continue
        # Written after each, so that nothing measured is lost.
        machines = read_machines(folder)
        machines[name] = {"figure": name, "date": date, "commit": commit, "machine": machine}
        write_machines(machines, folder)
        if not folder:
            draw(name, commands[name])


def take(folder, commands):
    """What was measured on another machine from this commit."""
    commit = clean_commit()
    machines = read_machines()
    for name, row in read_machines(folder).items():
        shutil.copyfile(path_of(name, "csv", folder), path_of(name, "csv"))
        machines[name] = {**row, "commit": commit}
        draw(name, commands[name])
    write_machines(machines)


# ---- The document --------------------------------------------------------------------------------

def rendered(text):
    names = [match.group(2) for match in FIGURE.finditer(text)]
    text = MACHINE.sub(lambda match: match.group(1) + machines_of(names) + match.group(2), text)
    text = HEADLINE.sub(lambda match: match.group(1) + headline_of() + match.group(2), text)
    return FIGURE.sub(lambda match: match.group(1) + figure_of(match.group(2), match.group(3))
                      + match.group(4), text)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", nargs="?", metavar="BUILD")
    parser.add_argument("figures", nargs="*", metavar="FIGURE")
    parser.add_argument("--draw", action="store_true")
    parser.add_argument("--render", action="store_true")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--to", metavar="FOLDER")
    parser.add_argument("--take", metavar="FOLDER")
    options = parser.parse_args()
    if (options.build is not None) == (options.draw or options.render or options.check or options.take is not None):
        parser.error("expected BUILD, --draw, --render, --take or --check")

    document = os.path.join(ROOT, DOCUMENT)
    with open(document, encoding="utf-8") as file:
        text = file.read()
    commands = {match.group(2): match.group(3) for match in FIGURE.finditer(text)}
    if options.build is not None:
        measure_all(options.build, options.figures, commands, options.to)
    if options.to:
        return
    if options.take:
        take(options.take, commands)
    if options.draw:
        for name in commands:
            draw(name, commands[name])
    new = rendered(text)
    if options.check:
        if new != text:
            sys.exit(f"figures.py: {DOCUMENT} differs from the rows in {FIGURES}; run "
                     "tools/figures.py --render")
        return
    with open(document, "w", encoding="utf-8") as file:
        file.write(new)


main()
