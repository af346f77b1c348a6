#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Makes the table and the picture of docs/scale.md.

  scale.py PROGRAM   runs the program `scale` of a build directory (tests/unit/scale), keeps its rows in
                     docs/pictures/scale.csv, draws docs/pictures/scale.svg and writes the document
  scale.py --check   exits with status 1 if the document is not what the rows give
"""
import csv
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
DOCUMENT = os.path.join(ROOT, "docs", "scale.md")
ROWS = os.path.join(ROOT, "docs", "pictures", "scale.csv")
PICTURE = os.path.join(ROOT, "docs", "pictures", "scale.svg")
MADE = re.compile(r"(<!-- made -->\n).*?(<!-- end -->)", re.S)

# Heading, and what a row shows.
COLUMNS = [
    ("PEs", lambda row: row["pes"]),
    ("on each host", lambda row: row["per_host"]),
    ("connections", lambda row: row["connections"]),
    ("steps of a wake-up", lambda row: row["ring_steps"]),
    ("messages of a barrier", lambda row: row["barrier_messages"]),
    ("of a broadcast", lambda row: row["broadcast_messages"]),
    ("of a sum", lambda row: row["reduce_messages"]),
    ("partners", lambda row: row["partners"]),
    ("tables, KiB", lambda row: f"{tables_of(row) / 1024:.0f}"),
    ("teams' blocks, MiB", lambda row: f"{int(row['block_bytes']) / 1048576:.1f}"),
]


def tables_of(row):
    return int(row["host_bytes"]) + int(row["arena_bytes"]) + int(row["peer_bytes"])


def read_rows():
    with open(ROWS, encoding="utf-8") as file:
        return list(csv.DictReader(file))


def table_of(rows):
    lines = [[head for head, _ in COLUMNS], ["---:"] * len(COLUMNS)]
    lines += [[show(row) for _, show in COLUMNS] for row in rows]
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)


def document_of(rows):
    with open(DOCUMENT, encoding="utf-8") as file:
        text = file.read()
    return text, MADE.sub(lambda found: f"{found[1]}\n{table_of(rows)}\n{found[2]}", text)


def draw(rows):
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    figure = Figure(figsize=(7, 3), layout="constrained")
    FigureCanvasAgg(figure)
    panels = [("Connections of a PE", lambda row: int(row["connections"]), "connections"),
              ("Tables of a PE", lambda row: tables_of(row) / 1024, "KiB")]
    for i, (title, value, unit) in enumerate(panels):
        axes = figure.add_subplot(1, 2, i + 1, title=title, xlabel="PEs", ylabel=unit, xscale="log")
        for per_host in sorted({int(row["per_host"]) for row in rows}):
            line = [row for row in rows if int(row["per_host"]) == per_host]
            axes.plot([int(row["pes"]) for row in line], [value(row) for row in line], marker=".",
                      label=f"{per_host} on each host")
        axes.set_xscale("log", base=2)
        axes.set_ylim(bottom=0)
        axes.grid(alpha=0.3)
    axes.legend()
    figure.savefig(PICTURE, metadata={"Date": None})


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    if sys.argv[1] == "--check":
        before, after = document_of(read_rows())
        if before != after:
            sys.exit("docs/scale.md is not what docs/pictures/scale.csv gives: run tools/scale.py")
        return
    result = subprocess.run([sys.argv[1], "--csv"], check=True, capture_output=True, text=True)
    with open(ROWS, "w", encoding="utf-8") as file:
        file.write(result.stdout)
    rows = read_rows()
    draw(rows)
    _, text = document_of(rows)
    with open(DOCUMENT, "w", encoding="utf-8") as file:
        file.write(text)


if __name__ == "__main__":
    main()
