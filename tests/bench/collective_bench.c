/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * collective_bench: collectives of the host, of a work-item and of a work-group beside MPI's on the
 * same PEs in the same run.
 *
 *     mpiexec -n 2 collective_bench [host]
 *     taskset -c 0,1 mpiexec -n 4 collective_bench      4 PEs on 2 processors
 *
 * size: bytes that a PE gives to a broadcast or a reduction, to all others (fcollect), to each
 * other (alltoall).  latency: of one of many calls after one another, whose roots go around; on
 * the PE that took longest, the median of several batches; ratio: its part of MPI's.  algbw: all
 * that a call combines or gathers, by its time; busbw: that by which each PE's link carries it at
 * best.  Nothing is asserted.
 */
#define _POSIX_C_SOURCE 200809L
#include "baseline.h"
#include "launch.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BATCHES = 7, GROUP_ITEMS = 256 };
#define LARGEST ((size_t)64 << 20)
#define LARGEST_AREA ((size_t)128 << 20)
/* A batch takes about so long. */
#define BATCH_SECONDS 0.01

/* What is called: dest, source and bytes as the columns mean them. */
typedef struct buffers {
    char *dest;
    char *source;
    void *mpi_dest;
    void *mpi_source;
    int n;
} buffers_t;

typedef struct operation {
    const char *name;
    const char *type;
    const char *kernel;
    size_t element;
    void (*ours)(const buffers_t *buffers, size_t bytes, int root);
    void (*theirs)(const buffers_t *buffers, size_t bytes, int root);
    int blocks; /* whether there are n blocks of that size */
    double bus; /* busbw by algbw is this, times (n - 1) / n */
} operation_t;

static int me;
static int n_pes;

/* ---- The operations ------------------------------------------------------------------------------- */

static void our_barrier(const buffers_t *buffers, size_t bytes, int root)
{
    (void)buffers;
    (void)bytes;
    (void)root;
    ishmem_barrier_all();
}

static void our_sync(const buffers_t *buffers, size_t bytes, int root)
{
    (void)buffers;
    (void)bytes;
    (void)root;
    ishmem_sync_all();
}

static void their_barrier(const buffers_t *buffers, size_t bytes, int root)
{
    (void)buffers;
    (void)bytes;
    (void)root;
    MPI_Barrier(MPI_COMM_WORLD);
}

static void our_broadcast(const buffers_t *buffers, size_t bytes, int root)
{
    ishmem_broadcastmem(ISHMEM_TEAM_WORLD, buffers->dest, buffers->source, bytes, root);
}

static void their_broadcast(const buffers_t *buffers, size_t bytes, int root)
{
    MPI_Bcast(buffers->mpi_dest, (int)bytes, MPI_BYTE, root, MPI_COMM_WORLD);
}

static void our_reduce(const buffers_t *buffers, size_t bytes, int root)
{
    (void)root;
    ishmem_float_sum_reduce(ISHMEM_TEAM_WORLD, (float *)(void *)buffers->dest,
                            (const float *)(const void *)buffers->source, bytes / sizeof(float));
}

static void their_reduce(const buffers_t *buffers, size_t bytes, int root)
{
    (void)root;
    MPI_Allreduce(buffers->mpi_source, buffers->mpi_dest, (int)(bytes / sizeof(float)), MPI_FLOAT,
                  MPI_SUM, MPI_COMM_WORLD);
}

static void our_fcollect(const buffers_t *buffers, size_t bytes, int root)
{
    (void)root;
    ishmem_fcollectmem(ISHMEM_TEAM_WORLD, buffers->dest, buffers->source, bytes);
}

static void their_fcollect(const buffers_t *buffers, size_t bytes, int root)
{
    (void)root;
    MPI_Allgather(buffers->mpi_source, (int)bytes, MPI_BYTE, buffers->mpi_dest, (int)bytes,
                  MPI_BYTE, MPI_COMM_WORLD);
}

static void our_alltoall(const buffers_t *buffers, size_t bytes, int root)
{
    (void)root;
    ishmem_alltoallmem(ISHMEM_TEAM_WORLD, buffers->dest, buffers->source, bytes);
}

static void their_alltoall(const buffers_t *buffers, size_t bytes, int root)
{
    (void)root;
    MPI_Alltoall(buffers->mpi_source, (int)bytes, MPI_BYTE, buffers->mpi_dest, (int)bytes, MPI_BYTE,
                 MPI_COMM_WORLD);
}

