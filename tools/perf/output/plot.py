#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""plot.py FILE TITLE < ROWS: draws rows of ishmem-perf --csv, latency and bandwidth over size.

The ending of FILE says the format; the file's folder must exist.  plot.py --check FILE draws nothing and
finds out whether it could.  The status is 0, 1 after a sentence on stderr, or 3 if Python has no
matplotlib.
"""
import csv
import os
import sys

try:
    import matplotlib
    matplotlib.use("agg")
    from matplotlib import pyplot, ticker
except ImportError:
    sys.exit(3)

# Told apart by people who see colours differently, too.
COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#7f7f7f"]
MARKERS = "osD^vPX*"
# matplotlib offers more, some of which need LaTeX or take no metadata.
FORMATS = ("pdf", "png", "svg")
# Only copies move as many bytes as the operation.
MOVING_LIMITS = ("memcpy", "move", "append")


def check(path):
    ending = os.path.splitext(path)[1].lstrip(".").lower()
    if ending not in FORMATS:
        sys.exit(f"ishmem-perf: --plot {path}: expected a name that ends in one of .{', .'.join(FORMATS)}")
    folder = os.path.dirname(path) or "."
    if os.path.isdir(path):
        sys.exit(f"ishmem-perf: --plot {path}: it is a directory")
    if not os.path.isdir(folder):
        sys.exit(f"ishmem-perf: --plot {path}: there is no directory {folder}")
    if not os.access(path if os.path.exists(path) else folder, os.W_OK):
        sys.exit(f"ishmem-perf: --plot {path}: permission denied")


def series_of(rows):
    """{name: its rows by size}, of what was measured at several sizes."""
    series = {}
    for row in rows:
        name = " ".join(part for part in (row["benchmark"], row["operation"]) if part)
        series.setdefault(name, {})[int(row["size"])] = row
    return {name: [by_size[size] for size in sorted(by_size)]
            for name, by_size in series.items() if len(by_size) > 1}


def curve(rows, column, bandwidth):
    """The sizes and values of a column of times; as bandwidth, the row's at that time."""
    points = []
    for row in rows:
        time = float(row[column])
        moves = column != "limit_us" or row["limit"] in MOVING_LIMITS
        rate = float(row["algbw_gbs"]) * float(row["latency_us"])
        if time > 0 and (not bandwidth or (moves and rate > 0)):
            points.append((int(row["size"]), rate / time if bandwidth else time))
    return list(zip(*points)) if points else ((), ())


def draw_series(axes, name, rows, i, bandwidth):
    colour, marker = COLOURS[i % len(COLOURS)], MARKERS[i // len(COLOURS) % len(MARKERS)]
    sizes, values = curve(rows, "latency_us", bandwidth)
    if not sizes:
        return
    axes.plot(sizes, values, color=colour, marker=marker, markersize=4, label=name)
    p99_sizes, p99 = curve(rows, "p99_us", bandwidth)
    if p99_sizes == sizes:
        axes.fill_between(sizes, values, p99, color=colour, alpha=0.15, linewidth=0)
    for column, style, suffix in (("mpi_us", "--", "MPI"), ("nvshmem_us", "-.", "NVSHMEM"),
                                  ("limit_us", ":", f"limit ({rows[0]['limit']})")):
        axes.plot(*curve(rows, column, bandwidth), color=colour, linestyle=style, marker=marker,
                  markersize=2.5, linewidth=1, label=f"{name}, {suffix}")


def size_text(size, _):
    for unit in ("B", "KiB", "MiB", "GiB"):
        if size < 1024 or unit == "GiB":
            return f"{size:g} {unit}"
        size /= 1024


def draw_chart(axes, series, bandwidth):
    for i, (name, rows) in enumerate(series.items()):
        draw_series(axes, name, rows, i, bandwidth)
    axes.set_xscale("log", base=2)
    axes.set_yscale("log")
    axes.xaxis.set_major_formatter(ticker.FuncFormatter(size_text))
    axes.yaxis.set_major_formatter(ticker.FuncFormatter(lambda value, _: f"{value:g}"))
    axes.grid(True, color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.set_xlabel("Size")
    axes.set_title("Bandwidth" if bandwidth else "Latency", loc="left", fontsize=10)
    axes.set_ylabel("10^9 bytes per second" if bandwidth else "microseconds")
    shown = [line for line in axes.get_lines() if len(line.get_xdata())]
    axes.legend(handles=shown, loc="upper left", bbox_to_anchor=(1.01, 1), frameon=False, fontsize=8)


def draw(path, title, rows):
    series = series_of(rows)
    if not series:
        sys.exit(f"ishmem-perf: --plot {path}: nothing was measured at several sizes, so there is nothing to draw")
    # The same rows make the same file.
    matplotlib.rcParams.update({"svg.hashsalt": "ishmem-perf", "svg.fonttype": "none", "font.size": 9})
    has_rates = any(float(row["algbw_gbs"]) > 0 for rows in series.values() for row in rows)
    charts = 2 if has_rates else 1
    figure, axes = pyplot.subplots(charts, 1, figsize=(9.5, 3.7 * charts + 0.5), squeeze=False)
    figure.suptitle(title, x=0.01, ha="left", fontsize=10, fontweight="bold")
    for i in range(charts):
        draw_chart(axes[i][0], series, i == 1)
    figure.text(0.01, 0.005, "Points are medians; a band reaches from the median to the 99th percentile.",
                fontsize=8, color="#555555")
    figure.tight_layout(rect=(0, 0.02, 1, 0.99))
    metadata = {"Date": None} if path.lower().endswith(".svg") else None
    try:
        figure.savefig(path, metadata=metadata, dpi=120)
    except OSError as error:
        sys.exit(f"ishmem-perf: --plot {path}: {error.strerror}")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    if sys.argv[1] == "--check":
        check(sys.argv[2])
    else:
        check(sys.argv[1])
        draw(sys.argv[1], sys.argv[2], list(csv.DictReader(sys.stdin)))
