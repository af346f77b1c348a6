/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The queue-ordered forms for a sycl::queue, in C++17:
 *
 *     sycl::event ishmemx_int_put_on_queue(dest, source, nelems, pe, queue, dependencies)
 *     sycl::event ishmemx_int_g_on_queue(source, pe, ret, queue, dependencies)
 *
 * and the same without the type in the name.  queue is a queue of Level Zero on this PE's device, and
 * dependencies a std::vector<sycl::event>, which may be left out.  The operation begins after the
 * dependencies and the queue's previous operation of libishmem have ended, and on an in-order queue
 * after everything that was submitted earlier.  On queues of any order, commands that are submitted
 * later begin after the operation has ended, and queue.wait() waits for it. ishmemx.h describes what the
 * end of an operation means.  A routine that cannot be queued throws sycl::exception, after a message on
 * stderr.
 *
 * The forms expand from routine_lists.h.  Those with a type in their names are templates, so a
 * compiler makes only the bodies of those that are called.
 */
// IWYU pragma: private, include <ishmemx.h>
#ifndef ISHMEM_SYCL_ON_QUEUE_H
#define ISHMEM_SYCL_ON_QUEUE_H

/* As in ishmem.h. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC system_header
#endif

#include "../templates.h"
#include "lane.h"

#define ISHMEMI_SYCL_PARAMETERS sycl::queue &on, const ishmemi::events &dependencies = {}
#define ISHMEMI_SYCL_UNPACK(...) __VA_ARGS__

/* The body: CALL, packed, is the call for a list, up to the list; it moves BYTES.  A pass for devices needs none. */
#ifdef __SYCL_DEVICE_ONLY__
#define ISHMEMI_SYCL_BODY(NAME, SELECTED, CALL, BYTES) ;
#else
#define ISHMEMI_SYCL_BODY(NAME, SELECTED, CALL, BYTES)                                          \
    {                                                                                           \
        return ishmemi::enqueue(on, dependencies, #NAME, BYTES, [&](ISHMEMI_QUEUE_PARAMETERS) { \
            return SELECTED(ISHMEMI_SYCL_UNPACK CALL ISHMEMI_QUEUE_ARGUMENTS);                  \
        });                                                                                     \
    }
#endif
#define ISHMEMI_SYCL_FORM(NAME, PARAMETERS, CALL, BYTES)                     \
    template <int = 0>                                                       \
    sycl::event NAME(ISHMEMI_SYCL_UNPACK PARAMETERS ISHMEMI_SYCL_PARAMETERS) \
        ISHMEMI_SYCL_BODY(NAME, NAME, CALL, BYTES)
#define ISHMEMI_SYCL_GENERIC(NAME, PARAMETERS, CALL, BYTES)                  \
    template <typename T>                                                    \
    sycl::event NAME(ISHMEMI_SYCL_UNPACK PARAMETERS ISHMEMI_SYCL_PARAMETERS) \
        ISHMEMI_SYCL_BODY(NAME, NAME<T>, CALL, BYTES)

/* What a routine of a kind moves, in bytes, if an element has SIZE. */
#define ISHMEMI_SYCL_BYTES_copy(SIZE) nelems *(SIZE)
#define ISHMEMI_SYCL_BYTES_strided(SIZE) nelems *(SIZE)
#define ISHMEMI_SYCL_BYTES_blocks(SIZE) bsize *nblocks *(SIZE)
#define ISHMEMI_SYCL_BYTES_signal(SIZE) nelems *(SIZE)
#define ISHMEMI_SYCL_BYTES_read(SIZE) SIZE
#define ISHMEMI_SYCL_BYTES_change(SIZE) SIZE
#define ISHMEMI_SYCL_BYTES_value(SIZE) SIZE
#define ISHMEMI_SYCL_BYTES_cond(SIZE) SIZE
#define ISHMEMI_SYCL_BYTES_read_nbi(SIZE) SIZE
#define ISHMEMI_SYCL_BYTES_change_nbi(SIZE) SIZE
#define ISHMEMI_SYCL_BYTES_value_nbi(SIZE) SIZE
#define ISHMEMI_SYCL_BYTES_cond_nbi(SIZE) SIZE
#define ISHMEMI_SYCL_BYTES_one(SIZE) ishmemi::endless
#define ISHMEMI_SYCL_BYTES_set(SIZE) ishmemi::endless
#define ISHMEMI_SYCL_BYTES_some(SIZE) ishmemi::endless
#define ISHMEMI_SYCL_BYTES_set_vector(SIZE) ishmemi::endless
#define ISHMEMI_SYCL_BYTES_some_vector(SIZE) ishmemi::endless

