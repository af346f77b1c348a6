/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Picks the processor of a proxy's thread from the processors to which the PEs of its machine are
 * bound.
 */
#ifndef ISHMEMI_PROXY_CPU_PICK_H
#define ISHMEMI_PROXY_CPU_PICK_H

#include "cpus.h"
#include <stdbool.h>
#include <stddef.h>

/* bound[count]: the processors to which each PE of the machine is bound; allowed: those that they
 * could use otherwise; near: those near the device, empty if unknown.
 *
 * If the PEs are bound to different processors, returns one to which none is bound, near the device
 * if possible: that of this index, modulo their number.  Returns -1, any processor of this process,
 * if all PEs are bound to the same ones, as with a `taskset` of the job, or if none is left. */
int ishmemi_proxy_cpu_pick(const ishmemi_cpus_t *bound, size_t count, const ishmemi_cpus_t *allowed,
                           const ishmemi_cpus_t *near, size_t index);

/* Whether it can return one at all: not if all PEs are bound to the same processors. */
bool ishmemi_proxy_cpu_may_pick(const ishmemi_cpus_t *bound, size_t count);

#endif
