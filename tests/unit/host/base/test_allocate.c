/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Host memory or the end of the job: whole, zeroed, of 0 bytes; where there is none, and where the
 * product does not fit into a size_t, what is said.
 */
#include "allocate.h"
#include "fatal.h"

#include "require.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static jmp_buf ended;
static char said[256];

void ishmemi_fatal(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(said, sizeof said, format, arguments);
    va_end(arguments);
    longjmp(ended, 1);
}

typedef void *(*allocate_fn)(const char *what, size_t count, size_t bytes);

static void test_memory(allocate_fn allocate)
{
    static const size_t sizes[][2] = {{1, 1}, {3, 8}, {1000, 4096}, {0, 8}, {8, 0}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        unsigned char *const memory = allocate("a test", sizes[i][0], sizes[i][1]);
        memset(memory, 0xa5, sizes[i][0] * sizes[i][1]);
        free(memory);
    }
}

static void test_zeroed(void)
{
    static const unsigned char zeroes[4096];
    for (int i = 0; i < 100; i++) {
        unsigned char *const memory = ishmemi_allocate_zeroed("a test", 64, 64);
        REQUIRE(memcmp(memory, zeroes, sizeof zeroes) == 0);
        memset(memory, 0xa5, sizeof zeroes);
        free(memory);
    }
}

static void test_failure(allocate_fn allocate, size_t count, size_t bytes)
{
    char expected[256];
    snprintf(expected, sizeof expected, "no host memory for the seats of a team: %zu x %zu bytes",
             count, bytes);
    *said = '\0';
    if (setjmp(ended) == 0) {
        free(allocate("the seats of a team", count, bytes));
    }
    REQUIRE(strcmp(said, expected) == 0);
}

int main(void)
{
    static const allocate_fn all[] = {ishmemi_allocate, ishmemi_allocate_zeroed};
    for (int i = 0; i < 2; i++) {
        test_memory(all[i]);
        test_failure(all[i], SIZE_MAX / 4, 2);
        /* The product wraps around to 16 bytes. */
        test_failure(all[i], SIZE_MAX / 16 + 2, 16);
    }
    test_zeroed();
    return 0;
}
