/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * openshmem_bench: what calls by OpenSHMEM's names cost beside the same calls by libishmem's, in one run,
 * their samples taken in turn.
 *
 *     mpiexec -n 2 openshmem_bench
 *     ISHMEM_PES_PER_NODE=1 mpiexec -n 2 openshmem_bench
 *
 * Every figure is the median of several batches.  Nothing is asserted.
 */
#include <shmem.h>
#define NAMES_QUIET shmem_quiet
#include "names.h"

static long pSync[SHMEM_SYNC_SIZE];

BATCHES(put_8, ishmem_long_put(words, source, 1, target), shmem_long_put(words, source, 1, target))
BATCHES(put_1k, ishmem_long_put(words, source, 128, target),
        shmem_long_put(words, source, 128, target))
BATCHES(get_8, ishmem_long_get(source, words, 1, target), shmem_long_get(source, words, 1, target))
BATCHES(p, ishmem_long_p(words, i, target), shmem_long_p(words, i, target))
BATCHES(g, fetched += ishmem_long_g(words, target), fetched += shmem_long_g(words, target))
BATCHES(ctx_p, ishmem_ctx_long_p(ISHMEM_CTX_DEFAULT, words, i, target),
        shmem_ctx_long_p(SHMEM_CTX_DEFAULT, words, i, target))
BATCHES(fetch_add, fetched += ishmem_long_atomic_fetch_add(words, 1, target),
        fetched += shmem_long_atomic_fetch_add(words, 1, target))
BATCHES(test, fetched += ishmem_long_test(words + 8, ISHMEM_CMP_EQ, 0),
        fetched += shmem_long_test(words + 8, SHMEM_CMP_EQ, 0))
BATCHES(my_pe, fetched += ishmem_my_pe(), fetched += shmem_my_pe())
BATCHES(barrier, ishmem_barrier_all(), shmem_barrier_all())
BATCHES(set_barrier, ishmem_barrier_all(), shmem_barrier(0, 0, 2, pSync))
BATCHES(set_broadcast, ishmem_long_broadcast(ISHMEM_TEAM_WORLD, words, words + 16, 1, 0),
        shmem_broadcast64(words, words + 16, 1, 0, 0, 0, 2, pSync))
BATCHES(set_sum, ishmem_long_sum_reduce(ISHMEM_TEAM_WORLD, words, words + 16, 1),
        shmem_long_sum_to_all(words, words + 16, 1, 0, 0, 2, words + 32, pSync))

int main(void)
{
    shmem_init();
    open_rows("openshmem_bench");
    ROW(my_pe, "shmem_my_pe", false);
    ROW(put_8, "shmem_long_put, 8 B", false);
    ROW(put_1k, "shmem_long_put, 1 KiB", false);
    ROW(get_8, "shmem_long_get, 8 B", false);
    ROW(p, "shmem_long_p", false);
    ROW(g, "shmem_long_g", false);
    ROW(ctx_p, "shmem_ctx_long_p", false);
    ROW(fetch_add, "shmem_long_atomic_fetch_add", false);
    ROW(test, "shmem_long_test", false);
    calls = calls / 4;
    ROW(barrier, "shmem_barrier_all", true);
    ROW(set_barrier, "shmem_barrier (active set)", true);
    ROW(set_broadcast, "shmem_broadcast64, 8 B", true);
    ROW(set_sum, "shmem_long_sum_to_all, 8 B", true);
    shmem_free(words);
    shmem_finalize();
    return 0;
}
