/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the library does for a PE whose program is elsewhere.  The first argument names the case;
 * the last PE ends the job in those that end early.
 */
#include "harness.h"
#include "launch.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define STATUS 7
#define STAMPS 100

static void sleep_ms(long ms)
{
    nanosleep(&(struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000}, NULL);
}

/* In place of the C library's, so that the launcher does not end the other PEs before they have
 * noticed by themselves. */
__attribute__((visibility("default"))) void _exit(int status)
{
    sleep_ms(500);
    for (;;) {
        syscall(SYS_exit_group, status);
    }
}

static bool is_last(void)
{
    return test_me == test_n - 1;
}

static void run(const char *name, launch_shape_t shape, const launch_argument_t *arguments,
                uint32_t count)
{
    launch_run(launch_kernel("%s", name), shape, arguments, count);
}

/* ---- Ends ------------------------------------------------------------------------------------ */

static void compute(void)
{
    volatile uint64_t sum = 0;
    for (uint64_t i = 0;; i++) {
        sum = sum + i;
    }
}

static void spin_in_kernel(void)
{
    uint64_t *const word = ishmem_calloc(1, sizeof *word);
    const launch_argument_t arguments[] = {LAUNCH_ARGUMENT(word)};
    run("spin", (launch_shape_t){1, 1}, arguments, 1);
}

static void end_while(void (*elsewhere)(void))
{
    if (is_last()) {
        if (elsewhere == spin_in_kernel) {
            (void)ishmem_calloc(1, sizeof(uint64_t));
        }
        sleep_ms(200);
        ishmem_global_exit(STATUS);
    }
    elsewhere();
}

static void end_in_compute(void)
{
    end_while(compute);
}

static void end_in_kernel(void)
{
    end_while(spin_in_kernel);
}

/* The others wait for what the last PE's kernel does not get to. */
static void report_pe(void)
{
    int *const object = ishmem_calloc(1, sizeof *object);
    if (is_last()) {
        const int pe = 1000;
        const launch_argument_t arguments[] = {LAUNCH_ARGUMENT(object), LAUNCH_ARGUMENT(pe)};
        run("bad_pe", (launch_shape_t){4, 64}, arguments, 2);
    }
    ishmem_int_wait_until(object, ISHMEM_CMP_EQ, 1);
}

static void report_object(void)
{
    if (is_last()) {
        int *const heap_end = (int *)((char *)ishmem_malloc(64) + ((size_t)1 << 40));
        const launch_argument_t arguments[] = {LAUNCH_ARGUMENT(heap_end)};
        run("bad_object", (launch_shape_t){1, 1}, arguments, 1);
    } else {
        (void)ishmem_malloc(64);
    }
    compute();
}

/* Symmetric for the host alone. */
static void report_static(void)
{
    static int object[2];
    if (is_last()) {
        int *const address = object;
        const launch_argument_t arguments[] = {LAUNCH_ARGUMENT(address)};
        run("bad_object", (launch_shape_t){1, 1}, arguments, 1);
    }
    compute();
}

/* ---- Work for the host ----------------------------------------------------------------------- */

static void print(void)
{
    const uint32_t count = 5;
    const launch_shape_t shape = {4, 64};
    const launch_argument_t arguments[] = {LAUNCH_ARGUMENT(count)};
    launch_start(launch_kernel("print_lines"), shape, arguments, 1);
    for (unsigned i = 0; i < 200; i++) {
        char line[64];
        snprintf(line, sizeof line, "%05d host %05u .\n", test_me, i);
        ishmemx_print(line, ISHMEMX_MSG_STDOUT);
    }
    launch_wait();
}

static void print_kinds(void)
{
    run("print_kinds", (launch_shape_t){1, 1}, NULL, 0);
    ishmemx_print(__FILE__, __LINE__, __func__, "by the host", ISHMEMX_MSG_WARNING);
    ishmemx_print("debug by the host");
}

