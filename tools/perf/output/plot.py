#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""plot.py FILE TITLE < ROWS: draws rows of ishmem-perf --csv, latency and bandwidth over size.

The ending of FILE says the format; the file's folder must exist.  plot.py --check FILE draws nothing and
finds out whether it could.  The status is 0, 1 after a sentence on stderr, or 3 if Python has no
matplotlib.
"""
import csv
import io
import os
import re
import sys

# The folder may belong to a package, which knows no compiled files.
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
try:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
except ImportError:
    sys.exit(3)
import plot_panel
import plot_rows

# matplotlib offers more, some of which need LaTeX or take no metadata.  These have dates only where told.
UNDATED = {"pdf": {"CreationDate": None}, "png": {}, "svg": {"Date": None}}
# In inches and dots per inch: a column of a page, or both.
COLUMN, ROW, DOTS = 3.5, 1.95, 300
BANDS = "Points are medians. A band reaches from the median to the 99th percentile."


def ending_of(path):
    return os.path.splitext(path)[1].lstrip(".").lower()


def check(path):
    if ending_of(path) not in UNDATED:
        sys.exit(f"ishmem-perf: --plot {path}: expected a name that ends in one of .{', .'.join(UNDATED)}")
    folder = os.path.dirname(path) or "."
    if os.path.isdir(path):
        sys.exit(f"ishmem-perf: --plot {path}: it is a directory")
    if not os.path.isdir(folder):
        sys.exit(f"ishmem-perf: --plot {path}: there is no directory {folder}")
    if not os.access(path if os.path.exists(path) else folder, os.W_OK):
        sys.exit(f"ishmem-perf: --plot {path}: permission denied")


def places_of(groups):
    """{(row, column): (title, lines, quantity)}: a row for each group, or two groups in a row where all
    panels have one quantity."""
    panels = [[(title, lines, quantity) for quantity in plot_rows.QUANTITIES
               if any(line.points[quantity] for line in lines)] for title, lines in groups]
    panels = [row for row in panels if row]
    if all(len(row) == 1 for row in panels):
        return {divmod(i, 2): row[0] for i, row in enumerate(panels)}
    return {(i, plot_rows.QUANTITIES.index(panel[2])): panel for i, row in enumerate(panels) for panel in row}


def figure_of(title, rows):
    """The picture, or None if nothing was measured at several sizes."""
    places = places_of(plot_rows.groups_of(rows))
    if not places:
        return None
    height, width = (1 + max(place[i] for place in places) for i in (0, 1))
    figure = Figure(facecolor="white", constrained_layout=True)
    FigureCanvasAgg(figure)
    noted = plot_panel.note(figure, [title, BANDS], COLUMN * width)
    figure.set_size_inches(COLUMN * width, ROW * height + noted)
    axes = figure.subplots(height, width, squeeze=False)
    for place in set((i, j) for i in range(height) for j in range(width)) - set(places):
        axes[place].remove()
    scales = plot_panel.scales_of(places.values())
    for (i, j), panel in places.items():
        plot_panel.draw(axes[i, j], *panel, scales, lowest=(i + 1, j) not in places)
    # The names of the lines are moved apart once the panels have their places.
    figure.canvas.draw()
    for place in places:
        plot_panel.name_lines(axes[place])
    return figure


def shorten(svg):
    """Places to a hundredth of a point, and no line breaks in paths.  Texts, between the tags, keep their digits."""
    def rounded(number):
        return f"{float(number[0]):.2f}".rstrip("0").rstrip(".")
    svg = re.sub(r"<[^>]*>", lambda tag: re.sub(r"-?\d+\.\d{3,}", rounded, tag[0]), svg)
    return re.sub(r"\n\s*", "\n", re.sub(r"\s*\n(?=[A-Za-z\"])", " ", svg))


def save(figure, path, metadata):
    if ending_of(path) != "svg":
        figure.savefig(path, metadata=metadata, dpi=DOTS)
        return
    text = io.StringIO()
    figure.savefig(text, format="svg", metadata=metadata)
    with open(path, "w", encoding="utf-8") as file:
        file.write(shorten(text.getvalue()))


def draw(path, title, rows):
    figure = figure_of(title, rows)
    if not figure:
        sys.exit(f"ishmem-perf: --plot {path}: nothing was measured at several sizes, so there is nothing to draw")
    try:
        save(figure, path, {"Title": title, **UNDATED[ending_of(path)]})
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
