/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The scheduler of work-items that may stop.
 *
 * A stack belongs to no item until one stops on it: items begin one after the other on the same
 * stack as long as they run to their ends, or return with what they need in their frames.  Items
 * that continue from a frame share the stack in the same way.  When an item stops on its stack, the
 * thread switches directly to the next item that can continue, upwards through the group; there is
 * no scheduler stack in between.
 */
#include "machine/delay.h"
#include "run/context_switch.h"
#include "run/meeting.h"
#include "run/resident.h"
#include "run/run.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static _Noreturn void item_main(void *argument);

/* ---- Switching ---------------------------------------------------------------------------- */

/* Leaves all items for the thread's own stack.  `*save` may later restore the context. */
static void root_enter(struct zed_run *run, void **save, zed_sanitizer_t *from)
{
    run->record = NULL;
    zed_sanitizer_leave(from, &run->root_sanitizer);
    zed_context_switch(save, run->root);
}

/* Begins an item, or continues one that has no stack, on a new stack.  Returns when a switch
 * restores the context in *save. */
static __attribute__((noinline)) void item_begin(struct zed_run *run, void **save,
                                                 zed_sanitizer_t *from, zed_group_record_t *record,
                                                 uint32_t index)
{
    zed_stack_t *stack = zed_stack_take(&run->stacks, run->state->stack_class);
    if (!stack) {
        if (zed_launch_fail(run, ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY)) {
            fprintf(stderr, "zed: kernel %s: no memory for the stacks of its work-items\n",
                    run->state->launch->kernel->name);
        }
        if (save != &run->root) {
            root_enter(run, save, from);
        }
        return;
    }
    run->stack = stack;
    run->record = record;
    run->index = index;
    size_t bytes = 0;
    const void *low = zed_stack_low(stack, &bytes);
    zed_sanitizer_stack(&stack->sanitizer, low, bytes);
    zed_sanitizer_leave(from, &stack->sanitizer);
    zed_context_start(save, stack, item_main, run);
}

/* Begins or continues an item. */
static inline void item_enter(struct zed_run *run, void **save, zed_sanitizer_t *from,
                              zed_group_record_t *record, uint32_t index)
{
    const zed_stack_t *stack = record->stack[index];
    if (__builtin_expect(stack == NULL, 0)) {
        item_begin(run, save, from, record, index);
        return;
    }
    if (run->record != record) {
        run->record = record;
    }
    run->index = index;
    __builtin_prefetch(record->context[index + 1]);
    zed_sanitizer_leave(from, &stack->sanitizer);
    zed_context_switch(save, record->context[index]);
}

/* The item keeps the stack on which it runs. */
static inline void item_bind(struct zed_run *run, zed_group_record_t *record, uint32_t index)
{
    if (!record->stack[index]) {
        record->stack[index] = run->stack;
        record->stackless--;
    }
}

/* An item that will continue later yields to another. */
static inline void item_switch(struct zed_run *run, zed_group_record_t *record, uint32_t index,
                               zed_group_record_t *next_record, uint32_t next)
{
    item_bind(run, record, index);
    zed_sanitizer_t *sanitizer = &record->stack[index]->sanitizer;
    item_enter(run, &record->context[index], sanitizer, next_record, next);
    zed_sanitizer_arrive(sanitizer, &run->root_sanitizer);
}

/* An item of an abandoned launch yields to the thread's own stack. */
static void item_abandon(struct zed_run *run, zed_group_record_t *record, uint32_t index)
{
    item_bind(run, record, index);
    root_enter(run, &record->context[index], &record->stack[index]->sanitizer);
}

/* Yields at the end of the group's part of a round. */
static __attribute__((noinline)) void item_yield_round(struct zed_run *run,
                                                       zed_group_record_t *record, uint32_t index)
{
    zed_group_record_t *next_record = record;
    uint32_t next = index;
    if (!zed_resident_in_round(run, &next_record, &next)) {
        item_abandon(run, record, index);
    } else if (next != index || next_record != record) {
        item_switch(run, record, index, next_record, next);
    }
}

