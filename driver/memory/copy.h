/* SPDX-License-Identifier: BSD-3-Clause */
/* Copies and fills: calls of zed_engine_t. */
#ifndef ZED_RUN_COPY_H
#define ZED_RUN_COPY_H

#include <level_zero/ze_api.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Called before kernels run, on a stack of the system, because kernels copy on small stacks. */
void zed_copy_open(void);

/* memcpy for compiled code. */
void *zed_rt_memcpy(void *destination, const void *source, size_t bytes);

/* The ranges may overlap. */
ze_result_t zed_copy(void *destination, const void *source, size_t bytes);

/* Repeats the pattern; the last repetition may be cut. */
void zed_fill(void *destination, const void *pattern, size_t pattern_bytes, size_t bytes);

#ifdef __cplusplus
}
#endif

#endif
