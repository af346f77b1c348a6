/* SPDX-License-Identifier: BSD-3-Clause */
#include "caller.h"

#include <string.h>

/* ---- By the host ----------------------------------------------------------------------------- */

#define HOST_TYPED(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)                                     \
    static void host_##NAME##_##ROUTINE(const command_t *command)                                 \
    {                                                                                             \
        BIND_COMMON(TYPE)                                                                         \
        BIND_VALUES(TYPE)                                                                         \
        const ishmem_ctx_t ctx = ADDRESS(struct ishmemi_state, context);                          \
        if (ctx) {                                                                                \
            STORE_##ROUTINE(TYPE) PREFIX##_ctx_##NAME##_##ROUTINE(ctx, ISHMEMI_ARGUMENTS_##KIND); \
        } else {                                                                                  \
            STORE_##ROUTINE(TYPE) PREFIX##_##NAME##_##ROUTINE(ISHMEMI_ARGUMENTS_##KIND);          \
        }                                                                                         \
    }
#define HOST_OWN(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)                          \
    static void host_##NAME##_##ROUTINE(const command_t *command)                    \
    {                                                                                \
        BIND_COMMON(TYPE)                                                            \
        BIND_VALUES(TYPE)                                                            \
        STORE_##ROUTINE(TYPE) PREFIX##_##NAME##_##ROUTINE(ISHMEMI_ARGUMENTS_##KIND); \
    }
#define HOST_COLLECTIVE(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)        \
    static void host_##NAME##_##ROUTINE(const command_t *command)         \
    {                                                                     \
        BIND_COMMON(TYPE)                                                 \
        STORE(int) PREFIX##_##NAME##_##ROUTINE(ISHMEMI_ARGUMENTS_##KIND); \
    }
#define HOST_SIZED(SIZE, BYTES, PREFIX, HEAD, TAIL, KIND)                   \
    static void host_##HEAD##SIZE##TAIL(const command_t *command)           \
    {                                                                       \
        BIND_COMMON(void)                                                   \
        const ishmem_ctx_t ctx = ADDRESS(struct ishmemi_state, context);    \
        if (ctx) {                                                          \
            PREFIX##_ctx_##HEAD##SIZE##TAIL(ctx, ISHMEMI_ARGUMENTS_##KIND); \
        } else {                                                            \
            PREFIX##_##HEAD##SIZE##TAIL(ISHMEMI_ARGUMENTS_##KIND);          \
        }                                                                   \
    }
#define HOST_COLLECTIVE_SIZED(SIZE, BYTES, PREFIX, HEAD, TAIL, KIND)      \
    static void host_##HEAD##SIZE##TAIL(const command_t *command)         \
    {                                                                     \
        BIND_COMMON(void)                                                 \
        STORE(int) PREFIX##_##HEAD##SIZE##TAIL(ISHMEMI_ARGUMENTS_##KIND); \
    }
ROUTINES_RMA(HOST_TYPED)
ROUTINES_SIZED(HOST_SIZED)
ROUTINES_AMO(HOST_TYPED)
ROUTINES_WAIT(HOST_OWN)
ROUTINES_MOVES(HOST_COLLECTIVE)
ROUTINES_MOVES_SIZED(HOST_COLLECTIVE_SIZED)
ROUTINES_REDUCE(HOST_COLLECTIVE)
ROUTINES_HALF(HOST_COLLECTIVE)

static void host_order(const command_t *command)
{
    const ishmem_ctx_t ctx = ADDRESS(struct ishmemi_state, context);
    const int pes[1] = {command->pe};
    switch (command->routine) {
    case NUMBER_fence:
        ctx ? ishmem_ctx_fence(ctx) : ishmem_fence();
        break;
    case NUMBER_quiet:
        ctx ? ishmem_ctx_quiet(ctx) : ishmem_quiet();
        break;
    default:
        ctx ? ishmem_ctx_pe_quiet(ctx, pes, 1) : ishmem_pe_quiet(pes, 1);
        break;
    }
}

