/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The launches that have not ended, for queries about what this process runs.
 */
#ifndef ZED_RUN_RUNNING_H
#define ZED_RUN_RUNNING_H

#include "ze_cpu_ext.h"
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct zed_running zed_running_t;

/* Called by the launching thread; NULL if no slot is free. */
zed_running_t *zed_running_begin(const char *kernel, uint64_t groups, uint64_t start_ns);
void zed_running_end(zed_running_t *running);

/* A ze_cpu_pfn_set_launch_callback_t. */
void zed_running_set_callback(ze_cpu_launch_callback_t callback);
/* Ticks for zed_running_ended, or 0 if there is no callback. */
uint64_t zed_running_began(void);
/* The launch has ended. */
void zed_running_ended(const char *kernel, uint64_t groups, uint64_t began);

/* A ze_cpu_pfn_set_kernel_listener_t (races.c). */
void zed_races_listen(const ze_cpu_kernel_listener_t *listener);
/* NULL: no listener. */
const ze_cpu_kernel_listener_t *zed_races_listener(void);

/* A ze_cpu_pfn_get_running_kernels_t.  Any thread may call. */
size_t zed_running_list(ze_cpu_running_kernel_t *list, size_t most);

#ifdef __cplusplus
}
#endif

#endif
