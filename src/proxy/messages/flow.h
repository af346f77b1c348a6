/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A flow is long data on its way to or from a PE, in chunks, several of which are under way at
 * once.  Between processes of one machine it goes through shared memory (channel.h).  Otherwise, if
 * the host can access the memory, the wire moves chunks directly from and into it; they are so long
 * that it negotiates each and leaves it to the network.  If the host cannot, they go through
 * buffers, and have two steps at each end, a copy by the tile and a message.  While one chunk is a
 * message others are copied.  Both ends divide a flow in the same way.
 */
#ifndef ISHMEMI_MESSAGES_FLOW_H
#define ISHMEMI_MESSAGES_FLOW_H

#include "engine.h"

/* Chunks under way. */
#define FLOW_DEPTH 3

/* A chunk under way. */
typedef struct flow_slot {
    wire_message_t message;
    size_t bytes;
    char *target;  /* of this end's memory */
    char *buffer;  /* NULL if data moves directly */
    void *copying; /* NULL: the copy has ended, or is yet to begin */
} flow_slot_t;

typedef struct flow {
    struct flow *next;
    int pe;
    uint32_t tag;
    bool outgoing;
    char *memory;
    size_t bytes;
    uint64_t fences;                  /* of a put, its peer's; else 0 */
    void (*ended)(struct flow *flow); /* called once, from ishmemi_flow_end */
    /* Private fields. */
    size_t posted;
    size_t finished;
    unsigned first; /* slot of the oldest chunk under way */
    unsigned count; /* chunks under way */
    unsigned ready; /* of those, the oldest ones, which are at their last step */
    flow_slot_t slots[FLOW_DEPTH];
} flow_t;

/* A list of flows; {NULL, NULL}: empty. */
typedef struct flow_list {
    flow_t *first;
    flow_t *last;
} flow_list_t;

void ishmemi_flow_append(flow_list_t *list, flow_t *flow);
/* Removes the flow after `before` (NULL: the first), which must exist. */
flow_t *ishmemi_flow_drop(flow_list_t *list, flow_t *before);

/* Starts a flow whose fields up to `ended` are set, as messages; bytes is not 0.  Callers use
 * ishmemi_carry (channel.h), which chooses between messages and channels. */
void ishmemi_flow_start(flow_t *flow);

/* Begin and end a flow, for the code that carries it. */
void ishmemi_flow_begin(flow_t *flow);
void ishmemi_flow_end(flow_t *flow);

/* Returns whether anything moved. */
bool ishmemi_flow_progress(void);

/* Whether a flow is under way; for any thread, without the lock. */
bool ishmemi_flow_any(void);
/* Counts the begin, or the end, of something else that needs polling like a flow. */
void ishmemi_flow_note(bool begins);

/* When no flow is under way. */
void ishmemi_flow_close(void);

#endif
