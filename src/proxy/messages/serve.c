/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Executes the items of packets, each PE's in the order in which they were sent.
 *
 * After a fence a PE's packets are held while its large puts are under way; packets after its
 * direct puts are always held until those are done.  The data of these puts arrives independently,
 * so that this ends.
 */
#include "serve.h"

#include "flow.h"
#include "operation.h"
#include "shared/mapped.h"
#include "util/copy_once.h"
#include <stdlib.h>
#include <string.h>

/* A large put or get of another PE, whose data is under way. */
typedef struct service {
    flow_t flow; /* first: a flow's address is its service's */
    item_t item;
    item_signal_t signal;
} service_t;

/* ---- Memory ---------------------------------------------------------------------------------- */

static char *memory_at(const peer_t *peer, uint64_t place, uint64_t bytes)
{
    const ishmemi_transport_request_t *const request = ishmemi_engine.request;
    const bool is_static = place & ISHMEMI_PLACE_STATIC;
    const uint64_t offset = place & ~ISHMEMI_PLACE_STATIC;
    const size_t room = is_static ? request->statics_bytes : request->heap_bytes;
    if (offset > room || bytes > room - offset) {
        request->fatal(
            "PE %d has requested %llu bytes at offset %llu of this PE's %s, which has %zu bytes",
            peer->pe, (unsigned long long)bytes, (unsigned long long)offset,
            is_static ? "static objects" : "heap", room);
    }
    return (is_static ? request->statics : request->heap) + offset;
}

/* Makes earlier puts visible to a thread that sees the next store. */
static void order(void)
{
    __atomic_thread_fence(__ATOMIC_RELEASE);
}

/* A naturally aligned word is loaded and stored in one access, because a thread may wait for it. */
static bool is_word(const char *memory, size_t bytes)
{
    return (bytes == 8 || bytes == 4 || bytes == 2 || bytes == 1) &&
           ((uintptr_t)memory & (bytes - 1)) == 0;
}

static void put(char *memory, const void *data, size_t bytes)
{
    const ishmemi_transport_request_t *const request = ishmemi_engine.request;
    uint64_t value = 0;
    order();
    if (is_word(memory, bytes)) {
        memcpy(&value, data, bytes);
    }
    if (request->heap_host_mapped && is_word(memory, bytes)) {
        ishmemi_mapped_store(memory, bytes, value);
    } else if (request->heap_host_mapped) {
        ishmemi_copy_to_shared(memory, data, bytes);
    } else if (is_word(memory, bytes) && bytes >= 4) {
        request->amo(ISHMEMI_AMO_SET, bytes, memory, value, 0);
    } else {
        request->copy(memory, data, bytes);
    }
}

static void get(void *data, const char *memory, size_t bytes)
{
    const ishmemi_transport_request_t *const request = ishmemi_engine.request;
    if (!request->heap_host_mapped) {
        request->copy(data, memory, bytes);
    } else if (is_word(memory, bytes)) {
        const uint64_t value = ishmemi_mapped_load(memory, bytes);
        memcpy(data, &value, bytes);
    } else {
        memcpy(data, memory, bytes);
    }
}

/* Call it after the data of the item's put. */
static void signal_if_asked(const peer_t *peer, const item_t *item, const item_signal_t *signalled)
{
    if (item->flags & ITEM_SIGNAL) {
        order();
        ishmemi_engine.request->amo((ishmemi_amo_t)item->op, sizeof signalled->value,
                                    memory_at(peer, signalled->place, sizeof signalled->value),
                                    signalled->value, 0);
    }
}

/* ---- Requests -------------------------------------------------------------------------------- */

static void execute_amo(peer_t *peer, const item_t *item)
{
    uint64_t cond;
    memcpy(&cond, item + 1, sizeof cond);
    order();
    const uint64_t before =
        ishmemi_engine.request->amo((ishmemi_amo_t)item->op, item->bytes,
                                    memory_at(peer, item->place, item->bytes), item->length, cond);
    if (item->flags & ITEM_FETCH) {
        item_t *const reply = ishmemi_peer_reply(peer, sizeof *reply);
        *reply = (item_t){.kind = ITEM_VALUE, .token = item->token, .length = before};
    }
}

static void end_service(flow_t *flow)
{
    free(flow);
}

static void start_service(peer_t *peer, const item_t *item, bool outgoing, uint32_t tag,
                          void (*ended)(flow_t *flow))
{
    service_t *const service = ishmemi_engine_allocate(1, sizeof *service);
    service->flow = (flow_t){.pe = peer->pe,
                             .tag = tag,
                             .outgoing = outgoing,
                             .memory = memory_at(peer, item->place, item->length),
                             .bytes = item->length,
                             .ended = ended};
    service->item = *item;
    if (!outgoing) {
        memcpy(&service->signal, item + 1, sizeof service->signal);
    }
    ishmemi_carry(&service->flow);
}

static void execute_get(peer_t *peer, const item_t *item)
{
    if (item->length > SMALL_BYTES) {
        start_service(peer, item, true, TAG_GET(item->token), end_service);
        return;
    }
    const size_t bytes = (size_t)item->length;
    item_t *const reply = ishmemi_peer_reply(peer, sizeof *reply + ITEM_PADDED(bytes));
    *reply = (item_t){.kind = ITEM_DATA, .token = item->token, .length = bytes};
    get(reply + 1, memory_at(peer, item->place, item->length), bytes);
}

static void release_held(peer_t *peer);

