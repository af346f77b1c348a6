/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Litmus tests of fence and quiet, called by the host.
 */
#include "harness.h"
#include "ishmem.h"
#include "order_cases.h"

static uint64_t pass_messages(long *words, long rounds, int right)
{
    long block[ORDER_LINE];
    long flag = 0;
    uint64_t wrong = 0;
    for (long round = 1; round <= rounds || flag < rounds;) {
        if (round <= rounds) {
            for (int i = 0; i < ORDER_LINE; i++) {
                block[i] = round;
            }
            ishmem_long_p(words + ORDER_DATA, round, right);
            ishmem_long_put(words + ORDER_BLOCK, block, ORDER_LINE, right);
            ishmem_fence();
            ishmem_long_atomic_set(words + ORDER_FLAG, round, right);
            round++;
        } else {
            ishmem_long_wait_until(words + ORDER_FLAG, ISHMEM_CMP_GT, flag);
        }
        flag = ishmem_long_atomic_fetch(words + ORDER_FLAG, test_me);
        const long data = ishmem_long_g(words + ORDER_DATA, test_me);
        const long last = ishmem_long_g(words + ORDER_BLOCK + ORDER_LINE - 1, test_me);
        wrong += data < flag || last < flag;
    }
    return wrong;
}

static void store_in_step(long *words, unsigned char *saw_old, long rounds, int partner)
{
    for (long round = 1; round <= rounds; round++) {
        ishmem_long_p(words + ORDER_START, round, partner);
        ishmem_long_wait_until(words + ORDER_START, ISHMEM_CMP_GE, round);
        long seen;
        if (round & 1) {
            ishmem_long_p(words + ORDER_X, round, partner);
            ishmem_quiet();
            seen = ishmem_long_g(words + ORDER_X, test_me);
        } else {
            ishmem_long_atomic_set(words + ORDER_X, round, partner);
            ishmem_quiet();
            seen = ishmem_long_atomic_fetch(words + ORDER_X, test_me);
        }
        ishmem_uchar_p(saw_old + round, seen < round, test_me);
    }
}

static void store_side_by_side(long *x, unsigned char *saw_old, long count, int partner)
{
    for (long i = 0; i < count && partner >= 0; i++) {
        ishmem_long_p(x + i, 1, partner);
        ishmem_quiet();
        ishmem_uchar_p(saw_old + i, ishmem_long_g(x + i, test_me) == 0, test_me);
    }
}

static void read_independently(long *x, long *y, unsigned char *saw_first, long count, int other)
{
    for (long i = 0; i < count && test_me < 4; i++) {
        if (test_me == 0) {
            ishmem_long_p(x + i, 1, 1);
        } else if (test_me == 1) {
            ishmem_long_p(y + i, 1, other);
        } else {
            const bool x_first = test_me == 2;
            const long first = x_first ? ishmem_long_g(x + i, 1) : ishmem_long_g(y + i, other);
            const long second = x_first ? ishmem_long_g(y + i, other) : ishmem_long_g(x + i, 1);
            ishmem_uchar_p(saw_first + i, first == 1 && second == 0, test_me);
        }
    }
}

int main(void)
{
    static const order_calls_t calls = {"host", pass_messages, store_in_step, store_side_by_side,
                                        read_independently};
    test_start();
    test_family("order");
    order_check(&calls, 1000000);
    return test_finish();
}
