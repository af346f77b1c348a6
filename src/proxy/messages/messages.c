/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The transport table: two-sided messages.  One lock protects all of it and the wire.
 */
#include "messages.h"

#include "channel.h"
#include "deliver.h"
#include "engine.h"
#include "flow.h"
#include "last_words.h"
#include "one_sided.h"
#include "operation.h"
#include "peer.h"
#include "serve.h"
#include "util/relax.h"
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>

static ishmemi_transport_request_t request;

/* A thread that drives progress takes the lock again as soon as it has released it, so it stays
 * away while others want it. */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static unsigned waiting;

/* The lock is held for a few microseconds at most, less than a sleep and a wake-up take. */
#define LOCK_TRIES 200

/* Set from before a thread takes the lock until after it has released it.  A signal handler that
 * finds it set would wait for its own thread. */
static _Thread_local volatile sig_atomic_t is_locking;

static void begin_locking(void)
{
    if (is_locking) {
        request.fatal(
            "a routine is called in a signal handler that interrupted another routine on the same "
            "thread, for which it would wait for ever: PEs of other hosts cannot be "
            "reached from there");
    }
    is_locking = 1;
}

static bool take_free_lock(void)
{
    if (pthread_mutex_trylock(&mutex) != 0) {
        return false;
    }
    ishmemi_last_words_enter();
    return true;
}

static bool try_lock(void)
{
    begin_locking();
    if (take_free_lock()) {
        return true;
    }
    is_locking = 0;
    return false;
}

static bool spin_lock(void)
{
    for (int tries = 0; tries < LOCK_TRIES; tries++) {
        if (take_free_lock()) {
            return true;
        }
        ishmemi_relax();
    }
    return false;
}

static void lock(void)
{
    begin_locking();
    if (take_free_lock()) {
        return;
    }
    __atomic_fetch_add(&waiting, 1, __ATOMIC_RELAXED);
    if (!spin_lock()) {
        pthread_mutex_lock(&mutex);
        ishmemi_last_words_enter();
    }
    __atomic_fetch_sub(&waiting, 1, __ATOMIC_RELAXED);
}

static void unlock(void)
{
    ishmemi_last_words_leave();
    pthread_mutex_unlock(&mutex);
    is_locking = 0;
}

/* ---- Starts ---------------------------------------------------------------------------------- */

/* Returns the address of the next item. */
static item_t *fill_put(item_t *item, uint64_t place, const void *source, size_t bytes)
{
    *item = (item_t){.kind = ITEM_PUT, .place = place, .length = bytes};
    if (request.heap_host_mapped) {
        memcpy(item + 1, source, bytes);
    } else {
        request.copy(item + 1, source, bytes);
    }
    return (item_t *)(void *)((char *)(item + 1) + ITEM_PADDED(bytes));
}

/* The size of a put's items: its data, its signal, or both. */
static size_t put_bytes(size_t bytes, const ishmemi_transport_signal_t *signal)
{
    const size_t data = bytes > 0 || !signal ? sizeof(item_t) + ITEM_PADDED(bytes) : 0;
    return data + (signal ? sizeof(item_t) + sizeof(uint64_t) : 0);
}

static void fill_items(item_t *item, uint64_t place, const void *source, size_t bytes,
                       const ishmemi_transport_signal_t *signal)
{
    if (bytes > 0 || !signal) {
        item = fill_put(item, place, source, bytes);
    }
    if (signal) {
        ishmemi_item_amo(item, signal->add ? ISHMEMI_AMO_ADD : ISHMEMI_AMO_SET,
                         sizeof signal->value, signal->place, signal->value, 0);
    }
}

/* In a packet. */
static bool put_small(peer_t *peer, uint64_t place, const void *source, size_t bytes,
                      const ishmemi_transport_signal_t *signal, ishmemi_transfer_t *transfer)
{
    item_t *const item = ishmemi_peer_request(peer, put_bytes(bytes, signal));
    if (!item) {
        return false;
    }
    fill_items(item, place, source, bytes, signal);
    ishmemi_peer_ends(peer, transfer);
    ishmemi_peer_push(peer);
    if (bytes > SMALL_BYTES) {
        ishmemi_deliver_sent(transfer);
    }
    return true;
}

static bool takes_eager(peer_t *peer, size_t bytes)
{
    (void)bytes;
    return !peer->channels;
}

static bool takes_channel(peer_t *peer, size_t bytes)
{
    return peer->channels && ishmemi_channel_takes(peer->channels, bytes);
}

static bool put_in_channel(peer_t *peer, uint64_t place, const void *source, size_t bytes,
                           const ishmemi_transport_signal_t *signal, ishmemi_transfer_t *transfer)
{
    return ishmemi_channel_put(peer->channels, place, source, bytes, signal, transfer);
}

/* The ways of puts and gets, cheapest first: an operation goes the first one that takes it.  most:
 * its longest data; takes: whether it is open now; NULL: always. */
