/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Probing.  During start-up, every heap has a probe area after its head, where the allocator has
 * nothing yet.  PEs take turns with agreements, which are barriers.
 *
 * word        written by                        read by       ordering
 * pattern     the owner                         every peer    agreements
 * sum         every peer, an atomic add of 1    the owner     agreements
 * stored[pe]  PE pe                             the owner     agreements
 */
#include "probe.h"

#include "agree.h"
#include "allocate.h"
#include "bootstrap.h"
#include "job.h"
#include "log.h"
#include "part.h"
#include "tile.h"
#include "tile_copy.h"
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#define WHY_BYTES 160

typedef struct area {
    uint64_t pattern;
    uint64_t sum;
    uint64_t stored[]; /* [n_pes] */
} area_t;

static uint64_t *patterns; /* [n_pes] */

static area_t *area_of(int pe)
{
    return (area_t *)((char *)ishmemi_peer_address(ishmemi_job.heap, pe) + ISHMEMI_HEAD_BYTES);
}

static size_t area_bytes(void)
{
    return sizeof(area_t) + (size_t)ishmemi_job.n_pes * sizeof(uint64_t);
}

/* The word that PE `from` stores into the heap of PE `to`. */
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
    patterns = ishmemi_allocate_zeroed("the patterns of the PEs", (size_t)ishmemi_job.n_pes,
                                       sizeof *patterns);
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

/* Records a failure.  Only the first one's reason is kept. */
__attribute__((format(printf, 5, 6))) static void
fail(uint8_t *failed, int pe, ishmemi_apart_t reason, char *why, const char *format, ...)
{
    failed[pe] = (uint8_t)reason;
    if (!*why) {
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(why, WHY_BYTES, format, arguments);
        va_end(arguments);
    }
}

/* Queries the driver about access from tile to tile, if this process sees the peer's tile. */
static void ask_driver(uint8_t *failed, char *why)
{
    for (int pe = 0; pe < ishmemi_job.n_pes; pe++) {
        const ze_device_handle_t device = ishmemi_tile_of_peer(pe);
        if (!is_peer(pe) || !device || device == ishmemi_job.device) {
            continue;
        }
        ze_bool_t can_access = 1;
        ze_device_p2p_properties_t p2p = {.stype = ZE_STRUCTURE_TYPE_DEVICE_P2P_PROPERTIES};
        if (zeDeviceCanAccessPeer(ishmemi_job.device, device, &can_access) == ZE_RESULT_SUCCESS &&
            !can_access) {
            fail(failed, pe, ISHMEMI_APART_ACCESS, why,
                 "its tile's memory is not accessible from "
                 "this PE's tile (zeDeviceCanAccessPeer)");
        } else if (!ishmemi_job.heap_host_mapped &&
                   zeDeviceGetP2PProperties(ishmemi_job.device, device, &p2p) ==
                       ZE_RESULT_SUCCESS &&
                   !(p2p.flags & ZE_DEVICE_P2P_PROPERTY_FLAG_ATOMICS)) {
            fail(failed, pe, ISHMEMI_APART_ATOMICS, why,
                 "its tile's memory does not accept atomics from "
                 "this PE's tile (zeDeviceGetP2PProperties)");
        }
    }
}

static void touch_peers(uint8_t *failed, char *why)
{
    for (int pe = 0; pe < ishmemi_job.n_pes; pe++) {
        if (!is_peer(pe) || failed[pe]) {
            continue;
        }
        const uint64_t word = stored_by(ishmemi_job.my_pe, pe);
        if (!ishmemi_probe_is_heap_of(pe)) {
            fail(failed, pe, ISHMEMI_APART_PROBE, why,
                 "a load from its heap returned the wrong value");
        } else if (ishmemi_tile_copy(&area_of(pe)->stored[ishmemi_job.my_pe], &word, sizeof word) !=
                   0) {
            fail(failed, pe, ISHMEMI_APART_PROBE, why, "a store into its heap failed");
        }
    }
}

static void look_for_stores(area_t *seen, uint8_t *failed, char *why)
{
    const bool is_seen = ishmemi_tile_copy(seen, area_of(ishmemi_job.my_pe), area_bytes()) == 0;
    for (int pe = 0; pe < ishmemi_job.n_pes; pe++) {
        if (is_peer(pe) && (!is_seen || seen->stored[pe] != stored_by(pe, ishmemi_job.my_pe))) {
            fail(failed, pe, ISHMEMI_APART_PROBE, why,
                 "its store into this PE's heap did not arrive");
        }
    }
}

static int add_to_peers(void)
{
    uint64_t peers = 0;
    for (int pe = 0; pe < ishmemi_job.n_pes && ishmemi_job.heap_host_mapped; pe++) {
        if (is_peer(pe)) {
            __atomic_fetch_add(&area_of(pe)->sum, 1, __ATOMIC_SEQ_CST);
            peers++;
        }
    }
    ishmemi_agree(true);
    uint64_t sum = 0;
    if (ishmemi_tile_copy(&sum, &area_of(ishmemi_job.my_pe)->sum, sizeof sum) != 0) {
        return -1;
    }
    if (sum != peers) {
        ishmemi_error("64-bit atomic adds by %llu peers into this PE's heap resulted in %llu",
                      (unsigned long long)peers, (unsigned long long)sum);
        return -1;
    }
    return 0;
}

int ishmemi_probe_peers(void)
{
    if (ishmemi_job.n_pes == 1) {
        return 0;
    }
    area_t *const seen = ishmemi_allocate("the marks of the PEs", 1, area_bytes());
    uint8_t *const failed = ishmemi_allocate_zeroed("the PEs that fail the probe",
                                                    (size_t)ishmemi_job.n_pes, sizeof *failed);
    char why[WHY_BYTES] = "";
    ask_driver(failed, why);
    touch_peers(failed, why);
    /* This is also a barrier. */
    ishmemi_part(failed, why);
    memset(failed, 0, (size_t)ishmemi_job.n_pes * sizeof *failed);
    *why = '\0';
    look_for_stores(seen, failed, why);
    ishmemi_part(failed, why);
    const int result = add_to_peers();
    free(seen);
    free(failed);
    free(patterns);
    patterns = NULL;
    return result != 0 ? result : ishmemi_tile_zero(area_of(ishmemi_job.my_pe), area_bytes());
}
