/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A mixture-of-experts layer: moe_dispatch sends tokens to the PEs of their experts, moe_experts
 * applies the experts, moe_combine brings the results home and adds them up.
 *
 * A token goes to a PE once, however many of its experts are there.  It takes the next free slot of
 * those that this PE has there: inbox is [source PE][slot] on each PE, so that senders need not
 * agree.  The way back is the same: returns is [expert PE][slot] on the token's own PE.
 *
 * Work-groups put whole rows.  The group that has departed last sends one signal to each PE, even to
 * one that got nothing.  It has acquired what the others released by `departed`, so the signal
 * follows all rows.  No kernel needs a barrier of the job:
 *
 * arrived[s]    dispatch's number << 32 | rows    set by PE s after its rows, with their number
 * combined[s]   combine's number                  set by PE s after the rows that it gives back
 *
 * PE s overwrites inbox[s] in the next dispatch, after it has received the rows that are given back
 * from there; and returns[s] in the next combine, after the next dispatch's signal of this PE, which
 * this PE sends when it has read returns.  Therefore one buffer of each is enough, and the sources
 * of non-blocking puts stay as they are until the puts are complete.
 *
 * Words shared between the work-groups of a PE:
 *
 * departed              groups that have put all their rows: add acq_rel; reset by the last one
 * dispatches, combines  read before a group departs, written by the last group
 * taken[p]              slots in use on PE p: relaxed add; read and reset by the last group
 * sent[p], received[s]  rows of this dispatch: written by the last group, read by later kernels
 */
#include "ishmem_device.h"
#include "moe.h"

/* ---- bfloat16 ------------------------------------------------------------------------------- */

/* The upper half of a float, rounded to nearest, to even when between two. */
#define FLOATS_OF(n, values) as_float##n(convert_uint##n(values) << 16)
#define BITS_OF(n, values) as_uint##n(values)
#define BFLOAT16_OF(n, values) \
    convert_ushort##n((BITS_OF(n, values) + 0x7fff + ((BITS_OF(n, values) >> 16) & 1)) >> 16)

/* ---- Who departs last ----------------------------------------------------------------------- */

/* True in the work-group of this launch that comes here last; it sees what all others have done. */
static bool is_last_group(__global moe_progress_t *progress)
{
    uint departed = 0;

    work_group_barrier(CLK_GLOBAL_MEM_FENCE);
    if (get_local_id(0) == 0)
        departed = atomic_fetch_add_explicit((__global atomic_uint *)&progress->departed, 1,
                                             memory_order_acq_rel, memory_scope_device);
    departed = work_group_broadcast(departed, 0);
    work_group_barrier(CLK_GLOBAL_MEM_FENCE);
    return departed + 1 == get_num_groups(0);
}

/* ---- Dispatch ------------------------------------------------------------------------------- */

static bool has_expert_on(const moe_sizes_t *sizes, __global const moe_choice_t *choices, uint pe)
{
    const uint first = MOE_FIRST_EXPERT(sizes->experts, sizes->pes, pe);
    const uint end = MOE_FIRST_EXPERT(sizes->experts, sizes->pes, pe + 1);
    bool has = false;

    for (uint i = 0; i < sizes->top_k; i++)
        has |= choices[i].expert >= first && choices[i].expert < end;
    return has;
}

/* Takes a slot for the token on each PE that has one of its experts. */
static void take_slots(const moe_sizes_t *sizes, __global const uchar *row, __global uint *slots,
                       __global uint *taken)
{
    for (uint pe = (uint)get_local_id(0); pe < sizes->pes; pe += (uint)get_local_size(0)) {
        slots[pe] = MOE_NOT_SENT;
        if (has_expert_on(sizes, (__global const moe_choice_t *)row, pe))
            slots[pe] = atomic_fetch_add_explicit((__global atomic_uint *)&taken[pe], 1,
                                                  memory_order_relaxed, memory_scope_device);
    }
    work_group_barrier(CLK_GLOBAL_MEM_FENCE);
}

/* The last group: tells every PE how many rows it gets, and waits until all PEs have told this
 * one. */
