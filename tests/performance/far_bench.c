/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * far_bench: what host routines cost between two PEs that do not share memory, each figure beside
 * what MPI's one-sided calls cost between the same two processes.
 *
 *     ISHMEM_PES_PER_NODE=1 mpiexec -n 2 far_bench
 *     ISHMEM_PES_PER_NODE=1 MPIR_CVAR_NOLOCAL=1 UCX_TLS=tcp,self mpiexec -n 2 far_bench
 *
 * The second has MPICH take a network's way between processes of one machine.  PE 1 waits in a
 * barrier, of the library or of MPI, while PE 0 measures.  Every figure is the median of several
 * batches.  Nothing is asserted.
 */
#include "baseline.h"
#include "ishmem.h"
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BATCHES = 9, LARGEST = 16 << 20, TURNS = 2000, STREAM = 20000, WINDOW = 16 };

static struct {
    char *symmetric;
    char *local;
    MPI_Win window;
} bench;

/* ---- What is measured ------------------------------------------------------------------------ */

static void our_put(size_t bytes, int calls)
{
    for (int i = 0; i < calls; i++) {
        ishmem_putmem(bench.symmetric, bench.local, bytes, 1);
        ishmem_quiet();
    }
}

static void their_put(size_t bytes, int calls)
{
    for (int i = 0; i < calls; i++) {
        MPI_Put(bench.local, (int)bytes, MPI_BYTE, 1, 0, (int)bytes, MPI_BYTE, bench.window);
        MPI_Win_flush(1, bench.window);
    }
}

static void our_get(size_t bytes, int calls)
{
    for (int i = 0; i < calls; i++) {
        ishmem_getmem(bench.local, bench.symmetric, bytes, 1);
    }
}

static void their_get(size_t bytes, int calls)
{
    for (int i = 0; i < calls; i++) {
        MPI_Get(bench.local, (int)bytes, MPI_BYTE, 1, 0, (int)bytes, MPI_BYTE, bench.window);
        MPI_Win_flush(1, bench.window);
    }
}

static void our_stream(size_t bytes, int calls)
{
    for (int i = 0; i < calls; i++) {
        ishmem_putmem_nbi(bench.symmetric, bench.local, bytes, 1);
        if (bytes > 8 && i % WINDOW == WINDOW - 1) {
            ishmem_quiet();
        }
    }
    ishmem_quiet();
}

static void their_stream(size_t bytes, int calls)
{
    for (int i = 0; i < calls; i++) {
        MPI_Put(bench.local, (int)bytes, MPI_BYTE, 1, 0, (int)bytes, MPI_BYTE, bench.window);
        if (bytes > 8 && i % WINDOW == WINDOW - 1) {
            MPI_Win_flush(1, bench.window);
        }
    }
    MPI_Win_flush(1, bench.window);
}

static void our_amo(size_t bytes, int calls)
{
    (void)bytes;
    for (int i = 0; i < calls; i++) {
        (void)ishmem_int64_atomic_fetch_add((int64_t *)(void *)bench.symmetric, 1, 1);
    }
}

static void their_amo(size_t bytes, int calls)
{
    (void)bytes;
    for (int i = 0; i < calls; i++) {
        const int64_t one = 1;
        int64_t before;
        MPI_Fetch_and_op(&one, &before, MPI_INT64_T, 1, 0, MPI_SUM, bench.window);
        MPI_Win_flush(1, bench.window);
    }
}

/* ---- How ------------------------------------------------------------------------------------- */

static double seconds_of(void (*call)(size_t, int), size_t bytes, int calls)
{
    double samples[BATCHES];
    call(bytes, calls);
    for (int batch = 0; batch < BATCHES; batch++) {
        const double start = baseline_now();
        call(bytes, calls);
        samples[batch] = (baseline_now() - start) / calls;
    }
    return baseline_median(samples, BATCHES);
}

static void compare(const char *name, void (*ours)(size_t, int), void (*theirs)(size_t, int),
                    size_t bytes, int calls)
{
    double our_time = 0;
    double their_time = 0;
    if (ishmem_my_pe() == 0) {
        our_time = seconds_of(ours, bytes, calls);
    }
    ishmem_barrier_all();
    if (ishmem_my_pe() == 0) {
        their_time = seconds_of(theirs, bytes, calls);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (ishmem_my_pe() == 0) {
        printf("%-22s %9zu B  %11.2f us %8.2f GB/s   MPI %11.2f us %8.2f GB/s   %.2f of its speed\n",
               name, bytes, our_time * 1e6, (double)bytes / our_time * 1e-9, their_time * 1e6,
               (double)bytes / their_time * 1e-9, their_time / our_time);
        fflush(stdout);
    }
}

int main(void)
{
    int provided;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
    ishmem_init();
    if (ishmem_n_pes() != 2) {
        fprintf(stderr, "far_bench: run it with 2 PEs\n");
        ishmem_global_exit(EXIT_FAILURE);
    }
    bench.symmetric = ishmem_malloc(LARGEST);
    if (ishmem_ptr(bench.symmetric, 1 - ishmem_my_pe())) {
        fprintf(stderr, "far_bench: the PEs share memory; set ISHMEM_PES_PER_NODE=1\n");
        ishmem_global_exit(EXIT_FAILURE);
    }
    bench.local = malloc(LARGEST);
    memset(bench.local, 1, LARGEST);
    void *base;
    MPI_Win_allocate(LARGEST, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &bench.window);
    MPI_Win_lock_all(0, bench.window);
    memset(base, 0, LARGEST);
    memset(ishmem_ptr(bench.symmetric, ishmem_my_pe()), 0, LARGEST);
    MPI_Barrier(MPI_COMM_WORLD);
    static const size_t sizes[] = {8, 512, 4096, 16384, 65536, 1 << 20, LARGEST};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        const int calls = sizes[i] < 65536 ? TURNS : sizes[i] < LARGEST ? 64 : 8;
        compare("put, quiet", our_put, their_put, sizes[i], calls);
        compare("get", our_get, their_get, sizes[i], calls);
    }
    compare("fetch_add", our_amo, their_amo, 8, TURNS);
    compare("puts, pipelined", our_stream, their_stream, 8, STREAM);
    compare("puts, 16 at once", our_stream, their_stream, 1 << 20, 4 * WINDOW);
    MPI_Win_unlock_all(bench.window);
    MPI_Win_free(&bench.window);
    free(bench.local);
    ishmem_free(bench.symmetric);
    ishmem_finalize();
    MPI_Finalize();
    return 0;
}
