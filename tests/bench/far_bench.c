/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * far_bench: what routines cost between two PEs that do not share memory, called by the host and in
 * a kernel of one work-item, each figure beside what MPI's one-sided calls cost between the same
 * two processes.
 *
 *     ISHMEM_PES_PER_NODE=1 mpiexec -n 2 far_bench
 *     ISHMEM_PES_PER_NODE=1 MPIR_CVAR_NOLOCAL=1 UCX_TLS=tcp,self mpiexec -n 2 far_bench
 *
 * The second has MPICH take a network's way between processes of one machine.  PE 1 waits in a
 * barrier, of the library or of MPI, while PE 0 measures.  Every figure is the median of several
 * batches.  For the last ones, what a first call costs after a second in which nothing happened,
 * PE 1 computes; with any argument, those only.  What the system itself takes to wake a thread
 * there stands beside them.  Nothing is asserted.
 */
#include "baseline.h"
#include "ishmem.h"
#include "launch.h"
#include <mpi.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { BATCHES = 9, LARGEST = 16 << 20, TURNS = 2000, STREAM = 20000, WINDOW = 16 };

static struct {
    char *symmetric;
    char *symmetric_source; /* what kernels put */
    char *local;
    MPI_Win window;
    launch_program_t program;
    struct {
        ze_kernel_handle_t put, get, stream, amo;
    } kernels;
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

static void run_kernel(ze_kernel_handle_t kernel, char *destination, char *source, size_t bytes,
                       int calls)
{
    const uint64_t length = bytes;
    const uint32_t count = (uint32_t)calls;
    const uint32_t window = WINDOW;
    const launch_argument_t arguments[] = {LAUNCH_ARGUMENT(destination), LAUNCH_ARGUMENT(source),
                                           LAUNCH_ARGUMENT(length), LAUNCH_ARGUMENT(count),
                                           LAUNCH_ARGUMENT(window)};
    for (uint32_t i = 0; i < sizeof arguments / sizeof arguments[0]; i++) {
        launch_check(zeKernelSetArgumentValue(kernel, i, arguments[i].bytes, arguments[i].value),
                     "setting a kernel's argument");
    }
    launch_start(&bench.program, kernel, 1, false);
    launch_wait(&bench.program);
}

static void kernel_put(size_t bytes, int calls)
{
    run_kernel(bench.kernels.put, bench.symmetric, bench.symmetric_source, bytes, calls);
}

static void kernel_get(size_t bytes, int calls)
{
    run_kernel(bench.kernels.get, bench.symmetric_source, bench.symmetric, bytes, calls);
}

static void kernel_stream(size_t bytes, int calls)
{
    run_kernel(bench.kernels.stream, bench.symmetric, bench.symmetric_source, bytes, calls);
}

static void kernel_amo(size_t bytes, int calls)
{
    run_kernel(bench.kernels.amo, bench.symmetric, bench.symmetric_source, bytes, calls);
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
        printf(
            "%-24s %9zu B  %11.2f us %8.2f GB/s   MPI %11.2f us %8.2f GB/s   %.2f of its speed\n",
            name, bytes, our_time * 1e6, (double)bytes / our_time * 1e-9, their_time * 1e6,
            (double)bytes / their_time * 1e-9, their_time / our_time);
        fflush(stdout);
    }
}

/* ---- After a silence ------------------------------------------------------------------------- */

static double used(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

static void sleep_ms(long ms)
{
    nanosleep(&(struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000}, NULL);
}

static double seconds_of_one(void (*call)(size_t, int))
{
    const double start = baseline_now();
    call(8, 1);
    return baseline_now() - start;
}

/* PE 1 computes until PE 0 says so in the last word. */
static void compare_first(const char *name, void (*call)(size_t, int))
{
    volatile uint64_t *const end = (volatile uint64_t *)(void *)(bench.symmetric + LARGEST) - 1;
    ishmem_barrier_all();
    if (ishmem_my_pe() == 1) {
        const volatile uint64_t *const mine = ishmem_ptr((const void *)(uintptr_t)end, 1);
        while (*mine == 0) {
        }
        ishmem_uint64_p((uint64_t *)(uintptr_t)end, 0, 1);
    } else {
        double first[BATCHES];
        double next[BATCHES];
        double share[BATCHES];
        for (int i = 0; i < BATCHES; i++) {
            sleep_ms(200);
            const double before = used();
            const double begin = baseline_now();
            sleep_ms(800);
            share[i] = (used() - before) / (baseline_now() - begin);
            first[i] = seconds_of_one(call);
            next[i] = seconds_of_one(call);
        }
        const double median = baseline_median(first, BATCHES);
        double most = 0;
        for (int i = 0; i < BATCHES; i++) {
            most = first[i] > most ? first[i] : most;
        }
        printf("%-24s %9s    %11.2f us, %.2f at most; the next one %.2f us; idle %.2f %% of a "
               "processor\n",
               name, "first", median * 1e6, most * 1e6, baseline_median(next, BATCHES) * 1e6,
               100 * baseline_median(share, BATCHES));
        fflush(stdout);
        ishmem_uint64_p((uint64_t *)(uintptr_t)end, 1, 1);
        ishmem_quiet();
    }
    ishmem_barrier_all();
}

/* The limit of the above, without the library: a letter to a thread of PE 1 that sleeps, and one
 * back, which PE 0 awaits without sleeping. */

enum { LETTER_BYTES = 8 };

static struct {
    int socket;
    struct sockaddr_un peer;
    socklen_t peer_bytes;
    pthread_t thread;
} bare;

static socklen_t name_of(int job, int pe, struct sockaddr_un *name)
{
    *name = (struct sockaddr_un){.sun_family = AF_UNIX};
    const int length =
        snprintf(name->sun_path + 1, sizeof name->sun_path - 1, "far_bench-%d-%d", job, pe);
    return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)length);
}

