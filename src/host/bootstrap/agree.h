/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Steps that all PEs take together.
 */
#ifndef ISHMEMI_AGREE_H
#define ISHMEMI_AGREE_H

#include <stdbool.h>

/* Collective, and a barrier: the lowest PE for which ok is false, or -1 if it is true for all. */
int ishmemi_agree(bool ok);

/* Collective: 0 for all if `result` is 0 for all; else the lowest PE that failed says the errors
 * that it held back (log.h), and the job ends. */
void ishmemi_agree_or_end(int result);

/* Whether PE pe runs on this PE's host, by job.h's host_of, and on its machine. */
bool ishmemi_is_local(int pe);
bool ishmemi_is_on_machine(int pe);

#endif
