/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Memory that this process uses beyond some mappings.
 */
#ifndef MEMORY_USE_H
#define MEMORY_USE_H

#include <stddef.h>

/*
 * The proportional set size of this process in bytes (a page shared by n processes counts 1/n),
 * less that of the files or memfds whose mappings contain `excluded[0..count)`.  -1 when
 * /proc/self/smaps cannot be read.
 */
double memory_use_beyond(const void *const *excluded, size_t count);

#endif
