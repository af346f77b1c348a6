/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the programs of this folder count and say.  They know only shmem.h, in C and in C++.
 */
#ifndef OPENSHMEM_HARNESS_H
#define OPENSHMEM_HARNESS_H

#include <shmem.h>
#include <stdio.h>

static int test_me, test_n;
static long test_checks, test_failures;

static inline void test_check(int holds, const char *what, const char *type, int place)
{
    test_checks++;
    if (!holds && test_failures++ < 20) {
        fprintf(stderr, "PE %d: %s of %s is wrong at %d\n", test_me, what, type, place);
    }
}

static inline void test_begin(void)
{
    shmem_init();
    test_me = shmem_my_pe();
    test_n = shmem_n_pes();
}

/* The exit status. */
static inline int test_end(const char *program)
{
    const int me = test_me;
    shmem_barrier_all();
    shmem_finalize();
    if (me == 0) {
        printf("%s: %ld checks, %ld failures on PE 0\n", program, test_checks, test_failures);
    }
    return test_failures != 0 || test_checks == 0;
}

#endif
