/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See memory.h.  Each PE registers its heap and its static objects, and gives the others what they
 * need to reach them.
 *
 * One-sided operations pay where a card carries them out.  Elsewhere UCX has the target's processor
 * do it: over TCP a put and its end take longer than a long message does, and within a machine
 * shared memory is faster.  So they are used over the transports below, or if the user wants them.
 */
#include "memory.h"

#include "proxy/messages/engine.h"
#include "proxy/messages/format.h"
#include "util/sparse.h"
#include "worker.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* UCX's transports that need no processor of the target, as UCX's text about an endpoint has
 * them. */
static const char *const transports[] = {":rc_", ":dc_", ":xpmem/", ":ugni_rdma/"};

/* A word is loaded in one access, because another PE may change it. */
#define GET_LEAST 16

enum { HEAP, STATICS, REGIONS };

/* What the others need to know of a region; without bytes: it is not reached in this way. */
typedef struct region {
    uint64_t address;
    uint64_t key_bytes;
} region_t;

typedef struct peer {
    ucp_rkey_h keys[REGIONS]; /* NULL: not unpacked */
    wire_limits_t limits;
} peer_t;

static struct {
    ucp_mem_h mapped[REGIONS]; /* NULL: not registered */
    region_t *regions;         /* [n_pes][REGIONS] */
    char *keys;                /* [n_pes][REGIONS] of key_bytes each, packed */
    size_t key_bytes;
    ishmemi_sparse_t peers; /* peer_t, for PEs of which this one has asked for the limits */
} memory;

/* ---- Opening and closing --------------------------------------------------------------------- */

/* Registers a region and returns its packed key, for which the caller has ucp_rkey_buffer_release;
 * NULL if UCX cannot. */
static void *expose(void *start, size_t bytes, ucp_mem_h *mapped, region_t *region)
{
    const ucp_mem_map_params_t parameters = {
        .field_mask = UCP_MEM_MAP_PARAM_FIELD_ADDRESS | UCP_MEM_MAP_PARAM_FIELD_LENGTH,
        .address = start,
        .length = bytes,
    };
    void *key = NULL;
    size_t key_bytes = 0;
    *region = (region_t){.address = (uint64_t)(uintptr_t)start};
    *mapped = NULL;
    if (!start || ucp_mem_map(ishmemi_ucx_context(), &parameters, mapped) != UCS_OK) {
        *mapped = NULL;
        return NULL;
    }
    if (ucp_rkey_pack(ishmemi_ucx_context(), *mapped, &key, &key_bytes) != UCS_OK) {
        return NULL;
    }
    region->key_bytes = key_bytes;
    return key;
}

static void exchange_keys(void *const keys[REGIONS], const region_t *mine)
{
    const size_t n_pes = (size_t)ishmemi_engine.n_pes;
    memory.key_bytes = 0;
    for (size_t i = 0; i < n_pes * REGIONS; i++) {
        if (memory.regions[i].key_bytes > memory.key_bytes) {
            memory.key_bytes = (size_t)memory.regions[i].key_bytes;
        }
    }
    const size_t each = REGIONS * memory.key_bytes;
    if (each == 0) {
        return;
    }
    char *const own = ishmemi_engine_allocate(1, each);
    memset(own, 0, each);
    for (int i = 0; i < REGIONS; i++) {
        if (keys[i]) {
            memcpy(own + (size_t)i * memory.key_bytes, keys[i], (size_t)mine[i].key_bytes);
        }
    }
    memory.keys = ishmemi_engine_allocate(n_pes, each);
    ishmemi_ucx_allgather(own, memory.keys, each);
    free(own);
}

/* The same on all PEs: without it there are no collective steps. */
static bool is_wanted(const ishmemi_transport_request_t *request)
{
    return request->heap_host_mapped && request->one_sided != ISHMEMI_ONE_SIDED_NEVER;
}

void ishmemi_ucx_memory_open(const ishmemi_transport_request_t *request)
{
    const size_t n_pes = (size_t)ishmemi_engine.n_pes;
    memset(&memory, 0, sizeof memory);
    if (!is_wanted(request)) {
        return;
    }
    if (!ishmemi_sparse_open(&memory.peers, n_pes)) {
        ishmemi_ucx_no_memory();
    }
    region_t mine[REGIONS];
    void *const keys[REGIONS] = {
        expose(request->heap, request->heap_bytes, &memory.mapped[HEAP], &mine[HEAP]),
        expose(request->statics, request->statics_bytes, &memory.mapped[STATICS], &mine[STATICS])};
    memory.regions = ishmemi_engine_allocate(n_pes, sizeof mine);
    ishmemi_ucx_allgather(mine, memory.regions, sizeof mine);
    exchange_keys(keys, mine);
    for (int i = 0; i < REGIONS; i++) {
        if (keys[i]) {
            ucp_rkey_buffer_release(keys[i]);
        }
    }
}