static const operation_t barriers[] = {
    {"barrier_all", "-", "barrier", 1, our_barrier, their_barrier, 0, 0},
    {"sync_all", "-", NULL, 1, our_sync, their_barrier, 0, 0}};
static const operation_t operations[] = {
    {"broadcast", "byte", "broadcast", 1, our_broadcast, their_broadcast, 0, 1},
    {"sum_reduce", "float", "reduce", sizeof(float), our_reduce, their_reduce, 0, 2},
    {"fcollect", "byte", "fcollect", 1, our_fcollect, their_fcollect, 1, 1},
    {"alltoall", "byte", "alltoall", 1, our_alltoall, their_alltoall, 1, 1}};

/* ---- Timing --------------------------------------------------------------------------------------- */

typedef void (*batch_t)(const void *what, const buffers_t *buffers, size_t bytes, uint32_t calls);

typedef struct timed {
    batch_t batch;
    const void *what;
} timed_t;

static void call_ours(const void *what, const buffers_t *buffers, size_t bytes, uint32_t calls)
{
    const operation_t *const operation = what;
    for (uint32_t i = 0; i < calls; i++) {
        operation->ours(buffers, bytes, (int)(i % (uint32_t)n_pes));
    }
}

static void call_theirs(const void *what, const buffers_t *buffers, size_t bytes, uint32_t calls)
{
    const operation_t *const operation = what;
    for (uint32_t i = 0; i < calls; i++) {
        operation->theirs(buffers, bytes, (int)(i % (uint32_t)n_pes));
    }
}

