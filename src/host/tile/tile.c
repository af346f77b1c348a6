/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Enumerates drivers, devices and sub-devices, and agrees with the other PEs of this host on which
 * PE gets which tile.  Processes may see different tiles in a different order (ZE_AFFINITY_MASK),
 * so a key that is the same in every process identifies a tile.
 */
#include "tile.h"
#include "allocate.h"

#include "agree.h"
#include "bootstrap.h"
#include "distance.h"
#include "env.h"
#include "fatal.h"
#include "job.h"
#include "log.h"
#include "tile_assign.h"
#include "ze_cpu_ext.h"
#include "ze_error.h"
#include <stdlib.h>
#include <string.h>

#define SUB_DEVICE_NONE UINT32_MAX

/* The kinds of tiles, in increasing order of preference.  A job uses only one kind. */
typedef enum kind { KIND_NONE, KIND_CPU, KIND_INTEGRATED, KIND_GPU } kind_t;

typedef struct tile_key {
    uint8_t uuid[ZE_MAX_DEVICE_UUID_SIZE];
    ze_pci_address_ext_t pci;
    uint32_t sub_device;
} tile_key_t;

/* What a process reports to the others about a tile that it sees. */
typedef struct offer {
    tile_key_t key;
    uint32_t distance;
} offer_t;

typedef struct tile {
    ze_device_handle_t device;
    kind_t kind;
    uint32_t vendor;
    bool has_pci;
    offer_t offer;
} tile_t;

typedef struct tiles {
    tile_t *items;
    uint32_t count;
} tiles_t;

static kind_t kind_of_job;
static uint32_t vendor_of_tile; /* this PE's */
static int pes_of_tile = 1;     /* this PE's */
/* ishmemi_tile_of_peer, for the PEs of this machine in the order of their numbers. */
static struct {
    struct {
        int pe;
        ze_device_handle_t device; /* NULL: this process does not see it */
    } *seen;
    int count;
} own_machine;

static int ze_failed(ze_result_t result, const char *call)
{
    if (result == ZE_RESULT_SUCCESS) {
        return 0;
    }
    ishmemi_error("%s failed: 0x%x, %s", call, (unsigned)result, ishmemi_ze_error(result));
    return -1;
}

/* Whether the driver's devices are processors, whatever type they report: the CPU driver reports a
 * GPU if the user asks for it, and shows by an extension what it is. */
static bool drives_processors(ze_driver_handle_t driver)
{
    uint32_t count = 0;
    if (zeDriverGetExtensionProperties(driver, &count, NULL) != ZE_RESULT_SUCCESS || count == 0) {
        return false;
    }
    ze_driver_extension_properties_t *const extensions =
        ishmemi_allocate_zeroed("the extensions of a driver", count, sizeof *extensions);
    bool found = false;
    if (zeDriverGetExtensionProperties(driver, &count, extensions) == ZE_RESULT_SUCCESS) {
        for (uint32_t i = 0; i < count && !found; i++) {
            found = strcmp(extensions[i].name, ZE_CPU_PROCESSOR_EXT_NAME) == 0;
        }
    }
    free(extensions);
    return found;
}

static kind_t kind_of(ze_driver_handle_t driver, const ze_device_properties_t *properties)
{
    if (properties->type == ZE_DEVICE_TYPE_CPU ||
        (properties->type == ZE_DEVICE_TYPE_GPU && drives_processors(driver))) {
        return KIND_CPU;
    }
    if (properties->type != ZE_DEVICE_TYPE_GPU) {
        return KIND_NONE;
    }
    return properties->flags & ZE_DEVICE_PROPERTY_FLAG_INTEGRATED ? KIND_INTEGRATED : KIND_GPU;
}

static int describe(ze_driver_handle_t driver, ze_device_handle_t device, tile_t *tile)
{
    ze_device_properties_t properties = {.stype = ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES};
    if (ze_failed(zeDeviceGetProperties(device, &properties), "zeDeviceGetProperties") != 0) {
        return -1;
    }
    ze_pci_ext_properties_t pci = {.stype = ZE_STRUCTURE_TYPE_PCI_EXT_PROPERTIES};
    *tile = (tile_t){
        .device = device, .kind = kind_of(driver, &properties), .vendor = properties.vendorId};
    tile->has_pci = zeDevicePciGetPropertiesExt(device, &pci) == ZE_RESULT_SUCCESS;
    memcpy(tile->offer.key.uuid, properties.uuid.id, sizeof tile->offer.key.uuid);
    if (tile->has_pci) {
        tile->offer.key.pci = pci.address;
    }
    /* If a mask shows a single tile of the processor, it is a root device but keeps its
     * number. */
    tile->offer.key.sub_device =
        (properties.flags & ZE_DEVICE_PROPERTY_FLAG_SUBDEVICE) || tile->kind == KIND_CPU
            ? properties.subdeviceId
            : SUB_DEVICE_NONE;
    return 0;
}

