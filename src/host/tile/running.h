/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Kernels that run in this process, if the driver reports them, as the CPU driver does.
 */
#ifndef ISHMEMI_RUNNING_H
#define ISHMEMI_RUNNING_H

#include "ze_cpu_ext.h"
#include <stdbool.h>
#include <stddef.h>

/* Stores at most `most` of them and returns how many.  Any thread may call, from
 * ishmemi_running_open to ishmemi_running_close. */
size_t ishmemi_running_list(ze_cpu_running_kernel_t *list, size_t most);
/* Makes the driver report each launch that has ended, in any thread; NULL: no longer. */
void ishmemi_running_set_callback(ze_cpu_launch_callback_t callback);
/* Makes the driver report to the listener what kernels access and call; NULL: no longer.  false:
 * the driver cannot. */
bool ishmemi_running_listen(const ze_cpu_kernel_listener_t *listener);
void ishmemi_running_open(void);
void ishmemi_running_close(void);

#endif
