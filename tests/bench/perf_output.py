#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""perf_output.py FORMAT FEATURES SIZES PES COMMAND...

Runs ishmem-perf, whose arguments behind -- are the benchmarks, and checks what it prints: FORMAT is
csv, json or table; FEATURES names, with commas between them, what rows must have (mpi, bidir, and gpu for
the limits of GPUs with memory of their own) or is -;
SIZES are the bytes of sized benchmarks.  FORMAT terminal runs it on a terminal, and half_terminal with
stdout in a file; there must be a bar then.  In all others there must be none, but a line on stderr for
each benchmark.
"""
import csv
import io
import json
import os
import pty
import re
import subprocess
import sys
import tempfile

COLUMNS = ("benchmark side path scope groups items pes type operation size count latency_us min_us "
           "p99_us algbw_gbs busbw_gbs rate_mops limit limit_us limit_ratio mpi_us mpi_ratio "
           "beside beside_us beside_ratio").split()
NUMBERS = [c for c in COLUMNS if c.endswith(("_us", "_gbs", "_mops", "_ratio"))]
WHOLE = ["groups", "items", "pes", "size", "count"]
GATHERS = ("fcollect", "collect", "alltoall", "reduce_scatter")
COLLECTIVES = GATHERS + ("broadcast", "reduce", "inscan", "exscan")
SIZED = COLLECTIVES + tuple("queue_" + name for name in COLLECTIVES) + (
    "put_bw", "get_bw", "put_latency", "get_latency", "put_ping_pong", "put_signal_ping_pong",
    "queue_put", "queue_get", "queue_put_signal", "put_overlap", "get_overlap", "queue_put_overlap",
    "queue_get_overlap")
MOVES = SIZED + ("p_bw", "g_bw", "queue_p", "queue_g", "queue_atomic")
ALL = COLLECTIVES + ("barrier", "sync", "launch", "init", "finalize")
WITHOUT_MPI = ("queue_put_signal", "launch", "init", "finalize")
WITHOUT_LIMIT = ("init", "finalize")
COPIES = ("put_bw", "get_bw", "p_bw", "g_bw", "put_latency", "get_latency", "p_latency", "g_latency")
LINKS = COPIES + ("atomic_bw", "atomic_latency")
MESSAGES = COLLECTIVES + ("put_ping_pong", "put_signal_ping_pong")
TYPE_BYTES = {"int32": 4, "int64": 8, "uint64": 8, "float": 4, "double": 8, "uint8": 1, "int16": 2,
              "float16": 2, "bfloat16": 2}


def fail(sentence):
    sys.exit("perf_output.py: " + sentence)


def require(condition, row, sentence):
    if not condition:
        fail(f"{sentence}: {row}")


def is_close(value, expected):
    return abs(value - expected) <= 1e-3 * abs(expected)


def bus_factor(benchmark, pes):
    if benchmark == "reduce":
        return 2 * (pes - 1) / pes
    if benchmark in GATHERS:
        return (pes - 1) / pes
    if benchmark in ("broadcast", "inscan", "exscan"):
        return 1 if pes > 1 else 0
    return 1


def gpu_limit(name, side):
    if name.endswith("_overlap"):
        return "alone"
    if side == "host":
        return "append" if name.startswith("queue_") or name in COPIES else "launch"
    return "link" if name in LINKS else "message" if name in MESSAGES else "line"


def check_row(row, features, pes):
    name = row["benchmark"]
    require(row["pes"] == pes, row, f"not {pes} PEs")
    require(0 < row["min_us"] <= row["latency_us"] <= row["p99_us"], row, "no order of figures")
    if name not in ("init", "finalize"):
        require(row["count"] == max(1, row["size"] // TYPE_BYTES[row["type"]]), row, "wrong count")
    what = name[len("queue_"):] if name.startswith("queue_") else name
    one_way = what not in ALL and not name.endswith("ping_pong")
    callers = row["groups"] if row["side"] == "device" and one_way else 1
    ways = 2 if "bidir" in features and one_way else 1
    require(is_close(row["rate_mops"], callers * ways / row["latency_us"]), row, "wrong rate")
    if row["side"] == "device" and name.startswith("atomic_"):
        require(row["scope"] == "work_item", row, "atomics are of work-items")
    if name in MOVES:
        blocks = pes if what in GATHERS else 1
        moved = row["size"] * callers * blocks * ways / row["latency_us"] * 1e-3
        require(is_close(row["algbw_gbs"], moved), row, f"algbw is not {moved}")
        require(is_close(row["busbw_gbs"], moved * bus_factor(what, pes)), row, "wrong busbw")
    if name not in WITHOUT_LIMIT and pes > 1:
        require(row["limit"] and row["limit_us"] > 0 and row["limit_ratio"] > 0, row, "no limit")
    if "gpu" in features and name not in WITHOUT_LIMIT:
        expected = gpu_limit(name, row["side"])
        require(row["limit"] == expected, row, f"the limit is not {expected}")
    if "mpi" in features and name not in WITHOUT_MPI:
        require(row["mpi_us"] > 0 and row["mpi_ratio"] > 0, row, "not compared with MPI")


def check_rows(rows, benchmarks, features, sizes, pes):
    at = 0
    for benchmark in benchmarks:
        for size in sizes if benchmark in SIZED else [None]:
            if at == len(rows):
                fail(f"no row of {benchmark}, {size} bytes")
            row = rows[at]
            require(row["benchmark"] == benchmark, row, f"not {benchmark}")
            require(size is None or row["size"] == size, row, f"not {size} bytes")
            check_row(row, features, pes)
            at += 1
    if at != len(rows):
        fail(f"{len(rows) - at} rows too many")


def rows_of_csv(text):
    lines = list(csv.reader(io.StringIO(text)))
    if lines[0] != COLUMNS:
        fail(f"the columns are {lines[0]}")
    rows = []
    for line in lines[1:]:
        require(len(line) == len(COLUMNS), line, "another number of columns")
        row = dict(zip(COLUMNS, line))
        row.update({column: float(row[column]) for column in NUMBERS})
        row.update({column: int(row[column]) for column in WHOLE})
        rows.append(row)
    return rows


def rows_of_json(text):
    document = json.loads(text)
    if list(document) != ["machine", "versions", "options", "rows"]:
        fail(f"the parts are {list(document)}")
    for part, names in (("machine", "host processor processors architecture device kind"),
                        ("versions", "libishmem api level_zero driver mpi libc kernel")):
        missing = [name for name in names.split() if not document[part].get(name)]
        if missing:
            fail(f"{part} has no {missing}: {document[part]}")
    if (document["options"]["iterations"], document["options"]["max"]) != (3, 4096):
        fail(f"not the options of the command line: {document['options']}")
    rows = document["rows"]
    for row in rows:
        require(list(row) == COLUMNS, row, "other names than the columns'")
    return rows


def check_table(text, benchmarks, sizes):
    """A title, a head and rows for each benchmark, of as many fields."""
    lines = text.splitlines()
    for benchmark in benchmarks:
        if not lines or not lines[0].startswith(benchmark + ","):
            fail(f"no title of {benchmark} but {lines[:1]}")
        head = lines[1]
        if "latency us" not in head or "p99 us" not in head:
            fail(f"no head but {head}")
        count = len(sizes) if benchmark in SIZED else 1
        for row in lines[2:2 + count]:
            require(re.match(r" +\d+ +\d+ +\w+ .* +\d+\.\d+", row), row, "no row")
            # From the latency on there are figures, each of three digits, or "-".
            figures = re.search(r"(?: +(?:\d+(?:\.\d+)?|-))+$", row)[0].split()
            for figure in figures[-3:]:
                digits = figure.replace(".", "").lstrip("0")
                require(figure == "-" or float(figure) == 0 or len(digits) == 3 or
                        (len(digits) > 3 and set(digits[3:]) == {"0"}), row, f"{figure} has not three digits")
        lines = lines[2 + count:]
    if lines:
        fail(f"more lines than rows: {lines}")


def run_on_terminal(command, stdout=None):
    """What the command writes on a terminal of its own."""
    terminal, end = pty.openpty()
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=stdout or end, stderr=end,
                               start_new_session=True)
    os.close(end)
    parts = []
    try:
        while data := os.read(terminal, 4096):
            parts.append(data)
    except OSError:                     # nobody has the terminal open any more
        pass
    if process.wait() != 0:
        fail(f"status {process.returncode}: {b''.join(parts)}")
    return b"".join(parts).decode()


def check_terminal(command, half):
    with tempfile.TemporaryFile("w+") as file:
        text = run_on_terminal(command, file if half else None)
        file.seek(0)
        rows = file.read() if half else text
    bars = re.findall(r"\r\033\[K\[([#.]{20})\] +(\d+) %  \w+", text)
    if not bars or sorted(bars, key=lambda bar: int(bar[1])) != bars:
        fail(f"no bar that grows: {text!r}")
    # What a terminal shows in the end: rows, and no rest of a bar.
    if half and "\r" in rows:
        fail(f"a bar in a file: {rows!r}")
    for line in text.split("\n"):
        shown = line.rstrip("\r").split("\r\033[K")[-1]
        if "%" in shown:
            fail(f"a bar is left: {line!r}")
    if "latency us" not in rows:
        fail(f"no rows: {rows!r}")


def main():
    form, features, sizes, pes = sys.argv[1:5]
    command = sys.argv[5:]
    sizes = [int(size) for size in sizes.split(",")]
    if form.endswith("terminal"):
        check_terminal(command, form == "half_terminal")
        return
    benchmarks = command[command.index("--") + 1:]
    run = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    print(run.stdout, run.stderr)
    if run.returncode != 0:
        fail(f"status {run.returncode}")
    if "\r" in run.stdout + run.stderr:
        fail("a bar in a pipe")
    stages = re.findall(r"^ishmem-perf: (\w+)$", run.stderr, re.MULTILINE)
    if stages != benchmarks:
        fail(f"lines of progress for {stages}")
    if form == "table":
        check_table(run.stdout, benchmarks, sizes)
    else:
        rows = rows_of_csv(run.stdout) if form == "csv" else rows_of_json(run.stdout)
        check_rows(rows, benchmarks, features.split(","), sizes, int(pes))


main()
