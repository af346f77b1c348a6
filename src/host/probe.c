/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Probing.  Every heap has a probe area behind its head while start-up lasts; the allocator has
 * nothing there yet.  PEs take turns by agreements, which are barriers.
 *
 * word        written by                                read by
 * pattern     the owner                                 every peer
 * sum         every peer, an atomic add of 1            the owner
 * stored[pe]  PE pe                                     the owner
 */
#include "probe.h"

#include "agree.h"
#include "bootstrap.h"
#include "job.h"
#include "log.h"
#include "tile.h"
#include "tile_copy.h"
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/random.h>

typedef struct area {
    uint64_t pattern;
    uint64_t sum;
    uint64_t stored[];           /* [n_pes] */
} area_t;

static uint64_t *patterns;       /* [n_pes] */

static area_t *area_of(int pe)
{
    return (area_t *)((char *)ishmemi_peer_address(ishmemi_job.heap, pe) + ISHMEMI_HEAD_BYTES);
}

static size_t area_bytes(void)
{
    return sizeof(area_t) + (size_t)ishmemi_job.n_pes * sizeof(uint64_t);
}

/* What PE `from` stores into the heap of PE `to`. */
static uint64_t stored_by(int from, int to)
{
    return patterns[from] ^ (patterns[to] << 1);
}

int ishmemi_probe_mark(void)
{
    uint64_t mine = 0;
    if (getrandom(&mine, sizeof mine, 0) != (ssize_t)sizeof mine) {
        mine = (uint64_t)(uintptr_t)&mine ^ (uint64_t)(unsigned)ishmemi_job.my_pe << 48;
    }
    free(patterns);
    patterns = calloc((size_t)ishmemi_job.n_pes, sizeof *patterns);
    if (!patterns) {
        ishmemi_fatal("no host memory for a table of %d PEs", ishmemi_job.n_pes);
    }
    ishmemi_allgather(&mine, patterns, sizeof mine);
    if (area_bytes() > ishmemi_job.heap_bytes - ISHMEMI_HEAD_BYTES) {
        ishmemi_error("a symmetric heap of %zu bytes is too small for %d PEs",
                      ishmemi_job.heap_bytes, ishmemi_job.n_pes);
        return -1;
    }
    area_t *const area = area_of(ishmemi_job.my_pe);
    return ishmemi_tile_zero(area, area_bytes()) != 0
               ? -1
               : ishmemi_tile_copy(&area->pattern, &mine, sizeof mine);
}

bool ishmemi_probe_is_heap_of(int pe)
{
    uint64_t loaded = 0;
    return ishmemi_tile_copy(&loaded, &area_of(pe)->pattern, sizeof loaded) == 0 &&
           loaded == patterns[pe];
}

static bool is_peer(int pe)
{
    return pe != ishmemi_job.my_pe && ishmemi_job.delta[pe] != ISHMEMI_UNREACHABLE;
}

/* What the driver says of access from tile to tile, where this process sees the other one. */
static int ask_driver(void)
{
    for (int pe = 0; pe < ishmemi_job.n_pes; pe++) {
        const ze_device_handle_t device = ishmemi_tile_of_peer(pe);
        if (!is_peer(pe) || !device || device == ishmemi_job.device) {
            continue;
        }
        ze_bool_t can_access = 1;
        if (zeDeviceCanAccessPeer(ishmemi_job.device, device, &can_access) == ZE_RESULT_SUCCESS &&
            !can_access) {
            ishmemi_error("PE %d cannot be reached: its tile's memory is not accessible from this "
                          "PE's tile (zeDeviceCanAccessPeer)", pe);
            return -1;
        }
        ze_device_p2p_properties_t p2p = {.stype = ZE_STRUCTURE_TYPE_DEVICE_P2P_PROPERTIES};
        if (!ishmemi_job.heap_host_mapped &&
            zeDeviceGetP2PProperties(ishmemi_job.device, device, &p2p) == ZE_RESULT_SUCCESS &&
            !(p2p.flags & ZE_DEVICE_P2P_PROPERTY_FLAG_ATOMICS)) {
            ishmemi_error("PE %d cannot be reached: its tile's memory takes no atomics from this "
                          "PE's tile (zeDeviceGetP2PProperties)", pe);
            return -1;
        }
    }
    return 0;
}

static int touch_peers(void)
{
    for (int pe = 0; pe < ishmemi_job.n_pes; pe++) {
        if (!is_peer(pe)) {
            continue;
        }
        area_t *const area = area_of(pe);
        const uint64_t word = stored_by(ishmemi_job.my_pe, pe);
        if (!ishmemi_probe_is_heap_of(pe)) {
            ishmemi_error("PE %d cannot be reached: a load from its heap gave something else", pe);
            return -1;
        }
        if (ishmemi_tile_copy(&area->stored[ishmemi_job.my_pe], &word, sizeof word) != 0) {
            ishmemi_error("PE %d cannot be reached: a store into its heap failed", pe);
            return -1;
        }
        if (ishmemi_job.heap_host_mapped) {
            atomic_fetch_add((_Atomic uint64_t *)&area->sum, 1);
        }
    }
    return 0;
}

static int look_at_own(area_t *seen)
{
    if (ishmemi_tile_copy(seen, area_of(ishmemi_job.my_pe), area_bytes()) != 0) {
        return -1;
    }
    uint64_t peers = 0;
    for (int pe = 0; pe < ishmemi_job.n_pes; pe++) {
        if (!is_peer(pe)) {
            continue;
        }
        peers++;
        if (seen->stored[pe] != stored_by(pe, ishmemi_job.my_pe)) {
            ishmemi_error("PE %d cannot be reached: its store into this PE's heap did not arrive",
                          pe);
            return -1;
        }
    }
    if (ishmemi_job.heap_host_mapped && seen->sum != peers) {
        ishmemi_error("64-bit atomic adds by %llu peers into this PE's heap made %llu",
                      (unsigned long long)peers, (unsigned long long)seen->sum);
        return -1;
    }
    return 0;
}

int ishmemi_probe_peers(void)
{
    if (ishmemi_job.n_pes == 1) {
        return 0;
    }
    area_t *const seen = malloc(area_bytes());
    if (!seen) {
        ishmemi_fatal("no host memory for a table of %d PEs", ishmemi_job.n_pes);
    }
    int result = ask_driver();
    if (result == 0) {
        result = touch_peers();
    }
    /* A PE that failed has not touched every peer; its own failure is the one to tell. */
    if (ishmemi_agree(result == 0) < 0) {
        result = look_at_own(seen);
    }
    free(seen);
    free(patterns);
    patterns = NULL;
    return result != 0 ? result
                       : ishmemi_tile_zero(area_of(ishmemi_job.my_pe), area_bytes());
}