static int append(tiles_t *tiles, ze_driver_handle_t driver, ze_device_handle_t device)
{
    tile_t *const items = realloc(tiles->items, (tiles->count + 1) * sizeof *items);
    if (!items) {
        ishmemi_error("no host memory for the list of tiles");
        return -1;
    }
    tiles->items = items;
    if (describe(driver, device, &items[tiles->count]) != 0) {
        return -1;
    }
    tiles->count++;
    return 0;
}

/* Appends a device's sub-devices, or the device itself if it has none. */
static int append_tiles_of(tiles_t *tiles, ze_driver_handle_t driver, ze_device_handle_t device)
{
    uint32_t count = 0;
    if (zeDeviceGetSubDevices(device, &count, NULL) != ZE_RESULT_SUCCESS || count == 0) {
        return append(tiles, driver, device);
    }
    ze_device_handle_t *const subs =
        ishmemi_allocate_zeroed("the tiles of a device", count, sizeof *subs);
    int result = ze_failed(zeDeviceGetSubDevices(device, &count, subs), "zeDeviceGetSubDevices");
    for (uint32_t i = 0; result == 0 && i < count; i++) {
        result = append(tiles, driver, subs[i]);
    }
    free(subs);
    return result;
}

/* Called for each device with its driver; a visitor returns 0 to continue. */
typedef int (*visit_t)(ze_driver_handle_t driver, ze_device_handle_t device, void *data);

static int visit_driver(ze_driver_handle_t driver, visit_t visit, void *data)
{
    uint32_t count = 0;
    if (zeDeviceGet(driver, &count, NULL) != ZE_RESULT_SUCCESS || count == 0) {
        return 0; /* a driver without devices is not an error */
    }
    ze_device_handle_t *const devices =
        ishmemi_allocate_zeroed("the devices of a driver", count, sizeof *devices);
    int result = ze_failed(zeDeviceGet(driver, &count, devices), "zeDeviceGet");
    for (uint32_t i = 0; result == 0 && i < count; i++) {
        result = visit(driver, devices[i], data);
    }
    free(devices);
    return result;
}

static int visit_all(visit_t visit, void *data)
{
    uint32_t count = 0;
    if (ze_failed(zeDriverGet(&count, NULL), "zeDriverGet") != 0) {
        return -1;
    }
    ze_driver_handle_t *const drivers =
        ishmemi_allocate_zeroed("the drivers", count, sizeof *drivers);
    int result = ze_failed(zeDriverGet(&count, drivers), "zeDriverGet");
    for (uint32_t i = 0; result == 0 && i < count; i++) {
        result = visit_driver(drivers[i], visit, data);
    }
    free(drivers);
    return result;
}

typedef struct best {
    kind_t kind;
    ze_driver_handle_t driver;
} best_t;

static int find_best(ze_driver_handle_t driver, ze_device_handle_t device, void *data)
{
    best_t *const best = data;
    tile_t tile;
    if (describe(driver, device, &tile) != 0) {
        return -1;
    }
    if (tile.kind > best->kind) {
        *best = (best_t){tile.kind, driver};
    }
    return 0;
}

static int collect(ze_driver_handle_t driver, ze_device_handle_t device, void *data)
{
    return append_tiles_of(data, driver, device);
}

typedef struct search {
    ze_device_handle_t device;
    ze_driver_handle_t driver; /* of the device, once found */
} search_t;

static int find_driver(ze_driver_handle_t driver, ze_device_handle_t device, void *data)
{
    search_t *const search = data;
    tiles_t tiles = {0};
    const int result = append_tiles_of(&tiles, driver, device);
    if (device == search->device) {
        search->driver = driver;
    }
    for (uint32_t i = 0; i < tiles.count; i++) {
        if (tiles.items[i].device == search->device) {
            search->driver = driver;
        }
    }
    free(tiles.items);
    return result;
}

static int take_given(const ishmemx_attr_t *attr, tiles_t *tiles)
{
    ishmemi_job.driver = attr->driver;
    if (!attr->driver) {
        search_t search = {.device = attr->device};
        if (visit_all(find_driver, &search) != 0) {
            return -1;
        }
        if (!search.driver) {
            ishmemi_error(
                "the device in the attributes does not belong to a driver that zeDriverGet "
                "lists");
            return -1;
        }
        ishmemi_job.driver = search.driver;
    }
    return append(tiles, ishmemi_job.driver, attr->device);
}

