/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The processor of a proxy's thread, from what the PEs of its machine are bound to.
 */
#ifndef ISHMEMI_PROXY_CPU_PICK_H
#define ISHMEMI_PROXY_CPU_PICK_H

#include "cpus.h"
#include <stddef.h>

/* bound[count]: what each PE of the machine is bound to; allowed: what they might use but for that;
 * near: the processors near the device, empty where that is not known.
 *
 * Where the PEs are bound to different processors, one to which none is bound, near the device if
 * there is such a one: that of this index, modulo their number.  -1, any processor of this process's
 * own, where all PEs are bound to the same ones, as by a `taskset` of the job, or none is left. */
int ishmemi_proxy_cpu_pick(const ishmemi_cpus_t *bound, size_t count, const ishmemi_cpus_t *allowed,
                           const ishmemi_cpus_t *near, size_t index);

#endif