static const struct {
    size_t most;
    bool (*takes)(peer_t *peer, size_t bytes);
    bool (*start)(peer_t *peer, uint64_t place, const void *source, size_t bytes,
                  const ishmemi_transport_signal_t *signal, ishmemi_transfer_t *transfer);
} put_ways[] = {
    {.most = CHANNEL_CHUNK_BYTES, .takes = takes_channel, .start = put_in_channel},
    {.most = SMALL_BYTES, .start = put_small},
    {.most = SIZE_MAX, .takes = ishmemi_one_sided_takes_put, .start = ishmemi_one_sided_put},
    {.most = EAGER_BYTES, .takes = takes_eager, .start = put_small},
    {.most = SIZE_MAX, .start = ishmemi_operation_large_put},
};

static const struct {
    bool (*takes)(peer_t *peer, size_t bytes);
    bool (*start)(peer_t *peer, void *destination, uint64_t place, size_t bytes,
                  ishmemi_transfer_t *transfer);
} get_ways[] = {
    {.takes = ishmemi_one_sided_takes_get, .start = ishmemi_one_sided_get},
    {.start = ishmemi_operation_get},
};

static size_t transport_small_bytes(int pe)
{
    const peer_t *const peer = ishmemi_peer_found(pe);
    const bool is_eager = !ishmemi_engine.wire->limits && !(peer && peer->channels);
    return is_eager ? EAGER_BYTES : SMALL_BYTES;
}

static bool transport_put(int pe, uint64_t place, const void *source, size_t bytes,
                          const ishmemi_transport_signal_t *signal, ishmemi_transfer_t *transfer)
{
    lock();
    peer_t *const peer = ishmemi_peer(pe);
    size_t way = 0;
    while (bytes > put_ways[way].most ||
           (put_ways[way].takes && !put_ways[way].takes(peer, bytes))) {
        way++;
    }
    const bool is_started = put_ways[way].start(peer, place, source, bytes, signal, transfer);
    unlock();
    return is_started;
}

/* Sends a piece that fits into a packet. */
static bool note_piece(peer_t *peer, uint64_t place, const void *source, size_t bytes,
                       const ishmemi_transport_signal_t *signal)
{
    packet_t *note;
    item_t *const item = ishmemi_peer_note(peer, put_bytes(bytes, signal), &note);
    if (!item) {
        return false;
    }
    fill_items(item, place, source, bytes, signal);
    ishmemi_peer_send_note(peer, note);
    return true;
}

static bool note_in_packets(peer_t *peer, uint64_t place, const void *source, size_t bytes,
                            const ishmemi_transport_signal_t *signal)
{
    const size_t most = peer->channels ? NOTE_BYTES : NOTE_MOST_BYTES;
    while (bytes > most) {
        if (!note_piece(peer, place, source, most, NULL)) {
            return false;
        }
        place += most;
        source = (const char *)source + most;
        bytes -= most;
    }
    return note_piece(peer, place, source, bytes, signal);
}

static bool transport_note(int pe, uint64_t place, const void *source, size_t bytes,
                           const ishmemi_transport_signal_t *signal)
{
    lock();
    peer_t *const peer = ishmemi_peer(pe);
    ishmemi_peer_fence(peer);
    const bool is_started =
        (peer->channels && ishmemi_channel_note(peer->channels, place, source, bytes, signal)) ||
        note_in_packets(peer, place, source, bytes, signal);
    unlock();
    return is_started;
}

static bool transport_get(int pe, void *destination, uint64_t place, size_t bytes,
                          ishmemi_transfer_t *transfer)
{
    lock();
    peer_t *const peer = ishmemi_peer(pe);
    size_t way = 0;
    while (get_ways[way].takes && !get_ways[way].takes(peer, bytes)) {
        way++;
    }
    const bool is_started = get_ways[way].start(peer, destination, place, bytes, transfer);
    unlock();
    return is_started;
}

static bool amo_without_result(peer_t *peer, ishmemi_amo_t op, size_t bytes, uint64_t place,
                               uint64_t value, uint64_t cond, ishmemi_transfer_t *transfer)
{
    item_t *const item = ishmemi_peer_request(peer, sizeof *item + sizeof cond);
    if (!item) {
        return false;
    }
    ishmemi_item_amo(item, op, bytes, place, value, cond);
    ishmemi_peer_ends(peer, transfer);
    ishmemi_peer_push(peer);
    return true;
}

static bool transport_amo(int pe, ishmemi_amo_t op, size_t bytes, uint64_t place, uint64_t value,
                          uint64_t cond, void *fetched, ishmemi_transfer_t *transfer)
{
    lock();
    peer_t *const peer = ishmemi_peer(pe);
    bool is_started;
    if (fetched) {
        const item_t amo = {.kind = ITEM_AMO,
                            .op = (uint8_t)op,
                            .bytes = (uint8_t)bytes,
                            .place = place,
                            .length = value};
        is_started = ishmemi_operation_fetch(peer, &amo, cond, fetched, transfer);
    } else {
        is_started = amo_without_result(peer, op, bytes, place, value, cond, transfer);
    }
    unlock();
    return is_started;
}

