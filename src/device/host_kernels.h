/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the host library and the kernels that it launches (host_kernels.cl) agree on: ishmemi_amo_t,
 * ishmemi_task_t.
 */
#ifndef ISHMEMI_HOST_KERNELS_H
#define ISHMEMI_HOST_KERNELS_H

#include "shared/collective/task.h"
#include "shared/state.h"

#endif
