/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The addresses that GPUs reach, which are the engine's memory.  A copy from or to any other
 * address blocks its caller until its turn in the queue.
 */
#ifndef ZED_CUDA_RANGE_H
#define ZED_CUDA_RANGE_H

#include <stdbool.h>
#include <stddef.h>

/* false if host memory is exhausted. */
bool zed_range_add(const void *base, size_t bytes);
void zed_range_remove(const void *base);
bool zed_range_has(const void *address);

#endif
