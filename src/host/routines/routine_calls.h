/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Converts a kernel's call of a routine, with its name and arguments, into what the host's
 * observers would see.
 */
#ifndef ISHMEMI_ROUTINE_CALLS_H
#define ISHMEMI_ROUTINE_CALLS_H

#include "observe.h"
#include "ze_cpu_ext.h"
#include <stdbool.h>

/* false: the routine does not access or order symmetric memory, or it refuses its arguments. */
bool ishmemi_routine_call(const ze_cpu_kernel_call_t *call, ishmemi_observed_t *observed);

/* Whether a wait, a test or a call for a lock with this result has found what it looks for. */
bool ishmemi_routine_has_seen(const ze_cpu_kernel_call_t *call, uint64_t result);

#endif
