/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernel launches: from the engine's description to groups on threads. */
#ifndef ZED_RUN_LAUNCH_H
#define ZED_RUN_LAUNCH_H

#include "engine/engine.h"

#ifdef __cplusplus
extern "C" {
#endif

ze_result_t zed_launch_run(const zed_launch_t *launch);

/* At least this many groups of any kernel are resident. */
uint32_t zed_launch_resident(const zed_kernel_t *kernel, uint32_t group_items,
                             uint32_t local_bytes);

#ifdef __cplusplus
}
#endif

#endif
