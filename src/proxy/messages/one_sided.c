/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A put has three steps: it is written, which frees its source; it is settled, together with others
 * to the same PE, which means that it has taken effect; and its signal, if it has one, is sent.
 */
#include "one_sided.h"

#include "deliver.h"
#include "flow.h"
#include <stdlib.h>
#include <string.h>

/* Under way at a time. */
#define OPERATIONS 256

typedef struct operation {
    struct operation *next; /* to the same PE, or free */
    ishmemi_transfer_t *transfer;
    wire_message_t message;
    bool is_put;
    bool has_moved; /* the message has ended */
    bool has_signal;
    ishmemi_transport_signal_t signal;
} operation_t;

/* Operations on one PE, oldest first; puts become settled in this order. */
typedef struct side {
    struct side *next; /* of all that have been made */
    struct side *next_busy;
    bool is_busy; /* in the list of those with operations */
    peer_t *peer;
    const wire_limits_t *limits;
    operation_t *first;
    operation_t *last;
    size_t settling;       /* of the first puts, how many `settle` covers; 0: none is under way */
    size_t settled;        /* of the first puts, how many have taken effect */
    wire_message_t settle; /* under way, if settling > 0 */
} side_t;

static struct {
    operation_t *table; /* NULL: the wire does not do it */
    operation_t *free;
    side_t *made;
    side_t *busy;
} all;

void ishmemi_one_sided_open(void)
{
    memset(&all, 0, sizeof all);
    if (!ishmemi_engine.wire->limits) {
        return;
    }
    all.table = ishmemi_engine_allocate(OPERATIONS, sizeof *all.table);
    for (size_t i = 0; i < OPERATIONS; i++) {
        all.table[i].next = all.free;
        all.free = &all.table[i];
    }
}

void ishmemi_one_sided_close(void)
{
    while (all.made) {
        side_t *const side = all.made;
        all.made = side->next;
        side->peer->side = NULL;
        free(side);
    }
    free(all.table);
    memset(&all, 0, sizeof all);
}

/* ---- Starts ---------------------------------------------------------------------------------- */

static const wire_limits_t *limits_of(peer_t *peer)
{
    if (!peer->side) {
        side_t *const side = ishmemi_engine_allocate(1, sizeof *side);
        *side = (side_t){
            .next = all.made, .peer = peer, .limits = ishmemi_engine.wire->limits(peer->pe)};
        all.made = side;
        peer->side = side;
    }
    return peer->side->limits;
}

/* Before the last fence nothing may be under way. */
static bool may_begin(peer_t *peer)
{
    if (peer->behind && ishmemi_peer_is_quiet(peer)) {
        peer->behind = false;
    }
    return !peer->behind && !peer->gated;
}

bool ishmemi_one_sided_takes_put(peer_t *peer, size_t bytes)
{
    return all.table && bytes >= limits_of(peer)->put_least && may_begin(peer);
}

bool ishmemi_one_sided_takes_get(peer_t *peer, size_t bytes)
{
    return all.table && bytes >= limits_of(peer)->get_least && may_begin(peer);
}

/* Returns NULL if too many are under way. */
static operation_t *begin(peer_t *peer, bool is_put, ishmemi_transfer_t *transfer)
{
    operation_t *const operation = all.free;
    if (!operation) {
        return NULL;
    }
    all.free = operation->next;
    *operation = (operation_t){.transfer = transfer, .is_put = is_put};
    side_t *const side = peer->side;
    if (side->last) {
        side->last->next = operation;
    } else {
        side->first = operation;
    }
    side->last = operation;
    if (!side->is_busy) {
        side->is_busy = true;
        side->next_busy = all.busy;
        all.busy = side;
    }
    ishmemi_peer_begin(peer);
    ishmemi_flow_note(true);
    if (side->limits->by_target) {
        ishmemi_peer_wake(peer);
    }
    return operation;
}

