/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A table of operations.  An operation's index is the token that travels with its request and comes
 * back with the reply.
 */
#include "operation.h"

#include "channel.h"
#include "deliver.h"
#include "flow.h"
#include <stdlib.h>
#include <string.h>

#define OPERATIONS 1024
/* Limit for long data that goes through buffers: each operation uses FLOW_DEPTH of them at both
 * ends. */
#define STAGED_OPERATIONS 8

typedef struct operation {
    flow_t flow; /* first: a flow's address is its operation's */
    struct operation *next_free;
    peer_t *peer; /* NULL while free */
    ishmemi_transfer_t *transfer;
    unsigned parts; /* that must end before it is done */
    void *destination;
    size_t bytes;
} operation_t;

static struct {
    operation_t *table;
    operation_t *free;
    size_t flows; /* operations that have a flow */
} operations;

void ishmemi_operation_open(void)
{
    operations.table = ishmemi_engine_allocate(OPERATIONS, sizeof *operations.table);
    memset(operations.table, 0, OPERATIONS * sizeof *operations.table);
    operations.free = NULL;
    for (size_t i = OPERATIONS; i-- > 0;) {
        operations.table[i].next_free = operations.free;
        operations.free = &operations.table[i];
    }
    operations.flows = 0;
}

void ishmemi_operation_close(void)
{
    free(operations.table);
    operations.table = NULL;
}

static uint32_t token_of(const operation_t *operation)
{
    return (uint32_t)(operation - operations.table);
}

static bool is_refused(bool has_flow)
{
    return !operations.free || (has_flow && !ishmemi_engine.request->heap_host_mapped &&
                                operations.flows >= STAGED_OPERATIONS);
}

static operation_t *begin(peer_t *peer, ishmemi_transfer_t *transfer, unsigned parts)
{
    operation_t *const operation = operations.free;
    operations.free = operation->next_free;
    operation->peer = peer;
    operation->transfer = transfer;
    operation->parts = parts;
    ishmemi_peer_begin(peer);
    return operation;
}

static void end_part(operation_t *operation)
{
    if (--operation->parts > 0) {
        return;
    }
    ishmemi_peer_end(operation->peer);
    ishmemi_deliver_done(operation->transfer);
    operation->peer = NULL;
    operation->next_free = operations.free;
    operations.free = operation;
}

static void start_flow(operation_t *operation, bool outgoing, uint32_t tag, char *memory,
                       size_t bytes, void (*ended)(flow_t *flow))
{
    operation->flow = (flow_t){.pe = operation->peer->pe,
                               .tag = tag,
                               .outgoing = outgoing,
                               .memory = memory,
                               .bytes = bytes,
                               .fences = outgoing ? operation->peer->fences : 0,
                               .ended = ended};
    operations.flows++;
    ishmemi_carry(&operation->flow);
}

static void end_get(flow_t *flow)
{
    operations.flows--;
    end_part((operation_t *)flow);
}

static void end_sending(flow_t *flow)
{
    operation_t *const operation = (operation_t *)flow;
    operations.flows--;
    ishmemi_deliver_sent(operation->transfer);
    end_part(operation);
}

/* ---- Starts ---------------------------------------------------------------------------------- */

bool ishmemi_operation_fetch(peer_t *peer, const item_t *amo, uint64_t cond, void *fetched,
                             ishmemi_transfer_t *transfer)
{
    item_t *item;
    if (is_refused(false) || !(item = ishmemi_peer_request(peer, sizeof *item + sizeof cond))) {
        return false;
    }
    operation_t *const operation = begin(peer, transfer, 1);
    operation->destination = fetched;
    operation->bytes = amo->bytes;
    *item = *amo;
    item->flags = ITEM_FETCH;
    item->token = token_of(operation);
    memcpy(item + 1, &cond, sizeof cond);
    ishmemi_peer_push(peer);
    return true;
}

bool ishmemi_operation_get(peer_t *peer, void *destination, uint64_t place, size_t bytes,
                           ishmemi_transfer_t *transfer)
{
    const bool is_large = bytes > SMALL_BYTES;
    item_t *item;
    if (is_refused(is_large) || !(item = ishmemi_peer_request(peer, sizeof *item))) {
        return false;
    }
    operation_t *const operation = begin(peer, transfer, 1);
    operation->destination = destination;
    operation->bytes = bytes;
    const uint32_t token = token_of(operation);
    if (is_large) {
        start_flow(operation, false, TAG_GET(token), destination, bytes, end_get);
    }
    *item = (item_t){.kind = ITEM_GET, .token = token, .place = place, .length = bytes};
    ishmemi_peer_push(peer);
    return true;
}

bool ishmemi_operation_large_put(peer_t *peer, uint64_t place, const void *source, size_t bytes,
                                 const ishmemi_transport_signal_t *signal,
                                 ishmemi_transfer_t *transfer)
{
    item_t *item;
    if (is_refused(true) ||
        !(item = ishmemi_peer_request(peer, sizeof *item + sizeof(item_signal_t)))) {
        return false;
    }
    /* One part ends when the data has left, the other when the peer has all of it. */
    operation_t *const operation = begin(peer, transfer, 2);
    operation->bytes = bytes;
    const uint32_t token = token_of(operation);
    *item = (item_t){.kind = ITEM_LARGE_PUT, .token = token, .place = place, .length = bytes};
    const item_signal_t announced = ishmemi_peer_signal(item, signal);
    memcpy(item + 1, &announced, sizeof announced);
    ishmemi_peer_note_large_put(peer);
    /* Only the data waits for this announcement.  A chunk in a channel has room to wait in. */
    if (peer->channels && bytes <= CHANNEL_CHUNK_BYTES) {
        ishmemi_peer_push(peer);
    } else {
        ishmemi_peer_flush(peer);
    }
    start_flow(operation, true, TAG_PUT(token), (char *)(uintptr_t)source, bytes, end_sending);
    return true;
}

/* ---- Replies --------------------------------------------------------------------------------- */

static operation_t *find(const peer_t *peer, const item_t *item)
{
    operation_t *const operation = item->token < OPERATIONS ? &operations.table[item->token] : NULL;
    if (!operation || operation->peer != peer) {
        ishmemi_engine.request->fatal(
            "PE %d has replied to operation %u, which it was not asked to perform", peer->pe,
            (unsigned)item->token);
    }
    return operation;
}

static void store(const operation_t *operation, const void *data)
{
    const ishmemi_transport_request_t *const request = ishmemi_engine.request;
    if (request->heap_host_mapped) {
        memcpy(operation->destination, data, operation->bytes);
    } else {
        request->copy(operation->destination, data, operation->bytes);
    }
}

void ishmemi_operation_reply(peer_t *peer, const item_t *item)
{
    operation_t *const operation = find(peer, item);
    switch (item->kind) {
    case ITEM_VALUE:
        memcpy(operation->destination, &item->length, operation->bytes);
        break;
    case ITEM_DATA:
        if (item->length != operation->bytes) {
            ishmemi_engine.request->fatal("PE %d has sent %llu bytes for a get of %zu", peer->pe,
                                          (unsigned long long)item->length, operation->bytes);
        }
        store(operation, item + 1);
        break;
    default:
        break;
    }
    end_part(operation);
}
