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

#define LONG_CHUNK_BYTES ((size_t)1 << 30)
/* So long that a message costs little beside its data, and shorter than most data that takes time. */
#define STAGED_CHUNK_BYTES ((size_t)1 << 20)

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
    free_buffer_t *buffer = flows.buffers;
    if (buffer) {
        flows.buffers = buffer->next;
        return (char *)buffer;
    }
    buffer = ishmemi_engine.request->staging_allocate(STAGED_CHUNK_BYTES);
    if (!buffer) {
        ishmemi_engine.request->fatal("no host memory for %zu bytes of another host's data",
                                      STAGED_CHUNK_BYTES);
    }
    return (char *)buffer;
}

static void give_buffer(char *memory)
{
    free_buffer_t *const buffer = (free_buffer_t *)(void *)memory;
    buffer->next = flows.buffers;
    flows.buffers = buffer;
}

/* ---- Steps of a chunk ------------------------------------------------------------------------ */

static flow_slot_t *slot_of(flow_t *flow, unsigned index)
{
    return &flow->slots[(flow->first + index) % FLOW_DEPTH];
}

static void begin_message(flow_t *flow, flow_slot_t *slot)
{
    void *const data = slot->buffer ? slot->buffer : slot->target;
    if (flow->outgoing) {
        ishmemi_engine.wire->send_long(flow->pe, flow->tag, data, slot->bytes, &slot->message);
    } else {
        ishmemi_engine.wire->receive_long(flow->pe, flow->tag, data, slot->bytes, &slot->message);
    }
}

static void begin_copy(const flow_t *flow, flow_slot_t *slot)
{
    slot->copying = ishmemi_engine.request->staging_copy(
        flow->outgoing ? slot->buffer : slot->target, flow->outgoing ? slot->target : slot->buffer,
        slot->bytes);
}

static bool has_copied(flow_slot_t *slot)
{
    if (slot->copying && ishmemi_engine.request->staging_has_copied(slot->copying)) {
        slot->copying = NULL;
    }
    return !slot->copying;
}

static bool has_sent(const flow_t *flow, flow_slot_t *slot)
{
    return ishmemi_engine.wire->has_ended(flow->pe, &slot->message);
}

/* The first step, or the only one. */
static void post(flow_t *flow)
{
    const size_t chunk = is_staged() ? STAGED_CHUNK_BYTES : LONG_CHUNK_BYTES;
    const size_t left = flow->bytes - flow->posted;
    flow_slot_t *const slot = slot_of(flow, flow->count);
    slot->bytes = left < chunk ? left : chunk;
    slot->target = flow->memory + flow->posted;
    slot->buffer = is_staged() ? take_buffer() : NULL;
    slot->copying = NULL;
    if (slot->buffer && flow->outgoing) {
        begin_copy(flow, slot);
    } else {
        begin_message(flow, slot);
    }
    flow->posted += slot->bytes;
    flow->count++;
    flow->ready += !slot->buffer;
}

/* Begins the last step of the oldest chunk that is at its first; returns false if it is not yet
 * there. */
static bool go_on(flow_t *flow)
{
    flow_slot_t *const slot = slot_of(flow, flow->ready);
    if (!(flow->outgoing ? has_copied(slot) : has_sent(flow, slot))) {
        return false;
    }
    if (flow->outgoing) {
        begin_message(flow, slot);
    } else {
        begin_copy(flow, slot);
    }
    flow->ready++;
    return true;
}

static void post_all(flow_t *flow)
{
    while (flow->posted < flow->bytes && flow->count < FLOW_DEPTH) {
        post(flow);
    }
    /* Perhaps no thread calls progress, which would send what has been copied. */
    while (ishmemi_engine.hands_over && flow->outgoing && flow->ready < flow->count) {
        (void)go_on(flow);
    }
}

static bool finish_oldest(flow_t *flow)
{
    flow_slot_t *const slot = slot_of(flow, 0);
    if (!(slot->buffer && !flow->outgoing ? has_copied(slot) : has_sent(flow, slot))) {
        return false;
    }
    if (slot->buffer) {
        give_buffer(slot->buffer);
    }
    flow->finished += slot->bytes;
    flow->first = (flow->first + 1) % FLOW_DEPTH;
    flow->count--;
    flow->ready--;
    return true;
}

/* Returns whether anything moved. */
static bool move(flow_t *flow)
{
    bool moved = false;
    while (flow->ready < flow->count && go_on(flow)) {
        moved = true;
    }
    while (flow->ready > 0 && finish_oldest(flow)) {
        moved = true;
    }
    return moved;
}

void ishmemi_flow_begin(flow_t *flow)
{
    ishmemi_flow_note(true);
    flow->posted = 0;
    flow->finished = 0;
    flow->first = 0;
    flow->count = 0;
    flow->ready = 0;
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
        moved |= move(flow);
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
        ishmemi_engine.request->staging_release(take_buffer());
    }
}
