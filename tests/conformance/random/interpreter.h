/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A kernel that makes calls from a list of commands.  A module defines CALLS, the cases of its own
 * routines, between its two macros.
 */
#ifndef RANDOM_INTERPRETER_H
#define RANDOM_INTERPRETER_H

#include "ishmem_device.h"
#include "routines.h"

/* A function of its own: a kernel with all of them inlined would take minutes to compile. */
#define ALONE __attribute__((noinline))

/* The part of the command's form that is called by this work-item's group: all of it, its first
 * sub-group, or its first work-item. */
static inline int takes_part(uint form)
{
    return form == FORM_ITEM         ? get_local_id(0) == 0
           : form == FORM_WORK_GROUP ? 1
                                     : get_sub_group_id() == 0;
}

#define FORMS_OWN(STORED, PREFIX, ROUTINE, ARGUMENTS)    \
    switch (command->form) {                             \
    case FORM_ITEM:                                      \
        STORED PREFIX##_##ROUTINE ARGUMENTS;             \
        break;                                           \
    case FORM_WORK_GROUP:                                \
        STORED ishmemx_##ROUTINE##_work_group ARGUMENTS; \
        break;                                           \
    default:                                             \
        STORED ishmemx_##ROUTINE##_sub_group ARGUMENTS;  \
        break;                                           \
    }
#define FORMS_CTX(STORED, PREFIX, ROUTINE, ARGUMENTS)        \
    switch (command->form) {                                 \
    case FORM_ITEM:                                          \
        STORED PREFIX##_ctx_##ROUTINE ARGUMENTS;             \
        break;                                               \
    case FORM_WORK_GROUP:                                    \
        STORED ishmemx_ctx_##ROUTINE##_work_group ARGUMENTS; \
        break;                                               \
    default:                                                 \
        STORED ishmemx_ctx_##ROUTINE##_sub_group ARGUMENTS;  \
        break;                                               \
    }
