/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How far a PCI device is from the processors that this process is bound to, and which processors
 * nobody is bound to.
 */
#ifndef ISHMEMI_DISTANCE_H
#define ISHMEMI_DISTANCE_H

#include <level_zero/ze_api.h>
#include <stdbool.h>
#include <stdint.h>

/* A set of processors, as the PEs of a host tell each other; those with higher numbers are left
 * out. */
#define ISHMEMI_CPUS_MOST 2048
typedef struct ishmemi_cpus {
    uint64_t bits[ISHMEMI_CPUS_MOST / 64];
} ishmemi_cpus_t;

typedef struct ishmemi_distance ishmemi_distance_t;

/* NULL where the topology of this machine cannot be had. */
ishmemi_distance_t *ishmemi_distance_open(void);
void ishmemi_distance_close(ishmemi_distance_t *distance);

/* Levels of the topology up from the nearer of the two to their common ancestor: 0 if one contains
 * the other, or if the device is not known. */
unsigned ishmemi_distance_to(const ishmemi_distance_t *distance,
                             const ze_pci_address_ext_t *address);

/* What this process is bound to. */
void ishmemi_distance_binding(const ishmemi_distance_t *distance, ishmemi_cpus_t *cpus);
/* Of the processors that this process might use but for its binding, and that are not among `bound`,
 * those near the device where there are any (NULL: none is preferred): the one with this index,
 * modulo their number.  -1: there is none. */
int ishmemi_distance_free_cpu(const ishmemi_distance_t *distance,
                              const ze_pci_address_ext_t *address, const ishmemi_cpus_t *bound,
                              int index);

#endif
