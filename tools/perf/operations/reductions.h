/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The host's reductions and scans by the names of their types and operations.
 */
#ifndef PERF_REDUCTIONS_H
#define PERF_REDUCTIONS_H

#include "perf.h"

typedef enum perf_reduction {
    PERF_REDUCE,
    PERF_REDUCE_SCATTER,
    PERF_INSCAN,
    PERF_EXSCAN
} perf_reduction_t;

extern const char *const perf_reduce_operations[];
extern const char *const perf_scan_operations[];

typedef struct perf_reduction_routine {
    const char *type;
    const char *name; /* as sum_reduce */
    int (*call)(ishmem_team_t team, void *dest, const void *source, size_t n);
    /* The form on a command list. */
    int (*append)(ishmem_team_t team, void *dest, const void *source, size_t n,
                  ze_command_list_handle_t list, ze_event_handle_t signal);
} perf_reduction_routine_t;

/* The routine of an operation, or of sum for NULL; NULL if there is no such routine. */
const perf_reduction_routine_t *perf_reduction_find(perf_reduction_t reduction, const char *type,
                                                    const char *operation);

#endif