static double time_batch(const timed_t *timed, const buffers_t *buffers, size_t bytes,
                         uint32_t calls)
{
    double slowest = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = baseline_now();
    timed->batch(timed->what, buffers, bytes, calls);
    const double seconds = baseline_now() - start;
    MPI_Allreduce(&seconds, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return slowest / calls;
}

/* Seconds of a call: the median, after batches that find out how many calls a batch has. */
static double seconds_of(const timed_t *timed, const buffers_t *buffers, size_t bytes)
{
    double samples[BATCHES];
    uint32_t calls = 1;
    time_batch(timed, buffers, bytes, calls);
    for (;;) {
        const double seconds = time_batch(timed, buffers, bytes, calls);
        if (seconds * calls >= BATCH_SECONDS / 2 || calls >= 100000) {
            break;
        }
        calls *= 4;
    }
    for (int i = 0; i < BATCHES; i++) {
        samples[i] = time_batch(timed, buffers, bytes, calls);
    }
    return baseline_median(samples, BATCHES);
}

/* ---- Kernels -------------------------------------------------------------------------------------- */

typedef struct kernel {
    launch_program_t *program;
    char name[64];
    uint32_t items;
    size_t element;
} kernel_t;

static void call_kernel(const void *what, const buffers_t *buffers, size_t bytes, uint32_t calls)
{
    const kernel_t *const kernel = what;
    const uint64_t nelems = bytes / kernel->element;
    const launch_argument_t arguments[] = {LAUNCH_ARGUMENT(buffers->dest),
                                           LAUNCH_ARGUMENT(buffers->source),
                                           LAUNCH_ARGUMENT(nelems), LAUNCH_ARGUMENT(calls)};
    ze_kernel_handle_t handle;
    launch_kernel_create(kernel->program, kernel->name, kernel->items, 4, arguments, &handle);
    launch_start(kernel->program, handle, 1, false);
    launch_wait(kernel->program);
    launch_kernel_destroy(handle);
}

/* ---- The table ------------------------------------------------------------------------------------ */

static void print_head(void)
{
    if (me == 0) {
        printf("%10s %10s %6s %-12s %-10s %12s %9s %9s %12s %6s\n", "size", "count", "type",
               "operation", "scope", "latency us", "algbw", "busbw", "MPI us", "ratio");
        printf("%10s %10s %6s %-12s %-10s %12s %9s %9s\n", "(B)", "(elements)", "", "", "", "",
               "(GB/s)", "(GB/s)");
    }
}

static void print_row(const operation_t *operation, const char *scope, size_t bytes, double ours,
                      double theirs)
{
    if (me != 0) {
        return;
    }
    const double moved = (double)bytes * (operation->blocks ? n_pes : 1);
    const double algbw = moved / ours * 1e-9;
    const double busbw =
        algbw * operation->bus *
        (operation->blocks || operation->bus > 1 ? (double)(n_pes - 1) / (double)n_pes : 1.0);
    printf("%10zu %10zu %6s %-12s %-10s %12.3f %9.3f %9.3f %12.3f %6.2f\n", bytes,
           bytes / operation->element, operation->type, operation->name, scope, ours * 1e6, algbw,
           busbw, theirs * 1e6, ours / theirs);
    fflush(stdout);
}

static void bench(const operation_t *operation, const buffers_t *buffers, size_t bytes,
                  launch_program_t *program)
{
    const double theirs = seconds_of(&(timed_t){call_theirs, operation}, buffers, bytes);
    const double ours = seconds_of(&(timed_t){call_ours, operation}, buffers, bytes);
    print_row(operation, "host", bytes, ours, theirs);
    if (!program || !operation->kernel) {
        return;
    }
    kernel_t kernel = {.program = program, .items = 1, .element = operation->element};
    snprintf(kernel.name, sizeof kernel.name, "bench_%s_item", operation->kernel);
    print_row(operation, "work-item", bytes,
              seconds_of(&(timed_t){call_kernel, &kernel}, buffers, bytes), theirs);
    kernel.items = GROUP_ITEMS;
    snprintf(kernel.name, sizeof kernel.name, "bench_%s_group", operation->kernel);
    print_row(operation, "work-group", bytes,
              seconds_of(&(timed_t){call_kernel, &kernel}, buffers, bytes), theirs);
}

/* The barrier beside what one cache line takes from one processor to another. */
static void barrier_limit(const buffers_t *buffers)
{
    const double ours = seconds_of(&(timed_t){call_ours, &barriers[0]}, buffers, 0);
    double limit = 0;
    if (me == 0) {
        limit = baseline_ping_pong();
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (me == 0 && limit > 0) {
        printf("barrier_all %.1f ns, ping-pong of two threads %.1f ns one way: %.2f of it\n",
               ours * 1e9, limit * 1e9, ours / limit);
    }
}

int main(int argc, char **argv)
{
    static const size_t sizes[] = {8, 64, 512, 4096, 32768, 262144, 2097152, 16777216, LARGEST};
    const int host_only = argc > 1 && strcmp(argv[1], "host") == 0;
    int provided;
    setenv("ISHMEM_SYMMETRIC_SIZE", "600M", 0);
    MPI_Init_thread(&argc, &argv, MPI_THREAD_SINGLE, &provided);
    ishmemx_attr_t attr = ISHMEMX_ATTR_INIT;
    attr.initialize_runtime = false;
    ishmemx_init_attr(&attr);
    me = ishmem_my_pe();
    n_pes = ishmem_n_pes();
    const buffers_t buffers = {.dest = ishmem_malloc(LARGEST_AREA),
                               .source = ishmem_malloc(LARGEST_AREA),
                               .mpi_dest = calloc(1, LARGEST_AREA),
                               .mpi_source = calloc(1, LARGEST_AREA),
                               .n = n_pes};
    if (!buffers.dest || !buffers.source || !buffers.mpi_dest || !buffers.mpi_source) {
        launch_fail("no memory for buffers of %zu bytes", LARGEST_AREA);
    }
    launch_program_t program;
    if (!host_only) {
        launch_open("collective_bench.spv", &program);
    }
    launch_program_t *const kernels = host_only ? NULL : &program;
    if (me == 0) {
        printf("collectives of %d PEs\n", n_pes);
    }
    barrier_limit(&buffers);
    print_head();
    for (size_t i = 0; i < sizeof barriers / sizeof barriers[0]; i++) {
        bench(&barriers[i], &buffers, 0, kernels);
    }
    for (size_t i = 0; i < sizeof operations / sizeof operations[0]; i++) {
        for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
            const size_t blocks = operations[i].blocks ? (size_t)n_pes : 1;
            if (sizes[k] * blocks <= LARGEST_AREA) {
                bench(&operations[i], &buffers, sizes[k], kernels);
            }
        }
    }
    if (kernels) {
        launch_close(kernels);
    }
    free(buffers.mpi_source);
    free(buffers.mpi_dest);
    ishmem_finalize();
    MPI_Finalize();
    return EXIT_SUCCESS;
}