static void release(void *entry)
{
    peer_t *const peer = entry;
    for (int i = 0; i < REGIONS; i++) {
        if (peer->keys[i]) {
            ucp_rkey_destroy(peer->keys[i]);
        }
    }
    free(peer);
}

void ishmemi_ucx_memory_close(void)
{
    ishmemi_sparse_close(&memory.peers, release);
    for (int i = 0; i < REGIONS; i++) {
        if (memory.mapped[i]) {
            (void)ucp_mem_unmap(ishmemi_ucx_context(), memory.mapped[i]);
        }
    }
    free(memory.regions);
    free(memory.keys);
    memset(&memory, 0, sizeof memory);
}

/* ---- Limits ---------------------------------------------------------------------------------- */

/* UCX tells the transports of an endpoint only in a text. */
static bool has_one_sided_transport(int pe)
{
    char *text = NULL;
    size_t bytes = 0;
    FILE *const file = open_memstream(&text, &bytes);
    if (!file) {
        return false;
    }
    ucp_ep_print_info(ishmemi_ucx_endpoint(pe), file);
    bool has = false;
    if (fclose(file) == 0) {
        for (size_t i = 0; i < sizeof transports / sizeof *transports; i++) {
            has = has || strstr(text, transports[i]);
        }
    }
    free(text);
    return has;
}

/* Whether the PE's regions have keys here that can be used. */
static bool has_keys(int pe, peer_t *peer)
{
    bool has = memory.key_bytes > 0;
    for (int i = 0; i < REGIONS && has; i++) {
        const size_t at = (size_t)pe * REGIONS + (size_t)i;
        if (memory.regions[at].key_bytes > 0) {
            has = ucp_ep_rkey_unpack(ishmemi_ucx_endpoint(pe), memory.keys + at * memory.key_bytes,
                                     &peer->keys[i]) == UCS_OK;
        } else {
            has = memory.regions[at].address == 0;
        }
    }
    return has;
}

const wire_limits_t *ishmemi_ucx_limits(int pe)
{
    static const wire_limits_t never = {.put_least = SIZE_MAX, .get_least = SIZE_MAX};
    if (!memory.regions) {
        return &never;
    }
    peer_t *peer = ishmemi_sparse_get(&memory.peers, (size_t)pe);
    if (!peer) {
        peer = ishmemi_engine_allocate(1, sizeof *peer);
        *peer = (peer_t){.limits = never};
        if (!ishmemi_sparse_set(&memory.peers, (size_t)pe, peer)) {
            ishmemi_ucx_no_memory();
        }
        const bool by_card = has_one_sided_transport(pe);
        const bool is_forced = ishmemi_engine.request->one_sided == ISHMEMI_ONE_SIDED_ALWAYS;
        if ((by_card || is_forced) && has_keys(pe, peer)) {
            peer->limits = (wire_limits_t){
                .put_least = SMALL_BYTES + 1, .get_least = GET_LEAST, .by_target = !by_card};
        }
    }
    return &peer->limits;
}

/* ---- Operations ------------------------------------------------------------------------------ */

static ucp_rkey_h find(int pe, uint64_t place, uint64_t *address)
{
    const int region = (place & ISHMEMI_PLACE_STATIC) ? STATICS : HEAP;
    *address = memory.regions[pe * REGIONS + region].address + (place & ~ISHMEMI_PLACE_STATIC);
    const peer_t *const peer = ishmemi_sparse_get(&memory.peers, (size_t)pe);
    return peer->keys[region];
}

void ishmemi_ucx_write(int pe, uint64_t place, const void *source, size_t bytes,
                       wire_message_t *message)
{
    static const ucp_request_param_t parameters;
    uint64_t address;
    ucp_rkey_h const key = find(pe, place, &address);
    ishmemi_ucx_keep(
        message, pe, "ucp_put_nbx",
        ucp_put_nbx(ishmemi_ucx_endpoint(pe), source, bytes, address, key, &parameters));
}

void ishmemi_ucx_read(int pe, void *destination, uint64_t place, size_t bytes,
                      wire_message_t *message)
{
    static const ucp_request_param_t parameters;
    uint64_t address;
    ucp_rkey_h const key = find(pe, place, &address);
    ishmemi_ucx_keep(
        message, pe, "ucp_get_nbx",
        ucp_get_nbx(ishmemi_ucx_endpoint(pe), destination, bytes, address, key, &parameters));
}

void ishmemi_ucx_settle(int pe, wire_message_t *message)
{
    static const ucp_request_param_t parameters;
    ishmemi_ucx_keep(message, pe, "ucp_ep_flush_nbx",
                     ucp_ep_flush_nbx(ishmemi_ucx_endpoint(pe), &parameters));
}
