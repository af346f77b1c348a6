/* SPDX-License-Identifier: BSD-3-Clause */
#include "timeline.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { COLUMNS = 84, SAMPLES = 20000 };

static void find_ends(const timeline_span_t *spans, size_t count, double *first, double *last)
{
    *first = spans[0].start;
    *last = spans[0].end;
    for (size_t i = 1; i < count; i++) {
        if (spans[i].start < *first)
            *first = spans[i].start;
        if (spans[i].end > *last)
            *last = spans[i].end;
    }
}

static void print_lane(const char *name, int lane, const timeline_span_t *spans, size_t count,
                       double first, double column)
{
    char line[COLUMNS + 1];

    memset(line, '.', COLUMNS);
    line[COLUMNS] = '\0';
    for (size_t i = 0; i < count; i++) {
        if (spans[i].lane != lane)
            continue;
        const int from = (int)((spans[i].start - first) / column);
        const int to = (int)((spans[i].end - first) / column);
        for (int at = from; at <= to && at < COLUMNS; at++)
            line[at] = (char)('0' + spans[i].iteration % 10);
    }
    printf("  %-11s %s\n", name, line);
}

void timeline_print(const char *const *names, int lanes, const timeline_span_t *spans, size_t count)
{
    double first;
    double last;

    find_ends(spans, count, &first, &last);
    const double column = last > first ? (last - first) / COLUMNS : 1.0;
    printf("timeline      iterations %u to %u in %.1f us; a column is %.2f us\n",
           spans[0].iteration, spans[count - 1].iteration, (last - first) / 1e3, column / 1e3);
    for (int lane = 0; lane < lanes; lane++)
        print_lane(names[lane], lane, spans, count, first, column);
}

double timeline_overlap(int lane, const timeline_span_t *spans, size_t count)
{
    double first;
    double last;
    int busy = 0;
    int both = 0;

    find_ends(spans, count, &first, &last);
    for (int sample = 0; sample < SAMPLES; sample++) {
        const double at = first + (last - first) * sample / SAMPLES;
        bool own = false;
        bool other = false;
        for (size_t i = 0; i < count; i++) {
            if (at >= spans[i].start && at < spans[i].end) {
                own |= spans[i].lane == lane;
                other |= spans[i].lane != lane;
            }
        }
        busy += other;
        both += other && own;
    }
    return busy > 0 ? (double)both / busy : 0.0;
}
