/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A set of processors, which the PEs of a machine exchange.  Processors with higher numbers are
 * omitted.
 */
#ifndef ISHMEMI_CPUS_H
#define ISHMEMI_CPUS_H

#include <stdint.h>

#define ISHMEMI_CPUS_MOST 2048

typedef struct ishmemi_cpus {
    uint64_t bits[ISHMEMI_CPUS_MOST / 64];
} ishmemi_cpus_t;

#endif