/* Yields to the next item that can continue. */
static inline void item_yield(struct zed_run *run, zed_group_record_t *record, uint32_t index)
{
    const uint32_t next = zed_group_ready_from(record, index + 1);
    if (next != ZED_ITEM_NONE) {
        item_switch(run, record, index, record, next);
    } else {
        item_yield_round(run, record, index);
    }
}

/* Stops if one look at `ready` does not find the next item. */
static __attribute__((noinline)) void *meeting_stop(struct zed_run *run, zed_group_record_t *record,
                                                    uint32_t index, void *own)
{
    item_yield(run, record, index);
    return own;
}

/* The last item to arrive opens the meeting. */
static __attribute__((noinline)) void *meeting_open(struct zed_run *run, zed_group_record_t *record,
                                                    uint32_t index, uint32_t scope, void *own)
{
    const bool opens = scope == ZED_SCOPE_WORK_GROUP
                           ? zed_meeting_open(record, index)
                           : zed_meeting_open_sub(record, index / ZED_SUB_GROUP_SIZE);
    if (opens) {
        return own;
    }
    zed_group_bit_clear(record->ready, index);
    return meeting_stop(run, record, index, own);
}

/* ---- Arrivals of items that stop on their stacks --------------------------------------------- */

/* Records the arrivals of the items up to `end`, which have stopped without calling the
 * executor. */
static void arrivals_book(struct zed_run *run, zed_group_record_t *record, uint32_t end)
{
    if (run->unbooked != end) {
        zed_meeting_book(record, run->unbooked, end);
        run->moved = true;
    }
    run->unbooked = ZED_ITEM_NONE;
}

/* The thread's run, with all arrivals recorded: for code that depends on them, or switches
 * items. */
static inline struct zed_run *run_settled(void)
{
    struct zed_run *run = zed_run_current;
    if (__builtin_expect(run->unbooked != ZED_ITEM_NONE, 0)) {
        arrivals_book(run, run->record, run->index);
        run->record->item[run->index].frame->may_stop = ZED_MUST_ASK;
    }
    return run;
}

/* Arrives at a meeting: stops until the others have arrived, or opens it as the last one.  Returns
 * the context that continues. */
static inline void *meeting_join(struct zed_run *run, zed_group_record_t *record, uint32_t index,
                                 uint32_t scope, void *own)
{
    run->moved = true;
    zed_meeting_t *meeting =
        scope == ZED_SCOPE_WORK_GROUP ? &record->whole : &record->sub[index / ZED_SUB_GROUP_SIZE];
    if (++meeting->arrived == meeting->live) {
        return meeting_open(run, record, index, scope, own);
    }
    /* Like zed_group_bit_clear and zed_group_ready_from, but without reading back what was just
     * written. */
    uint64_t *word = &record->ready[index / 64];
    const uint64_t ready = *word & ~(UINT64_C(1) << (index % 64));
    const uint64_t behind = ready & (~UINT64_C(1) << (index % 64));
    *word = ready;
    if (__builtin_expect(ZED_SANITIZED || behind == 0 || record->stackless != 0, 0)) {
        return meeting_stop(run, record, index, own);
    }
    const uint32_t next = (index & ~UINT32_C(63)) + (uint32_t)__builtin_ctzll(behind);
    record->context[index] = own;
    run->index = next;
    __builtin_prefetch(record->context[next + 1]);
    return record->context[next];
}

/* The routines below get the item from the run, not from their parameter: a load through the item
 * would wait for the stack to which the thread has just switched, for one item after the other. */

void *zed_meet_barrier(zed_item_t *item, uint32_t scope, void *context)
{
    struct zed_run *run = run_settled();
    (void)item;
    if (__builtin_expect(scope >= ZED_SCOPE_LANES, 0)) {
        zed_meeting_call(run->record, run->index, scope, 0, NULL);
    }
    return meeting_join(run, run->record, run->index, scope, context);
}

void *zed_meet_lead(zed_item_t *item, void *context)
{
    struct zed_run *run = run_settled();
    (void)item;
    zed_meeting_lead(run->record, run->index);
    return meeting_join(run, run->record, run->index, ZED_SCOPE_WORK_GROUP, context);
}

