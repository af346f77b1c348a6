/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Steps that all PEs take together.
 */
#ifndef ISHMEMI_AGREE_H
#define ISHMEMI_AGREE_H

#include <stdbool.h>

/* Collective, and a barrier: returns the lowest PE for which ok is false, or -1 if it is true for
 * all. */
int ishmemi_agree(bool ok);

/* Collective: returns if `result` is 0 on all PEs; else the lowest PE that failed logs the error
 * that it held back (log.h), and the job ends. */
void ishmemi_agree_or_end(int result);

/* Whether PE pe runs on this PE's host, by job.h's host_of, or on its machine. */
bool ishmemi_is_local(int pe);
bool ishmemi_is_on_machine(int pe);

#endif