static void ask(void)
{
    const uint32_t count = 10;
    const launch_argument_t arguments[] = {LAUNCH_ARGUMENT(count)};
    run("ask", (launch_shape_t){4, 64}, arguments, 1);
    ishmemx_nop();
    ishmemx_nop_no_r();
    ishmemx_debug_test();
}

static uint64_t host_stamp(void)
{
    unsigned long now = 0;
    ishmemx_timestamp(ishmemx_ts_handle(&now));
    return now;
}

static void stamp_by(const char *kernel)
{
    const ze_host_mem_alloc_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC};
    void *memory = NULL;
    if (zeMemAllocHost(ishmemx_ze_context(), &desc, STAMPS * sizeof(uint64_t), 64, &memory) !=
        ZE_RESULT_SUCCESS) {
        test_fatal("no host memory");
    }
    uint64_t *const cells = memory;
    memset(cells, 0, STAMPS * sizeof *cells);
    const uint64_t address = (uintptr_t)cells;
    const uint32_t count = STAMPS;
    const launch_argument_t arguments[] = {LAUNCH_ARGUMENT(address), LAUNCH_ARGUMENT(count)};
    const uint64_t before = host_stamp();
    run(kernel, (launch_shape_t){1, 1}, arguments, 2);
    /* The last of those that nobody waited for are on their way. */
    for (int i = 0; i < 1000 && __atomic_load_n(&cells[STAMPS - 1], __ATOMIC_ACQUIRE) == 0; i++) {
        sleep_ms(10);
    }
    uint64_t last = before;
    for (unsigned i = 0; i < STAMPS; i++) {
        test_check(cells[i] >= last, "%s: cell %u is %llu, before %llu", kernel, i,
                   (unsigned long long)cells[i], (unsigned long long)last);
        last = cells[i];
    }
    test_check(last <= host_stamp(), "%s: the last cell is later than the host", kernel);
    zeMemFree(ishmemx_ze_context(), memory);
}

static void timestamps(void)
{
    stamp_by("stamp");
    stamp_by("stamp_soon");
}

static void bad_stamp(void)
{
    const uint64_t address = 4096;
    const uint32_t count = 1;
    const launch_argument_t arguments[] = {LAUNCH_ARGUMENT(address), LAUNCH_ARGUMENT(count)};
    run("stamp", (launch_shape_t){1, 1}, arguments, 2);
    compute();
}

/* An idle process costs less than 2 % of a core. */
static void idle(void)
{
    struct rusage before;
    struct rusage after;
    sleep_ms(100);
    getrusage(RUSAGE_SELF, &before);
    sleep_ms(2000);
    getrusage(RUSAGE_SELF, &after);
    const long us = (after.ru_utime.tv_sec - before.ru_utime.tv_sec) * 1000000 +
                    (after.ru_utime.tv_usec - before.ru_utime.tv_usec) +
                    (after.ru_stime.tv_sec - before.ru_stime.tv_sec) * 1000000 +
                    (after.ru_stime.tv_usec - before.ru_stime.tv_usec);
    printf("PE %d: %.2f %% of a core\n", test_me, (double)us / 2e4);
    test_check(us < 40000, "an idle PE took %ld us of 2 s", us);
}

static const struct {
    const char *name;
    void (*run)(void);
} cases[] = {
    {"end_in_compute", end_in_compute},
    {"end_in_kernel", end_in_kernel},
    {"report_pe", report_pe},
    {"report_object", report_object},
    {"report_static", report_static},
    {"print", print},
    {"print_kinds", print_kinds},
    {"ask", ask},
    {"timestamps", timestamps},
    {"bad_stamp", bad_stamp},
    {"idle", idle},
};

int main(int argc, char **argv)
{
    test_start();
    test_family("watch");
    launch_open("watch");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (argc == 2 && strcmp(argv[1], cases[i].name) == 0) {
            cases[i].run();
            launch_close();
            return test_finish();
        }
    }
    test_fatal("usage: watch CASE");
}
