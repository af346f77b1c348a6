/* SPDX-License-Identifier: BSD-3-Clause */
/* See meeting.h. */
#include "run/meeting.h"

/* The leading items continue, the others keep waiting.  Returns whether the item leads. */
static bool leaders_open(zed_group_record_t *record, uint32_t index)
{
    const bool leads = record->leading[index / 64] >> (index % 64) & 1;
    zed_meeting_t *meeting = &record->whole;
    meeting->arrived = (uint16_t)(meeting->arrived - meeting->leading);
    meeting->leading = 0;
    for (uint32_t i = 0; i < record->words; i++) {
        record->ready[i] |= record->leading[i];
        record->leading[i] = 0;
    }
    return leads;
}

/* Folds the contributions of `count` items, and prepares for the next exchange. */
static void conclude(zed_meeting_t *meeting, char *slots, uint32_t count)
{
    if (meeting->fold) {
        const zed_fold_t fold = meeting->fold;
        meeting->fold = NULL;
        fold(slots, count);
    }
    meeting->arrived = 0;
    meeting->buffer = meeting->buffer == ZED_GROUP_BUFFERS - 1 ? 0 : meeting->buffer + 1;
}

bool zed_meeting_open(zed_group_record_t *record, uint32_t index)
{
    zed_meeting_t *meeting = &record->whole;
    if (meeting->leading != 0) {
        return leaders_open(record, index);
    }
    conclude(meeting, zed_meeting_slots(record, meeting, record->whole_slots), record->items);
    memcpy(record->ready, record->live, record->words * sizeof(uint64_t));
    return true;
}

static uint32_t lane_count(const zed_group_record_t *record, uint32_t sub)
{
    const uint32_t rest = record->items - sub * ZED_SUB_GROUP_SIZE;
    return rest < ZED_SUB_GROUP_SIZE ? rest : ZED_SUB_GROUP_SIZE;
}

/* Lanes at one call continue, with their contributions. */
static void open_lanes(zed_group_record_t *record, uint32_t sub, uint32_t lanes)
{
    zed_meeting_t *meeting = &record->sub[sub];
    const uint32_t first = sub * ZED_SUB_GROUP_SIZE;
    const zed_wait_t *wait = &record->wait[first + (uint32_t)__builtin_ctz(lanes)];
    const char *from = record->lane_slots + (size_t)first * ZED_SLOT_BYTES;
    char *slots = zed_meeting_call_slots(record, sub);
    *(uint32_t *)(void *)(slots - ZED_SLOT_BYTES) = lanes;
    const uint32_t least =
        sizeof(uint64_t); /* as much as most contribute; one instruction copies it */
    const uint32_t bytes = wait->bytes > least ? wait->bytes : least;
    for (uint32_t left = lanes; left != 0; left &= left - 1) {
        const size_t at = (size_t)__builtin_ctz(left) * ZED_SLOT_BYTES;
        zed_meeting_copy(slots + at, from + at, bytes);
    }
    if (wait->fold) {
        wait->fold(slots, lane_count(record, sub));
    }
    meeting->arrived = (uint16_t)(meeting->arrived - __builtin_popcount(lanes));
    zed_group_lanes_add(record->ready, sub, lanes);
}

/* The lanes that wait at the first call. */
static uint32_t first_call(const zed_wait_t *wait, uint32_t lanes)
{
    uint32_t call = UINT32_MAX, found = 0;
    for (uint32_t left = lanes; left != 0; left &= left - 1) {
        const uint32_t own = wait[__builtin_ctz(left)].call;
        if (own < call) {
            call = own;
            found = 0;
        }
        if (own == call) {
            found |= left & -left;
        }
    }
    return found;
}

/* From now on, these lanes wait at calls. */
static void keep_lanes(zed_group_record_t *record, uint32_t sub, uint32_t lanes)
{
    zed_meeting_t *meeting = &record->sub[sub];
    meeting->lanes = (uint16_t)lanes;
    if (lanes == 0) {
        record->at_lanes &= ~(UINT64_C(1) << sub);
        return;
    }
    const zed_wait_t *wait = &record->wait[(size_t)sub * ZED_SUB_GROUP_SIZE];
    meeting->calls_differ = first_call(wait, lanes) != lanes;
    meeting->call = wait[__builtin_ctz(lanes)].call;
}

/* All of the sub-group have arrived, some of them at calls of lanes.  Returns whether all are at
 * one call. */
static __attribute__((noinline)) bool open_one_call(zed_group_record_t *record, uint32_t sub)
{
    const zed_meeting_t *meeting = &record->sub[sub];
    const uint32_t live = zed_group_lanes(record->live, sub);
    if (meeting->lanes != live || meeting->calls_differ) {
        return false;
    }
    keep_lanes(record, sub, 0);
    open_lanes(record, sub, live);
    return true;
}

bool zed_meeting_open_sub(zed_group_record_t *record, uint32_t sub)
{
    zed_meeting_t *meeting = &record->sub[sub];
    if (__builtin_expect(meeting->lanes != 0, 0)) {
        return open_one_call(record, sub);
    }
    const uint32_t first = sub * ZED_SUB_GROUP_SIZE;
    conclude(meeting,
             zed_meeting_slots(record, meeting, record->sub_slots) + (size_t)first * ZED_SLOT_BYTES,
             lane_count(record, sub));
    const uint64_t mask = ((UINT64_C(1) << ZED_SUB_GROUP_SIZE) - 1) << (first % 64);
    record->ready[first / 64] |= record->live[first / 64] & mask;
    return true;
}

void zed_meeting_open_calls(zed_group_record_t *record)
{
    for (uint64_t left = record->at_lanes; left != 0; left &= left - 1) {
        const uint32_t sub = (uint32_t)__builtin_ctzll(left);
        if (zed_group_lanes(record->ready, sub) == 0) {
            const uint32_t waiting = record->sub[sub].lanes;
            const uint32_t lanes =
                first_call(&record->wait[(size_t)sub * ZED_SUB_GROUP_SIZE], waiting);
            keep_lanes(record, sub, waiting & ~lanes);
            open_lanes(record, sub, lanes);
        }
    }
}
