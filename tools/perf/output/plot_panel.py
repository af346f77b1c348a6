# SPDX-License-Identifier: BSD-3-Clause
"""How a panel looks: its axes, its lines, and their names at the lines' ends."""
import math
import textwrap

import matplotlib
from matplotlib import ticker

# In points.
FONT, SMALL = 8, 7
# The same rows make the same file, whatever the user has set.  Text stays text.
matplotlib.rcdefaults()
matplotlib.rcParams.update({
    "svg.hashsalt": "ishmem-perf", "svg.fonttype": "none", "pdf.fonttype": 42, "font.size": FONT,
    "font.sans-serif": ["DejaVu Sans", "Verdana", "Arial", "sans-serif"],
    "axes.labelsize": FONT, "axes.titlesize": FONT, "axes.titleweight": "bold", "axes.titlelocation": "left",
    "axes.linewidth": 0.6, "axes.spines.top": False, "axes.spines.right": False, "axes.axisbelow": True,
    "axes.labelpad": 3, "figure.constrained_layout.w_pad": 0.06, "xtick.labelsize": FONT,
    "ytick.labelsize": FONT, "lines.markersize": 3.5, "lines.markeredgewidth": 0.8,
    "grid.color": "#e8e8e8", "grid.linewidth": 0.5})

LABELS = {"latency": "Latency (\u00b5s)", "bandwidth": "Bandwidth (GB/s)"}
# Colours that people tell apart who see them differently, dark enough for text; in grey, lines and markers
# tell them apart.
LOOKS = {0: ("#0060a8", "-", "o"), 1: ("#c04a00", "--", "s"), 2: ("#00795a", "-.", "^"),
         3: ("#8f4a80", (0, (3, 1, 1, 1, 1, 1)), "D"), "limit": ("#333333", ":", "")}
FAINT, BAND = "#b0b0b0", 0.12
MOST_SIZES, MOST_VALUES, MOST_MARKERS = 4, 8, 8


def number_text(value):
    return f"{value:.9f}".rstrip("0").rstrip(".")


def size_text(size):
    for unit in ("B", "KiB", "MiB", "GiB"):
        if size < 1024 or unit == "GiB":
            return f"{size:.4g} {unit}"
        size /= 1024