static void exchange_counts(const moe_sizes_t *sizes, __global uint *taken, __global uint *sent,
                            __global uint *received, __global ulong *arrived, ulong number)
{
    const int me = ishmem_my_pe();
    const uint item = (uint)get_local_id(0);
    const uint items = (uint)get_local_size(0);

    ishmemx_fence_work_group();
    for (uint pe = item; pe < sizes->pes; pe += items) {
        sent[pe] = taken[pe];
        taken[pe] = 0;
        ishmemx_signal_set(&arrived[me], (number << 32) | sent[pe], (int)pe);
    }
    for (uint pe = item; pe < sizes->pes; pe += items)
        received[pe] = (uint)ishmem_signal_wait_until(&arrived[pe], ISHMEM_CMP_GE, number << 32);
}

/* rows, inbox: of row_bytes; slots: [token][PE] */
__kernel void moe_dispatch(moe_sizes_t sizes, __global const uchar *rows, __global uchar *inbox,
                           __global uint *slots, __global uint *taken, __global uint *sent,
                           __global uint *received, __global ulong *arrived,
                           __global moe_progress_t *progress)
{
    const uint me = (uint)ishmem_my_pe();
    const ulong number = progress->dispatches + 1;
    __global uchar *mine = inbox + (ulong)me * sizes.tokens * sizes.row_bytes;

    for (uint token = (uint)get_group_id(0); token < sizes.tokens;
         token += (uint)get_num_groups(0)) {
        __global const uchar *row = rows + (ulong)token * sizes.row_bytes;
        __global uint *slot = slots + (ulong)token * sizes.pes;
        take_slots(&sizes, row, slot, taken);
        for (uint i = 1; i <= sizes.pes; i++) {
            const uint pe = (me + i) % sizes.pes;
            if (slot[pe] != MOE_NOT_SENT)
                ishmemx_putmem_nbi_work_group(mine + (ulong)slot[pe] * sizes.row_bytes, row,
                                              sizes.row_bytes, (int)pe);
        }
    }
    if (is_last_group(progress)) {
        exchange_counts(&sizes, taken, sent, received, arrived, number);
        if (get_local_id(0) == 0) {
            progress->departed = 0;
            progress->dispatches = (uint)number;
        }
    }
}

/* ---- Rows that have come -------------------------------------------------------------------- */

/* Row `at` of those that have come: its place in the inbox, and the PE it is from; false: `at` is
 * after the last one. */
static bool find_row(const moe_sizes_t *sizes, __global const uint *received, ulong at,
                     ulong *place, uint *source)
{
    for (uint pe = 0; pe < sizes->pes; pe++) {
        if (at < received[pe]) {
            *place = (ulong)pe * sizes->tokens + at;
            *source = pe;
            return true;
        }
        at -= received[pe];
    }
    return false;
}

/* Replaces a block of a row by the weighted sum of what this PE's experts make of it. */
static void apply_experts(const moe_sizes_t *sizes, __global uchar *row, uint block, uint first,
                          uint end, __global const ushort16 *matrices)
{
    __global const moe_choice_t *choices = (__global const moe_choice_t *)row;
    __global ushort16 *values = (__global ushort16 *)(row + sizes->header_bytes) + block;
    const float16 in = FLOATS_OF(16, *values);
    const float *element = (const float *)&in;
    float16 out = 0.0f;

    for (uint i = 0; i < sizes->top_k; i++) {
        const uint expert = choices[i].expert;
        if (expert < first || expert >= end)
            continue;
        __global const ushort16 *columns = matrices + (ulong)(expert - first) * MOE_BLOCK;
#pragma unroll /* so that `in` stays in registers */
        for (uint column = 0; column < MOE_BLOCK; column++)
            out += FLOATS_OF(16, columns[column]) * (choices[i].weight * element[column]);
    }
    *values = BFLOAT16_OF(16, out);
}

/* matrices: [expert of this PE][column][row], bfloat16 */
__kernel void moe_experts(moe_sizes_t sizes, __global uchar *inbox, __global const uint *received,
                          __global const ushort16 *matrices)
{
    const uint me = (uint)ishmem_my_pe();
    const uint first = MOE_FIRST_EXPERT(sizes.experts, sizes.pes, me);
    const uint end = MOE_FIRST_EXPERT(sizes.experts, sizes.pes, me + 1);
    ulong place;
    uint source;

    for (ulong at = get_group_id(0); find_row(&sizes, received, at, &place, &source);
         at += get_num_groups(0)) {
        __global uchar *row = inbox + place * sizes.row_bytes;
        for (uint block = (uint)get_local_id(0); block < sizes.hidden / MOE_BLOCK;
             block += (uint)get_local_size(0))
            apply_experts(&sizes, row, block, first, end, matrices);
    }
}

