/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The forms for groups of work-items, which kernels in SYCL call:
 *
 *     ishmemx_int_put_work_group(dest, source, nelems, pe, group)
 *     ishmemx_ctx_int_put_work_group(ctx, dest, source, nelems, pe, group)
 *     ishmemx_put_work_group(dest, source, nelems, pe, group)
 *
 * group is a sycl::group of any number of dimensions or a sycl::sub_group.  All work-items of the group make
 * the call, with the same arguments.  The result is the same on all of them.  A collective may have a team as
 * its first argument; without one it is over the world.
 *
 * The forms expand from routine_lists.h.  The pass of a compiler for devices has their bodies in device_code.h.
 * Here is what the pass for the host sees, where they throw, and the forms without a team or a type.
 */
// IWYU pragma: private, include <ishmemx.h>
#ifndef ISHMEM_SYCL_ON_GROUP_H
#define ISHMEM_SYCL_ON_GROUP_H

/* As in ishmem.h. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC system_header
#endif

#include "../templates.h"
#include "group_kind.h"

#define ISHMEMI_GROUP_UNPACK(...) __VA_ARGS__

/* ---- In the pass for the host ---------------------------------------------------------------- */

#ifndef __SYCL_DEVICE_ONLY__

/* The lists give the parameters names, which these forms do not use. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"

namespace ishmemi {
[[noreturn]] inline void only_in_kernels(const char *routine)
{
    throw sycl::exception(sycl::make_error_code(sycl::errc::invalid),
                          std::string(routine) + ": called by the host; it is for kernels");
}
} // namespace ishmemi

#define ISHMEMI_GROUP_FORM(RESULT, NAME, PARAMETERS)                                            \
    template <typename Group> inline RESULT NAME(ISHMEMI_GROUP_UNPACK PARAMETERS const Group &) \
    {                                                                                           \
        static_assert(ishmemi::kind_of_group<Group>::kind != ishmemi::work_item, "");           \
        ishmemi::only_in_kernels(#NAME);                                                        \
    }
#define ISHMEMI_GROUP_OWN(RESULT, ROUTINE, KIND, TYPE) \
    ISHMEMI_GROUP_FORM(RESULT, ishmemx_##ROUTINE##_work_group, (ISHMEMI_PARAMETERS_##KIND(TYPE), ))
#define ISHMEMI_GROUP_ALL(RESULT, ROUTINE, KIND, TYPE)             \
    ISHMEMI_GROUP_OWN(RESULT, ROUTINE, KIND, TYPE)                 \
    ISHMEMI_GROUP_FORM(RESULT, ishmemx_ctx_##ROUTINE##_work_group, \
                       (ishmem_ctx_t ctx, ISHMEMI_PARAMETERS_##KIND(TYPE), ))
#define ISHMEMI_GROUP_PLAIN(RESULT, PREFIX, ROUTINE, KIND, TYPE) \
    ISHMEMI_GROUP_ALL(RESULT, ROUTINE, KIND, TYPE)
#define ISHMEMI_GROUP_PLAIN_OWN(RESULT, PREFIX, ROUTINE, KIND, TYPE) \
    ISHMEMI_GROUP_OWN(RESULT, ROUTINE, KIND, TYPE)
#define ISHMEMI_GROUP_BARE(RESULT, PREFIX, ROUTINE, KIND, TYPE) \
    ISHMEMI_GROUP_FORM(RESULT, ishmemx_##ROUTINE##_work_group, ())
#define ISHMEMI_GROUP_ORDER(RESULT, PREFIX, ROUTINE, KIND, TYPE) \
    ISHMEMI_GROUP_BARE(RESULT, PREFIX, ROUTINE, KIND, TYPE)      \
    ISHMEMI_GROUP_FORM(RESULT, ishmemx_ctx_##ROUTINE##_work_group, (ishmem_ctx_t ctx, ))

#define ISHMEMI_GROUP_TYPED(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) \
    ISHMEMI_GROUP_ALL(RESULT, NAME##_##ROUTINE, KIND, TYPE)
#define ISHMEMI_GROUP_TYPED_OWN(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) \
    ISHMEMI_GROUP_OWN(RESULT, NAME##_##ROUTINE, KIND, TYPE)
#define ISHMEMI_GROUP_SIZED(SIZE, BYTES, PREFIX, HEAD, TAIL, KIND) \
    ISHMEMI_GROUP_ALL(void, HEAD##SIZE##TAIL, KIND, void)
#define ISHMEMI_GROUP_SIZED_OWN(SIZE, BYTES, PREFIX, HEAD, TAIL, KIND) \
    ISHMEMI_GROUP_OWN(int, HEAD##SIZE##TAIL, KIND, void)

ISHMEMI_ALL_RMA(ISHMEMI_GROUP_TYPED, ISHMEMI_GROUP_SIZED)
ISHMEMI_ALL_AMOS(ISHMEMI_GROUP_TYPED)
ISHMEMI_ALL_WAITS(ISHMEMI_GROUP_TYPED_OWN)
ISHMEMI_ALL_COLLECTIVES(ISHMEMI_GROUP_TYPED_OWN, ISHMEMI_GROUP_SIZED_OWN)

ISHMEMI_SIGNAL_WORD_ROUTINES(ISHMEMI_GROUP_PLAIN)
ISHMEMI_OWN_SIGNAL_ROUTINES(ISHMEMI_GROUP_PLAIN_OWN)
ISHMEMI_ORDER_ROUTINES(ISHMEMI_GROUP_ORDER)
ISHMEMI_PES_ROUTINES(ISHMEMI_GROUP_PLAIN)
ISHMEMI_LOCK_ROUTINES(ISHMEMI_GROUP_PLAIN_OWN)
ISHMEMI_SYNC_ROUTINES(ISHMEMI_GROUP_BARE)
ISHMEMI_TEAM_SYNC_ROUTINES(ISHMEMI_GROUP_PLAIN_OWN)

#pragma GCC diagnostic pop

#undef ISHMEMI_GROUP_SIZED_OWN
#undef ISHMEMI_GROUP_SIZED
#undef ISHMEMI_GROUP_TYPED_OWN
#undef ISHMEMI_GROUP_TYPED
#undef ISHMEMI_GROUP_ORDER
#undef ISHMEMI_GROUP_BARE
#undef ISHMEMI_GROUP_PLAIN_OWN
#undef ISHMEMI_GROUP_PLAIN
#undef ISHMEMI_GROUP_ALL
#undef ISHMEMI_GROUP_OWN
#undef ISHMEMI_GROUP_FORM

#endif

/* ---- Collectives over the world -------------------------------------------------------------- */

