/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Calls with active sets that the specification leaves undefined and programs make: a broadcast whose dest is
 * still in use by its PE when the root calls, and calls by PEs outside the set, which do nothing.
 */
#include "harness.h"

#include <stdbool.h>

enum { MOST = 40000, ROUNDS = 20 };

static long pSync[SHMEM_BCAST_SYNC_SIZE], work[16];

static bool holds(const int *data, size_t count, int value)
{
    for (size_t i = 0; i < count; i++) {
        if (data[i] != value) {
            return false;
        }
    }
    return true;
}

static void fill(int *data, size_t count, int value)
{
    for (size_t i = 0; i < count; i++) {
        data[i] = value;
    }
}

/* Each PE clears its dest after a round; nothing tells the root. */
static void broadcast_without_care(int *dest, int *source, size_t count, int root)
{
    fill(dest, count, -1);
    fill(source, count, 77 + root);
    shmem_barrier_all();
    for (int round = 0; round < ROUNDS; round++) {
        shmem_broadcast32(dest, source, count, root, 0, 0, test_n, pSync);
        test_check(holds(dest, count, test_me == root ? -1 : 77 + root), "shmem_broadcast32",
                   "count", (int)count);
        fill(dest, count, -1);
    }
    shmem_barrier_all();
}

/* The last PE calls alone with the set of all others, and the first one with the set of the others. */
static void call_from_outside(int *dest, int *source)
{
    const int start = test_me == 0 ? 1 : 0;
    const int size = test_n - 1;
    fill(dest, 8, -1);
    fill(source, 8, 5);
    shmem_barrier_all();
    if (size > 0 && (test_me == 0 || test_me == size)) {
        shmem_barrier(start, 0, size, pSync);
        (shmem_sync)(start, 0, size, pSync);
        shmem_broadcast32(dest, source, 1, 0, start, 0, size, pSync);
        shmem_collect32(dest, source, 1, start, 0, size, pSync);
        shmem_fcollect64(dest, source, 1, start, 0, size, pSync);
        shmem_alltoall32(dest, source, 1, start, 0, size, pSync);
        shmem_alltoalls32(dest, source, 1, 1, 1, start, 0, size, pSync);
        shmem_int_sum_to_all(dest, source, 1, start, 0, size, (int *)(void *)work, pSync);
        shmem_int_xor_to_all(dest, source, 1, start, 0, size, (int *)(void *)work, pSync);
    }
    shmem_barrier_all();
    test_check(holds(dest, 8, -1), "calls from outside", "", 0);
}

int main(void)
{
    static const size_t counts[] = {1, 14, 15, 100, 3000, MOST};
    test_begin();
    int *const dest = (int *)shmem_malloc(MOST * sizeof(int));
    int *const source = (int *)shmem_malloc(MOST * sizeof(int));
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        for (int root = 0; root < test_n; root++) {
            broadcast_without_care(dest, source, counts[i], root);
        }
    }
    call_from_outside(dest, source);
    shmem_free(source);
    shmem_free(dest);
    return test_end("careless");
}
