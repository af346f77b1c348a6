#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""plot_test.py FOLDER

What the figures of FOLDER's plot.py look like: draws rows that are made up, and looks at the panels.
"""
import importlib
import itertools
import math
import os
import re
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
plot = importlib.import_module("plot")

UNITS = {"latency_us": "Latency (\u00b5s)", "algbw_gbs": "Bandwidth (GB/s)"}
REFERENCES = ("mpi_us", "beside_us", "limit_us")
PARTS = {"B": 1, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30}
TITLE = "ishmem-perf, host, near, 2 PEs: " + "a processor with a long name, " * 4
failures = []


def require(condition, message):
    if not condition:
        failures.append(message)
        print(f"plot_test.py: {message}")


# ---- Rows ----------------------------------------------------------------------------------------

def row_of(name, size, time, rate=True, **references):
    """A row of --csv as csv.DictReader gives it; the time is in us."""
    row = {"benchmark": name, "operation": "", "size": size, "latency_us": time, "p99_us": 1.5 * time,
           "algbw_gbs": size / time / 1000 if rate else 0, "limit": "memcpy", "beside": "NVSHMEM",
           **dict.fromkeys(REFERENCES, 0), **references}
    return {key: str(value) for key, value in row.items()}


def sizes_of(first, factor, count):
    return [first * factor ** i for i in range(count)]


def times_of(size, factor=1.0):
    return factor * (0.3 + size / 20000)


def with_references():
    """Lines that end in one place, one that ends before the others, and one reference that is no copy."""
    rows = []
    for size, (name, factor) in itertools.product(sizes_of(8, 8, 8), (("put_bw", 1), ("get_bw", 40))):
        time = times_of(size, factor)
        rows.append(row_of(name, size, time, mpi_us=1.01 * time, beside_us=0.99 * time if size < 5000 else 0,
                           limit_us=0.98 * time))
    return rows + [row_of("put_ping_pong", size, times_of(size), limit="line", limit_us=0.05)
                   for size in sizes_of(8, 8, 8)]


def without_references():
    names = ["put_bw", "queue_put_signal", "put_signal_ping_pong", "reduce_scatter", "alltoall", "get_bw",
             "queue_reduce_scatter", "atomic_ping_pong", "broadcast"]
    return [row_of(name, size, times_of(size, 1 + i / 50))
            for size in sizes_of(4096, 16, 4) for i, name in enumerate(names)]


def without_rates():
    return [row_of(name, size, times_of(size), rate=False, limit="line", limit_us=0.05)
            for size in sizes_of(12, 3, 9) for name in ("one", "two", "three")]


def nearly_constant():
    return [row_of("launch", size, 3000 + size / 1e4) for size in sizes_of(1, 2, 23)]


# ---- Figures -------------------------------------------------------------------------------------

def check_lines(case, axes, rows):
    """Up to four lines of one quantity, which have the rows' values and differ in colour and in style."""
    lines = axes.get_lines()
    column = next((column for column, unit in UNITS.items() if unit == axes.get_ylabel()), None)
    require(column, f"{case}: the quantity is '{axes.get_ylabel()}'")
    require(1 <= len(lines) <= 4, f"{case}: {len(lines)} lines")
    require(not axes.get_legend(), f"{case}: a legend")
    own = [line for line in lines if line.get_label() in (axes.get_title(loc="left") and "libishmem",
                                                          *{row["benchmark"] for row in rows})]
    for line in own:
        name = axes.get_title(loc="left") or line.get_label()
        expected = [(float(row["size"]), float(row[column])) for row in rows if row["benchmark"] == name]
        points = [tuple(point) for point in line.get_xydata()]
        require(len(points) == len(expected) and all(
            math.isclose(a, b, rel_tol=1e-5) for a, b in zip(sum(points, ()), sum(expected, ()))),
            f"{case}: {name} shows {points}, expected {expected}")
    for looks in ([line.get_color() for line in lines],
                  [(line.get_linestyle(), line.get_marker()) for line in lines]):
        require(len(set(looks)) == len(looks), f"{case}: lines look alike: {looks}")
    require(axes.collections, f"{case}: no band")
    for band in axes.collections:
        require(band.get_alpha() <= 0.15 and band.get_zorder() < min(line.get_zorder() for line in lines),
                f"{case}: a band hides lines")
    return [(column, axes.get_title(loc="left") or line.get_label()) for line in own]


def check_names(case, axes):
    """Each line has its name, in its colour, and names are in the order of the lines' ends and close to them."""
    texts = [text for text in axes.texts if text.get_text()]
    names = {(text.get_text(), text.get_color()) for text in texts}
    lines = {(line.get_label(), line.get_color()) for line in axes.get_lines()}
    require(names == lines, f"{case}: the names are {names}, the lines {lines}")
    ends = {line.get_label(): axes.transData.transform(line.get_xydata()[-1])[1] for line in axes.get_lines()}
    places = {text.get_text(): text.get_transform().transform(text.get_position())[1] for text in texts}
    for text in texts:
        box, panel, name = text.get_window_extent(), axes.get_window_extent(), text.get_text()
        require(abs(places[name] - ends[name]) < 4 * box.height, f"{case}: the name of {name} is not at its end")
        require(panel.y0 - 2 < box.y0 and box.y1 < panel.y1 + 2, f"{case}: the name of {name} leaves the panel")
    by_end, by_place = (sorted(names, key=names.get) for names in (ends, places))
    require(by_end == by_place, f"{case}: the names from below are {by_place}, the lines {by_end}")


