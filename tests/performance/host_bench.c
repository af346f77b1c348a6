/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * host_bench: what host routines cost between two PEs, each figure beside what the machine does
 * without the library in the same run.
 *
 *     mpiexec -n 2 host_bench
 *     taskset -c 0,1 mpiexec -n 8 host_bench      barriers of 8 PEs on 2 processors
 *
 * Every figure is the median of several batches.  Nothing is asserted.
 */
#include "baseline.h"
#include "ishmem.h"
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { BATCHES = 9, LARGEST = 64 << 20, TURNS = 20000, SYNCS = 5000, ADDS = 1000000 };

static int me;

/* ---- Blocks: put and get against memcpy ---------------------------------------------------------- */

typedef struct block {
    char *symmetric;
    char *local;
    char *plain;                 /* shared memory of this process, as heaps are on a CPU */
} block_t;

static void do_put(const block_t *block, size_t bytes)
{
    ishmem_putmem(block->symmetric, block->local, bytes, 1);
}

static void do_long_put(const block_t *block, size_t bytes)
{
    ishmem_long_put((long *)(void *)block->symmetric, (const long *)(const void *)block->local,
                    bytes / sizeof(long), 1);
}

static void do_get(const block_t *block, size_t bytes)
{
    ishmem_getmem(block->local, block->symmetric, bytes, 1);
}

static double seconds_of(void (*copy)(const block_t *, size_t), const block_t *block, size_t bytes)
{
    const int calls = bytes < 65536 ? 20000 : bytes < LARGEST ? 40 : 2;
    double samples[BATCHES];
    copy(block, bytes);
    for (int batch = 0; batch < BATCHES; batch++) {
        const double start = baseline_now();
        for (int i = 0; i < calls; i++) {
            copy(block, bytes);
        }
        samples[batch] = (baseline_now() - start) / calls;
    }
    return baseline_median(samples, BATCHES);
}

static void compare_copies(const char *name, void (*copy)(const block_t *, size_t),
                           const block_t *block, void *plain_destination, const void *plain_source)
{
    static const size_t sizes[] = {8,      64,      512,      4096,   32768,
                                   262144, 2097152, 16777216, LARGEST};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        const double ours = seconds_of(copy, block, sizes[i]);
        const double plain = baseline_copy(plain_destination, plain_source, sizes[i]);
        printf("%-10s %9zu B  %13.1f ns  %7.2f GB/s   memcpy %13.1f ns   speed %.2f of it\n", name,
               sizes[i], ours * 1e9, (double)sizes[i] / ours * 1e-9, plain * 1e9, plain / ours);
    }
}

static void copies(void)
{
    block_t block = {.symmetric = ishmem_malloc(LARGEST), .local = malloc(LARGEST)};
    block.plain = mmap(NULL, LARGEST, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (!block.symmetric || !block.local || block.plain == MAP_FAILED) {
        fprintf(stderr, "host_bench: no memory for blocks of %d bytes\n", LARGEST);
        ishmem_global_exit(EXIT_FAILURE);
    }
    if (me == 0) {
        memset(block.local, 1, LARGEST);
        compare_copies("putmem", do_put, &block, block.plain, block.local);
        compare_copies("long_put", do_long_put, &block, block.plain, block.local);
        compare_copies("getmem", do_get, &block, block.local, block.plain);
    }
    ishmem_barrier_all();
    munmap(block.plain, LARGEST);
    free(block.local);
    ishmem_free(block.symmetric);
}

/* ---- Words --------------------------------------------------------------------------------------- */

static void words(void)
{
    static _Atomic long plain;
    long *const word = ishmem_calloc(1, sizeof *word);
    if (me == 0) {
        double add[BATCHES];
        double atomic[BATCHES];
        double p[BATCHES];
        double store[BATCHES];
        for (int batch = 0; batch < BATCHES; batch++) {
            const double t0 = baseline_now();
            for (int i = 0; i < ADDS; i++) {
                (void)ishmem_long_atomic_fetch_add(word, 1, 1);
            }
            const double t1 = baseline_now();
            for (int i = 0; i < ADDS; i++) {
                atomic_fetch_add(&plain, 1);
            }
            const double t2 = baseline_now();
            for (int i = 0; i < ADDS; i++) {
                ishmem_long_p(word, i, 1);
            }
            const double t3 = baseline_now();
            for (int i = 0; i < ADDS; i++) {
                atomic_store_explicit(&plain, i, memory_order_relaxed);
            }
            const double t4 = baseline_now();
            add[batch] = (t1 - t0) / ADDS;
            atomic[batch] = (t2 - t1) / ADDS;
            p[batch] = (t3 - t2) / ADDS;
            store[batch] = (t4 - t3) / ADDS;
        }
        const double ours = baseline_median(add, BATCHES) * 1e9;
        const double limit = baseline_median(atomic, BATCHES) * 1e9;
        printf("fetch_add    %.1f ns   plain atomic %.1f ns   time %.2f of it\n", ours, limit,
               ours / limit);
        printf("p            %.1f ns   plain store %.1f ns\n", baseline_median(p, BATCHES) * 1e9,
               baseline_median(store, BATCHES) * 1e9);
    }
    ishmem_free(word);
}

/* ---- Ping-pong of one word between PEs 0 and 1 ----------------------------------------------------- */

static void ping_pong(void)
{
    long *const word = ishmem_align(64, 64);
    ishmem_long_p(word, 0, me);
    ishmem_barrier_all();
    double one_way[BATCHES];
    long turn = 0;
    for (int batch = 0; batch < BATCHES && me < 2; batch++) {
        const double start = baseline_now();
        for (int i = 0; i < TURNS; i++) {
            turn++;
            if (me == 0) {
                ishmem_long_p(word, turn, 1);
                ishmem_long_wait_until(word, ISHMEM_CMP_GE, turn);
            } else {
                ishmem_long_wait_until(word, ISHMEM_CMP_GE, turn);
                ishmem_long_p(word, turn, 0);
            }
        }
        one_way[batch] = (baseline_now() - start) / TURNS / 2;
    }
    ishmem_barrier_all();
    if (me == 0) {
        const double ours = baseline_median(one_way, BATCHES) * 1e9;
        const double limit = baseline_ping_pong() * 1e9;
        printf("ping-pong    %.1f ns one way   two plain threads %.1f ns   time %.2f of it\n", ours,
               limit, ours / limit);
    }
    ishmem_free(word);
}

/* ---- Barriers ------------------------------------------------------------------------------------ */

static double seconds_of_barrier(void (*routine)(void))
{
    double samples[BATCHES];
    for (int batch = 0; batch < BATCHES; batch++) {
        const double start = baseline_now();
        for (int i = 0; i < SYNCS; i++) {
            routine();
        }
        samples[batch] = (baseline_now() - start) / SYNCS;
    }
    return baseline_median(samples, BATCHES);
}

static void barriers(void)
{
    const double sync = seconds_of_barrier(ishmem_sync_all);
    const double barrier = seconds_of_barrier(ishmem_barrier_all);
    if (me == 0) {
        printf("sync_all     %.1f ns   barrier_all %.1f ns   (%d PEs)\n", sync * 1e9, barrier * 1e9,
               ishmem_n_pes());
    }
}

int main(void)
{
    ishmem_init();
    me = ishmem_my_pe();
    if (ishmem_n_pes() < 2) {
        fprintf(stderr, "host_bench: needs at least 2 PEs\n");
        ishmem_global_exit(EXIT_FAILURE);
    }
    barriers();
    ping_pong();
    words();
    copies();
    ishmem_finalize();
    return EXIT_SUCCESS;
}
