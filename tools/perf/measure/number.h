/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Numbers on a command line.
 */
#ifndef PERF_NUMBER_H
#define PERF_NUMBER_H

#include <stdbool.h>
#include <stddef.h>

/* Digits, and K, M or G may follow them.  Returns whether the text is such a number from `least` to
 * `most`. */
bool perf_number_read(const char *text, size_t least, size_t most, size_t *number);

#endif
