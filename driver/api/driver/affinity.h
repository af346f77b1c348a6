/* SPDX-License-Identifier: BSD-3-Clause */
/* ZE_AFFINITY_MASK and ZE_FLAT_DEVICE_HIERARCHY: which devices this process sees, and in which
 * form. */
#ifndef ZED_AFFINITY_H
#define ZED_AFFINITY_H

#include <stdbool.h>
#include <stdint.h>

typedef enum zed_hierarchy {
    ZED_COMPOSITE, /* zeDeviceGet lists the device; its sub-devices are tiles */
    ZED_FLAT,      /* zeDeviceGet lists the tiles as devices without a root */
    ZED_COMBINED   /* zeDeviceGet lists the tiles as sub-devices of a root */
} zed_hierarchy_t;

/* A root device: its tiles, and how many of them the mask shows. */
typedef struct zed_affinity {
    uint32_t first_tile;
    uint32_t tiles;
    uint32_t count; /* of visible tiles */
    bool single;    /* the mask names only one tile, which becomes a device without sub-devices */
} zed_affinity_t;

/* ZED_COMPOSITE, with a message on stderr, if the value is none of the three. */
zed_hierarchy_t zed_hierarchy_read(const char *value);

/* Reads the mask for a machine with these root devices, whose tiles are numbered consecutively.
 * Sets visible[tile] and each root's count and single, and reports wrong parts of the mask on
 * stderr. */
void zed_affinity_read(const char *mask, zed_hierarchy_t hierarchy, uint32_t root_count,
                       zed_affinity_t *roots, bool *visible);

#endif
