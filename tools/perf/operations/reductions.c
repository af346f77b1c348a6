/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The table of the host's reductions, from the library's own lists.
 */
#include "reductions.h"

#include <stdio.h>
#include <string.h>

const char *const perf_reduce_operations[] = {"sum", "prod", "min", "max",
                                              "and", "or",   "xor", NULL};
const char *const perf_scan_operations[] = {"sum", NULL};

static const char *const routine_names[] = {[PERF_REDUCE] = "reduce",
                                            [PERF_REDUCE_SCATTER] = "reduce_scatter",
                                            [PERF_INSCAN] = "inscan",
                                            [PERF_EXSCAN] = "exscan"};

#define DEFINE(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)                                         \
    static RESULT NAME##_##ROUTINE(ishmem_team_t team, void *dest, const void *source, size_t n)  \
    {                                                                                             \
        return PREFIX##_##NAME##_##ROUTINE(team, (TYPE *)dest, (const TYPE *)source, n);          \
    }                                                                                             \
    static int append_##NAME##_##ROUTINE(ishmem_team_t team, void *dest, const void *source,      \
                                         size_t n, ze_command_list_handle_t list,                 \
                                         ze_event_handle_t signal)                                \
    {                                                                                             \
        return ishmemx_##NAME##_##ROUTINE##_on_queue(team, (TYPE *)dest, (const TYPE *)source, n, \
                                                     NULL, list, signal, 0, NULL);                \
    }
#define DEFINE_BIT(NAME, TYPE, A) ISHMEMI_REDUCE_BIT_ROUTINES(DEFINE, NAME, TYPE)
#define DEFINE_ARITH(NAME, TYPE, A) ISHMEMI_REDUCE_ARITH_ROUTINES(DEFINE, NAME, TYPE)
#define DEFINE_HALF(NAME, TYPE, A) ISHMEMI_REDUCE_HALF_ROUTINES(DEFINE, NAME, TYPE)
ISHMEMI_REDUCE_BIT_TYPES(DEFINE_BIT, )
ISHMEMI_REDUCE_ARITH_TYPES(DEFINE_ARITH, )
ISHMEMI_REDUCE_HALF_TYPES(DEFINE_HALF, )

#define ENTRY(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) \
    {#NAME, #ROUTINE, NAME##_##ROUTINE, append_##NAME##_##ROUTINE},
#define ENTRY_BIT(NAME, TYPE, A) ISHMEMI_REDUCE_BIT_ROUTINES(ENTRY, NAME, TYPE)
#define ENTRY_ARITH(NAME, TYPE, A) ISHMEMI_REDUCE_ARITH_ROUTINES(ENTRY, NAME, TYPE)
#define ENTRY_HALF(NAME, TYPE, A) ISHMEMI_REDUCE_HALF_ROUTINES(ENTRY, NAME, TYPE)
static const perf_reduction_routine_t entries[] = {ISHMEMI_REDUCE_BIT_TYPES(
    ENTRY_BIT, ) ISHMEMI_REDUCE_ARITH_TYPES(ENTRY_ARITH, ) ISHMEMI_REDUCE_HALF_TYPES(ENTRY_HALF, )};

const perf_reduction_routine_t *perf_reduction_find(perf_reduction_t reduction, const char *type,
                                                    const char *operation)
{
    char routine[32];
    snprintf(routine, sizeof routine, "%s_%s", operation ? operation : "sum",
             routine_names[reduction]);
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++) {
        if (strcmp(entries[i].type, type) == 0 && strcmp(entries[i].name, routine) == 0) {
            return &entries[i];
        }
    }
    return NULL;
}