static void host_signal(const command_t *command)
{
    BIND_COMMON(long)
    const ishmem_ctx_t ctx = ADDRESS(struct ishmemi_state, context);
    switch (command->routine) {
    case NUMBER_signal_set:
        ctx ? ishmemx_ctx_signal_set(ctx, sig_addr, signal, pe)
            : ishmemx_signal_set(sig_addr, signal, pe);
        break;
    case NUMBER_signal_add:
        ctx ? ishmemx_ctx_signal_add(ctx, sig_addr, signal, pe)
            : ishmemx_signal_add(sig_addr, signal, pe);
        break;
    case NUMBER_signal_fetch:
        STORE(uint64_t) ishmem_signal_fetch(sig_addr);
        break;
    default:
        STORE(uint64_t) ishmem_signal_wait_until(sig_addr, cmp, signal);
        break;
    }
}

static void host_sync(const command_t *command)
{
    const int team = command->team;
    switch (command->routine) {
    case NUMBER_sync_all:
        ishmem_sync_all();
        break;
    case NUMBER_barrier_all:
        ishmem_barrier_all();
        break;
    case NUMBER_team_sync:
        STORE(int) ishmem_team_sync(team);
        break;
    default:
        STORE(int) ishmemx_team_barrier(team);
        break;
    }
}

static void host_locked_add(const command_t *command)
{
    BIND_COMMON(long)
    const bool tests = command->routine == NUMBER_tested_add;
    if (!tests) {
        ishmem_set_lock(dest);
    }
    while (tests && ishmem_test_lock(dest) != 0) {
    }
    long *const counter = ADDRESS(long, source);
    ishmem_long_p(counter, ishmem_long_g(counter, pe) + (long)command->value, pe);
    ishmem_clear_lock(dest);
}

/* ---- On command lists ------------------------------------------------------------------------ */

#define LIST queue, NULL, 0, NULL

#define QUEUE_TYPED(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)                                    \
    static int queue_##NAME##_##ROUTINE(const command_t *command, ze_command_list_handle_t queue) \
    {                                                                                             \
        BIND_COMMON(TYPE)                                                                         \
        BIND_VALUES(TYPE)                                                                         \
        RESULT *const ret = ADDRESS(RESULT, result);                                              \
        (void)ret;                                                                                \
        return ishmemx_##NAME##_##ROUTINE##_on_queue(ISHMEMI_ARGUMENTS_##KIND,                    \
                                                     ISHMEMI_QUEUE_RET(RESULT) LIST);             \
    }
#define QUEUE_COLLECTIVE(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)                               \
    static int queue_##NAME##_##ROUTINE(const command_t *command, ze_command_list_handle_t queue) \
    {                                                                                             \
        BIND_COMMON(TYPE)                                                                         \
        return ishmemx_##NAME##_##ROUTINE##_on_queue(ISHMEMI_ARGUMENTS_##KIND,                    \
                                                     ADDRESS(int, result), LIST);                 \
    }
#define QUEUE_SIZED(SIZE, BYTES, PREFIX, HEAD, TAIL, KIND)                                        \
    static int queue_##HEAD##SIZE##TAIL(const command_t *command, ze_command_list_handle_t queue) \
    {                                                                                             \
        BIND_COMMON(void)                                                                         \
        return ishmemx_##HEAD##SIZE##TAIL##_on_queue(ISHMEMI_ARGUMENTS_##KIND, LIST);             \
    }
#define QUEUE_COLLECTIVE_SIZED(SIZE, BYTES, PREFIX, HEAD, TAIL, KIND)                             \
    static int queue_##HEAD##SIZE##TAIL(const command_t *command, ze_command_list_handle_t queue) \
    {                                                                                             \
        BIND_COMMON(void)                                                                         \
        return ishmemx_##HEAD##SIZE##TAIL##_on_queue(ISHMEMI_ARGUMENTS_##KIND,                    \
                                                     ADDRESS(int, result), LIST);                 \
    }