static int find_tiles(const ishmemx_attr_t *attr, tiles_t *tiles)
{
    best_t best = {0};
    const int found =
        attr->driver ? visit_driver(attr->driver, find_best, &best) : visit_all(find_best, &best);
    if (found != 0) {
        return -1;
    }
    if (best.kind == KIND_NONE) {
        ishmemi_error("Level Zero's drivers have no device of type GPU or CPU; if ZE_AFFINITY_MASK "
                      "is set, it hides them");
        return -1;
    }
    ishmemi_job.driver = best.driver;
    if (visit_driver(best.driver, collect, tiles) != 0) {
        return -1;
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < tiles->count; i++) {
        if (tiles->items[i].kind == best.kind) {
            tiles->items[kept++] = tiles->items[i];
        }
    }
    tiles->count = kept;
    return 0;
}

/* Loading the topology takes long, so this is done only if there is something to compare. */
static void measure(tiles_t *tiles)
{
    bool worthwhile = false;
    for (uint32_t i = 1; i < tiles->count; i++) {
        worthwhile |= tiles->items[i].has_pci && tiles->items[0].has_pci;
    }
    ishmemi_distance_t *const distance = worthwhile ? ishmemi_distance_open() : NULL;
    if (!distance) {
        return;
    }
    for (uint32_t i = 0; i < tiles->count; i++) {
        tile_t *const tile = &tiles->items[i];
        if (tile->has_pci) {
            tile->offer.distance = ishmemi_distance_to(distance, &tile->offer.key.pci);
        }
    }
    ishmemi_distance_close(distance);
}

/* ---- Agreement ------------------------------------------------------------------------------- */

/* What the PEs of this host see. */
typedef struct view {
    int pes;
    int *pe_of;       /* [pes] number in the job */
    tile_key_t *keys; /* [tiles] without duplicates */
    int tiles;
    uint32_t *distance; /* [pes * tiles] */
    int *tile_of;       /* [pes] */
} view_t;

static void free_view(view_t *view)
{
    free(view->pe_of);
    free(view->keys);
    free(view->distance);
    free(view->tile_of);
}

static int find_key(const view_t *view, const tile_key_t *key)
{
    int tile = 0;
    while (tile < view->tiles && memcmp(&view->keys[tile], key, sizeof *key) != 0) {
        tile++;
    }
    return tile;
}

static int make_view(const offer_t *offers, const uint32_t *counts, uint32_t most, view_t *view)
{
    const size_t pes = (size_t)ishmemi_job.machine_size;
    view->pe_of = calloc(pes, sizeof *view->pe_of);
    view->tile_of = calloc(pes, sizeof *view->tile_of);
    view->keys = calloc(pes * most, sizeof *view->keys);
    if (!view->pe_of || !view->tile_of || !view->keys) {
        return -1;
    }
    for (int pe = 0; pe < ishmemi_job.n_pes; pe++) {
        if (!ishmemi_is_on_machine(pe)) {
            continue;
        }
        view->pe_of[view->pes++] = pe;
        for (uint32_t i = 0; i < counts[pe]; i++) {
            const tile_key_t *const key = &offers[(size_t)pe * most + i].key;
            const int tile = find_key(view, key);
            if (tile == view->tiles) {
                view->keys[view->tiles++] = *key;
            }
        }
    }
    const size_t tiles = (size_t)view->tiles;
    view->distance = malloc(pes * tiles * sizeof *view->distance);
    if (!view->distance) {
        return -1;
    }
    memset(view->distance, 0xff, pes * tiles * sizeof *view->distance);
    for (size_t i = 0; i < pes; i++) {
        const size_t pe = (size_t)view->pe_of[i];
        for (uint32_t j = 0; j < counts[pe]; j++) {
            const offer_t *const offer = &offers[pe * most + j];
            view->distance[i * tiles + (size_t)find_key(view, &offer->key)] = offer->distance;
        }
    }
    return 0;
}

static int pes_on(const view_t *view, int tile)
{
    int pes = 0;
    for (int i = 0; i < view->pes; i++) {
        pes += view->tile_of[i] == tile;
    }
    return pes;
}

/* Takes this PE's tile, and records those of other PEs that this process sees. */
static void take(const tiles_t *tiles, const view_t *view)
{
    own_machine.count = view->pes;
    for (int i = 0; i < view->pes; i++) {
        const tile_key_t *const key = &view->keys[view->tile_of[i]];
        own_machine.seen[i].pe = view->pe_of[i];
        for (uint32_t j = 0; j < tiles->count; j++) {
            if (memcmp(&tiles->items[j].offer.key, key, sizeof *key) == 0) {
                own_machine.seen[i].device = tiles->items[j].device;
                if (view->pe_of[i] == ishmemi_job.my_pe) {
                    pes_of_tile = pes_on(view, view->tile_of[i]);
                    kind_of_job = tiles->items[j].kind;
                    vendor_of_tile = tiles->items[j].vendor;
                }
            }
        }
    }
    ishmemi_job.device = ishmemi_tile_of_peer(ishmemi_job.my_pe);
}