#define ISHMEMI_GROUP_WORLD(NAME, KIND, TYPE)                                  \
    template <typename Group>                                                  \
    inline int NAME(ISHMEMI_PARAMETERS_world_##KIND(TYPE), const Group &group) \
    {                                                                          \
        return NAME(ISHMEM_TEAM_WORLD, ISHMEMI_ARGUMENTS_world_##KIND, group); \
    }
#define ISHMEMI_GROUP_WORLD_TYPED(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND) \
    ISHMEMI_GROUP_WORLD(ishmemx_##NAME##_##ROUTINE##_work_group, KIND, TYPE)
#define ISHMEMI_GROUP_WORLD_SIZED(SIZE, BYTES, PREFIX, HEAD, TAIL, KIND) \
    ISHMEMI_GROUP_WORLD(ishmemx_##HEAD##SIZE##TAIL##_work_group, KIND, void)
ISHMEMI_ALL_COLLECTIVES(ISHMEMI_GROUP_WORLD_TYPED, ISHMEMI_GROUP_WORLD_SIZED)

/* ---- Without a type -------------------------------------------------------------------------- */

/* As in ishmem.hpp: the first of the types that is T; A is (prefix, routine, arguments). */
#define ISHMEMI_GROUP_EXPAND(MACRO, ARGUMENTS) MACRO ARGUMENTS
#define ISHMEMI_GROUP_CALL(NAME, PREFIX, ROUTINE, ...) \
    PREFIX##_##NAME##_##ROUTINE##_work_group(__VA_ARGS__)
#define ISHMEMI_GROUP_CASE(NAME, TYPE, A)                                                \
    if constexpr (std::is_same_v<T, TYPE>) {                                             \
        return ISHMEMI_GROUP_EXPAND(ISHMEMI_GROUP_CALL, (NAME, ISHMEMI_GROUP_UNPACK A)); \
    } else
#define ISHMEMI_GROUP_SELECT(TYPES, NEEDS, RESULT, ROUTINE, PARAMETERS, A)                     \
    template <typename T, typename Group>                                                      \
    inline RESULT ishmemx_##ROUTINE##_work_group(ISHMEMI_GROUP_UNPACK PARAMETERS,              \
                                                 const Group &group)                           \
    {                                                                                          \
        TYPES(ISHMEMI_GROUP_CASE, A)                                                           \
        {                                                                                      \
            static_assert(ishmemi::never<T>, "ishmemx_" #ROUTINE "_work_group is for " NEEDS); \
        }                                                                                      \
    }
#define ISHMEMI_GROUP_ANY_OWN(TYPES, NEEDS, RESULT, ROUTINE, KIND)                      \
    ISHMEMI_GROUP_SELECT(TYPES, NEEDS, RESULT, ROUTINE, (ISHMEMI_PARAMETERS_##KIND(T)), \
                         (ishmemx, ROUTINE, ISHMEMI_ARGUMENTS_##KIND, group))
#define ISHMEMI_GROUP_ANY(TYPES, NEEDS, RESULT, ROUTINE, KIND)             \
    ISHMEMI_GROUP_ANY_OWN(TYPES, NEEDS, RESULT, ROUTINE, KIND)             \
    ISHMEMI_GROUP_SELECT(TYPES, NEEDS, RESULT, ROUTINE,                    \
                         (ishmem_ctx_t ctx, ISHMEMI_PARAMETERS_##KIND(T)), \
                         (ishmemx_ctx, ROUTINE, ctx, ISHMEMI_ARGUMENTS_##KIND, group))
#define ISHMEMI_GROUP_ANY_TEAM(TYPES, NEEDS, RESULT, ROUTINE, KIND)                      \
    ISHMEMI_GROUP_ANY_OWN(TYPES, NEEDS, RESULT, ROUTINE, KIND)                           \
    template <typename T, typename Group>                                                \
    inline RESULT ishmemx_##ROUTINE##_work_group(ISHMEMI_PARAMETERS_world_##KIND(T),     \
                                                 const Group &group)                     \
    {                                                                                    \
        return ishmemx_##ROUTINE##_work_group<T>(ISHMEM_TEAM_WORLD,                      \
                                                 ISHMEMI_ARGUMENTS_world_##KIND, group); \
    }

#define ISHMEMI_GROUP_ANY_RMA(NAME, T, RESULT, PREFIX, ROUTINE, KIND) \
    ISHMEMI_GROUP_ANY(ISHMEMI_RMA_TYPES, ISHMEMI_NEEDS_RMA, RESULT, ROUTINE, KIND)
#define ISHMEMI_GROUP_ANY_STD(NAME, T, RESULT, PREFIX, ROUTINE, KIND) \
    ISHMEMI_GROUP_ANY(ISHMEMI_AMO_STD_TYPES, ISHMEMI_NEEDS_STD, RESULT, ROUTINE, KIND)
#define ISHMEMI_GROUP_ANY_ADD(NAME, T, RESULT, PREFIX, ROUTINE, KIND) \
    ISHMEMI_GROUP_ANY(ISHMEMI_AMO_EXT_TYPES, ISHMEMI_NEEDS_EXT, RESULT, ROUTINE, KIND)
#define ISHMEMI_GROUP_ANY_BIT(NAME, T, RESULT, PREFIX, ROUTINE, KIND) \
    ISHMEMI_GROUP_ANY(ISHMEMI_AMO_BIT_TYPES, ISHMEMI_NEEDS_BIT, RESULT, ROUTINE, KIND)
#define ISHMEMI_GROUP_ANY_WAIT(NAME, T, RESULT, PREFIX, ROUTINE, KIND) \
    ISHMEMI_GROUP_ANY_OWN(ISHMEMI_WAIT_TYPES, ISHMEMI_NEEDS_WAIT, RESULT, ROUTINE, KIND)
#define ISHMEMI_GROUP_ANY_COLLECTIVE(NAME, T, RESULT, PREFIX, ROUTINE, KIND) \
    ISHMEMI_GROUP_ANY_TEAM(ISHMEMI_RMA_TYPES, ISHMEMI_NEEDS_RMA, RESULT, ROUTINE, KIND)
#define ISHMEMI_GROUP_ANY_REDUCE_BIT(NAME, T, RESULT, PREFIX, ROUTINE, KIND)                    \
    ISHMEMI_GROUP_ANY_TEAM(ISHMEMI_REDUCE_BIT_TYPES, ISHMEMI_NEEDS_REDUCE_BIT, RESULT, ROUTINE, \
                           KIND)

ISHMEMI_RMA_ROUTINES(ISHMEMI_GROUP_ANY_RMA, , T)
ISHMEMI_RMA_VALUE_ROUTINES(ISHMEMI_GROUP_ANY_RMA, , T)
ISHMEMI_SIGNAL_ROUTINES(ISHMEMI_GROUP_ANY_RMA, , T)
ISHMEMI_AMO_INTEGER_ROUTINES(ISHMEMI_GROUP_ANY_STD, , T)
ISHMEMI_AMO_ADD_ROUTINES(ISHMEMI_GROUP_ANY_ADD, , T)
ISHMEMI_AMO_EXT_ROUTINES(ISHMEMI_GROUP_ANY_ADD, , T)
ISHMEMI_AMO_BIT_ROUTINES(ISHMEMI_GROUP_ANY_BIT, , T)
ISHMEMI_WAIT_ROUTINES(ISHMEMI_GROUP_ANY_WAIT, , T)
ISHMEMI_COLLECTIVE_ROUTINES(ISHMEMI_GROUP_ANY_COLLECTIVE, , T)
ISHMEMI_REDUCE_BIT_ROUTINES(ISHMEMI_GROUP_ANY_REDUCE_BIT, , T)
ISHMEMI_REDUCE_ARITH_ROUTINES(ISHMEMI_GROUP_ANY_COLLECTIVE, , T)

#undef ISHMEMI_GROUP_ANY_REDUCE_BIT
#undef ISHMEMI_GROUP_ANY_COLLECTIVE
#undef ISHMEMI_GROUP_ANY_WAIT
#undef ISHMEMI_GROUP_ANY_BIT
#undef ISHMEMI_GROUP_ANY_ADD
#undef ISHMEMI_GROUP_ANY_STD
#undef ISHMEMI_GROUP_ANY_RMA
#undef ISHMEMI_GROUP_ANY_TEAM
#undef ISHMEMI_GROUP_ANY
#undef ISHMEMI_GROUP_ANY_OWN
#undef ISHMEMI_GROUP_SELECT
#undef ISHMEMI_GROUP_CASE
#undef ISHMEMI_GROUP_CALL
#undef ISHMEMI_GROUP_EXPAND
#undef ISHMEMI_GROUP_WORLD_SIZED
#undef ISHMEMI_GROUP_WORLD_TYPED
#undef ISHMEMI_GROUP_WORLD
#undef ISHMEMI_GROUP_UNPACK

#endif
