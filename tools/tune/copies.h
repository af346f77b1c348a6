/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Which way of putting is fastest at which size.  The caller of a put chooses the way, or the place
 * where its PEs run does, so these results are only for people to read.
 */
#ifndef TUNE_COPIES_H
#define TUNE_COPIES_H

#include "crossover.h"
#include "measure.h"

typedef enum tune_copy_id {
    TUNE_COPY_HOST,
    TUNE_COPY_ENGINE,
    TUNE_COPY_WORK_ITEM,
    TUNE_COPY_SUB_GROUP,
    TUNE_COPY_WORK_GROUP,
    TUNE_COPY_PROXY, /* as a kernel's put if the peer is on another host */
    TUNE_COPIES
} tune_copy_id_t;

typedef struct tune_copy {
    const char *name;
    perf_run_fn run;
    perf_scope_t scope;
} tune_copy_t;

extern const tune_copy_t tune_copies[TUNE_COPIES];

/* Collective; the curves of those ways are right on PE 0. */
void tune_copies_measure(perf_job_t *job, tune_copy_id_t first, tune_copy_id_t last,
                         const tune_sizes_t *sizes, tune_curves_t *curves);

#endif
