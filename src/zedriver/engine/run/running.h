/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The launches that have not ended, for whoever asks what this process runs.
 */
#ifndef ZED_RUN_RUNNING_H
#define ZED_RUN_RUNNING_H

#include "processor/kernel_races.h"
#include "processor/running_kernels.h"
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct zed_running zed_running_t;

/* By the thread that launches; NULL where as many launches run as are noted. */
zed_running_t *zed_running_begin(const char *kernel, uint64_t groups, uint64_t start_ns);
void zed_running_end(zed_running_t *running);

/* An ishmemi_tell_launches_fn. */
void zed_running_tell(ishmemi_told_launch_fn told);
/* Ticks for zed_running_ended if somebody wants to be told, or 0. */
uint64_t zed_running_began(void);
/* The launch has ended. */
void zed_running_ended(const char *kernel, uint64_t groups, uint64_t began);

/* An ishmemi_listen_kernels_fn (races.c). */
void zed_races_listen(const ishmemi_kernel_listener_t *listener);
/* NULL: nobody listens. */
const ishmemi_kernel_listener_t *zed_races_listener(void);

/* An ishmemi_running_kernels_fn.  Any thread may call. */
size_t zed_running_list(ishmemi_running_t *list, size_t most);

#ifdef __cplusplus
}
#endif

#endif
