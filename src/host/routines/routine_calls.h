/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A kernel's call of a routine, by its name and arguments, as the host's observers would see it.
 */
#ifndef ISHMEMI_ROUTINE_CALLS_H
#define ISHMEMI_ROUTINE_CALLS_H

#include "observe.h"
#include "ze_cpu_ext.h"
#include <stdbool.h>

/* False: it is none that touches or orders symmetric memory, or the routine refuses its arguments. */
bool ishmemi_routine_call(const ze_cpu_kernel_call_t *call, ishmemi_observed_t *observed);

/* Whether a wait, a test or a call for a lock that has this result has found what it looks for. */
bool ishmemi_routine_has_seen(const ze_cpu_kernel_call_t *call, uint64_t result);

#endif
