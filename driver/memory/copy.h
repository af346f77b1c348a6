/* SPDX-License-Identifier: BSD-3-Clause */
/* Copies and fills; the calls are those of zed_engine_t. */
#ifndef ZED_RUN_COPY_H
#define ZED_RUN_COPY_H

#include <level_zero/ze_api.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Before kernels run, on a stack of the system's: they copy on small ones. */
void zed_copy_open(void);

/* memcpy, as compiled code calls it. */
void *zed_rt_memcpy(void *destination, const void *source, size_t bytes);

/* The ranges may overlap. */
ze_result_t zed_copy(void *destination, const void *source, size_t bytes);

/* The pattern, over and over; the last one is cut where the bytes end. */
void zed_fill(void *destination, const void *pattern, size_t pattern_bytes, size_t bytes);

#ifdef __cplusplus
}
#endif

#endif