static void end_large_put(flow_t *flow)
{
    service_t *const service = (service_t *)flow;
    peer_t *const peer = ishmemi_peer(flow->pe);
    signal_if_asked(peer, &service->item, &service->signal);
    item_t *const reply = ishmemi_peer_reply(peer, sizeof *reply);
    *reply = (item_t){.kind = ITEM_LARGE_DONE, .token = service->item.token};
    free(service);
    peer->inbound--;
    release_held(peer);
}

static size_t size_of(const item_t *item)
{
    switch (item->kind) {
    case ITEM_PUT:
    case ITEM_DATA:
        return sizeof *item + ITEM_PADDED(item->length);
    case ITEM_AMO:
        return sizeof *item + sizeof(uint64_t);
    case ITEM_LARGE_PUT:
        return sizeof *item + sizeof(item_signal_t);
    default:
        return sizeof *item;
    }
}

static void execute(peer_t *peer, const item_t *item)
{
    switch (item->kind) {
    case ITEM_PUT:
        put(memory_at(peer, item->place, item->length), item + 1, (size_t)item->length);
        break;
    case ITEM_AMO:
        execute_amo(peer, item);
        break;
    case ITEM_GET:
        execute_get(peer, item);
        break;
    case ITEM_LARGE_PUT:
        peer->inbound++;
        start_service(peer, item, false, TAG_PUT(item->token), end_large_put);
        break;
    case ITEM_BEHIND:
    case ITEM_FENCE:
        break;
    case ITEM_VALUE:
    case ITEM_DATA:
    case ITEM_LARGE_DONE:
        ishmemi_operation_reply(peer, item);
        break;
    default:
        ishmemi_engine.request->fatal("PE %d has sent an item of the unknown kind %u: do all PEs "
                                      "run the same version of this library?",
                                      peer->pe, (unsigned)item->kind);
    }
}

/* ---- Packets --------------------------------------------------------------------------------- */

static bool holds(const peer_t *peer, const item_t *item)
{
    return ((item->kind == ITEM_BEHIND || item->kind == ITEM_FENCE) &&
            peer->direct_done < item->length) ||
           (item->kind == ITEM_FENCE && peer->inbound > 0);
}

/* Executes a packet's items from *at on; returns false if one must wait, which is then at *at. */
static bool execute_items(peer_t *peer, const char *data, size_t bytes, size_t *at)
{
    while (*at < bytes) {
        const item_t *const item = (const item_t *)(const void *)(data + *at);
        if (bytes - *at < sizeof *item || bytes - *at < size_of(item)) {
            ishmemi_engine.request->fatal("PE %d has sent a packet that ends within an item",
                                          peer->pe);
        }
        if (holds(peer, item)) {
            return false;
        }
        execute(peer, item);
        *at += size_of(item);
    }
    return true;
}

static void hold(peer_t *peer, packet_t *packet)
{
    packet->next = NULL;
    if (peer->last_held) {
        peer->last_held->next = packet;
    } else {
        peer->first_held = packet;
    }
    peer->last_held = packet;
}

static void release_held(peer_t *peer)
{
    packet_t *packet;
    while ((packet = peer->first_held) &&
           execute_items(peer, packet->data, packet->bytes, &packet->at)) {
        ishmemi_peer_executed(peer, &packet->head);
        peer->first_held = packet->next;
        if (!peer->first_held) {
            peer->last_held = NULL;
        }
        ishmemi_packet_give(packet);
    }
}

static void take_direct(peer_t *peer, const item_t *item, const item_signal_t *signalled,
                        const char *data)
{
    char *const memory = memory_at(peer, item->place, item->length);
    if (item->length > CHANNEL_CHUNK_BYTES) {
        ishmemi_engine.request->fatal("PE %d has sent %llu bytes in a chunk", peer->pe,
                                      (unsigned long long)item->length);
    }
    if (item->length <= sizeof(uint64_t)) {
        put(memory, data, item->length);
    } else {
        ishmemi_copy_to_shared(memory, data, item->length);
    }
    signal_if_asked(peer, item, signalled);
}

static void end_direct(peer_t *peer)
{
    peer->direct_done++;
    release_held(peer);
}

const channel_service_t ishmemi_serve_channels = {.take = take_direct, .done = end_direct};

/* Keeps a copy, because what the wire has received is valid during the call only. */
static packet_t *copy_of(const char *data, size_t bytes)
{
    packet_t *const packet = ishmemi_packet_take();
    memcpy(packet->data, data, bytes);
    packet->bytes = bytes;
    return packet;
}

void ishmemi_serve_packet(const void *data, size_t bytes)
{
    packet_head_t head;
    if (bytes < sizeof head || bytes > PACKET_BYTES) {
        ishmemi_engine.request->fatal("a PE has sent a packet of %zu bytes", bytes);
    }
    memcpy(&head, data, sizeof head);
    if (head.sender >= (uint64_t)ishmemi_engine.n_pes) {
        ishmemi_engine.request->fatal("a packet has come from PE %llu of a job of %d",
                                      (unsigned long long)head.sender, ishmemi_engine.n_pes);
    }
    peer_t *const peer = ishmemi_peer((int)head.sender);
    ishmemi_peer_acknowledge(peer, &head);
    /* A packet that is held also holds the requests after it, but not replies and
     * acknowledgements. */
    size_t at = sizeof head;
    const bool must_wait = head.kind != PACKET_REPLIES && peer->first_held;
    if (must_wait || !execute_items(peer, data, bytes, &at)) {
        packet_t *const packet = copy_of(data, bytes);
        packet->at = at;
        hold(peer, packet);
    } else {
        ishmemi_peer_executed(peer, &head);
    }
}
