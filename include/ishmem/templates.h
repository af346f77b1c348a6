/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The templates of ishmem.hpp, which expand from routine_lists.h.  They need what ishmemx.h
 * declares before they are read.
 */
// IWYU pragma: private, include <ishmem.hpp>
#ifndef ISHMEM_TEMPLATES_H
#define ISHMEM_TEMPLATES_H

/* As in ishmem.h. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC system_header
#endif

#include "queue_forms.h"
#include "routine_lists.h"
#include "types.h"
#include <type_traits>

namespace ishmemi {
template <typename> inline constexpr bool never = false;
}

/* The routine with type T in its name; A is (prefix, routine, arguments).  Several names may have
 * the same type in C++.  Their routines do the same, and the first one is selected. */
#define ISHMEMI_CXX_EXPAND(MACRO, ARGUMENTS) MACRO ARGUMENTS
#define ISHMEMI_CXX_UNPACK(...) __VA_ARGS__
#define ISHMEMI_CXX_CALL(NAME, PREFIX, ROUTINE, ...) PREFIX##_##NAME##_##ROUTINE(__VA_ARGS__)
#define ISHMEMI_CXX_CASE(NAME, TYPE, A)                                            \
    if constexpr (std::is_same_v<T, TYPE>) {                                       \
        return ISHMEMI_CXX_EXPAND(ISHMEMI_CXX_CALL, (NAME, ISHMEMI_CXX_UNPACK A)); \
    } else

