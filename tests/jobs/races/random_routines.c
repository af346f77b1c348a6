/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The collectives of random_races.c, by the host and on a command list.
 */
#include "random_races.h"

static int result;

/* Reports name the function. */
#define CALLS(NAME, TYPE, FUNCTION, QUEUED, KIND)                                    \
    static __attribute__((noinline)) int host_##NAME(const command_t *command)       \
    {                                                                                \
        BIND(TYPE)                                                                   \
        return FUNCTION(ISHMEMI_ARGUMENTS_##KIND);                                   \
    }                                                                                \
    static __attribute__((noinline)) int queue_##NAME(const command_t *command,      \
                                                      ze_command_list_handle_t list) \
    {                                                                                \
        BIND(TYPE)                                                                   \
        return QUEUED(ISHMEMI_ARGUMENTS_##KIND, &result, list, NULL, 0, NULL);       \
    }
#define TYPED(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)         \
    CALLS(NAME##_##ROUTINE, TYPE, (PREFIX##_##NAME##_##ROUTINE), \
          (ishmemx_##NAME##_##ROUTINE##_on_queue), KIND)
#define SIZED(SIZE, BYTES, PREFIX, HEAD, TAIL, KIND) \
    CALLS(HEAD##SIZE, void, (PREFIX##_##HEAD##SIZE), (ishmemx_##HEAD##SIZE##_on_queue), KIND)
ROUTINES(TYPED, SIZED)

#define ROW(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)                         \
    [NUMBER_##NAME##_##ROUTINE] = {#NAME "_" #ROUTINE, #ROUTINE, sizeof(TYPE), \
                                   host_##NAME##_##ROUTINE, queue_##NAME##_##ROUTINE},
#define ROW_SIZED(SIZE, BYTES, PREFIX, HEAD, TAIL, KIND) \
    [NUMBER_##HEAD##SIZE] = {#HEAD #SIZE, #HEAD, BYTES, host_##HEAD##SIZE, queue_##HEAD##SIZE},
const routine_t routines[NUMBER_COUNT] = {ROUTINES(ROW, ROW_SIZED)};
