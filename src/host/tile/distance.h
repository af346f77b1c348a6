/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How far a PCI device is from the processors to which this process is bound, and which these are.
 */
#ifndef ISHMEMI_DISTANCE_H
#define ISHMEMI_DISTANCE_H

#include "cpus.h"
#include <level_zero/ze_api.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct ishmemi_distance ishmemi_distance_t;

/* NULL if hwloc cannot read this machine's topology. */
ishmemi_distance_t *ishmemi_distance_open(void);
void ishmemi_distance_close(ishmemi_distance_t *distance);

/* How many levels of the topology the nearer of the two is below their common ancestor: 0 if one
 * contains the other, or if the device is not known. */
unsigned ishmemi_distance_to(const ishmemi_distance_t *distance,
                             const ze_pci_address_ext_t *address);

/* The processors to which this process is bound, as Linux says; none if it does not. */
void ishmemi_distance_binding(ishmemi_cpus_t *cpus);
/* The processors that it could use without the binding. */
void ishmemi_distance_allowed(const ishmemi_distance_t *distance, ishmemi_cpus_t *cpus);
/* The processors near the device; none if it is not known. */
void ishmemi_distance_near(const ishmemi_distance_t *distance, const ze_pci_address_ext_t *address,
                           ishmemi_cpus_t *cpus);

#endif
