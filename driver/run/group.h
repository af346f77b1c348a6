/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The record of a resident work-group whose items may stop: which items can continue, which have
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
/* While an item still reads the result of exchange k, another may write for exchange k + 2. */
#define ZED_GROUP_BUFFERS 3

typedef void (*zed_fold_t)(void *slots, uint32_t count);

/* Where the items of a work-group or sub-group meet. */
typedef struct zed_meeting {
    zed_fold_t fold;      /* of the current exchange, or NULL */
    uint16_t live;        /* items that have not ended */
    uint16_t arrived;     /* live items that wait here */
    uint16_t leading;     /* of these, the ones that come here again before the meeting opens */
    uint8_t buffer;       /* of the current or next exchange */
    uint8_t calls_differ; /* the lanes below wait at different calls */
    uint16_t lanes;       /* bit mask of items that wait at calls of ZED_SCOPE_LANES */
    uint32_t call;        /* where the first of these waits */
    uint16_t begun;       /* items that have come to a routine's call by the whole group */
    uint16_t callers;     /* their number, once all have come */
    uint16_t ended;       /* of these, the ones that have left */
    uint64_t words[ZE_CPU_CALL_WORDS]; /* of that call */
} zed_meeting_t;

/* The call at which an item of a sub-group waits for others, and the size of its contribution
 * there. */
typedef struct zed_wait {
    zed_fold_t fold;
    uint32_t call;
    uint32_t bytes;
} zed_wait_t;

typedef struct zed_group_record {
    zed_group_t group; /* first, so that a zed_group_t points to its record */
    struct zed_group_record
        *next; /* in the ring of resident groups, or in the list of free records */
    struct zed_group_record *previous;
    uint32_t items;
    uint32_t words;                    /* used words of the sets below */
    uint32_t frameless;                /* items that have no frame yet */
    uint32_t stackless;                /* live items without a stack of their own */
    uint64_t ready[ZED_GROUP_WORDS];   /* items that can continue or have not begun */
    uint64_t live[ZED_GROUP_WORDS];    /* items that have not ended */
    uint64_t leading[ZED_GROUP_WORDS]; /* at `whole` */
    uint64_t at_lanes; /* bit mask of sub-groups with lanes that wait at calls of ZED_SCOPE_LANES */
    zed_meeting_t whole;
    zed_meeting_t sub[ZED_GROUP_SUBS];

    /* One entry per item, in the arena. */
    zed_item_t *item;
    void **context;      /* of a stopped item that has a stack */
    zed_stack_t **stack; /* NULL: the item needs none, or has not stopped on one */
    zed_wait_t *wait;
    char *whole_slots; /* ZED_GROUP_BUFFERS times `items` slots */
    char *sub_slots;   /* the same for sub-groups, item by item */
    char *lane_slots;  /* contributions of items that wait for others at the same call */
    char *call_slots;  /* of each sub-group's last call, after its mask of lanes */

    char *arena;
    size_t arena_bytes;
    char *frames; /* contiguous, because the kernel's next barrier reads them all */
    size_t frames_bytes;
    uint64_t frame_stride; /* 0: no item of the group has requested its frame */
    zed_turns_t turns;     /* of the kernel with the frames */
    uint32_t shape[3];     /* the one for which the arena and the local ids are set up */
    uint32_t local_bytes;
} zed_group_record_t;

/* A record for groups of this shape, made from `reuse` if that is not NULL.  NULL if there is no
 * memory; then `reuse` is freed. */
zed_group_record_t *zed_group_prepare(zed_group_record_t *reuse, const uint32_t shape[3],
                                      uint32_t local_bytes);

/* Makes every item ready to begin. */
void zed_group_reset(zed_group_record_t *record);

/* The memory of the item's frame; NULL if there is none. */
zed_frame_t *zed_group_frame(zed_group_record_t *record, uint32_t index, uint64_t bytes,
                             uint64_t alignment);

/* Frees frames that have grown too large.  The record's group has ended. */
void zed_group_trim(zed_group_record_t *record);

/* The items of a sub-group that are in a set, as a bit mask. */
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

/* Removes an item from a set. */
static inline void zed_group_bit_clear(uint64_t *set, uint32_t index)
{
    set[index / 64] &= ~(UINT64_C(1) << (index % 64));
}

/* The first item at or after `from` that can continue. */
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
