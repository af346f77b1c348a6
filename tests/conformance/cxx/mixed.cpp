/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The first pointer selects a template's type, and all else converts to it: values of other types,
 * pointers to const, and null pointers.  Every template, in all forms; compiled alone.
 */
#include "ishmem.hpp"

/* Convert to any type, and to pointers to const of any, and take part in no deduction. */
struct any_value {
    template <typename T> operator T() const
    {
        return T();
    }
};
struct any_source {
    template <typename T> operator const T *() const
    {
        return nullptr;
    }
};
struct any_target {
    template <typename T> operator T *() const
    {
        return nullptr;
    }
};
/* The address of a value that a call returns. */
using any_result = any_target;

const any_value any{};
const any_source from{};
const any_target to{};
const any_result ret{};
const ze_command_list_handle_t list = nullptr;
const ishmem_team_t team = ISHMEM_TEAM_WORLD;

/* What follows the first pointer of a kind. */
#define AFTER_copy from, 1, 0
#define AFTER_strided from, 1, 1, 1, 0
#define AFTER_blocks from, 1, 1, 1, 1, 0
#define AFTER_signal from, 1, nullptr, 1, ISHMEM_SIGNAL_ADD, 0
#define AFTER_read 0
#define AFTER_change 0
#define AFTER_value any, 0
#define AFTER_cond any, any, 0
#define AFTER_read_nbi from, 0
#define AFTER_change_nbi to, 0
#define AFTER_value_nbi to, any, 0
#define AFTER_cond_nbi to, any, any, 0
#define AFTER_one ISHMEM_CMP_EQ, any
#define AFTER_set 1, nullptr, ISHMEM_CMP_EQ, any
#define AFTER_some 1, nullptr, nullptr, ISHMEM_CMP_EQ, any
#define AFTER_set_vector 1, nullptr, ISHMEM_CMP_EQ, from
#define AFTER_some_vector 1, nullptr, nullptr, ISHMEM_CMP_EQ, from
#define AFTER_gather from, 1
#define AFTER_gather_strided from, 1, 1, 1
#define AFTER_from_root from, 1, 0
#define AFTER_reduce from, 1

/* ", ret" where the routine returns something. */
#define RET(RESULT) ISHMEMI_QUEUE_UNPACK(ISHMEMI_QUEUE_PICK(ISHMEMI_QUEUE_IS_##RESULT, (ret, ), ~))
#define OWN(NAME, T, RESULT, PREFIX, ROUTINE, KIND) \
    static_cast<void>(PREFIX##_##ROUTINE(first, AFTER_##KIND));
#define WITH_CTX(NAME, T, RESULT, PREFIX, ROUTINE, KIND) \
    static_cast<void>(PREFIX##_##ROUTINE(ISHMEM_CTX_DEFAULT, first, AFTER_##KIND));
#define QUEUED(NAME, T, RESULT, PREFIX, ROUTINE, KIND) \
    ishmemx_##ROUTINE##_on_queue(first, AFTER_##KIND, RET(RESULT) list);
#define ALL(NAME, T, RESULT, PREFIX, ROUTINE, KIND)  \
    OWN(NAME, T, RESULT, PREFIX, ROUTINE, KIND)      \
    WITH_CTX(NAME, T, RESULT, PREFIX, ROUTINE, KIND) \
    QUEUED(NAME, T, RESULT, PREFIX, ROUTINE, KIND)
#define WAITS(NAME, T, RESULT, PREFIX, ROUTINE, KIND) \
    OWN(NAME, T, RESULT, PREFIX, ROUTINE, KIND)       \
    QUEUED(NAME, T, RESULT, PREFIX, ROUTINE, KIND)
#define TEAMS(NAME, T, RESULT, PREFIX, ROUTINE, KIND)                 \
    OWN(NAME, T, RESULT, PREFIX, ROUTINE, KIND)                       \
    static_cast<void>(PREFIX##_##ROUTINE(team, first, AFTER_##KIND)); \
    QUEUED(NAME, T, RESULT, PREFIX, ROUTINE, KIND)                    \
    ishmemx_##ROUTINE##_on_queue(team, first, AFTER_##KIND, ret, list);

template <typename T> void every_template(T *first)
{
    ISHMEMI_RMA_ROUTINES(ALL, , T)
    ISHMEMI_RMA_VALUE_ROUTINES(ALL, , T)
    ISHMEMI_SIGNAL_ROUTINES(ALL, , T)
    ISHMEMI_AMO_STD_ROUTINES(ALL, , T)
    ISHMEMI_AMO_EXT_ROUTINES(ALL, , T)
    ISHMEMI_AMO_BIT_ROUTINES(ALL, , T)
    ISHMEMI_COLLECTIVE_ROUTINES(TEAMS, , T)
    ISHMEMI_REDUCE_BIT_ROUTINES(TEAMS, , T)
    ISHMEMI_REDUCE_ARITH_ROUTINES(TEAMS, , T)
}
template void every_template(int64_t *);
template void every_template(unsigned int *);

template <typename T> void every_wait(T *first)
{
    ISHMEMI_WAIT_ROUTINES(WAITS, , T)
}
template void every_wait(int64_t *);
template void every_wait(unsigned short *);

/* As programs write it. */
void as_written(long *object, double *number, const long *source);
void as_written(long *object, double *number, const long *source)
{
    ishmem_p(object, 1, 0);
    ishmem_p(number, 1, 0);
    ishmem_put(object, source, 1, 0);
    ishmem_put(ISHMEM_CTX_DEFAULT, object, nullptr, 0, 0);
    ishmem_atomic_add(object, 1, 0);
    ishmem_atomic_add(number, 1, 0);
    static_cast<void>(ishmem_test(object, ISHMEM_CMP_EQ, 0));
    static_cast<void>(ishmem_atomic_compare_swap(object, 0, 1U, 0));
    static_cast<void>(ishmem_g(source, 0) + ishmem_atomic_fetch(source, 0));
    ishmemx_atomic_fetch_add_on_queue(number, 1, 0, nullptr, list);
    ishmem_broadcast(object, source, 1, 0);
}