def size_ticks(sizes):
    """The first size and few of its multiples by powers of two, where possible sizes that were measured."""
    doublings = [math.log2(size / sizes[0]) for size in sizes]
    apart = math.gcd(*map(int, doublings)) if all(n == int(n) for n in doublings) else 1
    step = apart
    while doublings[-1] // step >= MOST_SIZES:
        step += apart
    return [sizes[0] << step * i for i in range(1 + int(doublings[-1] // step))]


def value_ticks(low, high):
    """Limits, ticks and light ticks: powers of ten, or also their double and fivefold where these are few."""
    decades = [10.0 ** i for i in range(math.floor(math.log10(low)) - 1, math.ceil(math.log10(high)) + 2)]
    if high / low < 100:
        ticks = [decade * i for decade in decades for i in (1, 2, 5)]
        limits = max(tick for tick in ticks if tick <= low), min(tick for tick in ticks if tick >= high)
    else:
        limits = low / 1.3, high * 1.3
        ticks = [decade for decade in decades if limits[0] <= decade <= limits[1]]
        ticks = ticks[::math.ceil(len(ticks) / MOST_VALUES)]
    between = range(1, 10) if high / low < 1e5 else (1, 2, 5)
    light = [decade * i for decade in decades for i in between]
    inside = [[tick for tick in kind if limits[0] <= tick <= limits[1]] for kind in (ticks, light)]
    return limits, *inside


def scales_of(panels):
    """{quantity: what value_ticks has for all its panels}, and the sizes under "size"."""
    values, sizes = {}, set()
    for _, lines, quantity in panels:
        for size, *its_values in (point for line in lines for point in line.points[quantity]):
            sizes.add(size)
            values.setdefault(quantity, []).extend(value for value in its_values if value)
    return {"size": sorted(sizes), **{quantity: value_ticks(min(its), max(its)) for quantity, its in values.items()}}


def set_axes(axes, quantity, scales, lowest):
    sizes, (limits, ticks, light) = scales["size"], scales[quantity]
    room = (sizes[-1] / sizes[0]) ** 0.03
    axes.set(xscale="log", yscale="log", xlim=(sizes[0] / room, sizes[-1] * room), ylim=limits,
             ylabel=LABELS[quantity])
    for axis, major, minor, text in ((axes.xaxis, size_ticks(sizes), sizes, size_text),
                                     (axes.yaxis, ticks, light, number_text)):
        axis.set_major_locator(ticker.FixedLocator(major))
        axis.set_minor_locator(ticker.FixedLocator([place for place in minor if place not in major]))
        axis.set_major_formatter(ticker.FuncFormatter(lambda value, _, text=text: text(round(value, 9))))
        axis.set_minor_formatter(ticker.NullFormatter())
    axes.tick_params(which="major", width=0.6, length=3)
    axes.tick_params(which="minor", width=0.4, length=2, color=FAINT)
    axes.tick_params(axis="x", labelbottom=lowest)
    axes.set_xlabel("Message size" if lowest else "")
    axes.grid(True, which="major")


def draw_line(axes, line, sizes, values, p99):
    """The first look is a full line with full markers, on which what lies on it can be seen."""
    colour, style, marker = LOOKS[line.look]
    order = list(LOOKS).index(line.look)
    if all(p99):
        axes.fill_between(sizes, values, p99, color=colour, alpha=BAND, linewidth=0, zorder=1)
    step = math.ceil(len(sizes) / MOST_MARKERS)
    axes.plot(sizes, values, color=colour, linestyle=style, linewidth=1.5 if order == 0 else 1.1,
              marker=marker, markevery=(order % step, step),
              markerfacecolor=colour if order == 0 else "none", label=line.name, zorder=2 + order / 10)
    axes.text(1.03, 0.5, line.name, color=colour, transform=axes.transAxes, va="center")


def draw(axes, title, lines, quantity, scales, lowest):
    axes.set_title(title)
    set_axes(axes, quantity, scales, lowest)
    for line in lines:
        if line.points[quantity]:
            draw_line(axes, line, *zip(*line.points[quantity]))


def moved_apart(places, least, low, high):
    """The nearest places in the same order that are `least` apart, from low to high."""
    order = sorted(range(len(places)), key=places.__getitem__)
    # Without the distances, these are places that must not fall: the means of those that would.
    free = [places[k] - least * i for i, k in enumerate(order)]
    count = range(len(free))
    kept = [max(min(sum(free[a:b + 1]) / (b + 1 - a) for b in count[i:]) for a in count[:i + 1]) for i in count]
    top = high - least * (len(free) - 1)
    moved = [0.0] * len(places)
    for i, k in enumerate(order):
        moved[k] = max(low, min(top, kept[i])) + least * i
    return moved


def name_lines(axes):
    """Puts the names beside the ends of their lines, and a thin line where a name had to move away."""
    ends = [line.get_xydata()[-1] for line in axes.get_lines()]
    places = [axes.transAxes.inverted().transform(axes.transData.transform(end)) for end in ends]
    letter = FONT / 72 / (axes.get_position().height * axes.figure.get_figheight())
    moved = moved_apart([y for _, y in places], 1.2 * letter, letter / 2, 1 - letter / 2)
    for text, end, (x, y), place in zip(list(axes.texts), ends, places, moved):
        text.set_position((1.03, place))
        if abs(place - y) > letter / 2 or x < 0.9:
            axes.annotate("", end, (1.02, place), "data", "axes fraction", annotation_clip=False, zorder=1.5,
                          arrowprops={"arrowstyle": "-", "linewidth": 0.5, "color": FAINT, "shrinkA": 0, "shrinkB": 2})


def note(figure, sentences, width):
    """Below the panels; how high it is, in inches."""
    letters = int(width * 72 / SMALL / 0.6)     # a letter is 0.6 of its height wide
    lines = [line for sentence in sentences for line in textwrap.wrap(sentence, letters, break_on_hyphens=False)]
    figure.supxlabel("\n".join(lines), x=0.01, ha="left", fontsize=SMALL, color="#606060")
    return len(lines) * 1.2 * SMALL / 72 + 0.1
