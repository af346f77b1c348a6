/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Waits that have become long report to the host what they wait for (ishmemi_kernel_wait_t in
 * shared/state.h).  A wait checks whether it is long when it checks the abort word, once in many
 * polls; until then it costs nothing.
 */
#ifndef ISHMEM_DEVICE_LONG_WAIT_H
#define ISHMEM_DEVICE_LONG_WAIT_H

#include "check.h"
#include "shared/team_block.h"

/* Polls after which a wait is long: a multiple of ISHMEMI_POLLS_PER_ABORT_CHECK. */
#define ISHMEMI_POLLS_UNTIL_LONG 4096

/* slot: what ishmemi_wait_publish has returned, or 0.  If all slots were taken, it is true again
 * after the same number of polls. */
#define ISHMEMI_IS_LONG(ctx, polls, slot) \
    ((slot) == 0 && (polls) % ISHMEMI_POLLS_UNTIL_LONG == 0 && (ctx) != 0)

typedef struct ishmemi_long_wait {
    ishmemi_kernel_wait_kind_t kind;
    int has_group;
    uint32_t group[3];
    uint64_t address;
    uint64_t wanted;
    uint64_t count;
    size_t bytes;
    int is_signed;
    int cmp;
    int team;
} ishmemi_long_wait_t;

/*
 * The wait publishes for its work-group.  Only functions that routines call directly may use it: if
 * a body that many others call asks for the group, Intel's compiler passes the group to each
 * function on the way, and takes twenty times as long for a module.
 */
ISHMEMI_INLINE void ishmemi_long_wait_publish_for_group(ishmemi_long_wait_t *wait)
{
    wait->has_group = 1;
    for (unsigned i = 0; i < 3; i++) {
        wait->group[i] = ishmemi_group_number(i);
    }
}

/* Returns the address of the slot, which the caller withdraws; 0 if all slots are taken. */
ISHMEMI_COLD uint64_t ishmemi_wait_publish(ishmem_ctx_t ctx, ishmemi_string_t routine,
                                           const ishmemi_long_wait_t *wait)
{
    ISHMEMI_GLOBAL ishmemi_head_t *head = (ISHMEMI_GLOBAL ishmemi_head_t *)ctx->head;
    for (int i = 0; i < ISHMEMI_KERNEL_WAITS; i++) {
        ISHMEMI_GLOBAL ishmemi_kernel_wait_t *slot = &head->waits[i];
        if (ISHMEMI_ATOMIC_COMPARE_SWAP(uint64_t, &slot->turn, 0, 1, ISHMEMI_RELAXED) == 0) {
            slot->kind = (uint32_t)wait->kind;
            slot->address = wait->address;
            slot->wanted = wait->wanted;
            slot->count = wait->count;
            slot->bytes = (uint32_t)wait->bytes;
            slot->is_signed = wait->is_signed;
            slot->cmp = wait->cmp;
            slot->team = wait->team;
            slot->group[0] = wait->has_group ? wait->group[0] : ISHMEMI_NO_GROUP;
            slot->group[1] = wait->group[1];
            slot->group[2] = wait->group[2];
            ishmemi_copy_name(slot->routine, routine, sizeof slot->routine);
            const uint64_t number =
                ISHMEMI_ATOMIC_ADD(uint64_t, &head->next_wait.value, 1, ISHMEMI_RELAXED) + 2;
            ISHMEMI_ATOMIC_STORE(uint64_t, &slot->turn, number, ISHMEMI_RELEASE);
            return (uint64_t)slot;
        }
    }
    return 0;
}

ISHMEMI_INLINE void ishmemi_wait_withdraw(uint64_t slot)
{
    if (slot != 0) {
        ISHMEMI_GLOBAL ishmemi_kernel_wait_t *wait = (ISHMEMI_GLOBAL ishmemi_kernel_wait_t *)slot;
        ISHMEMI_ATOMIC_STORE(uint64_t, &wait->turn, 0, ISHMEMI_RELEASE);
    }
}