static bool send_letter(size_t bytes)
{
    static const char letter[LETTER_BYTES];
    return sendto(bare.socket, letter, bytes, 0, (const struct sockaddr *)&bare.peer,
                  bare.peer_bytes) >= 0;
}

static void *answer_letters(void *unused)
{
    char letter[LETTER_BYTES];
    (void)unused;
    while (recv(bare.socket, letter, sizeof letter, 0) > 0) {
        (void)send_letter(sizeof letter);
    }
    return NULL;
}

static void bare_open(void)
{
    int job = (int)getpid();
    struct sockaddr_un mine;
    MPI_Bcast(&job, 1, MPI_INT, 0, MPI_COMM_WORLD);
    const socklen_t bytes = name_of(job, ishmem_my_pe(), &mine);
    bare.peer_bytes = name_of(job, 1 - ishmem_my_pe(), &bare.peer);
    bare.socket = socket(AF_UNIX, SOCK_DGRAM, 0);
    if (bind(bare.socket, (const struct sockaddr *)&mine, bytes) != 0 ||
        (ishmem_my_pe() == 1 && pthread_create(&bare.thread, NULL, answer_letters, NULL) != 0)) {
        perror("far_bench: a thread that answers letters");
        ishmem_global_exit(EXIT_FAILURE);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

/* An empty letter ends the thread, which sends its own to itself. */
static void bare_close(void)
{
    if (ishmem_my_pe() == 1) {
        bare.peer_bytes = sizeof bare.peer;
        (void)getsockname(bare.socket, (struct sockaddr *)&bare.peer, &bare.peer_bytes);
        (void)send_letter(0);
        pthread_join(bare.thread, NULL);
    }
    close(bare.socket);
}

/* PEs of several hosts share no such socket: nothing comes back. */
static void bare_call(size_t bytes, int calls)
{
    char letter[LETTER_BYTES];
    for (int i = 0; i < calls && send_letter(bytes); i++) {
        while (recv(bare.socket, letter, sizeof letter, MSG_DONTWAIT) < 0) {
        }
    }
}

static void open_kernels(void)
{
    const struct {
        const char *name;
        ze_kernel_handle_t *kernel;
    } kernels[] = {{"far_put", &bench.kernels.put},
                   {"far_get", &bench.kernels.get},
                   {"far_stream", &bench.kernels.stream},
                   {"far_amo", &bench.kernels.amo}};
    launch_open("far_bench.spv", &bench.program);
    for (size_t i = 0; i < sizeof kernels / sizeof kernels[0]; i++) {
        launch_kernel_create(&bench.program, kernels[i].name, 1, 0, NULL, kernels[i].kernel);
    }
}

static void close_kernels(void)
{
    const ze_kernel_handle_t kernels[] = {bench.kernels.put, bench.kernels.get,
                                          bench.kernels.stream, bench.kernels.amo};
    for (size_t i = 0; i < sizeof kernels / sizeof kernels[0]; i++) {
        launch_kernel_destroy(kernels[i]);
    }
    launch_close(&bench.program);
}

static void compare_steady(void)
{
    static const size_t sizes[] = {8, 512, 4096, 16384, 65536, 1 << 20, LARGEST};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        const int calls = sizes[i] < 65536 ? TURNS : sizes[i] < LARGEST ? 64 : 8;
        compare("put, quiet", our_put, their_put, sizes[i], calls);
        compare("get", our_get, their_get, sizes[i], calls);
        compare("kernel: put, quiet", kernel_put, their_put, sizes[i], calls);
        compare("kernel: get", kernel_get, their_get, sizes[i], calls);
    }
    compare("fetch_add", our_amo, their_amo, 8, TURNS);
    compare("kernel: fetch_add", kernel_amo, their_amo, 8, TURNS);
    compare("puts, pipelined", our_stream, their_stream, 8, STREAM);
    compare("kernel: puts, pipelined", kernel_stream, their_stream, 8, STREAM);
    compare("puts, 16 at once", our_stream, their_stream, 1 << 20, 4 * WINDOW);
    compare("kernel: 16 at once", kernel_stream, their_stream, 1 << 20, 4 * WINDOW);
}

static void compare_first_calls(void)
{
    compare_first("without the library", bare_call);
    compare_first("fetch_add", our_amo);
    compare_first("get", our_get);
    compare_first("kernel: fetch_add", kernel_amo);
    compare_first("kernel: get", kernel_get);
}

int main(int argc, char **argv)
{
    int provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    ishmem_init();
    if (ishmem_n_pes() != 2) {
        fprintf(stderr, "far_bench: run it with 2 PEs\n");
        ishmem_global_exit(EXIT_FAILURE);
    }
    bench.symmetric = ishmem_malloc(LARGEST);
    bench.symmetric_source = ishmem_malloc(LARGEST);
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
    memset(ishmem_ptr(bench.symmetric_source, ishmem_my_pe()), 1, LARGEST);
    open_kernels();
    MPI_Barrier(MPI_COMM_WORLD);
    if (argc == 1) {
        compare_steady();
    }
    bare_open();
    compare_first_calls();
    bare_close();
    close_kernels();
    MPI_Win_unlock_all(bench.window);
    MPI_Win_free(&bench.window);
    free(bench.local);
    ishmem_free(bench.symmetric_source);
    ishmem_free(bench.symmetric);
    ishmem_finalize();
    MPI_Finalize();
    return 0;
}
