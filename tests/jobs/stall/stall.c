/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * stall CASE: a job in which PEs wait for long, for a reason that the job's report must name.  Except
 * in those that wait for ever, one PE comes at last, and the job ends well: a report harms nothing.  It
 * comes when there is a file of the name in STALL_UNTIL, by which whoever runs the test says that the
 * report has been seen; without STALL_UNTIL after HOLD_SECONDS.
 */
#include "harness.h"
#include "launch.h"
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define HOLD_SECONDS 2.0
#define LONGEST_SECONDS 80.0

static uint64_t *word;
static long *lock;
static int *source;
static int *dest;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static bool may_come(double start)
{
    const char *const file = getenv("STALL_UNTIL");
    const double passed = now() - start;
    return file ? access(file, F_OK) == 0 || passed > LONGEST_SECONDS : passed > HOLD_SECONDS;
}

static void hold(void)
{
    const double start = now();
    while (!may_come(start)) {
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
}

static void compute(void)
{
    const double start = now();
    while (!may_come(start)) {
        for (volatile int i = 0; i < 1000000; i++) {
        }
    }
}

static bool is_last(void)
{
    return test_me == test_n - 1;
}

static void barrier(void)
{
    if (is_last()) {
        compute();
    }
    ishmem_barrier_all();
}

static void reduce(void)
{
    ishmem_team_t team = ISHMEM_TEAM_INVALID;
    ishmem_team_split_strided(ISHMEM_TEAM_WORLD, 0, 1, test_n, NULL, 0, &team);
    if (is_last()) {
        hold();
    }
    ishmem_int_sum_reduce(team, dest, source, 4);
    ishmem_team_destroy(team);
}

/* PE 0 waits for 5 and sees 3. */
static void wait_until(void)
{
    if (test_me == 0) {
        ishmem_uint64_p(word, 3, 0);
        ishmem_quiet();
        ishmem_uint64_wait_until(word, ISHMEM_CMP_GE, 5);
    } else if (is_last()) {
        hold();
        ishmem_uint64_p(word, 5, 0);
    }
}

static void wait_any(void)
{
    if (test_me == 0) {
        ishmem_uint64_wait_until_any(word, 4, NULL, ISHMEM_CMP_EQ, 5);
    } else if (is_last()) {
        hold();
        ishmem_uint64_p(word + 2, 5, 0);
    }
}

static void wait_for_ever(void)
{
    if (test_me == 0) {
        ishmem_uint64_wait_until(word, ISHMEM_CMP_GE, 5);
    }
    ishmem_barrier_all();
}

/* The last PE has it. */
static void wait_lock(void)
{
    if (is_last()) {
        ishmem_set_lock(lock);
    }
    ishmem_barrier_all();
    if (is_last()) {
        hold();
    } else {
        ishmem_set_lock(lock);
    }
    ishmem_clear_lock(lock);
}

/* Whoever runs the test continues it. */
static void stop(void)
{
    if (is_last()) {
        raise(SIGSTOP);
    }
    ishmem_barrier_all();
}

/* All but the last PE are in a kernel; the last lets them end. */
static void in_kernel(const char *kernel)
{
    if (is_last()) {
        hold();
        for (int pe = 0; pe < test_n; pe++) {
            ishmem_uint64_p(word, 5, pe);
        }
    } else {
        const launch_argument_t arguments[] = {LAUNCH_ARGUMENT(word)};
        launch_run(launch_kernel("%s", kernel), (launch_shape_t){1, 1}, arguments, 1);
    }
}

static void kernel_wait(void)
{
    in_kernel("wait_for_five");
}

/* PE 0's kernel; the others wait for PE 0. */
static void kernel_spin(void)
{
    if (test_me == 0) {
        const launch_argument_t arguments[] = {LAUNCH_ARGUMENT(word)};
        launch_start(launch_kernel("spin_until_five"), (launch_shape_t){1, 1}, arguments, 1);
        hold();
        ishmem_uint64_p(word, 5, 0);
        launch_wait();
    }
    ishmem_barrier_all();
}

/* In the second of two work-groups. */
static void kernel_barrier(void)
{
    if (is_last()) {
        hold();
    }
    launch_run(launch_kernel("barrier_in_second"), (launch_shape_t){2, 1}, NULL, 0);
}

static void kernel_lock(void)
{
    if (is_last()) {
        ishmem_set_lock(lock);
    }
    ishmem_barrier_all();
    if (is_last()) {
        hold();
        ishmem_clear_lock(lock);
    } else {
        const launch_argument_t arguments[] = {LAUNCH_ARGUMENT(lock)};
        launch_run(launch_kernel("lock_and_unlock"), (launch_shape_t){1, 1}, arguments, 1);
    }
}

/* The program has a use for the signal: the library leaves it alone. */
static volatile sig_atomic_t signals;

static void count_signal(int number)
{
    (void)number;
    signals++;
}

static void own_signal(void)
{
    signal(SIGUSR1, count_signal);
    raise(SIGUSR1);
    test_check(signals == 1, "the program's handler has run %d times, expected 1", (int)signals);
}

/* By one write, so that those of several PEs do not mix. */
static void tell_process(void)
{
    char line[64];
    const int bytes =
        snprintf(line, sizeof line, "(PE %d is process %d)\n", test_me, (int)getpid());
    test_check(write(STDOUT_FILENO, line, (size_t)bytes) == bytes, "the process cannot be told");
}

/* Calls for memory, the last PE's late. */
static void begin_memory(void)
{
    if (is_last()) {
        hold();
    }
}

static void memory_malloc(void)
{
    begin_memory();
    (void)ishmem_malloc(8);
}

static void memory_calloc(void)
{
    begin_memory();
    (void)ishmem_calloc(2, 8);
}

static void memory_align(void)
{
    begin_memory();
    (void)ishmem_align(64, 8);
}

static void memory_hints(void)
{
    begin_memory();
    (void)ishmem_malloc_with_hints(8, 0);
}

static void memory_realloc(void)
{
    begin_memory();
    dest = ishmem_realloc(dest, 99999);
}

static void memory_free(void)
{
    begin_memory();
    ishmem_free(dest);
}

/* PE 0's call for memory never meets the others'. */
static void memory_for_ever(void)
{
    if (test_me == 0) {
        ishmem_uint64_wait_until(word, ISHMEM_CMP_GE, 5);
    }
    (void)ishmem_malloc(8);
}

static const struct {
    const char *name;
    void (*run)(void);
} cases[] = {
    {"barrier", barrier},
    {"reduce", reduce},
    {"wait", wait_until},
    {"any", wait_any},
    {"for_ever", wait_for_ever},
    {"lock", wait_lock},
    {"stop", stop},
    {"kernel_wait", kernel_wait},
    {"kernel_spin", kernel_spin},
    {"kernel_barrier", kernel_barrier},
    {"kernel_lock", kernel_lock},
    {"malloc", memory_malloc},
    {"calloc", memory_calloc},
    {"align", memory_align},
    {"malloc_with_hints", memory_hints},
    {"realloc", memory_realloc},
    {"free", memory_free},
    {"memory_for_ever", memory_for_ever},
    {"own_signal", own_signal},
};

int main(int argc, char **argv)
{
    test_start();
    test_family("stall");
    launch_open("stall");
    word = ishmem_calloc(4, sizeof *word);
    lock = ishmem_calloc(1, sizeof *lock);
    source = ishmem_calloc(4, sizeof *source);
    dest = ishmem_calloc(4, sizeof *dest);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (argc == 2 && strcmp(argv[1], cases[i].name) == 0) {
            ishmem_barrier_all();
            tell_process();
            cases[i].run();
            launch_close();
            return test_finish();
        }
    }
    test_fatal("usage: stall CASE");
}
