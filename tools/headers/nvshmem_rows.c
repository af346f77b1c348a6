/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The rows of NVSHMEM's headers, from ishmem/nvshmem/lists.h; see rows.c.
 * tests/nvshmem/names_test.py compares libraries and the table of docs/nvshmem.md with the last
 * part.
 */
#include "ishmem/nvshmem/lists.h"

/* Handles under the names that they have there. */
#define ishmem_team_t nvshmem_team_t

#define SINGLE(RESULT, NAME, KIND, TYPE, PREFIX, TARGET) \
    LINE RESULT nvshmem_##NAME(ISHMEMI_PARAMETERS_##KIND(TYPE));
PART(nvshmem_routines)
HEADING("Query, order, signals")
NVSHMEMI_QUERY_LIST(SINGLE)
HEADING("Remote memory access")
NVSHMEMI_COPY_LIST(SINGLE)
NVSHMEMI_P_LIST(SINGLE)
NVSHMEMI_G_LIST(SINGLE)
HEADING("Atomic memory operations")
NVSHMEMI_AMO_LIST(SINGLE)
HEADING("Point-to-point synchronisation")
NVSHMEMI_WAIT_LIST(SINGLE)
NVSHMEMI_CHANGED_LIST(SINGLE)
NVSHMEMI_SET_LIST(SINGLE)
HEADING("Collectives")
NVSHMEMI_GROUP_COLLECTIVES(SINGLE)

#define EXTRA(RESULT, NAME, KIND, TYPE, PREFIX, TARGET) \
    LINE RESULT nvshmemx_##NAME(ISHMEMI_PARAMETERS_##KIND(TYPE));
#define STREAM(RESULT, NAME, KIND, TYPE, PREFIX, TARGET)                     \
    LINE RESULT nvshmemx_##NAME##_on_stream(ISHMEMI_PARAMETERS_##KIND(TYPE), \
                                            ze_command_list_handle_t stream);
PART(nvshmem_extensions)
HEADING("Atomic memory operations on floating-point numbers")
NVSHMEMI_AMO_FLOAT_LIST(EXTRA)
HEADING("Remote memory access on command lists")
NVSHMEMI_COPY_LIST(STREAM)
NVSHMEMI_P_LIST(STREAM)
NVSHMEMI_G_LIST(STREAM)
HEADING("Point-to-point synchronisation on command lists")
NVSHMEMI_WAIT_LIST(STREAM)
NVSHMEMI_CHANGED_LIST(STREAM)
HEADING("Collectives on command lists")
NVSHMEMI_STREAM_COLLECTIVES(STREAM)

/* CALLER(name, routine of libishmem) */
#define NAMES(RESULT, NAME, KIND, TYPE, PREFIX, TARGET) \
    LINE single(nvshmem_##NAME, PREFIX##_##TARGET)
#define EXTRA_NAMES(RESULT, NAME, KIND, TYPE, PREFIX, TARGET) \
    LINE single(nvshmemx_##NAME, PREFIX##_##TARGET)
/* clang-format off */
#define GROUP_NAMES(RESULT, NAME, KIND, TYPE, PREFIX, TARGET)          \
    LINE group(nvshmemx_##NAME##_block, ishmemx_##TARGET##_work_group) \
    LINE group(nvshmemx_##NAME##_warp, ishmemx_##TARGET##_sub_group)
/* clang-format on */
#define STREAM_NAMES(RESULT, NAME, KIND, TYPE, PREFIX, TARGET) \
    LINE stream(nvshmemx_##NAME##_on_stream, ishmemx_##TARGET##_on_queue)
PART(nvshmem_names)
NVSHMEMI_SINGLE_LISTS(NAMES)
NVSHMEMI_CHANGED_LIST(NAMES)
NVSHMEMI_AMO_FLOAT_LIST(EXTRA_NAMES)
NVSHMEMI_GROUP_LISTS(GROUP_NAMES)
NVSHMEMI_STREAM_LISTS(STREAM_NAMES)
NVSHMEMI_CHANGED_LIST(STREAM_NAMES)
NVSHMEMI_G_LIST(STREAM_NAMES)
NVSHMEMI_SYNC_LIST(STREAM_NAMES)
NVSHMEMI_STREAM_COLLECTIVES(STREAM_NAMES)
