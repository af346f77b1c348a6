/* SPDX-License-Identifier: BSD-3-Clause */
/* ZE_AFFINITY_MASK and ZE_FLAT_DEVICE_HIERARCHY: the devices that this process sees, and how. */
#ifndef ZED_AFFINITY_H
#define ZED_AFFINITY_H

#include <stdbool.h>
#include <stdint.h>

typedef enum zed_hierarchy {
    ZED_COMPOSITE, /* zeDeviceGet lists the device, whose sub-devices are tiles */
    ZED_FLAT,      /* zeDeviceGet lists the tiles, which are devices without a root */
    ZED_COMBINED   /* zeDeviceGet lists the tiles, which are sub-devices of a root */
} zed_hierarchy_t;

/* A root device: the tiles that it has, and what the mask shows of it. */
typedef struct zed_affinity {
    uint32_t first_tile;
    uint32_t tiles;
    uint32_t count; /* of visible tiles */
    bool single;    /* the mask names one tile, which is then a device without sub-devices */
} zed_affinity_t;

/* Says on stderr what it expects when the value is none of the three. */
zed_hierarchy_t zed_hierarchy_read(const char *value);

/* Reads the mask of a machine with these root devices, whose tiles are numbered through: sets
 * visible[tile], each root's count and single, and says on stderr which parts of the mask mean
 * nothing. */
void zed_affinity_read(const char *mask, zed_hierarchy_t hierarchy, uint32_t root_count,
                       zed_affinity_t *roots, bool *visible);

#endif
