/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The state of a work-group's meetings, which are barriers and exchanges: which items have arrived
 * and which can continue.  Nothing here switches between items.
 */
#ifndef ZED_RUN_MEETING_H
#define ZED_RUN_MEETING_H

#include "run/group.h"

#include <string.h>

/* All items of the group have arrived, the last one is `index`.  Returns whether it continues. */
bool zed_meeting_open(zed_group_record_t *record, uint32_t index);

/* All items of the sub-group have arrived.  Returns whether they continue, which they do unless
 * they are at different calls. */
bool zed_meeting_open_sub(zed_group_record_t *record, uint32_t sub);

/* In each sub-group in which no item can continue, the lanes at the first call of the program
 * continue. */
void zed_meeting_open_calls(zed_group_record_t *record);

/* The item, which is about to arrive, will lead (zed_rt_lead). */
static inline void zed_meeting_lead(zed_group_record_t *record, uint32_t index)
{
    record->leading[index / 64] |= UINT64_C(1) << (index % 64);
    record->whole.leading++;
}

/* The slots of the current exchange; slots: those of all buffers. */
static inline char *zed_meeting_slots(const zed_group_record_t *record,
                                      const zed_meeting_t *meeting, char *slots)
{
    return slots + (size_t)meeting->buffer * record->items * ZED_SLOT_BYTES;
}

/* Where lanes of the sub-group find the contributions at their call.  It is written when lanes
 * continue, and that is not before all that continued the last time have reached the place where
 * they wait next. */
static inline char *zed_meeting_call_slots(const zed_group_record_t *record, uint32_t sub)
{
    return record->call_slots +
           ((size_t)sub * (ZED_SUB_GROUP_SIZE + 1) + 1) * (size_t)ZED_SLOT_BYTES;
}

/* The item, which is about to arrive, waits for lanes that reach the same call. */
static inline void zed_meeting_call(zed_group_record_t *record, uint32_t index, uint32_t call,
                                    uint32_t bytes, zed_fold_t fold)
{
    const uint32_t sub = index / ZED_SUB_GROUP_SIZE;
    zed_meeting_t *meeting = &record->sub[sub];
    record->wait[index] = (zed_wait_t){.fold = fold, .call = call, .bytes = bytes};
    if (meeting->lanes == 0) {
        meeting->call = call;
        meeting->calls_differ = false;
        record->at_lanes |= UINT64_C(1) << sub;
    } else if (meeting->call != call) {
        meeting->calls_differ = true;
    }
    meeting->lanes |= (uint16_t)(1U << index % ZED_SUB_GROUP_SIZE);
}

static inline void zed_meeting_copy(char *slot, const void *value, uint32_t bytes)
{
    if (bytes == sizeof(uint64_t)) {
        memcpy(slot, value, sizeof(uint64_t));
    } else if (bytes != 0) {
        memcpy(slot, value, bytes);
    }
}

/* Stores the item's contribution to the exchange at which it is about to arrive.  Returns the
 * array. */
static inline const void *zed_meeting_hand_in(zed_group_record_t *record, uint32_t index,
                                              uint32_t scope, const void *value, uint32_t bytes,
                                              zed_fold_t fold)
{
    const size_t at = (size_t)index * ZED_SLOT_BYTES;
    if (scope >= ZED_SCOPE_LANES) {
        zed_meeting_copy(record->lane_slots + at, value, bytes);
        zed_meeting_call(record, index, scope, bytes, fold);
        return zed_meeting_call_slots(record, index / ZED_SUB_GROUP_SIZE);
    }
    const bool sub = scope == ZED_SCOPE_SUB_GROUP;
    zed_meeting_t *meeting = sub ? &record->sub[index / ZED_SUB_GROUP_SIZE] : &record->whole;
    char *slots = zed_meeting_slots(record, meeting, sub ? record->sub_slots : record->whole_slots);
    zed_meeting_copy(slots + at, value, bytes);
    meeting->fold = fold;
    return sub ? slots + (size_t)(index - index % ZED_SUB_GROUP_SIZE) * ZED_SLOT_BYTES : slots;
}

/* The item arrives.  Returns whether it continues at once. */
static inline bool zed_meeting_arrive(zed_group_record_t *record, uint32_t index, uint32_t scope)
{
    if (scope != ZED_SCOPE_WORK_GROUP) {
        const uint32_t sub = index / ZED_SUB_GROUP_SIZE;
        if (++record->sub[sub].arrived == record->sub[sub].live &&
            zed_meeting_open_sub(record, sub)) {
            return true;
        }
    } else if (++record->whole.arrived == record->whole.live && zed_meeting_open(record, index)) {
        return true;
    }
    zed_group_bit_clear(record->ready, index);
    return false;
}

/* How many adjacent items from `index` on may stop without calling the executor (zed_frame_t):
 * those that can continue, but never the last one for which the others wait.  Their bits are in one
 * word. */
static inline uint32_t zed_meeting_may_stop(const zed_group_record_t *record, uint32_t index)
{
    if (record->frameless != 0 || record->stackless != record->whole.live) {
        return 0;
    }
    const uint64_t others = ~(record->ready[index / 64] >> (index % 64));
    const uint32_t ready = others == 0 ? 64 : (uint32_t)__builtin_ctzll(others);
    const uint32_t awaited = (uint32_t)record->whole.live - record->whole.arrived - 1;
    return ready < awaited ? ready : awaited;
}

/* The items from `first` to `end`, without `end`, have stopped without calling the executor. */
static inline void zed_meeting_book(zed_group_record_t *record, uint32_t first, uint32_t end)
{
    const uint32_t count = end - first;
    const uint64_t bits = count == 64 ? UINT64_MAX : (UINT64_C(1) << count) - 1;
    record->ready[first / 64] &= ~(bits << (first % 64));
    record->whole.arrived = (uint16_t)(record->whole.arrived + count);
}

#endif
