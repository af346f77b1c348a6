# SPDX-License-Identifier: BSD-3-Clause
"""What is drawn of the rows: lines, in groups of at most four that share a panel."""
from collections import namedtuple

QUANTITIES = ("latency", "bandwidth")
MOST_LINES = 4
# These move as many bytes as the operation.
MOVING_LIMITS = ("memcpy", "move", "append", "alone", "link", "message")
# The columns beside the library's, each with what its line is called and its look in plot_panel.py.
REFERENCES = (("mpi_us", "MPI", 1), ("beside_us", "{beside}", 2), ("limit_us", "limit ({limit})", "limit"))

# points: {quantity: [(size, value, the value at the 99th percentile or None)]}
Line = namedtuple("Line", "name look points")


def series_of(rows):
    """{operation: its rows by size}, of what was measured at several sizes."""
    series = {}
    for row in rows:
        name = " ".join(part for part in (row["benchmark"], row["operation"]) if part)
        if int(row["size"]) > 0:
            series.setdefault(name, {})[int(row["size"])] = row
    return {name: [by_size[size] for size in sorted(by_size)]
            for name, by_size in series.items() if len(by_size) > 1}


def line_of(name, look, rows, column):
    """A column of times, and what the row's bandwidth were at that time."""
    points = {quantity: [] for quantity in QUANTITIES}
    for row in rows:
        size, time = int(row["size"]), float(row.get(column) or 0)
        p99 = float(row["p99_us"]) if column == "latency_us" else 0
        moved = float(row["algbw_gbs"]) * float(row["latency_us"])
        if column == "limit_us" and row["limit"] not in MOVING_LIMITS:
            moved = 0
        if time > 0:
            points["latency"].append((size, time, p99 or None))
        if time > 0 and moved > 0:
            points["bandwidth"].append((size, moved / time, moved / p99 if p99 else None))
    return Line(name, look, points)


def references_of(rows):
    lines = [line_of(name.format(**{"beside": "", **rows[0]}), look, rows, column) for column, name, look in REFERENCES]
    return [line for line in lines if line.points["latency"]]


def groups_of(rows):
    """[(title, lines)]: an operation beside its references; operations without any share panels."""
    groups, alone = [], []
    for name, its_rows in series_of(rows).items():
        references = references_of(its_rows)
        if references:
            groups.append((name, [line_of("libishmem", 0, its_rows, "latency_us"), *references]))
        else:
            alone.append(line_of(name, len(alone) % MOST_LINES, its_rows, "latency_us"))
    return groups + [("", alone[i:i + MOST_LINES]) for i in range(0, len(alone), MOST_LINES)]