/* Whether a tile may have several PEs.  given: some PEs were given a device by the program, which
 * has thus decided. */
static bool may_share(const tiles_t *tiles, bool given)
{
    return given || ishmemi_env.share_tiles == ISHMEMI_SHARE_TILES_YES ||
           (ishmemi_env.share_tiles == ISHMEMI_SHARE_TILES_AUTO &&
            tiles->items[0].kind == KIND_CPU);
}

static int assign(const tiles_t *tiles, view_t *view, bool given)
{
    const int fullest = ishmemi_tile_assign(view->pes, view->tiles, view->distance, view->tile_of);
    if (fullest < 0) {
        ishmemi_error("no host memory to assign %d tiles", view->tiles);
        return -1;
    }
    if (fullest > 1 && !may_share(tiles, given)) {
        ishmemi_error("%d PEs on this host, but %d tile%s: start at most one PE per tile, or set "
                      "ISHMEM_SHARE_TILES=1 to let PEs share tiles",
                      view->pes, view->tiles, view->tiles == 1 ? "" : "s");
        return -1;
    }
    take(tiles, view);
    return 0;
}

static int agree_on_tiles(const tiles_t *tiles, bool given)
{
    const size_t pes = (size_t)ishmemi_job.n_pes;
    struct {
        uint32_t tiles;
        uint32_t given;
    } mine = {tiles->count, given}, *const headers = ishmemi_allocate_zeroed("the tiles of the PEs",
                                                                             pes, sizeof *headers);
    uint32_t *const counts =
        ishmemi_allocate_zeroed("the number of tiles of each PE", pes, sizeof *counts);
    ishmemi_allgather(&mine, headers, sizeof mine);
    uint32_t most = 1;
    bool any_given = false;
    bool none = false;
    for (size_t pe = 0; pe < pes; pe++) {
        counts[pe] = headers[pe].tiles;
        most = counts[pe] > most ? counts[pe] : most;
        none |= counts[pe] == 0;
        any_given |= headers[pe].given && ishmemi_is_on_machine((int)pe);
    }
    free(headers);
    if (none) {
        /* A PE without a tile has printed an error; the step fails for all. */
        free(counts);
        return -1;
    }
    offer_t *const row = ishmemi_allocate_zeroed("the tiles of this PE", most, sizeof *row);
    offer_t *const offers =
        ishmemi_allocate_zeroed("the tiles of the PEs", pes * most, sizeof *offers);
    for (uint32_t i = 0; i < tiles->count; i++) {
        row[i] = tiles->items[i].offer;
    }
    ishmemi_allgather(row, offers, most * sizeof *row);
    view_t view = {0};
    int result = make_view(offers, counts, most, &view);
    if (result != 0) {
        ishmemi_error("no host memory for a table of %d PEs", ishmemi_job.n_pes);
    } else {
        result = assign(tiles, &view, any_given);
    }
    free_view(&view);
    free(counts);
    free(offers);
    free(row);
    return result;
}

int ishmemi_tile_choose(const ishmemx_attr_t *attr)
{
    own_machine.seen = ishmemi_allocate_zeroed(
        "the devices of the PEs", (size_t)ishmemi_job.machine_size, sizeof *own_machine.seen);
    own_machine.count = 0;
    tiles_t tiles = {0};
    const bool given = attr->device;
    if ((given ? take_given(attr, &tiles) : find_tiles(attr, &tiles)) != 0) {
        tiles.count = 0;
    }
    if (!given) {
        measure(&tiles);
    }
    const int result = agree_on_tiles(&tiles, given);
    free(tiles.items);
    return result;
}

void ishmemi_tile_forget(void)
{
    free(own_machine.seen);
    own_machine.seen = NULL;
    own_machine.count = 0;
}

ze_device_handle_t ishmemi_tile_of_peer(int pe)
{
    int low = 0;
    int high = own_machine.count;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (own_machine.seen[middle].pe < pe) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < own_machine.count && own_machine.seen[low].pe == pe ? own_machine.seen[low].device
                                                                     : NULL;
}

bool ishmemi_tile_is_cpu(void)
{
    return kind_of_job == KIND_CPU;
}

bool ishmemi_tile_is_integrated(void)
{
    return kind_of_job == KIND_CPU || kind_of_job == KIND_INTEGRATED;
}

uint32_t ishmemi_tile_vendor(void)
{
    return vendor_of_tile;
}

int ishmemi_tile_pes(void)
{
    return pes_of_tile;
}

bool ishmemi_tile_stores_words(void)
{
    return vendor_of_tile != ISHMEMI_VENDOR_INTEL;
}
