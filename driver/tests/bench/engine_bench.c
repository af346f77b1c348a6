/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Measures the executor of the CPU driver without a compiler: kernels are C functions.  Every
 * figure is the median of several runs.
 */
#include "engine/abi.h"
#include "engine/engine.h"
#include "machine/clock.h"
#include "memory/copy.h"
#include "memory/memory.h"
#include "run/context_switch.h"
#include "run/launch.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define RUNS 15
#define BARRIERS 2000
#define LAUNCHES 20000
#define SWITCHES 200000
#define PING_PONGS 20000
#define COPY_BYTES ((size_t)64 << 20)
#define PEERS_MAX 64

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double (*measure)(void))
{
    double values[RUNS];
    for (int i = 0; i < RUNS; i++) {
        values[i] = measure();
    }
    qsort(values, RUNS, sizeof(values[0]), by_value);
    return values[RUNS / 2];
}

static void launch(const zed_kernel_code_t *code, const void *arguments, uint32_t groups,
                   uint32_t items)
{
    const zed_kernel_t kernel = {.name = "bench", .code = code};
    const zed_launch_t description = {.kernel = &kernel,
                                      .arguments = arguments,
                                      .group_count = {groups, 1, 1},
                                      .group_size = {items, 1, 1}};
    if (zed_launch_run(&description) != ZE_RESULT_SUCCESS) {
        abort();
    }
}

/* ---- Barrier, launch, switch --------------------------------------------------------------- */

static void barrier_item(zed_item_t *item, const void *arguments)
{
    (void)arguments;
    for (int i = 0; i < BARRIERS; i++) {
        zed_rt_barrier(item, ZED_SCOPE_WORK_GROUP);
    }
}

static double barrier_ns(void)
{
    static const zed_kernel_code_t code = {.item = barrier_item};
    const uint64_t start = zed_clock_now();
    launch(&code, NULL, 1, 256);
    return (double)(zed_clock_now() - start) / BARRIERS;
}

static void empty_item(zed_item_t *item, const void *arguments)
{
    (void)item;
    (void)arguments;
}

static void empty_group(zed_group_t *group, const void *arguments)
{
    (void)group;
    (void)arguments;
}

static double launch_loop_ns(void)
{
    static const zed_kernel_code_t code = {.item = empty_item, .group = empty_group};
    const uint64_t start = zed_clock_now();
    for (int i = 0; i < LAUNCHES; i++) {
        launch(&code, NULL, 1, 1);
    }
    return (double)(zed_clock_now() - start) / LAUNCHES;
}

static double launch_items_ns(void)
{
    static const zed_kernel_code_t code = {.item = empty_item};
    const uint64_t start = zed_clock_now();
    for (int i = 0; i < LAUNCHES; i++) {
        launch(&code, NULL, 1, 1);
    }
    return (double)(zed_clock_now() - start) / LAUNCHES;
}

static double launch_groups_ns(void)
{
    static const zed_kernel_code_t code = {.item = empty_item, .group = empty_group};
    const uint64_t start = zed_clock_now();
    for (int i = 0; i < LAUNCHES; i++) {
        launch(&code, NULL, 64, 16);
    }
    return (double)(zed_clock_now() - start) / LAUNCHES;
}

static void poll_item(zed_item_t *item, const void *arguments)
{
    (void)arguments;
    for (int i = 0; i < SWITCHES / 2; i++) {
        zed_rt_poll(item);
    }
}

static void pair_item(zed_item_t *item, const void *arguments)
{
    (void)arguments;
    for (int i = 0; i < SWITCHES; i++) {
        zed_rt_barrier(item, ZED_SCOPE_WORK_GROUP);
    }
}

/* Two items at a barrier: the last to arrive continues, so each barrier is one switch. */
static double switch_ns(void)
{
    static const zed_kernel_code_t code = {.item = pair_item};
    const uint64_t start = zed_clock_now();
    launch(&code, NULL, 1, 2);
    return (double)(zed_clock_now() - start) / SWITCHES;
}

static double poll_ns(void)
{
    static const zed_kernel_code_t code = {.item = poll_item};
    const uint64_t start = zed_clock_now();
    launch(&code, NULL, 1, 1);
    return (double)(zed_clock_now() - start) / (SWITCHES / 2);
}

/* ---- Waiting for another process ----------------------------------------------------------- */

typedef struct shared_words {
    _Alignas(128) atomic_uint ping;
    _Alignas(128) atomic_uint pong;
    _Alignas(128) atomic_uint round[16][PEERS_MAX]; /* [stage][peer] of the dissemination barrier */
} shared_words;

static shared_words *words;

typedef struct side {
    atomic_uint *mine;
    atomic_uint *other;
    uint32_t rounds;
    int first;
} side;

static void ping_item(zed_item_t *item, const void *arguments)
{
    const side *s = arguments;
    for (uint32_t i = 1; i <= s->rounds; i++) {
        if (s->first) {
            atomic_store_explicit(s->mine, i, memory_order_release);
        }
        while (atomic_load_explicit(s->other, memory_order_acquire) != i) {
            zed_rt_poll(item);
        }
        if (!s->first) {
            atomic_store_explicit(s->mine, i, memory_order_release);
        }
    }
}

static void ping_plain(const side *s)
{
    for (uint32_t i = 1; i <= s->rounds; i++) {
        if (s->first) {
            atomic_store_explicit(s->mine, i, memory_order_release);
        }
        while (atomic_load_explicit(s->other, memory_order_acquire) != i) {
        }
        if (!s->first) {
            atomic_store_explicit(s->mine, i, memory_order_release);
        }
    }
}

