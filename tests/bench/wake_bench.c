/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * wake_bench: what the first call to a PE costs after a second in which nothing happened, between two PEs that share no
 * memory, while the other PE computes; what the next call costs; and what the proxy's thread uses meanwhile.  The time
 * that the system itself takes to wake a thread there stands beside them.  ishmem-perf measures calls without such a
 * pause.
 *
 *     ISHMEM_PES_PER_NODE=1 mpiexec -n 2 wake_bench
 *     ISHMEM_PES_PER_NODE=1 MPIR_CVAR_NOLOCAL=1 UCX_TLS=tcp,self mpiexec -n 2 wake_bench
 *
 * The second makes MPICH use the network between processes of one machine.
 */
#include "baseline.h"
#include "ishmem.h"
#include "launch.h"
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum { BATCHES = 9, BYTES = 64 };

static struct {
    char *symmetric;
    char *symmetric_source; /* what kernels get into */
    launch_program_t program;
    struct {
        ze_kernel_handle_t get, amo;
    } kernels;
} bench;

/* ---- What is measured ------------------------------------------------------------------------ */

static void host_get(void)
{
    uint64_t local;
    ishmem_getmem(&local, bench.symmetric, sizeof local, 1);
}

static void host_amo(void)
{
    (void)ishmem_int64_atomic_fetch_add((int64_t *)(void *)bench.symmetric, 1, 1);
}

static void run_kernel(ze_kernel_handle_t kernel)
{
    const launch_argument_t arguments[] = {LAUNCH_ARGUMENT(bench.symmetric_source),
                                           LAUNCH_ARGUMENT(bench.symmetric)};
    for (uint32_t i = 0; i < sizeof arguments / sizeof arguments[0]; i++) {
        launch_check(zeKernelSetArgumentValue(kernel, i, arguments[i].bytes, arguments[i].value),
                     "setting a kernel's argument");
    }
    launch_start(&bench.program, kernel, 1, false);
    launch_wait(&bench.program);
}

static void kernel_get(void)
{
    run_kernel(bench.kernels.get);
}

static void kernel_amo(void)
{
    run_kernel(bench.kernels.amo);
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

static double seconds_of_one(void (*call)(void))
{
    const double start = baseline_now();
    call();
    return baseline_now() - start;
}

/* PE 1 computes until PE 0 says so in the last word. */
static void measure(const char *name, void (*call)(void))
{
    volatile uint64_t *const end = (volatile uint64_t *)(void *)(bench.symmetric + BYTES) - 1;
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

/* Of PE 0; symmetric. */
static int parent;

static socklen_t name_of(int job, int pe, struct sockaddr_un *name)
{
    *name = (struct sockaddr_un){.sun_family = AF_UNIX};
    const int length =
        snprintf(name->sun_path + 1, sizeof name->sun_path - 1, "wake_bench-%d-%d", job, pe);
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
    struct sockaddr_un mine;
    const int job = (int)ishmem_int_g(&parent, 0);
    const socklen_t bytes = name_of(job, ishmem_my_pe(), &mine);
    bare.peer_bytes = name_of(job, 1 - ishmem_my_pe(), &bare.peer);
    bare.socket = socket(AF_UNIX, SOCK_DGRAM, 0);
    if (bind(bare.socket, (const struct sockaddr *)&mine, bytes) != 0 ||
        (ishmem_my_pe() == 1 && pthread_create(&bare.thread, NULL, answer_letters, NULL) != 0)) {
        perror("wake_bench: a thread that answers letters");
        ishmem_global_exit(EXIT_FAILURE);
    }
    ishmem_barrier_all();
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
static void bare_call(void)
{
    char letter[LETTER_BYTES];
    if (send_letter(sizeof letter)) {
        while (recv(bare.socket, letter, sizeof letter, MSG_DONTWAIT) < 0) {
        }
    }
}

static void open_kernels(void)
{
    launch_open("wake_bench.spv", &bench.program);
    launch_kernel_create(&bench.program, "wake_get", 1, 0, NULL, &bench.kernels.get);
    launch_kernel_create(&bench.program, "wake_amo", 1, 0, NULL, &bench.kernels.amo);
}

static void close_kernels(void)
{
    launch_kernel_destroy(bench.kernels.get);
    launch_kernel_destroy(bench.kernels.amo);
    launch_close(&bench.program);
}

int main(void)
{
    ishmem_init();
    if (ishmem_n_pes() != 2) {
        fprintf(stderr, "wake_bench: run it with 2 PEs\n");
        ishmem_global_exit(EXIT_FAILURE);
    }
    bench.symmetric = ishmem_calloc(1, BYTES);
    bench.symmetric_source = ishmem_calloc(1, BYTES);
    if (ishmem_ptr(bench.symmetric, 1 - ishmem_my_pe())) {
        fprintf(stderr, "wake_bench: the PEs share memory; set ISHMEM_PES_PER_NODE=1\n");
        ishmem_global_exit(EXIT_FAILURE);
    }
    open_kernels();
    parent = (int)getpid();
    ishmem_barrier_all();
    bare_open();
    measure("without the library", bare_call);
    measure("fetch_add", host_amo);
    measure("get", host_get);
    measure("kernel: fetch_add", kernel_amo);
    measure("kernel: get", kernel_get);
    bare_close();
    close_kernels();
    ishmem_free(bench.symmetric_source);
    ishmem_free(bench.symmetric);
    ishmem_finalize();
    return 0;
}
