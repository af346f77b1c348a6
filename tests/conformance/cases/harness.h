/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What every conformance program stands on: it joins the job, counts checks by family, and at the
 * end says `family: N passed, M failed` over all PEs and exits non-zero if one has failed.
 *
 * A family's cases (rma_cases.c and so on) take a table of routines and know nothing of who calls:
 * host_*.c fill such tables with host routines, device/ with launches of kernels.
 */
#ifndef HARNESS_H
#define HARNESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* This PE and the number of PEs. */
extern int test_me;
extern int test_n;

void test_start(void);
/* As above, for a program whose threads call the library at the same time. */
void test_start_threads(void);
/* For a program that has initialised the library itself. */
void test_started(void);
/* Checks from here on belong to this family. */
void test_family(const char *name);
/* The program's exit status. */
int test_finish(void);

/* `full`, or a fraction of it where the environment has TEST_DIVISOR; at least 1. */
int test_rounds(int full);
/* For loops that try every `step`-th case: a longer step where the environment has TEST_DIVISOR; at
 * most `longest`. */
unsigned test_step(unsigned step, unsigned longest);
/* As test_rounds, and fewer where PEs share processors, by as many as share one. */
int test_rounds_shared(int full);
/* For rounds in each of which PEs wait for each other: a tenth of that where they share processors,
 * as each wait then costs a switch. */
int test_rounds_in_step(int full);

/* For tables whose rows take long: of so many rows one is tried, TEST_EVERY in the environment. */
unsigned test_every(void);

bool test_check(bool holds, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Whether no check of this PE has failed so far. */
bool test_all_hold(void);

/* Ends the job: the test itself cannot go on. */
void test_fatal(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));

/* The path of a file in a directory that is relative to the program's, such as KERNEL_DIRECTORY. */
void test_path(char *path, size_t bytes, const char *directory, const char *file);

/* ---- Bytes with a pattern, and guards around them ---------------------------------------------- */

#define TEST_PATTERN_BYTES ((size_t)4 << 20)
#define TEST_GUARD_BYTES ((size_t)64)
#define TEST_GUARD 0xa5

/* TEST_PATTERN_BYTES bytes that look random, different for each seed. */
const unsigned char *test_pattern(unsigned seed);

/* Whether the `bytes` bytes at `start` are the guard. */
bool test_is_guard(const void *start, size_t bytes);

#endif