void *zed_meet_exchange(zed_item_t *item, uint32_t scope, const void *value, uint32_t bytes,
                        zed_fold_t fold, void *context)
{
    struct zed_run *run = run_settled();
    (void)item;
    *(const void **)context =
        zed_meeting_hand_in(run->record, run->index, scope, value, bytes, fold);
    return meeting_join(run, run->record, run->index, scope, context);
}

/* ---- Items without stacks of their own -------------------------------------------------------- */

/* Runs the item that is ready at `index`, and possibly adjacent ones.  Returns the last one that
 * ran. */
static inline uint32_t items_run(struct zed_run *run, zed_group_record_t *record, uint32_t index)
{
    zed_item_t *item = &record->item[index];
    if (!item->frame) {
        run->moved = true;
        run->state->code->item(item, run->state->launch->arguments);
        if (!item->frame) {
            return index;
        }
    }
    const uint32_t count = zed_meeting_may_stop(record, index);
    if (count == 0) {
        record->turns(record->frames, record->frame_stride, index, index + 1, &run->index,
                      ZED_MUST_ASK);
        return index;
    }
    run->unbooked = index;
    const uint32_t end = index + count;
    const uint32_t last =
        record->turns(record->frames, record->frame_stride, index, end, &run->index, ZED_MAY_STOP);
    if (run->unbooked != ZED_ITEM_NONE) {
        arrivals_book(run, record, last);
    }
    if (last != end) {
        return last;
    }
    run->stopped = true;
    return end - 1;
}

void *zed_rt_frame(zed_item_t *item, uint64_t bytes, uint64_t alignment, zed_turns_t turns)
{
    struct zed_run *run = zed_run_current;
    zed_group_record_t *record = run->record;
    (void)item;
    record->turns = turns;
    zed_frame_t *frame = zed_group_frame(record, run->index, bytes, alignment);
    if (!frame) {
        if (zed_launch_fail(run, ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY)) {
            fprintf(stderr,
                    "zed: kernel %s: no memory for %" PRIu32 " work-items that save %" PRIu64
                    " bytes each at a barrier\n",
                    run->state->launch->kernel->name, record->items, bytes);
        }
        item_abandon(run, record, run->index);
    }
    return frame;
}

/* Arrives at a meeting.  Returns whether the item continues at once. */
static inline bool meeting_arrive(struct zed_run *run, uint32_t scope)
{
    run->moved = true;
    run->stopped = !zed_meeting_arrive(run->record, run->index, scope);
    return !run->stopped;
}

uint32_t zed_rt_arrive_barrier(zed_item_t *item, uint32_t scope)
{
    struct zed_run *run = run_settled();
    (void)item;
    if (__builtin_expect(scope >= ZED_SCOPE_LANES, 0)) {
        zed_meeting_call(run->record, run->index, scope, 0, NULL);
    }
    return meeting_arrive(run, scope);
}

uint32_t zed_rt_arrive_lead(zed_item_t *item)
{
    struct zed_run *run = run_settled();
    (void)item;
    zed_meeting_lead(run->record, run->index);
    return meeting_arrive(run, ZED_SCOPE_WORK_GROUP);
}

zed_arrival_t zed_rt_arrive_exchange(zed_item_t *item, uint32_t scope, const void *value,
                                     uint32_t bytes, zed_fold_t fold)
{
    struct zed_run *run = run_settled();
    (void)item;
    const void *slots = zed_meeting_hand_in(run->record, run->index, scope, value, bytes, fold);
    return (zed_arrival_t){.slots = slots, .goes_on = meeting_arrive(run, scope)};
}

/* Whether the item is the only one of the run that can continue, now and until it moves. */
static inline bool is_alone(const struct zed_run *run, const zed_group_record_t *record,
                            uint32_t index)
{
    return run->is_last && record->next == record && record->at_lanes == 0 &&
           zed_group_ready_from(record, index + 1) == ZED_ITEM_NONE &&
           zed_group_ready_from(record, 0) == index;
}

