/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Writes SVG: two charts with logarithmic axes below one another, each with its lines' names at
 * their right ends, so that the picture needs no table beside it.
 */
#include "plot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WIDTH = 940,
    CHART_HEIGHT = 360,
    LEFT = 80,
    RIGHT = 260,
    TOP = 40,
    BOTTOM = 50,
    COLOURS = 8,
    MOST_LINES = 64
};

/* Told apart by people who see colours differently, too; lines of one colour differ in dashes. */
static const char *const colours[COLOURS] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                             "#e69f00", "#56b4e9", "#000000", "#7f7f7f"};
static const char *const dashes[] = {"", "6,3", "2,2"};

typedef enum chart_kind { CHART_LATENCY, CHART_BANDWIDTH } chart_kind_t;

typedef struct chart {
    chart_kind_t kind;
    const perf_row_t *rows;
    size_t count;
    double top;           /* of the chart in the picture */
    double x_low, x_high; /* log2 of bytes */
    double y_low, y_high; /* log10 of the figure */
} chart_t;

/* What a line is: the benchmark and its operation, and what it is compared with. */
typedef struct line {
    char name[96];
    int colour;
    int curve;
    double y; /* where it ends, and then where its name stands */
} line_t;

static double value_of(const perf_row_t *row, chart_kind_t kind, int curve)
{
    const double seconds = curve == 0 ? row->figures.median : curve == 1 ? row->mpi : row->limit;
    const perf_limit_t limit = row->benchmark->limit;
    /* Only copies move as many bytes. */
    const bool bytes_apart = curve == 2 && limit != PERF_LIMIT_COPY && limit != PERF_LIMIT_MOVE &&
                             limit != PERF_LIMIT_APPEND;
    if (seconds <= 0.0 || (kind == CHART_BANDWIDTH && bytes_apart)) {
        return 0.0;
    }
    if (kind == CHART_LATENCY) {
        return seconds * 1e6;
    }
    return row->algorithm_bandwidth * row->figures.median / seconds * 1e-9;
}

static bool is_same_line(const perf_row_t *a, const perf_row_t *b)
{
    return a->benchmark == b->benchmark && strcmp(a->operation, b->operation) == 0;
}

static bool find_range(chart_t *chart)
{
    chart->x_low = chart->y_low = INFINITY;
    chart->x_high = chart->y_high = -INFINITY;
    for (size_t i = 0; i < chart->count; i++) {
        for (int curve = 0; curve < 3; curve++) {
            const double value = value_of(&chart->rows[i], chart->kind, curve);
            if (value > 0.0 && chart->rows[i].benchmark->sized) {
                chart->x_low = fmin(chart->x_low, log2((double)chart->rows[i].bytes));
                chart->x_high = fmax(chart->x_high, log2((double)chart->rows[i].bytes));
                chart->y_low = fmin(chart->y_low, floor(log10(value)));
                chart->y_high = fmax(chart->y_high, ceil(log10(value)));
            }
        }
    }
    chart->x_high = fmax(chart->x_high, chart->x_low + 1.0);
    chart->y_high = fmax(chart->y_high, chart->y_low + 1.0);
    return isfinite(chart->x_low);
}

static double x_of(const chart_t *chart, double log2_bytes)
{
    return LEFT +
           (log2_bytes - chart->x_low) / (chart->x_high - chart->x_low) * (WIDTH - LEFT - RIGHT);
}

static double y_of(const chart_t *chart, double log10_value)
{
    const double height = CHART_HEIGHT - TOP - BOTTOM;
    return chart->top + TOP +
           (chart->y_high - log10_value) / (chart->y_high - chart->y_low) * height;
}

static void write_size(FILE *out, double log2_bytes)
{
    static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
    const int exponent = (int)log2_bytes;
    fprintf(out, "%d %s", 1 << (exponent % 10), units[exponent / 10]);
}

static void write_axes(FILE *out, const chart_t *chart)
{
    const double bottom = y_of(chart, chart->y_low);
    fprintf(out, "<text x='%d' y='%.1f' class='title'>%s</text>\n", LEFT, chart->top + TOP - 15,
            chart->kind == CHART_LATENCY ? "Latency, microseconds"
                                         : "Bandwidth, 10^9 bytes per second");
    const double step = fmax(1.0, ceil((chart->x_high - chart->x_low) / 10.0));
    for (double x = ceil(chart->x_low); x <= chart->x_high; x += step) {
        fprintf(out,
                "<line x1='%.1f' y1='%.1f' x2='%.1f' y2='%.1f' class='grid'/>"
                "<text x='%.1f' y='%.1f' text-anchor='middle'>",
                x_of(chart, x), y_of(chart, chart->y_high), x_of(chart, x), bottom, x_of(chart, x),
                bottom + 18);
        write_size(out, x);
        fputs("</text>\n", out);
    }
    for (double y = chart->y_low; y <= chart->y_high; y++) {
        fprintf(out,
                "<line x1='%d' y1='%.1f' x2='%d' y2='%.1f' class='grid'/>"
                "<text x='%d' y='%.1f' text-anchor='end'>%g</text>\n",
                LEFT, y_of(chart, y), WIDTH - RIGHT, y_of(chart, y), LEFT - 8, y_of(chart, y) + 4,
                pow(10.0, y));
    }
}

