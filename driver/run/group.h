/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The record of one resident work-group whose items may stop: which items can go on, who has
 * arrived where, and the saved contexts.  One thread runs a group from its first item to its last,
 * so nothing here is atomic.
 */
#ifndef ZED_RUN_GROUP_H
#define ZED_RUN_GROUP_H

#include "engine/abi.h"
#include "run/stack.h"
#include "ze_cpu_ext.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ZED_GROUP_WORDS (ZED_GROUP_ITEMS_MAX / 64)
#define ZED_GROUP_SUBS (ZED_GROUP_ITEMS_MAX / ZED_SUB_GROUP_SIZE)
#define ZED_ITEM_NONE UINT32_MAX
/* While an item still reads what exchange k gave it, another may write for exchange k + 2. */
#define ZED_GROUP_BUFFERS 3

typedef void (*zed_fold_t)(void *slots, uint32_t count);

/* Where the items of a work-group or sub-group meet. */
typedef struct zed_meeting {
    zed_fold_t fold;      /* of the exchange under way, or NULL */
    uint16_t live;        /* items that have not ended */
    uint16_t arrived;     /* of those, the ones that wait here */
    uint16_t leading;     /* of those, the ones that will come here again before it opens */
    uint8_t buffer;       /* of the exchange under way, or the next */
    uint8_t calls_differ; /* of the lanes below */
    uint16_t lanes;       /* bits of those that wait at calls of ZED_SCOPE_LANES */
    uint32_t call;        /* at which the first of these waits */
    uint16_t begun;       /* of those that call a routine together, the ones that have come */
    uint16_t callers;     /* all of them, once all have come */
    uint16_t ended;       /* of these, the ones that have left */
    uint64_t words[ZE_CPU_CALL_WORDS]; /* of that call */
} zed_meeting_t;

/* Where an item of a sub-group waits for those that come to the same call, and how much it hands in there. */
typedef struct zed_wait {
    zed_fold_t fold;
    uint32_t call;
    uint32_t bytes;
} zed_wait_t;

typedef struct zed_group_record {
    zed_group_t group; /* first: a zed_group_t is its record */
    struct zed_group_record
        *next; /* in the circle of resident groups, or the list of free records */
    struct zed_group_record *previous;
    uint32_t items;
    uint32_t words;                  /* of the two sets below that are in use */
    uint32_t frameless;              /* items that have not got a frame */
    uint32_t stackless;              /* items that have not ended and have no stack of their own */
    uint64_t ready[ZED_GROUP_WORDS]; /* items that can go on, or have not begun */
    uint64_t live[ZED_GROUP_WORDS];  /* items that have not ended */
    uint64_t leading[ZED_GROUP_WORDS]; /* at `whole` */
    uint64_t at_lanes; /* bits of sub-groups of which lanes wait at calls of ZED_SCOPE_LANES */
    zed_meeting_t whole;
    zed_meeting_t sub[ZED_GROUP_SUBS];

    /* One entry an item, in the arena. */
    zed_item_t *item;
    void **context;      /* of a suspended item that has a stack */
    zed_stack_t **stack; /* NULL: the item needs none, or has not stopped on one yet */
    zed_wait_t *wait;
    char *whole_slots; /* ZED_GROUP_BUFFERS times `items` slots */
    char *sub_slots;   /* the same for sub-groups, item by item */
    char *lane_slots;  /* what items hand in that wait for those at the same call */
    char *call_slots;  /* of each sub-group those of its last call, after one for who took part */

    char *arena;
    size_t arena_bytes;
    char *frames; /* one after the other, for the kernel's next barrier reads them all */
    size_t frames_bytes;
    uint64_t frame_stride; /* 0: no item of the group has asked for its frame */
    zed_turns_t turns;     /* of the frames' kernel */
    uint32_t shape[3];     /* for which the arena is laid out and local ids are filled in */
    uint32_t local_bytes;
} zed_group_record_t;

/* A record laid out for groups of this shape, from `reuse` if that is not NULL; NULL and `reuse`
 * freed if there is no memory. */
zed_group_record_t *zed_group_prepare(zed_group_record_t *reuse, const uint32_t shape[3],
                                      uint32_t local_bytes);
void zed_group_destroy(zed_group_record_t *record);

/* Every item is ready to begin. */
void zed_group_reset(zed_group_record_t *record);

/* The memory of the item's frame; NULL if there is none. */
zed_frame_t *zed_group_frame(zed_group_record_t *record, uint32_t index, uint64_t bytes,
                             uint64_t alignment);

/* Gives back frames that have grown past reason; the record's group has ended. */
void zed_group_trim(zed_group_record_t *record);

/* The items of a sub-group that are in a set. */
static inline uint32_t zed_group_lanes(const uint64_t *set, uint32_t sub)
{
    const uint32_t first = sub * ZED_SUB_GROUP_SIZE;
    return (uint32_t)(set[first / 64] >> (first % 64)) & ((UINT32_C(1) << ZED_SUB_GROUP_SIZE) - 1);
}

/* Adds items of a sub-group to a set. */
static inline void zed_group_lanes_add(uint64_t *set, uint32_t sub, uint32_t lanes)
{
    const uint32_t first = sub * ZED_SUB_GROUP_SIZE;
    set[first / 64] |= (uint64_t)lanes << (first % 64);
}

/* Takes an item out of a set. */
static inline void zed_group_bit_clear(uint64_t *set, uint32_t index)
{
    set[index / 64] &= ~(UINT64_C(1) << (index % 64));
}

/* The first item at or after `from` that can go on. */
static inline uint32_t zed_group_ready_from(const zed_group_record_t *record, uint32_t from)
{
    uint32_t word = from / 64;
    if (word >= record->words) {
        return ZED_ITEM_NONE;
    }
    uint64_t bits = record->ready[word] & (UINT64_MAX << (from % 64));
    while (bits == 0) {
        if (++word == record->words) {
            return ZED_ITEM_NONE;
        }
        bits = record->ready[word];
    }
    return word * 64 + (uint32_t)__builtin_ctzll(bits);
}

#endif