void zed_rt_poll(zed_item_t *item)
{
    struct zed_run *run = run_settled();
    zed_group_record_t *record = run->record;
    const uint32_t index = run->index;
    (void)item;
    zed_delay();
    if (!is_alone(run, record, index) ||
        atomic_load_explicit(&run->state->result, memory_order_relaxed) != ZE_RESULT_SUCCESS) {
        item_yield(run, record, index);
        return;
    }
    /* This item is a round of its own. */
    if (!run->moved) {
        zed_idle_poll(&run->idle);
    }
    run->moved = false;
}

/* ---- Items from beginning to end ----------------------------------------------------------- */

/* Other items may use the item's stack again. */
static inline void item_leave(zed_group_record_t *record, uint32_t index)
{
    if (record->stack[index]) {
        record->stack[index] = NULL;
        record->stackless++;
    }
}

/* Records the end of an item, which may open a meeting for the others.  Returns whether it was the
 * last one of the group, which is then dropped. */
static bool item_end(struct zed_run *run, zed_group_record_t *record, uint32_t index)
{
    run->moved = true;
    zed_group_bit_clear(record->ready, index);
    zed_group_bit_clear(record->live, index);
    record->item[index].frame = NULL;
    item_leave(record, index);
    record->stackless--;

    const uint32_t sub = index / ZED_SUB_GROUP_SIZE;
    zed_meeting_t *meeting = &record->sub[sub];
    meeting->live--;
    if (meeting->arrived != 0 && meeting->arrived == meeting->live) {
        (void)zed_meeting_open_sub(record, sub);
    }
    record->whole.live--;
    if (record->whole.arrived != 0 && record->whole.arrived == record->whole.live) {
        (void)zed_meeting_open(record, index);
    }
    return record->whole.live == 0;
}

/* The next item that can continue after another item of the group. */
static inline bool next_item(struct zed_run *run, zed_group_record_t **record, uint32_t *index)
{
    /* Usually the adjacent one.  It is guessed, so that it does not wait for what this item
     * wrote. */
    uint32_t next = *index + 1;
    if (next % 64 == 0 || ((*record)->ready[next / 64] >> (next % 64) & 1) == 0) {
        next = zed_group_ready_from(*record, next);
    }
    if (next == ZED_ITEM_NONE) {
        return zed_resident_in_round(run, record, index);
    }
    *index = next;
    return true;
}

static _Noreturn void item_main(void *argument)
{
    struct zed_run *run = argument;
    zed_group_record_t *record = run->record;
    uint32_t index = run->index;
    zed_stack_t *stack = run->stack;
    zed_sanitizer_arrive(&stack->sanitizer, &run->root_sanitizer);

    for (;;) {
        index = items_run(run, record, index);
        bool more;
        if (run->stopped) {
            run->stopped = false;
            item_leave(record, index);
            more = next_item(run, &record, &index);
        } else if (item_end(run, record, index)) {
            more = zed_resident_next(run, &record, &index);
        } else {
            more = next_item(run, &record, &index);
        }
        if (more && !record->stack[index]) {
            run->stack = stack;
            run->record = record;
            run->index = index;
            continue;
        }
        /* No other thread uses this run's cache, so the stack stays free until the thread has left
         * it. */
        zed_stack_put(&run->stacks, stack);
        if (more) {
            item_enter(run, &run->dropped, NULL, record, index);
        } else {
            root_enter(run, &run->dropped, NULL);
        }
    }
}

uint64_t zed_schedule_items(struct zed_run *run)
{
    run->ran = 0;
    run->is_last = false;
    run->unbooked = ZED_ITEM_NONE;
    run->stopped = false;
    zed_group_record_t *record = zed_resident_take(run);
    if (!record) {
        return 0;
    }
    zed_sanitizer_root(&run->root_sanitizer);
    item_enter(run, &run->root, &run->root_sanitizer, record, 0);
    zed_sanitizer_arrive(&run->root_sanitizer, NULL);
    zed_resident_abandon(run);
    return run->ran;
}