/* ---- With a type or a size in the name ------------------------------------------------------- */

#define ISHMEMI_SYCL_TYPED(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)                  \
    ISHMEMI_SYCL_FORM(ishmemx_##NAME##_##ROUTINE##_on_queue,                           \
                      (ISHMEMI_PARAMETERS_##KIND(TYPE), ISHMEMI_QUEUE_RESULT(RESULT)), \
                      (ISHMEMI_ARGUMENTS_##KIND, ISHMEMI_QUEUE_RET(RESULT)),           \
                      ISHMEMI_SYCL_BYTES_##KIND(sizeof(TYPE)))
#define ISHMEMI_SYCL_SIZED(SIZE, BYTES, PREFIX, HEAD, TAIL, KIND)                                 \
    ISHMEMI_SYCL_FORM(ishmemx_##HEAD##SIZE##TAIL##_on_queue, (ISHMEMI_PARAMETERS_##KIND(void), ), \
                      (ISHMEMI_ARGUMENTS_##KIND, ), ISHMEMI_SYCL_BYTES_##KIND(BYTES))
/* A collective, with a team and without. */
#define ISHMEMI_SYCL_TEAM_FORM(NAME, TYPE, KIND)                                  \
    ISHMEMI_SYCL_FORM(NAME, (ISHMEMI_PARAMETERS_##KIND(TYPE), int *ret, ),        \
                      (ISHMEMI_ARGUMENTS_##KIND, ret, ), ishmemi::endless)        \
    ISHMEMI_SYCL_FORM(NAME, (ISHMEMI_PARAMETERS_world_##KIND(TYPE), int *ret, ),  \
                      (ISHMEM_TEAM_WORLD, ISHMEMI_ARGUMENTS_world_##KIND, ret, ), \
                      ishmemi::endless)
#define ISHMEMI_SYCL_TEAM(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) \
    ISHMEMI_SYCL_TEAM_FORM(ishmemx_##NAME##_##ROUTINE##_on_queue, TYPE, KIND)
#define ISHMEMI_SYCL_TEAM_SIZED(SIZE, BYTES, PREFIX, HEAD, TAIL, KIND) \
    ISHMEMI_SYCL_TEAM_FORM(ishmemx_##HEAD##SIZE##_on_queue, void, KIND)

ISHMEMI_ALL_RMA(ISHMEMI_SYCL_TYPED, ISHMEMI_SYCL_SIZED)
ISHMEMI_ALL_AMOS(ISHMEMI_SYCL_TYPED)
ISHMEMI_ALL_WAITS(ISHMEMI_SYCL_TYPED)
ISHMEMI_ALL_COLLECTIVES(ISHMEMI_SYCL_TEAM, ISHMEMI_SYCL_TEAM_SIZED)

/* ---- Without a type -------------------------------------------------------------------------- */

#define ISHMEMI_SYCL_ANY(NAME, T, RESULT, PREFIX, ROUTINE, KIND)                       \
    ISHMEMI_SYCL_GENERIC(ishmemx_##ROUTINE##_on_queue,                                 \
                         (ISHMEMI_PARAMETERS_##KIND(T), ISHMEMI_QUEUE_RESULT(RESULT)), \
                         (ISHMEMI_ARGUMENTS_##KIND, ISHMEMI_QUEUE_RET(RESULT)),        \
                         ISHMEMI_SYCL_BYTES_##KIND(sizeof(T)))
#define ISHMEMI_SYCL_ANY_TEAM(NAME, T, RESULT, PREFIX, ROUTINE, KIND)                              \
    ISHMEMI_SYCL_GENERIC(ishmemx_##ROUTINE##_on_queue, (ISHMEMI_PARAMETERS_##KIND(T), int *ret, ), \
                         (ISHMEMI_ARGUMENTS_##KIND, ret, ), ishmemi::endless)                      \
    ISHMEMI_SYCL_GENERIC(                                                                          \
        ishmemx_##ROUTINE##_on_queue, (ISHMEMI_PARAMETERS_world_##KIND(T), int *ret, ),            \
        (ISHMEM_TEAM_WORLD, ISHMEMI_ARGUMENTS_world_##KIND, ret, ), ishmemi::endless)

ISHMEMI_RMA_ROUTINES(ISHMEMI_SYCL_ANY, , T)
ISHMEMI_RMA_VALUE_ROUTINES(ISHMEMI_SYCL_ANY, , T)
ISHMEMI_SIGNAL_ROUTINES(ISHMEMI_SYCL_ANY, , T)
ISHMEMI_AMO_STD_ROUTINES(ISHMEMI_SYCL_ANY, , T)
ISHMEMI_AMO_EXT_ROUTINES(ISHMEMI_SYCL_ANY, , T)
ISHMEMI_AMO_BIT_ROUTINES(ISHMEMI_SYCL_ANY, , T)
ISHMEMI_WAIT_ROUTINES(ISHMEMI_SYCL_ANY, , T)
ISHMEMI_COLLECTIVE_ROUTINES(ISHMEMI_SYCL_ANY_TEAM, , T)
ISHMEMI_REDUCE_BIT_ROUTINES(ISHMEMI_SYCL_ANY_TEAM, , T)
ISHMEMI_REDUCE_ARITH_ROUTINES(ISHMEMI_SYCL_ANY_TEAM, , T)

ISHMEMI_SYCL_FORM(ishmemx_signal_set_on_queue, (uint64_t * sig_addr, uint64_t signal, int pe, ),
                  (sig_addr, signal, pe, ), sizeof(uint64_t))
ISHMEMI_SYCL_FORM(ishmemx_signal_add_on_queue, (uint64_t * sig_addr, uint64_t signal, int pe, ),
                  (sig_addr, signal, pe, ), sizeof(uint64_t))
ISHMEMI_SYCL_FORM(ishmemx_signal_wait_until_on_queue,
                  (uint64_t * sig_addr, int cmp, uint64_t cmp_value, uint64_t *ret, ),
                  (sig_addr, cmp, cmp_value, ret, ), ishmemi::endless)
ISHMEMI_SYCL_FORM(ishmemx_team_sync_on_queue, (ishmem_team_t team, int *ret, ), (team, ret, ),
                  ishmemi::endless)
ISHMEMI_SYCL_FORM(ishmemx_team_barrier_on_queue, (ishmem_team_t team, int *ret, ), (team, ret, ),
                  ishmemi::endless)
ISHMEMI_SYCL_FORM(ishmemx_fence_on_queue, (), (), 0)
ISHMEMI_SYCL_FORM(ishmemx_quiet_on_queue, (), (), 0)
ISHMEMI_SYCL_FORM(ishmemx_sync_all_on_queue, (), (), ishmemi::endless)
ISHMEMI_SYCL_FORM(ishmemx_barrier_all_on_queue, (), (), ishmemi::endless)

#undef ISHMEMI_SYCL_ANY_TEAM
#undef ISHMEMI_SYCL_ANY
#undef ISHMEMI_SYCL_TEAM_SIZED
#undef ISHMEMI_SYCL_TEAM
#undef ISHMEMI_SYCL_TEAM_FORM
#undef ISHMEMI_SYCL_SIZED
#undef ISHMEMI_SYCL_TYPED
#undef ISHMEMI_SYCL_GENERIC
#undef ISHMEMI_SYCL_FORM
#undef ISHMEMI_SYCL_BODY
#undef ISHMEMI_SYCL_UNPACK
#undef ISHMEMI_SYCL_PARAMETERS

#endif
