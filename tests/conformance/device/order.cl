/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Litmus tests of fence and quiet inside kernels (order_cases.h says what each does), by a work-item
 * and by a work-group.  Odd rounds fence and quiet by the context.
 */
#include "ishmem_device.h"

#define LINE 8 /* of order_cases.h, as what follows */
#define DATA 0
#define BLOCK (2 * LINE)
#define FLAG (4 * LINE)
#define SOURCE (6 * LINE)
#define X 0
#define START (2 * LINE)

#define BY_ITEM(ROUTINE) ishmem_##ROUTINE
#define BY_GROUP(ROUTINE) ishmemx_##ROUTINE##_work_group

#define ORDER_BY_CONTEXT(BY, ROUTINE, round) \
    if ((round)&1) {                         \
        BY(ctx_##ROUTINE)(ctx);              \
    } else {                                 \
        BY(ROUTINE)();                       \
    }

#define LITMUS(NAME, BY)                                                                           \
    kernel void pass_messages_##NAME(ishmem_ctx_t ctx, global long *words, long rounds, int right, \
                                     global ulong *wrong)                                          \
    {                                                                                              \
        const int me = ishmem_my_pe();                                                             \
        ulong bad = 0;                                                                             \
        long flag = 0;                                                                             \
        for (long round = 1; round <= rounds || flag < rounds;) {                                  \
            if (round <= rounds) {                                                                 \
                for (size_t i = get_local_id(0); i < LINE; i += get_local_size(0)) {               \
                    words[SOURCE + i] = round;                                                     \
                }                                                                                  \
                BY(long_p)((long *)words + DATA, round, right);                                    \
                BY(long_put)((long *)words + BLOCK, (const long *)words + SOURCE, LINE, right);    \
                ORDER_BY_CONTEXT(BY, fence, round)                                                 \
                BY(long_atomic_set)((long *)words + FLAG, round, right);                           \
                round++;                                                                           \
            } else {                                                                               \
                BY(long_wait_until)((long *)words + FLAG, ISHMEM_CMP_GT, flag);                    \
            }                                                                                      \
            flag = BY(long_atomic_fetch)((const long *)words + FLAG, me);                          \
            const long data = BY(long_g)((const long *)words + DATA, me);                          \
            const long last = BY(long_g)((const long *)words + BLOCK + LINE - 1, me);              \
            bad += data < flag || last < flag;                                                     \
        }                                                                                          \
        *wrong = bad;                                                                              \
    }                                                                                              \
                                                                                                   \
    kernel void store_in_step_##NAME(ishmem_ctx_t ctx, global long *words, global uchar *saw_old,  \
                                     long rounds, int partner)                                     \
    {                                                                                              \
        const int me = ishmem_my_pe();                                                             \
        for (long round = 1; round <= rounds; round++) {                                           \
            BY(long_atomic_set)((long *)words + START, round, partner);                            \
            BY(long_wait_until)((long *)words + START, ISHMEM_CMP_GE, round);                      \
            long seen;                                                                             \
            if (round & 2) {                                                                       \
                BY(long_p)((long *)words + X, round, partner);                                     \
                ORDER_BY_CONTEXT(BY, quiet, round)                                                 \
                seen = BY(long_g)((const long *)words + X, me);                                    \
            } else {                                                                               \
                BY(long_atomic_set)((long *)words + X, round, partner);                            \
                ORDER_BY_CONTEXT(BY, quiet, round)                                                 \
                seen = BY(long_atomic_fetch)((const long *)words + X, me);                         \
            }                                                                                      \
            saw_old[round] = seen < round;                                                         \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    kernel void store_side_by_side_##NAME(ishmem_ctx_t ctx, global long *x, global uchar *saw_old, \
                                          long count, int partner)                                 \
    {                                                                                              \
        const int me = ishmem_my_pe();                                                             \
        BY(sync_all)();                                                                            \
        for (long i = 0; i < count && partner >= 0; i++) {                                         \
            BY(long_p)((long *)x + i, 1, partner);                                                 \
            ORDER_BY_CONTEXT(BY, quiet, i)                                                         \
            saw_old[i] = BY(long_g)((const long *)x + i, me) == 0;                                 \
        }                                                                                          \
    }                                                                                              \
                                                                                                   \
    long read_##NAME(global long *word, int pe, int atomically)                                    \
    {                                                                                              \
        return atomically ? BY(long_atomic_fetch)((const long *)word, pe)                          \
                          : BY(long_g)((const long *)word, pe);                                    \
    }                                                                                              \
                                                                                                   \
    kernel void read_independently_##NAME(global long *x, global long *y, global uchar *saw_first, \
                                          long count, int other)                                   \
    {                                                                                              \
        const int me = ishmem_my_pe();                                                             \
        BY(sync_all)();                                                                            \
        for (long i = 0; i < count && me < 4; i++) {                                               \
            const int atomically = (int)(i & 1);                                                   \
            if (me == 0) {                                                                         \
                BY(long_p)((long *)x + i, 1, 1);                                                   \
            } else if (me == 1) {                                                                  \
                BY(long_p)((long *)y + i, 1, other);                                               \
            } else if (me == 2) {                                                                  \
                const long first = read_##NAME(x + i, 1, atomically);                              \
                saw_first[i] = first == 1 && read_##NAME(y + i, other, atomically) == 0;           \
            } else {                                                                               \
                const long first = read_##NAME(y + i, other, atomically);                          \
                saw_first[i] = first == 1 && read_##NAME(x + i, 1, atomically) == 0;               \
            }                                                                                      \
        }                                                                                          \
    }
LITMUS(item, BY_ITEM)
LITMUS(group, BY_GROUP)
