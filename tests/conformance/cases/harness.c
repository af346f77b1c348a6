/* SPDX-License-Identifier: BSD-3-Clause */
#include "harness.h"

#include "ishmem.h"
#include "memory.h"
#include <sched.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int test_me;
int test_n;

#define MAX_FAMILIES 16
#define MAX_SHOWN 20

static struct {
    const char *name;
    long passed;
    long failed;
} families[MAX_FAMILIES];
static int family_count;
static int family;
static int shown;

/* Seeds start at different places of one table. */
#define SEEDS 1021
static unsigned char pattern[TEST_PATTERN_BYTES + SEEDS];

void test_started(void)
{
    /* A line a write, so that lines of PEs do not mix.  The buffer is our own: MPI_Init of MPICH has taken the
     * stream's, and without one each piece of a line would be a write. */
    static char line[BUFSIZ];
    setvbuf(stdout, line, _IOLBF, sizeof line);
    test_me = ishmem_my_pe();
    test_n = ishmem_n_pes();
    memory_start();
    uint32_t state = 2463534242u;
    for (size_t i = 0; i < sizeof pattern; i++) {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        pattern[i] = (unsigned char)(state >> 11);
    }
}

void test_start(void)
{
    ishmem_init_thread(ISHMEM_THREAD_SINGLE, NULL);
    test_started();
}

void test_start_threads(void)
{
    ishmem_init_thread(ISHMEM_THREAD_MULTIPLE, NULL);
    test_started();
}

void test_family(const char *name)
{
    for (family = 0; family < family_count; family++) {
        if (strcmp(families[family].name, name) == 0) {
            return;
        }
    }
    if (family_count == MAX_FAMILIES) {
        test_fatal("more than %d families", MAX_FAMILIES);
    }
    families[family_count++].name = name;
}

static int divisor(void)
{
    const char *const text = getenv("TEST_DIVISOR");
    return text ? atoi(text) : 1;
}

int test_rounds(int full)
{
    const int rounds = full / divisor();
    return rounds > 0 ? rounds : 1;
}

unsigned test_step(unsigned step, unsigned longest)
{
    const unsigned longer = step * (unsigned)divisor();
    return longer < longest ? longer : longest;
}

/* PEs that share a processor, rounded up. */
static int sharers(void)
{
    cpu_set_t processors;
    const int count =
        sched_getaffinity(0, sizeof processors, &processors) == 0 ? CPU_COUNT(&processors) : test_n;
    return (test_n + count - 1) / count;
}

int test_rounds_shared(int full)
{
    return test_rounds(full / sharers());
}

int test_rounds_in_step(int full)
{
    return test_rounds(sharers() > 1 ? full / 10 : full);
}

unsigned test_every(void)
{
    const char *const text = getenv("TEST_EVERY");
    return text ? (unsigned)atoi(text) : 1;
}

bool test_check(bool holds, const char *format, ...)
{
    if (holds) {
        families[family].passed++;
        return true;
    }
    families[family].failed++;
    if (shown < MAX_SHOWN) {
        char line[512];
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(line, sizeof line, format, arguments);
        va_end(arguments);
        fprintf(stderr, "PE %d: %s: FAILED: %s\n", test_me, families[family].name, line);
        shown++;
    }
    return false;
}

bool test_all_hold(void)
{
    for (int i = 0; i < family_count; i++) {
        if (families[i].failed != 0) {
            return false;
        }
    }
    return true;
}

_Noreturn void test_fatal(const char *format, ...)
{
    char line[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    fprintf(stderr, "PE %d: the test cannot go on: %s\n", test_me, line);
    ishmem_global_exit(2);
    abort();
}

void test_path(char *path, size_t bytes, const char *directory, const char *file)
{
    char program[4096];
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    program[length > 0 ? length : 0] = '\0';
    char *const slash = strrchr(program, '/');
    if (slash) {
        *slash = '\0';
    }
    snprintf(path, bytes, "%s/%s/%s", program, directory, file);
}

int test_finish(void)
{
    /* Each PE stores its counts into PE 0's row for it: as little of the library as can be. */
    const size_t row = (size_t)family_count * 2;
    long *const sums = ishmem_malloc((size_t)test_n * row * sizeof *sums);
    long mine[MAX_FAMILIES * 2];
    long failed = 0;
    for (int i = 0; i < family_count; i++) {
        mine[2 * i] = families[i].passed;
        mine[2 * i + 1] = families[i].failed;
        failed += families[i].failed;
    }
    ishmem_long_put(sums + (size_t)test_me * row, mine, row, 0);
    ishmem_barrier_all();
    if (test_me == 0) {
        for (int i = 0; i < family_count; i++) {
            long total[2] = {0, 0};
            for (int pe = 0; pe < test_n; pe++) {
                long count[2];
                memory_read(count, sums + (size_t)pe * row + 2 * (size_t)i, sizeof count);
                total[0] += count[0];
                total[1] += count[1];
            }
            printf("%s: %ld passed, %ld failed\n", families[i].name, total[0], total[1]);
        }
    }
    memory_stop();
    ishmem_finalize();
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

const unsigned char *test_pattern(unsigned seed)
{
    return pattern + seed % SEEDS;
}

bool test_is_guard(const void *start, size_t bytes)
{
    const unsigned char *const byte = start;
    for (size_t i = 0; i < bytes; i++) {
        if (byte[i] != TEST_GUARD) {
            return false;
        }
    }
    return true;
}
