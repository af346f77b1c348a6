/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Mail to the host: texts that a kernel prints, and its requests for the time.  state.h describes
 * the queue.  If the host reads no mail, none is sent.
 *
 * The lanes of a sub-group send one after the other, by ISHMEMI_MAIL_LANE_BY_LANE: on a GPU they
 * run in step, so a lane that waits for its slot would keep the lanes before it from filling
 * theirs.
 */
#ifndef ISHMEM_DEVICE_MAIL_H
#define ISHMEM_DEVICE_MAIL_H

#include "wait.h"

typedef ISHMEMI_GLOBAL ishmemi_mail_t *ishmemi_mail_slot_t;

/* Followed by what a sender does from opening to sending. */
#define ISHMEMI_MAIL_LANE_BY_LANE                                                        \
    for (size_t ishmemi_lane = 0; ishmemi_lane < ishmemi_group_lanes(ISHMEMI_SUB_GROUP); \
         ishmemi_lane++)                                                                 \
        if (ishmemi_lane == ishmemi_group_lane(ISHMEMI_SUB_GROUP))

/* Returns a free slot, which is now the sender's, and its turn; 0 if no mail is read or the job is
 * being aborted. */
ISHMEMI_INLINE ishmemi_mail_slot_t ishmemi_mail_open(ishmem_ctx_t ctx, uint64_t *turn)
{
    if (ctx == 0 || (ctx->flags & ISHMEMI_STATE_MAIL) == 0) {
        return 0;
    }
    ISHMEMI_GLOBAL ishmemi_head_t *head = (ISHMEMI_GLOBAL ishmemi_head_t *)ctx->head;
    const uint64_t number =
        ISHMEMI_ATOMIC_ADD(uint64_t, &head->next_mail.value, 1, ISHMEMI_RELAXED);
    const ishmemi_mail_slot_t slot = &head->mail[number % ISHMEMI_MAIL_SLOTS];
    *turn = number / ISHMEMI_MAIL_SLOTS * 2;
    const uint64_t seen =
        ishmemi_poll(ctx, "a message to the host", ISHMEMI_POLLS_INNER, 0, (uint64_t)&slot->turn,
                     sizeof slot->turn, 0, ISHMEM_CMP_EQ, *turn);
    return seen == *turn ? slot : 0;
}

ISHMEMI_INLINE void ishmemi_mail_send(ishmemi_mail_slot_t slot, uint64_t turn)
{
    ISHMEMI_ATOMIC_STORE(uint64_t, &slot->turn, turn + 1, ISHMEMI_RELEASE);
}

ISHMEMI_INLINE void ishmemi_mail_ask(ishmem_ctx_t ctx, ishmemi_mail_kind_t kind, uint64_t address,
                                     int waits)
{
    uint64_t turn = 0;
    const ishmemi_mail_slot_t slot = ishmemi_mail_open(ctx, &turn);
    if (slot == 0) {
        return;
    }
    slot->kind = (uint32_t)kind;
    slot->address = address;
    ishmemi_mail_send(slot, turn);
    if (waits) {
        ishmemi_poll(ctx, "a message to the host", ISHMEMI_POLLS_INNER, 0, (uint64_t)&slot->turn,
                     sizeof turn, 0, ISHMEM_CMP_GE, turn + 2);
    }
}

/* Sends mail without a text.  waits: until the host has done what it is asked. */
ISHMEMI_INLINE void ishmemi_ask(ishmem_ctx_t ctx, ishmemi_mail_kind_t kind, uint64_t address,
                                int waits)
{
    ISHMEMI_MAIL_LANE_BY_LANE
    {
        ishmemi_mail_ask(ctx, kind, address, waits);
    }
}

#endif
