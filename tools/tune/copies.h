/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Which way of putting is quickest at which size: the caller chooses it, so that it is for people to
 * read.
 */
#ifndef TUNE_COPIES_H
#define TUNE_COPIES_H

#include "crossover.h"

enum { TUNE_COPIES = 5 };

extern const char *const tune_copy_names[TUNE_COPIES];

/* Collective; the curves are right on PE 0. */
void tune_copies_measure(perf_job_t *job, const tune_sizes_t *sizes, tune_curves_t *curves);

#endif
