/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The driver and its devices: one root device and one sub-device a tile, as far as the
 * affinity mask shows them.  Written
 * once, by the first zeInit, and read-only afterwards.
 */
#ifndef ZED_DRIVER_H
#define ZED_DRIVER_H

#include "zedriver/engine/engine.h"
#include "affinity.h"
#include "error.h"
#include "object.h"

typedef struct zed_device {
    zed_object object;
    bool root;
    bool single; /* one tile: a sub-device, or a root device that the affinity mask makes of one */
    uint32_t tile; /* the engine's number; a root device allocates and launches on its first one */
} zed_device;

typedef struct zed_driver {
    zed_object object;
    const zed_engine *engine;
    zed_device_info info;
    zed_hierarchy hierarchy;
    zed_device root;
    zed_device *tiles;   /* those that the affinity mask shows */
    uint32_t tile_count; /* 0: the root device is one tile, or everything is hidden */
    zed_device *listed;  /* by zeDeviceGet: the root device, or the tiles */
    uint32_t listed_count;
} zed_driver;

extern zed_driver zed_the_driver;

static inline const zed_engine *zed_driver_engine(void)
{
    return zed_the_driver.engine;
}

static inline const zed_device_info *zed_driver_info(void)
{
    return &zed_the_driver.info;
}

/* Level Zero's way to hand out a list: with *count 0 (or nowhere to write) only the count is told,
 * otherwise *count becomes the number of entries to write, which is returned. */
static inline uint32_t zed_list_count(uint32_t *count, uint32_t total, const void *entries)
{
    if (*count == 0 || entries == NULL) {
        *count = total;
        return 0;
    }
    if (*count > total) {
        *count = total;
    }
    return *count;
}

/* The structure of this type in a chain of extension structures, or NULL. */
const void *zed_extension(const void *chain, ze_structure_type_t type);

#endif
