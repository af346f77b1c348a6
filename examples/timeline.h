/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A picture of when what ran on a device: a line for each lane, in which the last digit of an
 * iteration stands where something of it ran.
 */
#ifndef TIMELINE_H
#define TIMELINE_H

#include <stddef.h>
#include <stdint.h>

/* Nanoseconds of one clock. */
typedef struct timeline_span {
    int lane;
    uint32_t iteration;
    double start;
    double end;
} timeline_span_t;

/* Both take at least one span, in the order of their iterations.  names: of the lanes, `lanes` of
 * them. */
void timeline_print(const char *const *names, int lanes, const timeline_span_t *spans,
                    size_t count);

/* The share of the time in which another lane was busy that `lane` was busy too. */
double timeline_overlap(int lane, const timeline_span_t *spans, size_t count);

#endif
