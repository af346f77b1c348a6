/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A command of a list or of a queue: what it waits for, what it does, and what it signals.  The
 * thread that appends a command writes its record.  Afterwards only a listener changes the record,
 * through `clock`, so that a recorded list can run many times.
 */
#ifndef ZED_COMMAND_H
#define ZED_COMMAND_H

#include "compat.h"
#include "engine/engine.h"
#include "event_object.h"

#define ZED_PAYLOAD_ALIGNMENT 128
#define ZED_PAYLOAD_INLINE 384

typedef enum zed_command_kind {
    ZED_COMMAND_NOTHING, /* barriers, and commands that only wait or signal */
    ZED_COMMAND_LAUNCH,
    ZED_COMMAND_COPY,
    ZED_COMMAND_FILL,
    ZED_COMMAND_REGION,
    ZED_COMMAND_RESET_EVENT,
    ZED_COMMAND_WRITE_TIMESTAMP,
    ZED_COMMAND_QUERY_TIMESTAMPS,
    ZED_COMMAND_EXECUTE_LISTS,
    ZED_COMMAND_CALL_HOST,
    ZED_COMMAND_SIGNAL_FENCE
} zed_command_kind_t;

typedef struct zed_command_launch {
    zed_launch_t launch;
    const ze_group_count_t
        *indirect;         /* read when the command runs; NULL: launch.group_count applies */
    const uint32_t *limit; /* if not NULL, the command runs only if index < *limit */
    uint32_t index;
} zed_command_launch_t;

typedef struct zed_command_copy {
    void *destination;
    const void *source;
    size_t bytes;
} zed_command_copy_t;

typedef struct zed_command_fill {
    void *destination;
    const void *pattern;
    size_t pattern_bytes;
    size_t bytes;
} zed_command_fill_t;

typedef struct zed_command_query {
    uint32_t count;
    zed_event_t **events;
    char *destination;
    const size_t *offsets; /* NULL: the results are contiguous */
} zed_command_query_t;

/* Recorded lists, which run one after the other. */
typedef struct zed_command_lists {
    uint32_t count;
    struct zed_list **lists;
} zed_command_lists_t;

/* A function of the program.  The thread that runs the command calls it. */
typedef struct zed_command_call {
    zed_host_function_t function;
    void *data;
} zed_command_call_t;

/* The target of a wait in a recorded list: its event's point is read when the list runs. */
#define ZED_TARGET_LATER UINT64_MAX

typedef struct zed_command {
    struct zed_command *next;
    void *clock;      /* listener.h: what happened before the command was submitted */
    void *remembered; /* listener.h: what the listener attached, or NULL */
    zed_command_kind_t kind;
    uint32_t wait_count;
    zed_event_t **waits;
    uint64_t *targets; /* points for waits for counter-based events, or ZED_TARGET_LATER */
    zed_event_t *signal;
    union {
        zed_command_launch_t launch;
        zed_command_copy_t copy;
        zed_command_fill_t fill;
        zed_box_t region;
        zed_command_query_t query;
        zed_event_t *reset;
        uint64_t *timestamp;
        zed_command_lists_t lists;
        zed_command_call_t call;
        struct zed_fence *fence;
    } what;
    /* Arguments, wait events, lists and patterns.  What does not fit inline goes to memory that the
     * record keeps. */
    unsigned char *payload;
    size_t capacity;
    _Alignas(ZED_PAYLOAD_ALIGNMENT) unsigned char inline_payload[ZED_PAYLOAD_INLINE];
} zed_command_t;

/* Free records for reuse.  The owner of the pool locks. */
typedef struct zed_command_pool {
    zed_command_t *free;
} zed_command_pool_t;

/* NULL if memory is exhausted. */
zed_command_t *zed_command_take(zed_command_pool_t *pool);
void zed_command_give(zed_command_pool_t *pool, zed_command_t *command);
void zed_command_pool_release(zed_command_pool_t *pool);

/* Makes the payload at least `bytes` large; its contents are lost. */
bool zed_command_reserve(zed_command_t *command, size_t bytes);

#endif