static void ping_side(const side *s, int kernel)
{
    static const zed_kernel_code_t code = {.item = ping_item};
    if (kernel) {
        launch(&code, s, 1, 1);
    } else {
        ping_plain(s);
    }
}

/* One way, between two processes. */
static double ping_pong_ns(int kernel)
{
    side first = {&words->ping, &words->pong, PING_PONGS, 1};
    side second = {&words->pong, &words->ping, PING_PONGS, 0};
    words->ping = 0;
    words->pong = 0;
    const pid_t child = fork();
    if (child == 0) {
        ping_side(&second, kernel);
        _exit(0);
    }
    const uint64_t start = zed_clock_now();
    ping_side(&first, kernel);
    const uint64_t took = zed_clock_now() - start;
    waitpid(child, NULL, 0);
    return (double)took / PING_PONGS / 2;
}

static double ping_pong_plain_ns(void)
{
    return ping_pong_ns(0);
}

static double ping_pong_kernel_ns(void)
{
    return ping_pong_ns(1);
}

typedef struct dissemination {
    uint32_t peer;
    uint32_t peers;
    uint32_t rounds;
} dissemination;

static void dissemination_item(zed_item_t *item, const void *arguments)
{
    const dissemination *d = arguments;
    for (uint32_t i = 1; i <= d->rounds; i++) {
        uint32_t stage = 0;
        for (uint32_t distance = 1; distance < d->peers; distance *= 2, stage++) {
            const uint32_t to = (d->peer + distance) % d->peers;
            atomic_store_explicit(&words->round[stage][to], i, memory_order_release);
            while (atomic_load_explicit(&words->round[stage][d->peer], memory_order_acquire) < i) {
                zed_rt_poll(item);
            }
        }
    }
}

static double dissemination_us(uint32_t peers, uint32_t rounds)
{
    static const zed_kernel_code_t code = {.item = dissemination_item};
    dissemination mine = {.peer = 0, .peers = peers, .rounds = rounds};
    pid_t children[PEERS_MAX];
    memset((void *)words->round, 0, sizeof(words->round));
    for (uint32_t i = 1; i < peers; i++) {
        children[i] = fork();
        if (children[i] == 0) {
            mine.peer = i;
            launch(&code, &mine, 1, 1);
            _exit(0);
        }
    }
    const uint64_t start = zed_clock_now();
    launch(&code, &mine, 1, 1);
    const uint64_t took = zed_clock_now() - start;
    for (uint32_t i = 1; i < peers; i++) {
        waitpid(children[i], NULL, 0);
    }
    return (double)took / rounds / 1000;
}

/* ---- Copies -------------------------------------------------------------------------------- */

static char *copy_to;
static char *copy_from;

static double copy_memcpy_ns(void)
{
    const uint64_t start = zed_clock_now();
    memcpy(copy_to, copy_from, COPY_BYTES);
    return (double)(zed_clock_now() - start);
}

static double copy_engine_ns(void)
{
    const uint64_t start = zed_clock_now();
    zed_copy(copy_to, copy_from, COPY_BYTES);
    return (double)(zed_clock_now() - start);
}

static char *memory(size_t bytes)
{
    zed_memory_t *got = NULL;
    if (zed_memory_alloc(ZED_MEMORY_DEVICE, 0, bytes, 0, &got) != ZE_RESULT_SUCCESS) {
        abort();
    }
    memset(got->base, 1, bytes);
    return got->base;
}

int main(int argc, char **argv)
{
    const char *only = argc > 1 ? argv[1] : "";
    words = mmap(NULL, sizeof(*words), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (words == MAP_FAILED) {
        return 1;
    }
    /* Tests with processes come first, because a fork has no helper threads. */
    if (*only == '\0' || strcmp(only, "wait") == 0) {
        printf("poll ping-pong one way, plain threads  %9.0f ns\n", median(ping_pong_plain_ns));
        printf("poll ping-pong one way, kernels        %9.0f ns\n", median(ping_pong_kernel_ns));
        for (uint32_t peers = 2; peers <= 16; peers *= 2) {
            printf("dissemination barrier, %2u processes    %9.2f us\n", peers,
                   dissemination_us(peers, 20000));
        }
    }
    if (*only == '\0' || strcmp(only, "run") == 0) {
        printf("empty launch, 1 group, group code      %9.0f ns\n", median(launch_loop_ns));
        printf("empty launch, 1 group, item code       %9.0f ns\n", median(launch_items_ns));
        printf("empty launch, 64 groups, group code    %9.0f ns\n", median(launch_groups_ns));
        printf("barrier of 2 items (one switch)        %9.1f ns\n", median(switch_ns));
        printf("poll, nobody else to run               %9.1f ns\n", median(poll_ns));
        printf("barrier of 256 items                   %9.0f ns\n", median(barrier_ns));
    }
    if (*only == '\0' || strcmp(only, "copy") == 0) {
        copy_to = memory(COPY_BYTES);
        copy_from = memory(COPY_BYTES);
        const double plain = median(copy_memcpy_ns);
        const double engine = median(copy_engine_ns);
        printf("64 MiB, memcpy                         %9.1f GB/s\n", (double)COPY_BYTES / plain);
        printf("64 MiB, engine                         %9.1f GB/s\n", (double)COPY_BYTES / engine);
    }
    return 0;
}
