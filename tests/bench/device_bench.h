/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the parts of device_bench share.
 */
#ifndef DEVICE_BENCH_H
#define DEVICE_BENCH_H

#include "launch.h"
#include <stdbool.h>
#include <stdint.h>

enum { SAMPLES = 9, GROUP_ITEMS = 256 };
#define COPY_BYTES ((size_t)64 << 20)

/* Symmetric memory and the program, the same on all PEs. */
typedef struct bench {
    int me;
    int n_pes;
    bool host_reaches; /* the host may load and store heaps */
    launch_program_t program;
    char *source;      /* COPY_BYTES */
    char *destination; /* COPY_BYTES */
    uint64_t *word;    /* ping-pong: written by the partner */
    uint64_t *phase;   /* written by PE 0: how many measurements of its own are over */
    double *reports;   /* on PE 0: one a PE */
    uint64_t phases;
} bench_t;

/* Seconds of one launch, to its completion. */
double bench_launch(const bench_t *bench, ze_kernel_handle_t kernel, uint32_t groups);

/* By PE 0: medians of the seconds of a launch and of memcpy of as many bytes, sampled in turn, so
 * that what else goes on in the machine meets both alike.  memcpy is between the two buffers where
 * the host reaches them, else between two of its own. */
void bench_against_memcpy(const bench_t *bench, ze_kernel_handle_t kernel, uint32_t groups,
                          void *destination, const void *source, size_t bytes, double *seconds,
                          double *limit);

/* By PE 0: put, get, p, g and atomics by a work-item, a sub-group, a work-group and several
 * work-groups at once.  Prints its rows. */
void bench_forms(const bench_t *bench);

#endif