/* Publishes a wait for what the host does with requests. */
ISHMEMI_COLD uint64_t ishmemi_wait_publish_ring(ishmem_ctx_t ctx)
{
    ishmemi_long_wait_t wait = {.kind = ISHMEMI_KERNEL_WAIT_RING};
    return ishmemi_wait_publish(ctx, "", &wait);
}

ISHMEMI_INLINE ishmemi_long_wait_t ishmemi_long_wait_word(uint64_t address, size_t bytes,
                                                          int is_signed, int cmp, uint64_t wanted)
{
    ishmemi_long_wait_t wait = {.kind = ISHMEMI_KERNEL_WAIT_WORD};
    wait.address = address;
    wait.wanted = wanted;
    wait.bytes = bytes;
    wait.is_signed = is_signed;
    wait.cmp = cmp;
    return wait;
}

ISHMEMI_COLD uint64_t ishmemi_wait_publish_word(ishmem_ctx_t ctx, ishmemi_string_t routine,
                                                uint64_t address, size_t bytes, int is_signed,
                                                int cmp, uint64_t wanted)
{
    ishmemi_long_wait_t wait = ishmemi_long_wait_word(address, bytes, is_signed, cmp, wanted);
    ishmemi_long_wait_publish_for_group(&wait);
    return ishmemi_wait_publish(ctx, routine, &wait);
}

ISHMEMI_COLD uint64_t ishmemi_wait_publish_inner(ishmem_ctx_t ctx, ishmemi_string_t routine,
                                                 uint64_t address, size_t bytes, int is_signed,
                                                 int cmp, uint64_t wanted)
{
    ishmemi_long_wait_t wait = ishmemi_long_wait_word(address, bytes, is_signed, cmp, wanted);
    return ishmemi_wait_publish(ctx, routine, &wait);
}

/* ---- Collectives ----------------------------------------------------------------------------- */

/* The team of a handle, or 0.  The team of all PEs, which lives as long as the state, takes one
 * load instead of four; a GPU would wait for each of them. */
ISHMEMI_INLINE ISHMEMI_GLOBAL const ishmemi_team_t *ishmemi_team_of(ishmem_ctx_t ctx,
                                                                    int32_t handle)
{
    if (handle == ISHMEM_TEAM_WORLD) {
        return (ISHMEMI_GLOBAL const ishmemi_team_t *)ctx->world;
    }
    ISHMEMI_GLOBAL const ishmemi_team_table_t *table =
        (ISHMEMI_GLOBAL const ishmemi_team_table_t *)ctx->teams;
    const uint32_t slot = (uint32_t)handle & ((1u << ISHMEMI_TEAM_SLOT_BITS) - 1);
    ISHMEMI_GLOBAL const uint64_t *page =
        (ISHMEMI_GLOBAL const uint64_t *)table->page[slot / ISHMEMI_TEAM_PAGE];
    if (handle < 0 || page == 0) {
        return 0;
    }
    ISHMEMI_GLOBAL const ishmemi_team_t *team =
        (ISHMEMI_GLOBAL const ishmemi_team_t *)page[slot % ISHMEMI_TEAM_PAGE];
    return team != 0 && team->handle == handle ? team : 0;
}

/* handle: the teams of a domain and of the leaders have that of the team to which they belong. */
ISHMEMI_COLD uint64_t ishmemi_wait_publish_team(ishmem_ctx_t ctx, int32_t handle)
{
    ISHMEMI_GLOBAL const ishmemi_team_t *team = ishmemi_team_of(ctx, handle);
    uint64_t routine = 0;
    if (team != 0) {
        routine = ((ISHMEMI_GLOBAL const ishmemi_team_block_t *)team->block)->routine;
    }
    ishmemi_long_wait_t wait = {.kind = ISHMEMI_KERNEL_WAIT_TEAM};
    wait.team = handle;
    return ishmemi_wait_publish(ctx, routine != 0 ? (ishmemi_string_t)routine : "", &wait);
}

#endif