/* Returns where the line ends, or a negative number where it has no point. */
static double write_curve(FILE *out, const chart_t *chart, size_t first, int curve, int colour)
{
    double end = -1.0;
    for (size_t i = first; i < chart->count; i++) {
        const double value = value_of(&chart->rows[i], chart->kind, curve);
        if (!is_same_line(&chart->rows[i], &chart->rows[first]) || value <= 0.0 ||
            !chart->rows[i].benchmark->sized) {
            continue;
        }
        if (end < 0.0) {
            fprintf(out,
                    "<polyline fill='none' stroke='%s' stroke-width='2' "
                    "stroke-dasharray='%s' points='",
                    colours[colour % COLOURS], dashes[curve]);
        }
        end = y_of(chart, log10(value));
        fprintf(out, "%.1f,%.1f ", x_of(chart, log2((double)chart->rows[i].bytes)), end);
    }
    if (end >= 0.0) {
        fputs("'/>\n", out);
    }
    return end;
}

static int compare_ends(const void *a, const void *b)
{
    const double left = ((const line_t *)a)->y;
    const double right = ((const line_t *)b)->y;
    return (left > right) - (left < right);
}

/* The names stand at their lines' ends, in the order of those, and each behind a piece of its line.
 */
static void write_names(FILE *out, const chart_t *chart, line_t *lines, int count)
{
    enum { HEIGHT = 13 };
    qsort(lines, (size_t)count, sizeof *lines, compare_ends);
    for (int i = 1; i < count; i++) {
        lines[i].y = fmax(lines[i].y, lines[i - 1].y + HEIGHT);
    }
    double most = y_of(chart, chart->y_low);
    for (int i = count - 1; i >= 0; i--, most -= HEIGHT) {
        lines[i].y = fmin(lines[i].y, most);
    }
    for (int i = 0; i < count; i++) {
        const line_t *const line = &lines[i];
        const char *const colour = colours[line->colour % COLOURS];
        fprintf(out,
                "<line x1='%d' y1='%.1f' x2='%d' y2='%.1f' stroke='%s' stroke-width='2' "
                "stroke-dasharray='%s'/><text x='%d' y='%.1f' fill='%s'>%s</text>\n",
                WIDTH - RIGHT + 8, line->y, WIDTH - RIGHT + 32, line->y, colour,
                dashes[line->curve], WIDTH - RIGHT + 38, line->y + 4, colour, line->name);
    }
}

static void write_chart(FILE *out, chart_t *chart)
{
    line_t names[3 * MOST_LINES];
    int n_names = 0;
    int lines = 0;
    if (!find_range(chart)) {
        return;
    }
    write_axes(out, chart);
    for (size_t i = 0; i < chart->count && lines < MOST_LINES; i++) {
        bool drawn = false;
        for (size_t before = 0; before < i; before++) {
            drawn |= is_same_line(&chart->rows[before], &chart->rows[i]);
        }
        if (drawn) {
            continue;
        }
        static const char *const suffixes[] = {"", ", MPI", ", limit"};
        for (int curve = 0; curve < 3; curve++) {
            const double end = write_curve(out, chart, i, curve, lines);
            if (end >= 0.0) {
                line_t *const line = &names[n_names++];
                *line = (line_t){.colour = lines, .curve = curve, .y = end};
                snprintf(line->name, sizeof line->name, "%s%s%s%s", chart->rows[i].benchmark->name,
                         *chart->rows[i].operation ? " " : "", chart->rows[i].operation,
                         suffixes[curve]);
            }
        }
        lines++;
    }
    write_names(out, chart, names, n_names);
}

bool perf_plot_write(const char *file, const perf_row_t *rows, size_t count)
{
    FILE *const out = fopen(file, "we");
    if (!out) {
        perror(file);
        return false;
    }
    fprintf(out,
            "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' "
            "viewBox='0 0 %d %d'>\n<style>text{font:12px sans-serif}"
            ".title{font-weight:bold}.grid{stroke:#ddd}</style>\n"
            "<rect width='100%%' height='100%%' fill='white'/>\n",
            WIDTH, 2 * CHART_HEIGHT, WIDTH, 2 * CHART_HEIGHT);
    chart_t latency = {.kind = CHART_LATENCY, .rows = rows, .count = count};
    chart_t bandwidth = {
        .kind = CHART_BANDWIDTH, .rows = rows, .count = count, .top = CHART_HEIGHT};
    write_chart(out, &latency);
    write_chart(out, &bandwidth);
    fputs("</svg>\n", out);
    const bool written = !ferror(out);
    if (fclose(out) != 0 || !written) {
        perror(file);
        return false;
    }
    return true;
}
