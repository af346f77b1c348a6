/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The ring of resident groups: see resident.h.
 */
#include "run/resident.h"

#include "machine/delay.h"
#include "run/meeting.h"

#include <inttypes.h>
#include <stdio.h>

#define RESIDENT_MAX 64
/* After this many rounds another group is started even if items still move: a loop that polls and
 * meets others in turn moves forever. */
#define ROUNDS_MAX 256

/* Starts a group that no thread has started; NULL if there is none or no memory for one. */
zed_group_record_t *zed_resident_take(struct zed_run *run)
{
    zed_launch_state_t *state = run->state;
    const zed_launch_t *launch = state->launch;
    if (atomic_load_explicit(&state->next, memory_order_relaxed) >= state->groups) {
        run->is_last = true;
        return NULL;
    }
    zed_group_record_t *record = run->free_records;
    if (record) {
        run->free_records = record->next;
    }
    record = zed_group_prepare(record, launch->group_size, launch->local_bytes);
    if (!record) {
        if (run->resident == 0 && zed_launch_fail(run, ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY)) {
            fprintf(stderr,
                    "zed: kernel %s: no memory for a work-group of %" PRIu32 "x%" PRIu32 "x%" PRIu32
                    " with %" PRIu32 " bytes of local memory\n",
                    launch->kernel->name, launch->group_size[0], launch->group_size[1],
                    launch->group_size[2], launch->local_bytes);
        }
        return NULL;
    }
    const uint64_t linear = atomic_fetch_add_explicit(&state->next, 1, memory_order_relaxed);
    if (linear >= state->groups) {
        record->next = run->free_records;
        run->free_records = record;
        return NULL;
    }
    zed_delay();
    zed_group_reset(record);
    zed_group_t *group = &record->group;
    group->group_id[0] = linear % launch->group_count[0];
    group->group_id[1] = linear / launch->group_count[0] % launch->group_count[1];
    group->group_id[2] = linear / launch->group_count[0] / launch->group_count[1];
    for (uint32_t i = 0; i < 3; i++) {
        group->group_count[i] = launch->group_count[i];
        group->group_size[i] = launch->group_size[i];
        group->global_offset[i] = launch->global_offset[i];
    }
    group->run = run;

    if (!run->first) {
        record->next = record;
        record->previous = record;
        run->first = record;
    } else {
        record->next = run->first;
        record->previous = run->first->previous;
        record->previous->next = record;
        record->next->previous = record;
    }
    run->resident++;
    run->rounds = 0;
    run->moved = true;
    return record;
}

static void group_drop(struct zed_run *run, zed_group_record_t *record)
{
    if (record->next == record) {
        run->first = NULL;
    } else {
        record->next->previous = record->previous;
        record->previous->next = record->next;
        if (run->first == record) {
            run->first = record->next;
        }
    }
    run->resident--;
    record->next = run->free_records;
    run->free_records = record;
}

/* Drops every resident group of an abandoned launch, wherever its items are. */
void zed_resident_abandon(struct zed_run *run)
{
    while (run->first) {
        zed_group_record_t *record = run->first;
        for (uint32_t i = 0; i < record->items; i++) {
            if (record->stack[i]) {
                zed_stack_put(&run->stacks, record->stack[i]);
                record->stack[i] = NULL;
            }
            record->item[i].frame = NULL;
        }
        group_drop(run, record);
    }
}

/* Ends a group's part of a round and returns the group that continues.  NULL: the launch is
 * abandoned. */
static zed_group_record_t *round_next(struct zed_run *run, zed_group_record_t *record)
{
    zed_group_record_t *next = record->next;
    if (__builtin_expect(atomic_load_explicit(&run->state->result, memory_order_relaxed) !=
                             ZE_RESULT_SUCCESS,
                         0)) {
        return NULL;
    }
    if (next != run->first) {
        return next;
    }
    const bool moved = run->moved;
    run->moved = false;
    if (run->resident < RESIDENT_MAX && (!moved || ++run->rounds >= ROUNDS_MAX)) {
        zed_group_record_t *further = zed_resident_take(run);
        if (further) {
            return further;
        }
        run->rounds = 0;
    }
    if (!moved) {
        zed_idle_poll(&run->idle);
    }
    return next;
}

/* Every item of the group waits, but not all at the same place, so none will ever continue. */
static void group_stuck(struct zed_run *run, const zed_group_record_t *record)
{
    const zed_group_t *group = &record->group;
    if (!zed_launch_fail(run, ZE_RESULT_ERROR_DEVICE_LOST)) {
        return;
    }
    fprintf(stderr,
            "zed: kernel %s: work-items of group (%" PRIu64 ",%" PRIu64 ",%" PRIu64
            ") wait at different barriers, so none can continue; the launch is abandoned\n",
            run->state->launch->kernel->name, group->group_id[0], group->group_id[1],
            group->group_id[2]);
}

/* The next item to run if `*record` has none after the one that stopped or ended.  false: the
 * launch is abandoned. */
bool zed_resident_in_round(struct zed_run *run, zed_group_record_t **record, uint32_t *index)
{
    if ((*record)->at_lanes != 0) {
        zed_meeting_open_calls(*record);
    }
    zed_group_record_t *group = round_next(run, *record);
    if (!group) {
        return false;
    }
    *record = group;
    *index = zed_group_ready_from(group, 0);
    if (*index == ZED_ITEM_NONE) {
        group_stuck(run, group);
        return false;
    }
    return true;
}

/* After the last item of a group: the next resident group, or another one.  false: nothing is left
 * to do. */
bool zed_resident_next(struct zed_run *run, zed_group_record_t **record, uint32_t *index)
{
    zed_group_record_t *next = (*record)->next == *record ? NULL : (*record)->next;
    group_drop(run, *record);
    run->ran++;
    if (atomic_load_explicit(&run->state->result, memory_order_relaxed) != ZE_RESULT_SUCCESS) {
        return false;
    }
    next = next ? next : zed_resident_take(run);
    if (!next) {
        return false;
    }
    *record = next;
    *index = zed_group_ready_from(next, 0);
    if (*index == ZED_ITEM_NONE) {
        group_stuck(run, next);
        return false;
    }
    return true;
}
