/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How far a PCI device is from the processors that this process is bound to, and what those
 * are.
 */
#ifndef ISHMEMI_DISTANCE_H
#define ISHMEMI_DISTANCE_H

#include "cpus.h"
#include <level_zero/ze_api.h>
#include <stdbool.h>
#include <stdint.h>

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
/* What it might use but for that. */
void ishmemi_distance_allowed(const ishmemi_distance_t *distance, ishmemi_cpus_t *cpus);
/* Those near the device; none if it is not known. */
void ishmemi_distance_near(const ishmemi_distance_t *distance, const ze_pci_address_ext_t *address,
                           ishmemi_cpus_t *cpus);

#endif
