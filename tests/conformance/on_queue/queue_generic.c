/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The queue-ordered names without a type, in C11: each with every type of its list, on a
 * synchronous list of each PE's own heap.
 */
#include "harness.h"
#include "level_zero.h"
#include "memory.h"
#include "queue_caller.h"
#include <string.h>

static ze_command_list_handle_t list;
#define ON list, NULL, 0, NULL

static void expect(int result, bool holds, const char *what, const char *type)
{
    test_check(result == 0 && holds, "%s of %s", what, type);
}
/* Room for a few elements of any type, and results; and what the host sees of the former. */
#define WORDS 16
static void *symmetric;
static uint64_t mirror[WORDS];
static void *local;

/* The call first, then what holds once it is complete. */
#define CHECK(CALL, HOLDS)                             \
    do {                                               \
        const int result = (CALL);                     \
        ishmem_quiet();                                \
        memory_read(mirror, symmetric, sizeof mirror); \
        expect(result, (HOLDS), #CALL, type);          \
    } while (0)

#define RMA(NAME, TYPE, A)                                                                         \
    static void rma_##NAME(const char *type)                                                       \
    {                                                                                              \
        TYPE *const dest = symmetric;                                                              \
        TYPE *const seen = (TYPE *)(void *)mirror;                                                 \
        TYPE *const ret = local;                                                                   \
        uint64_t *const word = (uint64_t *)(void *)((char *)symmetric + 64);                       \
        const uint64_t *const seen_word = mirror + 8;                                              \
        const TYPE source[4] = {(TYPE)1, (TYPE)2, (TYPE)3, (TYPE)4};                               \
        CHECK(ishmemx_put_on_queue(dest, source, 4, test_me, ON), seen[3] == (TYPE)4);             \
        CHECK(ishmemx_put_nbi_on_queue(dest, source + 1, 1, test_me, ON), seen[0] == (TYPE)2);     \
        CHECK(ishmemx_iput_on_queue(dest, source, 2, 3, 2, test_me, ON), seen[2] == (TYPE)4);      \
        CHECK(ishmemx_ibput_on_queue(dest, source, 2, 2, 1, 2, test_me, ON), seen[2] == (TYPE)3);  \
        CHECK(ishmemx_get_on_queue(ret, dest, 4, test_me, ON), ret[2] == (TYPE)3);                 \
        CHECK(ishmemx_get_nbi_on_queue(ret, dest + 2, 1, test_me, ON), ret[0] == (TYPE)3);         \
        CHECK(ishmemx_iget_on_queue(ret, dest, 1, 2, 2, test_me, ON), ret[1] == (TYPE)3);          \
        CHECK(ishmemx_ibget_on_queue(ret, dest, 1, 3, 1, 2, test_me, ON), ret[1] == (TYPE)4);      \
        CHECK(ishmemx_p_on_queue(dest, (TYPE)9, test_me, ON), seen[0] == (TYPE)9);                 \
        CHECK(ishmemx_g_on_queue(dest, test_me, ret, ON), ret[0] == (TYPE)9);                      \
        CHECK(ishmemx_g_on_queue((const TYPE *)dest, test_me, ret, ON), ret[0] == (TYPE)9);        \
        CHECK(                                                                                     \
            ishmemx_put_signal_on_queue(dest, source, 1, word, 5, ISHMEM_SIGNAL_SET, test_me, ON), \
            *seen_word == 5 && seen[0] == (TYPE)1);                                                \
        CHECK(ishmemx_put_signal_nbi_on_queue(dest, source, 1, word, 5, ISHMEM_SIGNAL_ADD,         \
                                              test_me, ON),                                        \
              *seen_word == 10);                                                                   \
    }
ISHMEMI_RMA_TYPES(RMA, )

#define AMO_EXT(NAME, TYPE, A)                                                               \
    static void ext_##NAME(const char *type)                                                 \
    {                                                                                        \
        TYPE *const dest = symmetric;                                                        \
        TYPE *const seen = (TYPE *)(void *)mirror;                                           \
        TYPE *const ret = local;                                                             \
        CHECK(ishmemx_atomic_set_on_queue(dest, (TYPE)7, test_me, ON), seen[0] == (TYPE)7);  \
        CHECK(ishmemx_atomic_fetch_on_queue(dest, test_me, ret, ON), ret[0] == (TYPE)7);     \
        CHECK(ishmemx_atomic_fetch_nbi_on_queue(ret, dest, test_me, ON), ret[0] == (TYPE)7); \
        CHECK(ishmemx_atomic_swap_on_queue(dest, (TYPE)8, test_me, ret, ON),                 \
              ret[0] == (TYPE)7 && seen[0] == (TYPE)8);                                      \
        CHECK(ishmemx_atomic_swap_nbi_on_queue(ret, dest, (TYPE)9, test_me, ON),             \
              ret[0] == (TYPE)8);                                                            \
        CHECK(ishmemx_atomic_add_on_queue(dest, (TYPE)1, test_me, ON), seen[0] == (TYPE)10); \
        CHECK(ishmemx_atomic_fetch_add_on_queue(dest, (TYPE)1, test_me, ret, ON),            \
              ret[0] == (TYPE)10);                                                           \
        CHECK(ishmemx_atomic_fetch_add_nbi_on_queue(ret, dest, (TYPE)1, test_me, ON),        \
              ret[0] == (TYPE)11 && seen[0] == (TYPE)12);                                    \
    }
ISHMEMI_AMO_EXT_TYPES(AMO_EXT, )

#define AMO_STD(NAME, TYPE, A)                                                                    \
    static void std_##NAME(const char *type)                                                      \
    {                                                                                             \
        TYPE *const dest = symmetric;                                                             \
        TYPE *const seen = (TYPE *)(void *)mirror;                                                \
        TYPE *const ret = local;                                                                  \
        seen[0] = seen[1] = (TYPE)3;                                                              \
        memory_write(symmetric, mirror, sizeof mirror);                                           \
        CHECK(ishmemx_atomic_compare_swap_on_queue(dest, (TYPE)3, (TYPE)4, test_me, ret, ON),     \
              seen[0] == (TYPE)4);                                                                \
        CHECK(ishmemx_atomic_compare_swap_nbi_on_queue(ret, dest, (TYPE)3, (TYPE)5, test_me, ON), \
              ret[0] == (TYPE)4 && seen[0] == (TYPE)4);                                           \
        CHECK(ishmemx_atomic_inc_on_queue(dest, test_me, ON), seen[0] == (TYPE)5);                \
        CHECK(ishmemx_atomic_fetch_inc_on_queue(dest, test_me, ret, ON), ret[0] == (TYPE)5);      \
        CHECK(ishmemx_atomic_fetch_inc_nbi_on_queue(ret, dest, test_me, ON), ret[0] == (TYPE)6);  \
    }
ISHMEMI_AMO_STD_TYPES(AMO_STD, )

#define WAITS(NAME, TYPE, A)                                                                      \
    static void waits_##NAME(const char *type)                                                    \
    {                                                                                             \
        TYPE *const dest = symmetric;                                                             \
        TYPE *const seen = (TYPE *)(void *)mirror;                                                \
        int *const flag = local;                                                                  \
        size_t *const index = local;                                                              \
        size_t *const indices = (size_t *)local + 4;                                              \
        TYPE *const values = (TYPE *)((size_t *)local + 8);                                       \
        const int *const all = NULL;                                                              \
        seen[0] = (TYPE)7;                                                                        \
        seen[1] = (TYPE)3;                                                                        \
        memory_write(symmetric, mirror, sizeof mirror);                                           \
        values[0] = (TYPE)7;                                                                      \
        values[1] = (TYPE)4;                                                                      \
        CHECK(ishmemx_wait_until_on_queue(dest, ISHMEM_CMP_EQ, (TYPE)7, ON), true);               \
        CHECK(ishmemx_wait_until_all_on_queue(dest, 2, all, ISHMEM_CMP_GE, (TYPE)3, ON), true);   \
        CHECK(ishmemx_wait_until_any_on_queue(dest, 2, all, ISHMEM_CMP_EQ, (TYPE)3, index, ON),   \
              *index == 1);                                                                       \
        CHECK(ishmemx_wait_until_some_on_queue(dest, 2, indices, all, ISHMEM_CMP_EQ, (TYPE)7,     \
                                               index, ON),                                        \
              *index == 1 && indices[0] == 0);                                                    \
        CHECK(ishmemx_wait_until_all_vector_on_queue(dest, 2, all, ISHMEM_CMP_LE, values, ON),    \
              true);                                                                              \
        CHECK(ishmemx_wait_until_any_vector_on_queue(dest, 2, all, ISHMEM_CMP_EQ, values, index,  \
                                                     ON),                                         \
              *index == 0);                                                                       \
        CHECK(ishmemx_wait_until_some_vector_on_queue(dest, 2, indices, all, ISHMEM_CMP_LT,       \
                                                      values, index, ON),                         \
              *index == 1 && indices[0] == 1);                                                    \
        CHECK(ishmemx_test_on_queue(dest, ISHMEM_CMP_EQ, (TYPE)7, flag, ON), *flag == 1);         \
        CHECK(ishmemx_test_all_on_queue(dest, 2, all, ISHMEM_CMP_EQ, (TYPE)7, flag, ON),          \
              *flag == 0);                                                                        \
        CHECK(ishmemx_test_any_on_queue(dest, 2, all, ISHMEM_CMP_EQ, (TYPE)5, index, ON),         \
              *index == SIZE_MAX);                                                                \
        CHECK(                                                                                    \
            ishmemx_test_some_on_queue(dest, 2, indices, all, ISHMEM_CMP_NE, (TYPE)7, index, ON), \
            *index == 1 && indices[0] == 1);                                                      \
        CHECK(ishmemx_test_all_vector_on_queue(dest, 2, all, ISHMEM_CMP_LE, values, flag, ON),    \
              *flag == 1);                                                                        \
        CHECK(ishmemx_test_any_vector_on_queue(dest, 2, all, ISHMEM_CMP_NE, values, index, ON),   \
              *index == 1);                                                                       \
        CHECK(ishmemx_test_some_vector_on_queue(dest, 2, indices, all, ISHMEM_CMP_EQ, values,     \
                                                index, ON),                                       \
              *index == 1 && indices[0] == 0);                                                    \
    }
ISHMEMI_WAIT_TYPES(WAITS, )

#define AMO_BIT(NAME, TYPE, A)                                                               \
    static void bit_##NAME(const char *type)                                                 \
    {                                                                                        \
        TYPE *const dest = symmetric;                                                        \
        TYPE *const seen = (TYPE *)(void *)mirror;                                           \
        TYPE *const ret = local;                                                             \
        seen[0] = (TYPE)12;                                                                  \
        memory_write(symmetric, mirror, sizeof mirror);                                      \
        CHECK(ishmemx_atomic_and_on_queue(dest, (TYPE)10, test_me, ON), seen[0] == (TYPE)8); \
        CHECK(ishmemx_atomic_or_on_queue(dest, (TYPE)5, test_me, ON), seen[0] == (TYPE)13);  \
        CHECK(ishmemx_atomic_xor_on_queue(dest, (TYPE)1, test_me, ON), seen[0] == (TYPE)12); \
        CHECK(ishmemx_atomic_fetch_and_on_queue(dest, (TYPE)10, test_me, ret, ON),           \
              ret[0] == (TYPE)12);                                                           \
        CHECK(ishmemx_atomic_fetch_or_on_queue(dest, (TYPE)5, test_me, ret, ON),             \
              ret[0] == (TYPE)8);                                                            \
        CHECK(ishmemx_atomic_fetch_xor_on_queue(dest, (TYPE)1, test_me, ret, ON),            \
              ret[0] == (TYPE)13);                                                           \
        CHECK(ishmemx_atomic_fetch_and_nbi_on_queue(ret, dest, (TYPE)10, test_me, ON),       \
              ret[0] == (TYPE)12);                                                           \
        CHECK(ishmemx_atomic_fetch_or_nbi_on_queue(ret, dest, (TYPE)5, test_me, ON),         \
              ret[0] == (TYPE)8);                                                            \
        CHECK(ishmemx_atomic_fetch_xor_nbi_on_queue(ret, dest, (TYPE)1, test_me, ON),        \
              ret[0] == (TYPE)13);                                                           \
    }
ISHMEMI_AMO_BIT_TYPES(AMO_BIT, )

int main(void)
{
    test_start();
    test_family("C11 generics, queued");
    list = level_zero_list(NULL, ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS);
    symmetric = ishmem_calloc(WORDS, sizeof *mirror);
    local = memory_allocate_shared(sizeof mirror);
#define CALL(NAME, TYPE, FAMILY) FAMILY##_##NAME(#TYPE);
    ISHMEMI_RMA_TYPES(CALL, rma)
    ISHMEMI_AMO_EXT_TYPES(CALL, ext)
    ISHMEMI_AMO_STD_TYPES(CALL, std)
    ISHMEMI_WAIT_TYPES(CALL, waits)
    ISHMEMI_AMO_BIT_TYPES(CALL, bit)
    memory_free_shared(local);
    ishmem_free(symmetric);
    require_ze(zeCommandListDestroy(list), "zeCommandListDestroy");
    return test_finish();
}
