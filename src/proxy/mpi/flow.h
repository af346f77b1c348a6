/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Flows: long data on its way to or from a PE, in chunks of which several are under way at once.
 * Between processes of a machine they go through memory that these share (channel.h).  Else, where
 * the host reaches memory, MPI carries chunks straight from and into it, such long ones that it
 * negotiates them and hands them to the network; where it does not, they go by way of buffers. Both
 * ends cut alike.
 */
#ifndef ISHMEMI_MPI_FLOW_H
#define ISHMEMI_MPI_FLOW_H

#include "engine.h"

/* Chunks under way. */
#define FLOW_DEPTH 4

typedef struct flow {
    struct flow *next;
    int pe;
    int tag;
    bool outgoing;
    char *memory;
    size_t bytes;
    uint64_t fences;                  /* a put's: its peer's; else 0 */
    void (*ended)(struct flow *flow); /* called once, from ishmemi_flow_end */
    /* The rest is the flow's own. */
    size_t posted;
    size_t finished;
    unsigned first; /* slot of the oldest chunk under way */
    unsigned count; /* chunks under way */
    struct {
        MPI_Request request;
        char *buffer; /* NULL where data moves straight */
    } slots[FLOW_DEPTH];
} flow_t;

/* Flows in a row; {NULL, NULL}: none. */
typedef struct flow_list {
    flow_t *first;
    flow_t *last;
} flow_list_t;

void ishmemi_flow_append(flow_list_t *list, flow_t *flow);
/* Takes the flow after `before` (NULL: the first) out, which there must be. */
flow_t *ishmemi_flow_drop(flow_list_t *list, flow_t *before);

/* Starts a flow whose fields up to `ended` are set, as messages; bytes is not 0.  Callers use
 * ishmemi_carry (channel.h), which chooses between messages and channels. */
void ishmemi_flow_start(flow_t *flow);

/* The beginning and the end of a flow, for whoever carries it. */
void ishmemi_flow_begin(flow_t *flow);
void ishmemi_flow_end(flow_t *flow);

/* Whether anything moved. */
bool ishmemi_flow_progress(void);

/* Whether any is under way: for any thread, without the lock. */
bool ishmemi_flow_any(void);
/* Something else that is like one begins, or ends. */
void ishmemi_flow_note(bool begins);

/* When no flow is under way. */
void ishmemi_flow_close(void);

#endif
