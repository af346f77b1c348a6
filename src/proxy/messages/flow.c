/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Moves flows that go as messages, a few at a time, in turn.
 *
 * word      written by            read by       ordering
 * count     the lock's holder     any thread    relaxed: a thread that misses a change looks again
 *                                               soon
 */
#include "flow.h"

#include "peer.h"
#include <stdlib.h>

#define LONG_CHUNK_BYTES ((size_t)1 << 30)
#define STAGED_CHUNK_BYTES ((size_t)512 << 10)

/* A pass tests the chunks of at most this many flows, because a test may be a pass of the wire's own. */
#define LOOKS_A_PASS 16

/* A free buffer holds the address of the next one. */
typedef struct free_buffer {
    struct free_buffer *next;
} free_buffer_t;

static struct {
    flow_list_t list; /* flows that go as messages */
    free_buffer_t *buffers;
    size_t count; /* under way */
} flows;

static void set_count(size_t count)
{
    __atomic_store_n(&flows.count, count, __ATOMIC_RELAXED);
}

void ishmemi_flow_note(bool begins)
{
    set_count(begins ? flows.count + 1 : flows.count - 1);
}

bool ishmemi_flow_any(void)
{
    return __atomic_load_n(&flows.count, __ATOMIC_RELAXED) > 0;
}

static bool is_staged(void)
{
    return !ishmemi_engine.request->heap_host_mapped;
}

void ishmemi_flow_append(flow_list_t *list, flow_t *flow)
{
    flow->next = NULL;
    if (list->last) {
        list->last->next = flow;
    } else {
        list->first = flow;
    }
    list->last = flow;
}

flow_t *ishmemi_flow_drop(flow_list_t *list, flow_t *before)
{
    flow_t **const at = before ? &before->next : &list->first;
    flow_t *const flow = *at;
    *at = flow->next;
    if (list->last == flow) {
        list->last = before;
    }
    return flow;
}

static char *take_buffer(void)
{
    free_buffer_t *const buffer = flows.buffers;
    if (buffer) {
        flows.buffers = buffer->next;
        return (char *)buffer;
    }
    return ishmemi_engine_allocate(1, STAGED_CHUNK_BYTES);
}

static void give_buffer(char *memory)
{
    free_buffer_t *const buffer = (free_buffer_t *)(void *)memory;
    buffer->next = flows.buffers;
    flows.buffers = buffer;
}

/* The length of the chunk that begins at offset `before`. */
static size_t cut(const flow_t *flow, size_t before)
{
    const size_t chunk = is_staged() ? STAGED_CHUNK_BYTES : LONG_CHUNK_BYTES;
    const size_t left = flow->bytes - before;
    return left < chunk ? left : chunk;
}

static void post(flow_t *flow)
{
    const unsigned slot = (flow->first + flow->count) % FLOW_DEPTH;
    const size_t bytes = cut(flow, flow->posted);
    char *const memory = flow->memory + flow->posted;
    char *buffer = NULL;
    if (is_staged()) {
        buffer = take_buffer();
        if (flow->outgoing) {
            ishmemi_engine.request->copy(buffer, memory, bytes);
        }
    }
    void *const data = buffer ? buffer : memory;
    wire_message_t *const message = &flow->slots[slot].message;
    if (flow->outgoing) {
        ishmemi_engine.wire->send_long(flow->pe, flow->tag, data, bytes, message);
    } else {
        ishmemi_engine.wire->receive_long(flow->pe, flow->tag, data, bytes, message);
    }
    flow->slots[slot].buffer = buffer;
    flow->posted += bytes;
    flow->count++;
}

static void post_all(flow_t *flow)
{
    while (flow->posted < flow->bytes && flow->count < FLOW_DEPTH) {
        post(flow);
    }
}

/* Finishes the oldest chunk if it has arrived, or left; returns whether it has. */
static bool finish_oldest(flow_t *flow)
{
    const unsigned slot = flow->first;
    if (!ishmemi_engine.wire->has_ended(flow->pe, &flow->slots[slot].message)) {
        return false;
    }
    const size_t bytes = cut(flow, flow->finished);
    char *const buffer = flow->slots[slot].buffer;
    if (buffer) {
        if (!flow->outgoing) {
            ishmemi_engine.request->copy(flow->memory + flow->finished, buffer, bytes);
        }
        give_buffer(buffer);
    }
    flow->finished += bytes;
    flow->first = (slot + 1) % FLOW_DEPTH;
    flow->count--;
    return true;
}

void ishmemi_flow_begin(flow_t *flow)
{
    ishmemi_flow_note(true);
    flow->posted = 0;
    flow->finished = 0;
    flow->first = 0;
    flow->count = 0;
}

void ishmemi_flow_start(flow_t *flow)
{
    ishmemi_flow_begin(flow);
    post_all(flow);
    ishmemi_flow_append(&flows.list, flow);
}

void ishmemi_flow_end(flow_t *flow)
{
    ishmemi_flow_note(false);
    flow->ended(flow);
}

bool ishmemi_flow_progress(void)
{
    bool moved = false;
    const flow_t *const last = flows.list.last;
    bool is_last = false;
    for (int looks = 0; flows.list.first && !is_last && looks < LOOKS_A_PASS;) {
        flow_t *const flow = ishmemi_flow_drop(&flows.list, NULL);
        is_last = flow == last;
        looks += flow->count > 0;
        while (flow->count > 0 && finish_oldest(flow)) {
            moved = true;
        }
        post_all(flow);
        if (flow->finished < flow->bytes) {
            ishmemi_flow_append(&flows.list, flow);
        } else {
            ishmemi_flow_end(flow);
        }
    }
    return moved;
}

void ishmemi_flow_close(void)
{
    while (flows.buffers) {
        free(take_buffer());
    }
}
