/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * nvshmem_bench: what calls by NVSHMEM's names cost beside the same calls by libishmem's, in one run, their
 * samples taken in turn.
 *
 *     mpiexec -n 2 nvshmem_bench
 *     ISHMEM_PES_PER_NODE=1 mpiexec -n 2 nvshmem_bench
 *
 * Every figure is the median of several batches.  Nothing is asserted.
 */
#include <nvshmemx.h>
#define NAMES_QUIET nvshmem_quiet
#include "names.h"

static uint64_t *word;

BATCHES(put_8, ishmem_long_put(words, source, 1, target),
        nvshmem_long_put(words, source, 1, target))
BATCHES(put_1k, ishmem_long_put(words, source, 128, target),
        nvshmem_long_put(words, source, 128, target))
BATCHES(get_8, ishmem_long_get(source, words, 1, target),
        nvshmem_long_get(source, words, 1, target))
BATCHES(p, ishmem_long_p(words, i, target), nvshmem_long_p(words, i, target))
BATCHES(g, fetched += ishmem_long_g(words, target), fetched += nvshmem_long_g(words, target))
BATCHES(fetch_add, fetched += ishmem_long_atomic_fetch_add(words, 1, target),
        fetched += nvshmem_long_atomic_fetch_add(words, 1, target))
BATCHES(test, fetched += ishmem_long_test(words + 8, ISHMEM_CMP_EQ, 0),
        fetched += nvshmem_long_test(words + 8, NVSHMEM_CMP_EQ, 0))
BATCHES(my_pe, fetched += ishmem_my_pe(), fetched += nvshmem_my_pe())
BATCHES(barrier, ishmem_barrier_all(), nvshmem_barrier_all())
BATCHES(put_signal, ishmem_long_put_signal(words, source, 1, word, 1, ISHMEM_SIGNAL_SET, target),
        nvshmem_long_put_signal(words, source, 1, word, 1, NVSHMEM_SIGNAL_SET, target))
BATCHES(wait, ishmem_long_wait_until(words + 8, ISHMEM_CMP_EQ, 0),
        nvshmem_long_wait_until(words + 8, NVSHMEM_CMP_EQ, 0))
BATCHES(wait_changed, ishmem_long_wait_until(words + 8, ISHMEM_CMP_NE, 1),
        nvshmem_long_wait(words + 8, 1))
BATCHES(signal_op, ishmemx_signal_add(word, 1, target),
        nvshmemx_signal_op(word, 1, NVSHMEM_SIGNAL_ADD, target))
BATCHES(sum, ishmem_long_sum_reduce(ISHMEM_TEAM_WORLD, words, words + 16, 1),
        nvshmem_long_sum_reduce(NVSHMEM_TEAM_WORLD, words, words + 16, 1))

int main(void)
{
    nvshmem_init();
    open_rows("nvshmem_bench");
    word = nvshmem_calloc(1, sizeof *word);
    ROW(my_pe, "nvshmem_my_pe", false);
    ROW(put_8, "nvshmem_long_put, 8 B", false);
    ROW(put_1k, "nvshmem_long_put, 1 KiB", false);
    ROW(get_8, "nvshmem_long_get, 8 B", false);
    ROW(p, "nvshmem_long_p", false);
    ROW(g, "nvshmem_long_g", false);
    ROW(fetch_add, "nvshmem_long_atomic_fetch_add", false);
    ROW(test, "nvshmem_long_test", false);
    ROW(wait, "nvshmem_long_wait_until", false);
    ROW(wait_changed, "nvshmem_long_wait", false);
    ROW(put_signal, "nvshmem_long_put_signal, 8 B", false);
    ROW(signal_op, "nvshmemx_signal_op", false);
    calls = calls / 4;
    ROW(barrier, "nvshmem_barrier_all", true);
    ROW(sum, "nvshmem_long_sum_reduce, 8 B", true);
    nvshmem_free(word);
    nvshmem_free(words);
    nvshmem_finalize();
    return 0;
}
