/* SPDX-License-Identifier: BSD-3-Clause */
/* See meeting.h. */
#include "run/meeting.h"

/* Those that lead go on, the others keep waiting where they are; whether the item leads. */
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

/* Folds what `count` items have handed in, and makes ready for the next. */
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

void zed_meeting_open_sub(zed_group_record_t *record, uint32_t sub)
{
    zed_meeting_t *meeting = &record->sub[sub];
    const uint32_t first = sub * ZED_SUB_GROUP_SIZE;
    const uint32_t rest = record->items - first;
    conclude(meeting,
             zed_meeting_slots(record, meeting, record->sub_slots) + (size_t)first * ZED_SLOT_BYTES,
             rest < ZED_SUB_GROUP_SIZE ? rest : ZED_SUB_GROUP_SIZE);
    const uint64_t mask = ((UINT64_C(1) << ZED_SUB_GROUP_SIZE) - 1) << (first % 64);
    record->ready[first / 64] |= record->live[first / 64] & mask;
}