#define ISHMEMI_CXX_OWN(TYPES, NEEDS, RESULT, PREFIX, ROUTINE, KIND)                     \
    template <typename T> inline RESULT PREFIX##_##ROUTINE(ISHMEMI_PARAMETERS_##KIND(T)) \
    {                                                                                    \
        TYPES(ISHMEMI_CXX_CASE, (PREFIX, ROUTINE, ISHMEMI_ARGUMENTS_##KIND))             \
        {                                                                                \
            static_assert(ishmemi::never<T>, #PREFIX "_" #ROUTINE " is for " NEEDS);     \
        }                                                                                \
    }
#define ISHMEMI_CXX_CTX(TYPES, NEEDS, RESULT, PREFIX, ROUTINE, KIND)                    \
    template <typename T>                                                               \
    inline RESULT PREFIX##_##ROUTINE(ishmem_ctx_t ctx, ISHMEMI_PARAMETERS_##KIND(T))    \
    {                                                                                   \
        TYPES(ISHMEMI_CXX_CASE, (PREFIX##_ctx, ROUTINE, ctx, ISHMEMI_ARGUMENTS_##KIND)) \
        {                                                                               \
            static_assert(ishmemi::never<T>, #PREFIX "_" #ROUTINE " is for " NEEDS);    \
        }                                                                               \
    }

#define ISHMEMI_CXX_QUEUE_PARAMETERS                                          \
    ze_command_list_handle_t queue, ze_event_handle_t signal_event = nullptr, \
                                                      uint32_t num_waits = 0, \
                                                      ze_event_handle_t *waits = nullptr
#define ISHMEMI_CXX_QUEUED(TYPES, NEEDS, RESULT, PREFIX, ROUTINE, KIND)                          \
    template <typename T>                                                                        \
    inline int ishmemx_##ROUTINE##_on_queue(                                                     \
        ISHMEMI_PARAMETERS_##KIND(T), ISHMEMI_QUEUE_RESULT(RESULT) ISHMEMI_CXX_QUEUE_PARAMETERS) \
    {                                                                                            \
        TYPES(ISHMEMI_CXX_CASE, (ishmemx, ROUTINE##_on_queue, ISHMEMI_ARGUMENTS_##KIND,          \
                                 ISHMEMI_QUEUE_RET(RESULT) ISHMEMI_QUEUE_ARGUMENTS))             \
        {                                                                                        \
            static_assert(ishmemi::never<T>, "ishmemx_" #ROUTINE "_on_queue is for " NEEDS);     \
        }                                                                                        \
    }

/* A collective, with and without a team. */
#define ISHMEMI_CXX_TEAM(TYPES, NEEDS, QUEUED, QUEUED_NEEDS, RESULT, PREFIX, ROUTINE, KIND)       \
    ISHMEMI_CXX_OWN(TYPES, NEEDS, RESULT, PREFIX, ROUTINE, KIND)                                  \
    template <typename T> inline RESULT PREFIX##_##ROUTINE(ISHMEMI_PARAMETERS_world_##KIND(T))    \
    {                                                                                             \
        return PREFIX##_##ROUTINE<T>(ISHMEM_TEAM_WORLD, ISHMEMI_ARGUMENTS_world_##KIND);          \
    }                                                                                             \
    ISHMEMI_CXX_QUEUED(QUEUED, QUEUED_NEEDS, RESULT, PREFIX, ROUTINE, KIND)                       \
    template <typename T>                                                                         \
    inline int ishmemx_##ROUTINE##_on_queue(ISHMEMI_PARAMETERS_world_##KIND(T), int *ret,         \
                                            ISHMEMI_CXX_QUEUE_PARAMETERS)                         \
    {                                                                                             \
        return ishmemx_##ROUTINE##_on_queue<T>(ISHMEM_TEAM_WORLD, ISHMEMI_ARGUMENTS_world_##KIND, \
                                               ret, ISHMEMI_QUEUE_ARGUMENTS);                     \
    }

/* The macros that the lists of routines apply.  NAME has no meaning here and TYPE is T. */
#define ISHMEMI_CXX_RMA(NAME, T, RESULT, PREFIX, ROUTINE, KIND)                                    \
    ISHMEMI_CXX_OWN(ISHMEMI_HOST_RMA_TYPES, ISHMEMI_NEEDS_HOST_RMA, RESULT, PREFIX, ROUTINE, KIND) \
    ISHMEMI_CXX_CTX(ISHMEMI_HOST_RMA_TYPES, ISHMEMI_NEEDS_HOST_RMA, RESULT, PREFIX, ROUTINE, KIND) \
    ISHMEMI_CXX_QUEUED(ISHMEMI_RMA_TYPES, ISHMEMI_NEEDS_RMA, RESULT, PREFIX, ROUTINE, KIND)
#define ISHMEMI_CXX_STD(NAME, T, RESULT, PREFIX, ROUTINE, KIND)                              \
    ISHMEMI_CXX_OWN(ISHMEMI_AMO_STD_TYPES, ISHMEMI_NEEDS_STD, RESULT, PREFIX, ROUTINE, KIND) \
    ISHMEMI_CXX_CTX(ISHMEMI_AMO_STD_TYPES, ISHMEMI_NEEDS_STD, RESULT, PREFIX, ROUTINE, KIND) \
    ISHMEMI_CXX_QUEUED(ISHMEMI_AMO_STD_TYPES, ISHMEMI_NEEDS_STD, RESULT, PREFIX, ROUTINE, KIND)
#define ISHMEMI_CXX_EXT(NAME, T, RESULT, PREFIX, ROUTINE, KIND)                              \
    ISHMEMI_CXX_OWN(ISHMEMI_AMO_EXT_TYPES, ISHMEMI_NEEDS_EXT, RESULT, PREFIX, ROUTINE, KIND) \
    ISHMEMI_CXX_CTX(ISHMEMI_AMO_EXT_TYPES, ISHMEMI_NEEDS_EXT, RESULT, PREFIX, ROUTINE, KIND) \
    ISHMEMI_CXX_QUEUED(ISHMEMI_AMO_EXT_TYPES, ISHMEMI_NEEDS_EXT, RESULT, PREFIX, ROUTINE, KIND)
#define ISHMEMI_CXX_BIT(NAME, T, RESULT, PREFIX, ROUTINE, KIND)                              \
    ISHMEMI_CXX_OWN(ISHMEMI_AMO_BIT_TYPES, ISHMEMI_NEEDS_BIT, RESULT, PREFIX, ROUTINE, KIND) \
    ISHMEMI_CXX_CTX(ISHMEMI_AMO_BIT_TYPES, ISHMEMI_NEEDS_BIT, RESULT, PREFIX, ROUTINE, KIND) \
    ISHMEMI_CXX_QUEUED(ISHMEMI_AMO_BIT_TYPES, ISHMEMI_NEEDS_BIT, RESULT, PREFIX, ROUTINE, KIND)
#define ISHMEMI_CXX_WAIT(NAME, T, RESULT, PREFIX, ROUTINE, KIND)                           \
    ISHMEMI_CXX_OWN(ISHMEMI_WAIT_TYPES, ISHMEMI_NEEDS_WAIT, RESULT, PREFIX, ROUTINE, KIND) \
    ISHMEMI_CXX_QUEUED(ISHMEMI_WAIT_TYPES, ISHMEMI_NEEDS_WAIT, RESULT, PREFIX, ROUTINE, KIND)

#define ISHMEMI_CXX_COLLECTIVE(NAME, T, RESULT, PREFIX, ROUTINE, KIND)                  \
    ISHMEMI_CXX_TEAM(ISHMEMI_HOST_RMA_TYPES, ISHMEMI_NEEDS_HOST_RMA, ISHMEMI_RMA_TYPES, \
                     ISHMEMI_NEEDS_RMA, RESULT, PREFIX, ROUTINE, KIND)
#define ISHMEMI_CXX_SUM(NAME, T, RESULT, PREFIX, ROUTINE, KIND)                         \
    ISHMEMI_CXX_TEAM(ISHMEMI_HOST_SUM_TYPES, ISHMEMI_NEEDS_HOST_SUM, ISHMEMI_RMA_TYPES, \
                     ISHMEMI_NEEDS_RMA, RESULT, PREFIX, ROUTINE, KIND)
#define ISHMEMI_CXX_SCATTER(NAME, T, RESULT, PREFIX, ROUTINE, KIND)                              \
    ISHMEMI_CXX_TEAM(ISHMEMI_RMA_TYPES, ISHMEMI_NEEDS_RMA, ISHMEMI_RMA_TYPES, ISHMEMI_NEEDS_RMA, \
                     RESULT, PREFIX, ROUTINE, KIND)
#define ISHMEMI_CXX_REDUCE_BIT(NAME, T, RESULT, PREFIX, ROUTINE, KIND)                             \
    ISHMEMI_CXX_TEAM(ISHMEMI_REDUCE_BIT_TYPES, ISHMEMI_NEEDS_REDUCE_BIT, ISHMEMI_REDUCE_BIT_TYPES, \
                     ISHMEMI_NEEDS_REDUCE_BIT, RESULT, PREFIX, ROUTINE, KIND)

/* add and fetch_add are standard routines, specialised here for floating point. */
#define ISHMEMI_CXX_SPECIAL(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)                          \
    template <> inline RESULT PREFIX##_##ROUTINE<TYPE>(ISHMEMI_PARAMETERS_##KIND(TYPE))         \
    {                                                                                           \
        return PREFIX##_##NAME##_##ROUTINE(ISHMEMI_ARGUMENTS_##KIND);                           \
    }                                                                                           \
    template <>                                                                                 \
    inline RESULT PREFIX##_##ROUTINE<TYPE>(ishmem_ctx_t ctx, ISHMEMI_PARAMETERS_##KIND(TYPE))   \
    {                                                                                           \
        return PREFIX##_ctx_##NAME##_##ROUTINE(ctx, ISHMEMI_ARGUMENTS_##KIND);                  \
    }                                                                                           \
    template <>                                                                                 \
    inline int ishmemx_##ROUTINE##_on_queue<TYPE>(                                              \
        ISHMEMI_PARAMETERS_##KIND(TYPE), ISHMEMI_QUEUE_RESULT(RESULT) ISHMEMI_QUEUE_PARAMETERS) \
    {                                                                                           \
        return ishmemx_##NAME##_##ROUTINE##_on_queue(                                           \
            ISHMEMI_ARGUMENTS_##KIND, ISHMEMI_QUEUE_RET(RESULT) ISHMEMI_QUEUE_ARGUMENTS);       \
    }
#define ISHMEMI_CXX_FLOAT(NAME, TYPE, A) ISHMEMI_AMO_FLOAT_ROUTINES(ISHMEMI_CXX_SPECIAL, NAME, TYPE)

ISHMEMI_RMA_ROUTINES(ISHMEMI_CXX_RMA, , T)
ISHMEMI_RMA_VALUE_ROUTINES(ISHMEMI_CXX_RMA, , T)
ISHMEMI_SIGNAL_ROUTINES(ISHMEMI_CXX_RMA, , T)
ISHMEMI_AMO_STD_ROUTINES(ISHMEMI_CXX_STD, , T)
ISHMEMI_AMO_EXT_ROUTINES(ISHMEMI_CXX_EXT, , T)
ISHMEMI_AMO_BIT_ROUTINES(ISHMEMI_CXX_BIT, , T)
ISHMEMI_AMO_FLOAT_TYPES(ISHMEMI_CXX_FLOAT, )
ISHMEMI_WAIT_ROUTINES(ISHMEMI_CXX_WAIT, , T)
ISHMEMI_COLLECTIVE_ROUTINES(ISHMEMI_CXX_COLLECTIVE, , T)
ISHMEMI_REDUCE_BIT_ROUTINES(ISHMEMI_CXX_REDUCE_BIT, , T)
ISHMEMI_REDUCE_EXTREMA_ROUTINES(ISHMEMI_CXX_COLLECTIVE, , T)
ISHMEMI_REDUCE_SUM_ROUTINES(ISHMEMI_CXX_SUM, , T)
ISHMEMI_REDUCE_SCATTER_ROUTINES(ISHMEMI_CXX_SCATTER, , T)

#undef ISHMEMI_CXX_REDUCE_BIT
#undef ISHMEMI_CXX_SCATTER
#undef ISHMEMI_CXX_SUM
#undef ISHMEMI_CXX_COLLECTIVE
#undef ISHMEMI_CXX_TEAM
#undef ISHMEMI_CXX_FLOAT
#undef ISHMEMI_CXX_SPECIAL
#undef ISHMEMI_CXX_WAIT
#undef ISHMEMI_CXX_BIT
#undef ISHMEMI_CXX_EXT
#undef ISHMEMI_CXX_STD
#undef ISHMEMI_CXX_RMA
#undef ISHMEMI_CXX_QUEUED
#undef ISHMEMI_CXX_QUEUE_PARAMETERS
#undef ISHMEMI_CXX_CTX
#undef ISHMEMI_CXX_OWN
#undef ISHMEMI_CXX_CASE
#undef ISHMEMI_CXX_CALL
#undef ISHMEMI_CXX_UNPACK
#undef ISHMEMI_CXX_EXPAND

#endif