/* ---- Combine -------------------------------------------------------------------------------- */

/* Puts every row's values into its slot on the PE it is from. */
static void give_back(const moe_sizes_t *sizes, __global const uchar *inbox,
                      __global uchar *returns, __global const uint *received)
{
    __global uchar *mine = returns + (ulong)ishmem_my_pe() * sizes->tokens * sizes->value_bytes;
    ulong place;
    uint source;

    for (ulong at = get_group_id(0); find_row(sizes, received, at, &place, &source);
         at += get_num_groups(0))
        ishmemx_putmem_nbi_work_group(mine + (place - (ulong)source * sizes->tokens) *
                                                 sizes->value_bytes,
                                      inbox + place * sizes->row_bytes + sizes->header_bytes,
                                      sizes->value_bytes, (int)source);
}

/* Adds up the results of the PEs for a token. */
static void add_up(const moe_sizes_t *sizes, __global const uchar *returns,
                   __global const uint *slots, uint token, __global ushort8 *output)
{
    __global const uint *slot = slots + (ulong)token * sizes->pes;
    const uint units = sizes->hidden / 8;

    for (uint unit = (uint)get_local_id(0); unit < units; unit += (uint)get_local_size(0)) {
        float8 sum = 0.0f;
        for (uint pe = 0; pe < sizes->pes; pe++) {
            if (slot[pe] == MOE_NOT_SENT)
                continue;
            const ulong place = (ulong)pe * sizes->tokens + slot[pe];
            sum += FLOATS_OF(
                8, ((__global const ushort8 *)(returns + place * sizes->value_bytes))[unit]);
        }
        output[(ulong)token * units + unit] = BFLOAT16_OF(8, sum);
    }
}

/*
 * returns: of value_bytes; output: [token][hidden], bfloat16.
 *
 * All work-groups must run at the same time (cooperative launch): each waits for the PEs, and what
 * these wait for is sent by the group that departs last.
 */
__kernel void moe_combine(moe_sizes_t sizes, __global const uchar *inbox, __global uchar *returns,
                          __global const uint *received, __global const uint *slots,
                          __global ushort8 *output, __global ulong *combined,
                          __global moe_progress_t *progress)
{
    const int me = ishmem_my_pe();
    const uint item = (uint)get_local_id(0);
    const uint items = (uint)get_local_size(0);
    const ulong number = progress->combines + 1;

    give_back(&sizes, inbox, returns, received);
    if (is_last_group(progress)) {
        ishmemx_fence_work_group();
        for (uint pe = item; pe < sizes.pes; pe += items)
            ishmemx_signal_set(&combined[me], number, (int)pe);
        if (item == 0) {
            progress->departed = 0;
            progress->combines = (uint)number;
        }
    }
    for (uint pe = item; pe < sizes.pes; pe += items)
        ishmem_signal_wait_until(&combined[pe], ISHMEM_CMP_GE, number);
    work_group_barrier(CLK_GLOBAL_MEM_FENCE);
    for (uint token = (uint)get_group_id(0); token < sizes.tokens; token += (uint)get_num_groups(0))
        add_up(&sizes, returns, slots, token, output);
}

/* ---- What to compare with ------------------------------------------------------------------- */

/* As many bytes to each other PE as the last dispatch, in one piece from each work-group. */
__kernel void moe_plain_put(moe_sizes_t sizes, __global const uchar *rows, __global uchar *inbox,
                            __global const uint *sent)
{
    const uint me = (uint)ishmem_my_pe();
    const ulong group = get_group_id(0);
    const ulong groups = get_num_groups(0);
    __global uchar *mine = inbox + (ulong)me * sizes.tokens * sizes.row_bytes;

    for (uint i = 1; i < sizes.pes; i++) {
        const uint pe = (me + i) % sizes.pes;
        const ulong units = (ulong)sent[pe] * sizes.row_bytes / MOE_ALIGNMENT;
        const ulong from = units * group / groups * MOE_ALIGNMENT;
        const ulong to = units * (group + 1) / groups * MOE_ALIGNMENT;
        if (to > from)
            ishmemx_putmem_nbi_work_group(mine + from, rows + from, to - from, (int)pe);
    }
    ishmemx_quiet_work_group();
}

__kernel void moe_nothing(moe_sizes_t sizes)
{
    (void)sizes;
}