ROUTINES_RMA(QUEUE_TYPED)
ROUTINES_SIZED(QUEUE_SIZED)
ROUTINES_AMO(QUEUE_TYPED)
ROUTINES_WAIT(QUEUE_TYPED)
ROUTINES_MOVES(QUEUE_COLLECTIVE)
ROUTINES_MOVES_SIZED(QUEUE_COLLECTIVE_SIZED)
ROUTINES_REDUCE(QUEUE_COLLECTIVE)
ROUTINES_HALF(QUEUE_COLLECTIVE)

static int queue_untyped(const command_t *command, ze_command_list_handle_t queue)
{
    BIND_COMMON(long)
    switch (command->routine) {
    case NUMBER_fence:
        return ishmemx_fence_on_queue(LIST);
    case NUMBER_quiet:
        return ishmemx_quiet_on_queue(LIST);
    case NUMBER_signal_set:
        return ishmemx_signal_set_on_queue(sig_addr, signal, pe, LIST);
    case NUMBER_signal_add:
        return ishmemx_signal_add_on_queue(sig_addr, signal, pe, LIST);
    case NUMBER_signal_wait_until:
        return ishmemx_signal_wait_until_on_queue(sig_addr, cmp, signal, ADDRESS(uint64_t, result),
                                                  LIST);
    case NUMBER_sync_all:
        return ishmemx_sync_all_on_queue(LIST);
    case NUMBER_barrier_all:
        return ishmemx_barrier_all_on_queue(LIST);
    case NUMBER_team_sync:
        return ishmemx_team_sync_on_queue(team, ADDRESS(int, result), LIST);
    default:
        return ishmemx_team_barrier_on_queue(team, ADDRESS(int, result), LIST);
    }
}

/* ---- The table ------------------------------------------------------------------------------- */

#define NUMBER_OF_float16 NUMBER_FLOAT16
#define NUMBER_OF_bfloat16 NUMBER_BFLOAT16
/* The kind of number that a C type is. */
#define NUMBER_OF(TYPE) \
    ((TYPE)0.5 != (TYPE)0 ? NUMBER_REAL : (TYPE)-1 < (TYPE)1 ? NUMBER_SIGNED : NUMBER_UNSIGNED)