def size_of(text):
    number, unit = text.split()
    return float(number) * PARTS[unit]


def check_ticks(case, axes, first):
    """From the first size on, by powers of two; values are plain numbers."""
    ticks = [size for size in axes.xaxis.get_majorticklocs() if size <= axes.get_xlim()[1]]
    require(len(ticks) >= 2 and ticks[0] == first, f"{case}: ticks at {ticks}, the first size is {first}")
    require(all(math.log2(tick / first).is_integer() for tick in ticks), f"{case}: ticks at {ticks}")
    require(not any(tick < first for tick in axes.xaxis.get_minorticklocs()), f"{case}: a tick below {first}")
    low, high = axes.get_ylim()
    values = [value for value in axes.yaxis.get_majorticklocs() if low <= value <= high]
    require(len(values) >= 2, f"{case}: the values' ticks are {values}, from {low} to {high}")
    for axis, pattern in ((axes.xaxis, r"\d+(\.\d+)? [KMG]?i?B"), (axes.yaxis, r"\d+(\.\d+)?")):
        for text in (label.get_text() for label in axis.get_majorticklabels() if label.get_visible()):
            require(re.fullmatch(pattern, text), f"{case}: a tick says '{text}'")
    if axes.get_xlabel():
        require(axes.get_xlabel() == "Message size", f"{case}: the sizes are '{axes.get_xlabel()}'")
        labels = [size_of(label.get_text()) for label in axes.xaxis.get_majorticklabels()]
        require(all(math.isclose(a, b, rel_tol=1e-3) for a, b in zip(labels, ticks)), f"{case}: {labels} at {ticks}")


def check_texts(case, figure):
    """Each is in the figure, beside all others and of a size that papers have."""
    figure.canvas.draw()
    boxes = []
    for text in figure.findobj(lambda artist: hasattr(artist, "get_fontsize")):
        box = text.get_window_extent(figure.canvas.get_renderer())
        if not text.get_text() or not text.get_visible() or box.width == 0:
            continue
        boxes.append((text.get_text(), box))
        require(7 <= text.get_fontsize() <= 9, f"{case}: '{text.get_text()}' has {text.get_fontsize()} points")
        require(figure.bbox.x0 <= box.x0 and box.x1 <= figure.bbox.x1 and figure.bbox.y0 <= box.y0
                and box.y1 <= figure.bbox.y1, f"{case}: '{text.get_text()}' leaves the figure")
    for (one, box), (other, its_box) in itertools.combinations(boxes, 2):
        require(not (box.x0 < its_box.x1 and its_box.x0 < box.x1 and box.y0 < its_box.y1 and its_box.y0 < box.y1),
                f"{case}: '{one}' lies on '{other}'")


def check(case, rows, panels):
    """A figure of so many panels, in which each operation is once for each quantity."""
    figure = plot.figure_of(TITLE, rows)
    check_texts(case, figure)
    require(len(figure.axes) == panels, f"{case}: {len(figure.axes)} panels, expected {panels}")
    require(figure.get_figwidth() in (3.5, 7), f"{case}: {figure.get_figwidth()} inches wide")
    labelled = [axes for axes in figure.axes if axes.get_xlabel()]
    require(len(labelled) == 2, f"{case}: {len(labelled)} panels say their sizes, expected the lowest of two columns")
    drawn = []
    for axes in figure.axes:
        its_case = f"{case}, panel '{axes.get_title(loc='left')}', {axes.get_ylabel()}"
        drawn += check_lines(its_case, axes, rows)
        check_names(its_case, axes)
        check_ticks(its_case, axes, min(int(row["size"]) for row in rows))
    expected = {(column, row["benchmark"]) for row in rows for column in UNITS if float(row[column]) > 0}
    require(len(drawn) == len(expected) and set(drawn) == expected, f"{case}: drawn are {drawn}")
    for unit in UNITS.values():
        limits = {(axes.get_xlim(), axes.get_ylim()) for axes in figure.axes if axes.get_ylabel() == unit}
        require(len(limits) <= 1, f"{case}: {unit} has several scales")


def texts_of(figure):
    return {text.get_text() for text in figure.findobj(lambda artist: hasattr(artist, "get_fontsize"))
            if text.get_text() and "\n" not in text.get_text() and text.get_visible()}


def check_svg():
    """The file says what the figure says: also ticks with many digits."""
    figure = plot.figure_of(TITLE, nearly_constant())
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "picture.svg")
        plot.draw(path, TITLE, nearly_constant())
        with open(path, encoding="utf-8") as file:
            said = set(re.findall(r">([^<>]+)</text>", file.read()))
    require(said >= texts_of(figure), f"the SVG does not say {texts_of(figure) - said}")


def check_files():
    """The same rows make the same bytes on each day."""
    with tempfile.TemporaryDirectory() as folder:
        for ending in ("svg", "png", "pdf"):
            files = []
            for day in (1, 2):
                os.environ["SOURCE_DATE_EPOCH"] = str(day * 86400)
                path = os.path.join(folder, f"{day}.{ending}")
                plot.draw(path, TITLE, nearly_constant())
                with open(path, "rb") as file:
                    files.append(file.read())
            require(files[0] == files[1], f"{ending}: the same rows make other bytes")


check("with references", with_references(), 6)
check("without references", without_references(), 6)
check("without rates", without_rates(), 3)
check("nearly constant", nearly_constant(), 2)
check_svg()
check_files()
sys.exit(1 if failures else 0)
