/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Finds which way is best for which sizes, from the times that several ways take at each size.
 */
#ifndef TUNE_CROSSOVER_H
#define TUNE_CROSSOVER_H

#include "tune.h"

/* Seconds by way and size; 0 where a way was not measured. */
typedef struct tune_curves {
    size_t ways;
    double seconds[TUNE_WAYS][TUNE_SIZES];
} tune_curves_t;

/* Keeps the smallest time measured for a way at a size, because other work on the machine only adds
 * time. */
void tune_curves_note(tune_curves_t *curves, size_t way, size_t size, double seconds);

/* A way, and the place of the last size that it is for. */
typedef struct tune_run {
    size_t way;
    size_t last;
} tune_run_t;

/* The runs are ascending; the last one ends with the largest size.  Returns how many there are. */
size_t tune_find_runs(const tune_curves_t *curves, const tune_sizes_t *sizes,
                      tune_run_t runs[TUNE_SIZES]);

/* Finds the way that costs least over all sizes. */
tune_run_t tune_find_one(const tune_curves_t *curves, const tune_sizes_t *sizes);

/* Of two ways, the first can only be for the first sizes: finds the number of these at which the
 * total costs least. */
size_t tune_find_cutover(const tune_curves_t *curves, const tune_sizes_t *sizes);

#endif
