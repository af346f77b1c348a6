/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The driver and its devices: the engine's root devices and their tiles, as far as the affinity
 * mask shows them.  The first zeInit writes this once; afterwards it is read-only.
 */
#ifndef ZED_DRIVER_H
#define ZED_DRIVER_H

#include "affinity.h"
#include "engine/engine.h"
#include "error.h"
#include "object.h"

typedef struct zed_device {
    zed_object_t object;
    const zed_device_info_t *info; /* of the root device */
    struct zed_device *root;       /* a root device's own address */
    bool
        single; /* one tile: a sub-device, or a root device that has one or the mask makes of one */
    uint32_t tile; /* the engine's number; a root device allocates and launches on its first one */
    struct zed_device *sub_devices; /* a root device's: neighbours in zed_driver_t.tiles */
    uint32_t sub_device_count;
} zed_device_t;

typedef struct zed_driver {
    zed_object_t object;
    const zed_engine_t *engine;
    const zed_device_info_t *info; /* of the first root device */
    zed_hierarchy_t hierarchy;
    /* The ones that the affinity mask shows. */
    zed_device_t *roots;
    zed_device_t *tiles;
    zed_device_t *listed; /* what zeDeviceGet returns: root devices or tiles */
    uint32_t listed_count;
} zed_driver_t;

extern zed_driver_t zed_the_driver;

/* A loader has asked for tables of version 1.minor of the API.  Of several loaders, the oldest one
 * counts. */
void zed_driver_note_loader(uint32_t minor);

static inline const zed_engine_t *zed_driver_engine(void)
{
    return zed_the_driver.engine;
}

/* For queries that name no device. */
static inline const zed_device_info_t *zed_driver_info(void)
{
    return zed_the_driver.info;
}

/* How Level Zero returns a list: if *count is 0, or without `entries`, only the number is stored
 * and the result is 0.  Otherwise *count becomes the number of entries to write, which is the
 * result. */
static inline uint32_t zed_list_count(uint32_t *count, uint32_t total, const void *entries)
{
    if (*count == 0 || !entries) {
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
