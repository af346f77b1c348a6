/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Names that newer versions of OpenSHMEM have replaced or removed.
 */
#include "define.h"
#include "host/api/openshmem.h"
#include "routines.h"

#define AMOS(NAME, TYPE, A) OPENSHMEM_OLD_AMOS(OPENSHMEM_JUMP, NAME, TYPE)
#define NUMBER_AMOS(NAME, TYPE, A) OPENSHMEM_OLD_NUMBER_AMOS(OPENSHMEM_JUMP, NAME, TYPE)
OPENSHMEM_OLD_TYPES(AMOS, )
OPENSHMEM_OLD_NUMBERS(NUMBER_AMOS, )
OPENSHMEM_OLD_WAITS(OPENSHMEM_JUMP)
OPENSHMEM_OF_LONG(OPENSHMEM_JUMP)

/* ---- Caches ------------------------------------------------------------------------------------- */
/* Caches are coherent here, so only the order of accesses is left to the compiler and the
 * processor. */

#define CACHES(RESULT, NAME, PARAMETERS, ARGUMENTS, TARGET) \
    RESULT pshmem_##NAME PARAMETERS                         \
    {                                                       \
        __atomic_thread_fence(__ATOMIC_SEQ_CST);            \
    }                                                       \
    OPENSHMEM_ALIAS(RESULT, NAME, PARAMETERS)
#define CACHE_LINE(RESULT, NAME, PARAMETERS, ARGUMENTS, TARGET) \
    RESULT pshmem_##NAME PARAMETERS                             \
    {                                                           \
        (void)ARGUMENTS;                                        \
        __atomic_thread_fence(__ATOMIC_SEQ_CST);                \
    }                                                           \
    OPENSHMEM_ALIAS(RESULT, NAME, PARAMETERS)
OPENSHMEM_CACHES(CACHES)
OPENSHMEM_CACHE_LINES(CACHE_LINE)

/* ---- Names that do not begin with shmem_ --------------------------------------------------------- */

/* The argument has had no meaning since launchers determine the number of PEs. */
void start_pes(int npes)
{
    (void)npes;
    int is_initialized;
    ishmemx_query_initialized(&is_initialized);
    if (!is_initialized) {
        shmem_init();
    }
}

#define BARE(RESULT, NAME, PARAMETERS, ARGUMENTS, TARGET) \
    RESULT NAME PARAMETERS                                \
    {                                                     \
        return (TARGET)ARGUMENTS;                         \
    }
OPENSHMEM_BARE(BARE)