#define ROW(NAME, TYPE, ROUTINE, KIND, TYPE_NUMBER, MODULE) \
    [NUMBER_##NAME##_##ROUTINE] = {#NAME "_" #ROUTINE,      \
                                   #ROUTINE,                \
                                   KIND_##KIND,             \
                                   TYPE_NUMBER,             \
                                   sizeof(TYPE),            \
                                   MODULE,                  \
                                   host_##NAME##_##ROUTINE, \
                                   queue_##NAME##_##ROUTINE},
#define ROW_RMA(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) \
    ROW(NAME, TYPE, ROUTINE, KIND, NUMBER_OF(TYPE), MODULE_RMA)
#define ROW_AMO(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) \
    ROW(NAME, TYPE, ROUTINE, KIND, NUMBER_OF(TYPE), MODULE_AMO)
#define ROW_WAIT(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) \
    ROW(NAME, TYPE, ROUTINE, KIND, NUMBER_OF(TYPE), MODULE_WAIT)
#define ROW_MOVES(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) \
    ROW(NAME, TYPE, ROUTINE, KIND, NUMBER_OF(TYPE), MODULE_MOVES)
#define ROW_REDUCE(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) \
    ROW(NAME, TYPE, ROUTINE, KIND, NUMBER_OF(TYPE), MODULE_REDUCE)
#define ROW_HALF(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) \
    ROW(NAME, TYPE, ROUTINE, KIND, NUMBER_OF_##NAME, MODULE_REDUCE)
#define ROW_SIZED(SIZE, BYTES, PREFIX, HEAD, TAIL, KIND)    \
    [NUMBER_##HEAD##SIZE##TAIL] = {#HEAD #SIZE #TAIL,       \
                                   #HEAD #TAIL,             \
                                   KIND_##KIND,             \
                                   NUMBER_UNSIGNED,         \
                                   BYTES,                   \
                                   MODULE_RMA,              \
                                   host_##HEAD##SIZE##TAIL, \
                                   queue_##HEAD##SIZE##TAIL},
#define ROW_MOVES_SIZED(SIZE, BYTES, PREFIX, HEAD, TAIL, KIND) \
    [NUMBER_##HEAD##SIZE##TAIL] = {#HEAD #SIZE #TAIL,          \
                                   #HEAD #TAIL,                \
                                   KIND_##KIND,                \
                                   NUMBER_UNSIGNED,            \
                                   BYTES,                      \
                                   MODULE_MOVES,               \
                                   host_##HEAD##SIZE##TAIL,    \
                                   queue_##HEAD##SIZE##TAIL},
#define ROW_UNTYPED(ROUTINE, HOST, QUEUE)                                      \
    [NUMBER_##ROUTINE] = {#ROUTINE, #ROUTINE,   KIND_untyped, NUMBER_UNSIGNED, \
                          8,        MODULE_RMA, HOST,         QUEUE},

const routine_t routines[NUMBER_COUNT] = {
    ROUTINES_RMA(ROW_RMA) ROUTINES_SIZED(ROW_SIZED) ROUTINES_AMO(ROW_AMO) ROUTINES_WAIT(ROW_WAIT)
        ROUTINES_MOVES(ROW_MOVES) ROUTINES_MOVES_SIZED(ROW_MOVES_SIZED) ROUTINES_REDUCE(ROW_REDUCE)
            ROUTINES_HALF(ROW_HALF) ROW_UNTYPED(fence, host_order, queue_untyped) ROW_UNTYPED(
                quiet, host_order, queue_untyped) ROW_UNTYPED(pe_quiet, host_order, NULL)
                ROW_UNTYPED(signal_set, host_signal, queue_untyped)
                    ROW_UNTYPED(signal_add, host_signal, queue_untyped)
                        ROW_UNTYPED(signal_fetch, host_signal, NULL)
                            ROW_UNTYPED(signal_wait_until, host_signal, queue_untyped)
                                ROW_UNTYPED(sync_all, host_sync, queue_untyped)
                                    ROW_UNTYPED(barrier_all, host_sync, queue_untyped)
                                        ROW_UNTYPED(team_sync, host_sync, queue_untyped)
                                            ROW_UNTYPED(team_barrier, host_sync, queue_untyped)
                                                ROW_UNTYPED(locked_add, host_locked_add, NULL)
                                                    ROW_UNTYPED(tested_add, host_locked_add, NULL)};

#define MARK_TYPED(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) [NUMBER_##NAME##_##ROUTINE] = true,
#define MARK_SIZED(SIZE, BYTES, PREFIX, HEAD, TAIL, KIND) [NUMBER_##HEAD##SIZE##TAIL] = true,
static const bool in_kernels[NUMBER_COUNT] = {
    KERNEL_RMA_TYPED(MARK_TYPED) KERNEL_RMA_SIZED(MARK_SIZED) KERNEL_AMO(MARK_TYPED)
        KERNEL_WAIT(MARK_TYPED) KERNEL_MOVES(MARK_TYPED) ROUTINES_MOVES_SIZED(MARK_SIZED)
            KERNEL_REDUCE(MARK_TYPED) KERNEL_HALF(MARK_TYPED)};

unsigned routine_modes(unsigned number)
{
    const bool untyped = routines[number].kind == KIND_untyped;
    return MODE_HOST | (in_kernels[number] || untyped ? MODE_KERNEL : 0) |
           (routines[number].queue ? MODE_QUEUE : 0);
}

bool routine_is(const routine_t *routine, const char *action)
{
    return strcmp(routine->action, action) == 0;
}

bool routine_starts(const routine_t *routine, const char *start)
{
    return strncmp(routine->action, start, strlen(start)) == 0;
}

bool routine_has(const routine_t *routine, const char *part)
{
    return strstr(routine->action, part) != NULL;
}