#define FORMS(STORED, PREFIX, ROUTINE, KIND)                                \
    if (command->context == 0) {                                            \
        FORMS_OWN(STORED, PREFIX, ROUTINE, (ISHMEMI_ARGUMENTS_##KIND))      \
    } else {                                                                \
        const ishmem_ctx_t ctx = (ishmem_ctx_t)command->context;            \
        FORMS_CTX(STORED, PREFIX, ROUTINE, (ctx, ISHMEMI_ARGUMENTS_##KIND)) \
    }

#define CALL_TYPED(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)                  \
    static ALONE void call_##NAME##_##ROUTINE(global const command_t *command) \
    {                                                                          \
        BIND_COMMON(TYPE)                                                      \
        BIND_VALUES(TYPE)                                                      \
        FORMS(STORE_##ROUTINE(TYPE), PREFIX, NAME##_##ROUTINE, KIND)           \
    }
#define CALL_TYPED_OWN(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)                              \
    static ALONE void call_##NAME##_##ROUTINE(global const command_t *command)                 \
    {                                                                                          \
        BIND_COMMON(TYPE)                                                                      \
        BIND_VALUES(TYPE)                                                                      \
        FORMS_OWN(STORE_##ROUTINE(TYPE), PREFIX, NAME##_##ROUTINE, (ISHMEMI_ARGUMENTS_##KIND)) \
    }
#define CALL_COLLECTIVE(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)                  \
    static ALONE void call_##NAME##_##ROUTINE(global const command_t *command)      \
    {                                                                               \
        BIND_COMMON(TYPE)                                                           \
        FORMS_OWN(STORE(int), PREFIX, NAME##_##ROUTINE, (ISHMEMI_ARGUMENTS_##KIND)) \
    }
#define CALL_SIZED(SIZE, BYTES, PREFIX, HEAD, TAIL, KIND)                      \
    static ALONE void call_##HEAD##SIZE##TAIL(global const command_t *command) \
    {                                                                          \
        BIND_COMMON(void)                                                      \
        FORMS(, PREFIX, HEAD##SIZE##TAIL, KIND)                                \
    }
#define CALL_COLLECTIVE_SIZED(SIZE, BYTES, PREFIX, HEAD, TAIL, KIND)                \
    static ALONE void call_##HEAD##SIZE##TAIL(global const command_t *command)      \
    {                                                                               \
        BIND_COMMON(void)                                                           \
        FORMS_OWN(STORE(int), PREFIX, HEAD##SIZE##TAIL, (ISHMEMI_ARGUMENTS_##KIND)) \
    }
#define CASE_TYPED(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) \
    case NUMBER_##NAME##_##ROUTINE:                           \
        call_##NAME##_##ROUTINE(command);                     \
        break;
#define CASE_SIZED(SIZE, BYTES, PREFIX, HEAD, TAIL, KIND) \
    case NUMBER_##HEAD##SIZE##TAIL:                       \
        call_##HEAD##SIZE##TAIL(command);                 \
        break;

#define ORDER(ROUTINE)                      \
    if (command->context == 0) {            \
        FORMS_OWN(, ishmem, ROUTINE, ())    \
    } else {                                \
        FORMS_CTX(, ishmem, ROUTINE, (ctx)) \
    }

static ALONE void call_untyped(global const command_t *command)
{
    BIND_COMMON(long)
    const ishmem_ctx_t ctx = (ishmem_ctx_t)command->context;
    const int pes[1] = {command->pe};
    const long value = (long)command->value;
    switch (command->routine) {
    case NUMBER_fence:
        ORDER(fence) break;
    case NUMBER_quiet:
        ORDER(quiet) break;
    case NUMBER_pe_quiet:
        if (command->context == 0) {
            FORMS_OWN(, ishmem, pe_quiet, (pes, 1))
        } else {
            FORMS_CTX(, ishmem, pe_quiet, (ctx, pes, 1))
        }
        break;
    case NUMBER_signal_set:
        if (command->context == 0) {
            FORMS_OWN(, ishmemx, signal_set, (sig_addr, signal, pe))
        } else {
            FORMS_CTX(, ishmemx, signal_set, (ctx, sig_addr, signal, pe))
        }
        break;
    case NUMBER_signal_add:
        if (command->context == 0) {
            FORMS_OWN(, ishmemx, signal_add, (sig_addr, signal, pe))
        } else {
            FORMS_CTX(, ishmemx, signal_add, (ctx, sig_addr, signal, pe))
        }
        break;
    case NUMBER_signal_fetch:
        FORMS_OWN(STORE(ulong), ishmem, signal_fetch, (sig_addr)) break;
    case NUMBER_signal_wait_until:
        FORMS_OWN(STORE(ulong), ishmem, signal_wait_until, (sig_addr, cmp, signal))
        break;
    case NUMBER_sync_all:
        FORMS_OWN(, ishmem, sync_all, ()) break;
    case NUMBER_barrier_all:
        FORMS_OWN(, ishmem, barrier_all, ()) break;
    case NUMBER_team_sync:
        FORMS_OWN(STORE(int), ishmem, team_sync, (team)) break;
    case NUMBER_team_barrier:
        FORMS_OWN(STORE(int), ishmemx, team_barrier, (team)) break;
    case NUMBER_locked_add:
    case NUMBER_tested_add:
        if (command->routine == NUMBER_locked_add) {
            FORMS_OWN(, ishmem, set_lock, (dest))
        } else {
            int busy = 1;
            while (busy) {
                FORMS_OWN(busy =, ishmem, test_lock, (dest))
            }
        }
        if (command->form != FORM_WORK_GROUP || get_local_id(0) == 0) {
            if (command->form != FORM_SUB_GROUP || get_sub_group_local_id() == 0) {
                ishmem_long_p((long *)source, ishmem_long_g(source, pe) + value, pe);
            }
        }
        FORMS_OWN(, ishmem, clear_lock, (dest))
        break;
    }
}

/* Group g of the launch makes the calls from begin[g] up to begin[g + 1], one after the other. */
#define INTERPRETER(CASES)                                                            \
    static void call(global const command_t *command)                                 \
    {                                                                                 \
        switch (command->routine) {                                                   \
            CASES                                                                     \
        default:                                                                      \
            call_untyped(command);                                                    \
            break;                                                                    \
        }                                                                             \
    }                                                                                 \
    kernel void interpret(global const command_t *commands, global const uint *begin) \
    {                                                                                 \
        const size_t group = get_group_id(0);                                         \
        for (uint i = begin[group]; i < begin[group + 1]; i++) {                      \
            if (takes_part(commands[i].form)) {                                       \
                call(commands + i);                                                   \
            }                                                                         \
            work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_all_svm_devices);   \
        }                                                                             \
    }

#endif