/* Adds one operation, if there is room. */
static bool add_brief(peer_t *peer, const ishmemi_transport_brief_t *operation)
{
    const size_t bytes = operation->is_amo ? sizeof(uint64_t) : ITEM_PADDED(operation->bytes);
    item_t *const item = ishmemi_peer_request(peer, sizeof *item + bytes);
    if (!item) {
        return false;
    }
    if (operation->is_amo) {
        ishmemi_item_amo(item, operation->op, operation->bytes, operation->place,
                         operation->words[0], operation->words[1]);
    } else {
        *item = (item_t){.kind = ITEM_PUT, .place = operation->place, .length = operation->bytes};
        uint64_t *const words = (uint64_t *)(void *)(item + 1);
        for (size_t i = 0; i < bytes / sizeof *words; i++) {
            words[i] = operation->words[i];
        }
    }
    return true;
}

static size_t transport_brief(int pe, const ishmemi_transport_brief_t *operations, size_t count,
                              ishmemi_transfer_t *transfer)
{
    lock();
    peer_t *const peer = ishmemi_peer(pe);
    size_t started = 0;
    while (started < count && add_brief(peer, &operations[started])) {
        started++;
    }
    if (started > 0) {
        ishmemi_peer_ends(peer, transfer);
        ishmemi_peer_push(peer);
    }
    unlock();
    return started;
}

static void transport_fence(int pe)
{
    lock();
    if (pe >= 0) {
        ishmemi_peer_fence(ishmemi_peer(pe));
    } else {
        ishmemi_peer_fence_all();
    }
    unlock();
}

/* ---- Progress -------------------------------------------------------------------------------- */

static void transport_flush(void)
{
    if (ishmemi_peer_has_open()) {
        lock();
        ishmemi_peer_flush_all();
        unlock();
    }
}

static bool transport_is_quiet(int pe, bool all_wait)
{
    lock();
    bool is_quiet;
    if (pe >= 0) {
        peer_t *const peer = ishmemi_peer(pe);
        is_quiet = ishmemi_peer_is_quiet(peer);
        ishmemi_peer_flush(peer);
    } else {
        is_quiet = ishmemi_peer_all_quiet();
        ishmemi_peer_flush_all();
    }
    if (!is_quiet && !all_wait) {
        ishmemi_peer_note_wait();
    }
    unlock();
    return is_quiet;
}

static void transport_urge(int pe)
{
    lock();
    ishmemi_peer_urge(pe >= 0 ? ishmemi_peer(pe) : NULL);
    unlock();
}

static bool transport_progress(void)
{
    if (__atomic_load_n(&waiting, __ATOMIC_RELAXED) > 0 || !try_lock()) {
        return false;
    }
    const bool has_received = ishmemi_engine.wire->receive();
    bool moved = has_received;
    moved |= ishmemi_flow_progress();
    moved |= ishmemi_channel_progress();
    moved |= ishmemi_one_sided_progress();
    moved |= ishmemi_peer_progress(has_received);
    ishmemi_deliver(lock, unlock);
    unlock();
    return moved;
}

/* ---- Opening and closing --------------------------------------------------------------------- */

static int transport_open(const ishmemi_transport_request_t *given)
{
    request = *given;
    ishmemi_engine.request = &request;
    if (ishmemi_engine.wire->open(&request) != 0) {
        return -1;
    }
    ishmemi_engine.window = ishmemi_engine.hands_over ? WINDOW_HANDED_OVER : WINDOW;
    ishmemi_peer_open();
    ishmemi_operation_open();
    ishmemi_one_sided_open();
    ishmemi_channel_open(&ishmemi_serve_channels);
    ishmemi_last_words_open();
    request.job = NULL;
    return 0;
}

static void transport_close(void)
{
    ishmemi_last_words_close();
    ishmemi_one_sided_close();
    ishmemi_operation_close();
    ishmemi_flow_close();
    ishmemi_channel_close();
    ishmemi_peer_close();
    ishmemi_deliver_close();
    ishmemi_engine.wire->close();
}

static ishmemi_transport_t table = {
    .abi = ISHMEMI_TRANSPORT_ABI,
    .small_bytes = transport_small_bytes,
    .note_bytes = NOTE_MOST_BYTES,
    .open = transport_open,
    .close = transport_close,
    .put = transport_put,
    .note = transport_note,
    .get = transport_get,
    .amo = transport_amo,
    .brief = transport_brief,
    .fence = transport_fence,
    .flush = transport_flush,
    .is_quiet = transport_is_quiet,
    .urge = transport_urge,
    .progress = transport_progress,
    .is_carrying = ishmemi_flow_any,
};

const ishmemi_transport_t *ishmemi_messages_transport(const wire_t *wire)
{
    ishmemi_engine.wire = wire;
    table.name = wire->name;
    table.callers = wire->callers;
    return &table;
}