bool ishmemi_one_sided_put(peer_t *peer, uint64_t place, const void *source, size_t bytes,
                           const ishmemi_transport_signal_t *signal, ishmemi_transfer_t *transfer)
{
    operation_t *const operation = begin(peer, true, transfer);
    if (!operation) {
        return false;
    }
    if (signal) {
        operation->has_signal = true;
        operation->signal = *signal;
    }
    ishmemi_peer_note_written(peer);
    ishmemi_engine.wire->write(peer->pe, place, source, bytes, &operation->message);
    return true;
}

bool ishmemi_one_sided_get(peer_t *peer, void *destination, uint64_t place, size_t bytes,
                           ishmemi_transfer_t *transfer)
{
    operation_t *const operation = begin(peer, false, transfer);
    if (!operation) {
        return false;
    }
    ishmemi_engine.wire->read(peer->pe, destination, place, bytes, &operation->message);
    return true;
}

/* ---- Progress -------------------------------------------------------------------------------- */

/* Notes which messages have ended; returns whether any has since. */
static bool look(const side_t *side)
{
    bool any = false;
    for (operation_t *operation = side->first; operation; operation = operation->next) {
        if (!operation->has_moved &&
            ishmemi_engine.wire->has_ended(side->peer->pe, &operation->message)) {
            operation->has_moved = true;
            any = true;
            if (operation->is_put) {
                ishmemi_deliver_sent(operation->transfer);
            }
        }
    }
    return any;
}

/* Puts are settled together: those that had begun when settling did. */
static void settle(side_t *side)
{
    if (side->settling > 0 && ishmemi_engine.wire->has_ended(side->peer->pe, &side->settle)) {
        side->settled = side->settling;
        side->settling = 0;
    }
    if (side->settling > 0) {
        return;
    }
    size_t puts = 0;
    for (const operation_t *operation = side->first; operation; operation = operation->next) {
        puts += operation->is_put;
    }
    if (puts > side->settled) {
        side->settling = puts;
        ishmemi_engine.wire->settle(side->peer->pe, &side->settle);
    }
}

/* Sends the signal of a put, if it has one.  Returns false if it must wait. */
static bool send_signal(peer_t *peer, const operation_t *operation)
{
    if (!operation->has_signal) {
        ishmemi_deliver_done(operation->transfer);
        return true;
    }
    item_t *const item = ishmemi_peer_request_ungated(peer, sizeof *item + sizeof(uint64_t));
    if (!item) {
        return false;
    }
    ishmemi_item_amo(item, operation->signal.add ? ISHMEMI_AMO_ADD : ISHMEMI_AMO_SET,
                     sizeof operation->signal.value, operation->signal.place,
                     operation->signal.value, 0);
    ishmemi_peer_ends(peer, operation->transfer);
    ishmemi_peer_flush(peer);
    return true;
}

/* Returns whether the operation has ended. */
static bool end(side_t *side, const operation_t *operation, size_t *puts_before)
{
    if (!operation->has_moved) {
        return false;
    }
    if (!operation->is_put) {
        ishmemi_deliver_done(operation->transfer);
        return true;
    }
    if (*puts_before >= side->settled || !send_signal(side->peer, operation)) {
        return false;
    }
    side->settled--;
    side->settling -= side->settling > 0;
    ishmemi_peer_end_written(side->peer);
    return true;
}

static bool end_all(side_t *side)
{
    bool any = false;
    size_t puts_before = 0;
    operation_t *before = NULL;
    for (operation_t *operation = side->first; operation;) {
        operation_t *const next = operation->next;
        if (end(side, operation, &puts_before)) {
            *(before ? &before->next : &side->first) = next;
            side->last = side->last == operation ? before : side->last;
            operation->next = all.free;
            all.free = operation;
            ishmemi_flow_note(false);
            ishmemi_peer_end(side->peer);
            any = true;
        } else {
            puts_before += operation->is_put;
            before = operation;
        }
        operation = next;
    }
    return any;
}

bool ishmemi_one_sided_progress(void)
{
    bool moved = false;
    for (side_t **at = &all.busy; *at;) {
        side_t *const side = *at;
        moved |= look(side);
        settle(side);
        moved |= end_all(side);
        if (side->first) {
            at = &side->next_busy;
        } else {
            side->is_busy = false;
            *at = side->next_busy;
        }
    }
    return moved;
}
