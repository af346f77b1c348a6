/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Copies of all kinds, single values, and puts with a signal that nobody waits for.
 */
#include "chance.h"
#include "harness.h"
#include "plan.h"

static unsigned all[NUMBER_COUNT];
static size_t all_count;

void rma_open(void)
{
    for (unsigned i = 0; i < NUMBER_COUNT; i++) {
        if (routines[i].module == MODULE_RMA && routines[i].kind != KIND_untyped) {
            all[all_count++] = i;
        }
    }
}

bool routine_is_get(const routine_t *routine)
{
    return routine_starts(routine, "get") || routine_starts(routine, "iget") ||
           routine_starts(routine, "ibget") || routine_is(routine, "g");
}

unsigned rma_pick(bool gets, size_t size, unsigned mode)
{
    for (;;) {
        const unsigned number = all[chance_below(all_count)];
        const routine_t *const routine = &routines[number];
        if (routine->kind == KIND_copy && routine_is_get(routine) == gets &&
            (size == 0 || routine->size == size) && (routine_modes(number) & mode)) {
            return number;
        }
    }
}

/* Where the caller's own side of a copy may be, and the other. */
static unsigned local_places(const routine_t *routine, unsigned mode)
{
    const bool copies = routine->kind == KIND_copy;
    return WHERE_HEAP | WHERE_SHARED | (mode == MODE_HOST ? WHERE_HOST | WHERE_STATIC : 0) |
           (mode == MODE_QUEUE && copies ? WHERE_HOST : 0);
}

static unsigned remote_places(unsigned mode)
{
    return WHERE_HEAP | (mode == MODE_HOST ? WHERE_STATIC : 0);
}

/* Extent in elements of `count` elements, or blocks of `block`, that are `stride` apart. */
static size_t extent(size_t count, size_t block, size_t stride)
{
    return count == 0 ? 0 : (count - 1) * stride + block;
}

/* As many as fit into both. */
static size_t pick_count(size_t room, size_t block, size_t stride)
{
    return room < block ? 0 : chance_count((room - block) / stride + 1);
}

static bool plan_signal(call_t *call)
{
    call->signal_at = place_in(object_pick(WHERE_HEAP, 8), call->target, 8, 8);
    call->command.signal = chance_bits();
    call->command.sig_op = chance_percent(50) ? ISHMEM_SIGNAL_SET : ISHMEM_SIGNAL_ADD;
    return claim(call->signal_at, 8, true);
}

static bool plan_copy(call_t *call, const routine_t *routine)
{
    const bool gets = routine_is_get(routine);
    const size_t size = routine->size;
    object_t *const remote = object_pick(remote_places(call->mode), 1024);
    object_t *const local = object_pick(local_places(routine, call->mode), 1024);
    size_t room =
        object_room(remote) < object_room(local) ? object_room(remote) : object_room(local);
    room /= size;
    size_t block = 1;
    size_t dst = 1;
    size_t sst = 1;
    if (routine->kind == KIND_strided || routine->kind == KIND_blocks) {
        dst = 1 + chance_below(chance_percent(80) ? 5 : 60);
        sst = 1 + chance_below(chance_percent(80) ? 5 : 60);
    }
    const size_t stride = dst > sst ? dst : sst;
    if (routine->kind == KIND_blocks) {
        block = chance_below((dst < sst ? dst : sst) + 1);
    }
    const size_t count = pick_count(room, block, stride);
    const size_t dest_bytes = extent(count, block, dst) * size;
    const size_t source_bytes = extent(count, block, sst) * size;
    const bool bytes_aligned = routine->kind != KIND_strided && routine->kind != KIND_blocks;
    const size_t alignment = bytes_aligned && routine_has(routine, "mem") ? 1 : size;
    call->dest =
        place_in(gets ? local : remote, gets ? call->pe : call->target, dest_bytes, alignment);
    call->source =
        place_in(gets ? remote : local, gets ? call->target : call->pe, source_bytes, alignment);
    call->command.nelems = count;
    call->command.nblocks = count;
    call->command.bsize = block;
    call->command.dst = (int64_t)dst;
    call->command.sst = (int64_t)sst;
    return claim_strided(call->dest, block * size, dst * size, count, true) &&
           claim_strided(call->source, block * size, sst * size, count, false);
}

static bool plan_value(call_t *call, const routine_t *routine)
{
    const bool gets = routine_is_get(routine);
    const place_t place = place_in(object_pick(remote_places(call->mode), routine->size),
                                   call->target, routine->size, routine->size);
    if (gets) {
        call->source = place;
    } else {
        call->dest = place;
        call->command.value = chance_bits();
    }
    return claim(place, routine->size, !gets);
}

void rma_plan(void)
{
    const unsigned number = all[chance_below(all_count)];
    const routine_t *const routine = &routines[number];
    const unsigned mode = plan_mode(routine_modes(number));
    const int pe = chance_pe(test_n);
    if (mode == 0) {
        return;
    }
    call_t *const call = plan_add(number, pe, mode, plan_form());
    call->target = chance_pe(test_n);
    call->context = plan_context(pe, call->target, mode);
    const bool single = routine->kind == KIND_value || routine->kind == KIND_read;
    if (!(single ? plan_value(call, routine) : plan_copy(call, routine)) ||
        (routine->kind == KIND_signal && !plan_signal(call))) {
        plan.count--;
        return;
    }
    plan_end_item();
}
