/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the programs of this folder count and say.  They know only nvshmem.h and nvshmemx.h, in C and C++.
 */
#ifndef NVSHMEM_HARNESS_H
#define NVSHMEM_HARNESS_H

#include <nvshmemx.h>
#include <stdio.h>

enum { REPORT_WORDS = 4 };

static long test_checks, test_failures;

/* Adds up what a function of every.h has noted. */
static inline void test_note(const char *function, long *report)
{
    test_checks += report[0];
    test_failures += report[1];
    if (report[0] == 0 || report[1] != 0) {
        fprintf(stderr, "PE %d: %s: %ld of %ld checks failed, the first in line %ld\n",
                nvshmem_my_pe(), function, report[1], report[0], report[2]);
    }
    report[0] = report[1] = report[2] = 0;
}

/* The exit status. */
static inline int test_end(const char *program)
{
    const int me = nvshmem_my_pe();
    nvshmem_barrier_all();
    nvshmem_finalize();
    if (me == 0) {
        printf("%s: %ld checks, %ld failures on PE 0\n", program, test_checks, test_failures);
    }
    return test_failures != 0 || test_checks == 0;
}

#endif
