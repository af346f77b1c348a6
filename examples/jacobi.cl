/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A whole Jacobi solve of 2-D heat conduction in one launch: sweeps, halo exchange with the PEs
 * above and below, and the residual over all PEs, with no host in between.
 *
 * A PE holds `rows` rows of its own, numbered from 1, between two halo rows, 0 and rows + 1, in two
 * buffers: iteration i reads buffer (i - 1) % 2 and writes buffer i % 2.  Each work-group owns a
 * block of consecutive rows.  The groups that own the first and the last row do these first and put
 * them into the neighbour's halo row, so that halos travel while the inner rows are updated.
 *
 * Words shared between PEs (in the symmetric heap):
 *
 * signals[0]   iteration that halo row 0 holds         set by the PE above, after the row's data
 * signals[1]   iteration that halo row rows + 1 holds  set by the PE below, after the row's data
 * partials     [2][n_pes] (check << 32 | largest change), written by each PE into every PE's table;
 *              the check's number and its value are one word, so that no signal is needed
 *
 * A halo row of iteration i is overwritten by that of iteration i + 2, which the neighbour computes
 * only when it has this PE's edge row of iteration i + 1, whose computation was the last reader.
 * Likewise a PE enters check c + 2 only when all PEs have left check c.
 *
 * Words shared between the work-groups of a PE (jacobi_groups_t):
 *
 * arrived      arrivals at the barrier of all groups, never reset: add acq_rel, load acquire
 * change       largest change since the last check, two words, used in turn
 * stop         1 when the solve is over: written by group 0 before a barrier, read after it
 */
#include "ishmem_device.h"
#include "jacobi.h"

/* The bits of floats that are not negative compare, as integers, like the floats. */
#define ABS_BITS(x) (as_int(x) & 0x7fffffff)

/* Updates one point and returns the bits of its change.  The sum times a power of two leaves
 * nothing for a compiler to contract: the serial check gets the same bits. */
static int relax_point(__global float *next, __global const float *above, __global const float *row,
                       __global const float *below, __global const uchar *fixed, ulong x)
{
    const float mean = 0.25f * ((above[x] + below[x]) + (row[x - 1] + row[x + 1]));
    const float value = fixed[x] ? row[x] : mean;

    next[x] = value;
    return ABS_BITS(value - row[x]);
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

/*
 * Updates the inner points of a row, shared among the work-items of the group; returns the bits of
 * the largest change among those of this work-item.  One work-item alone takes the points in order,
 * which a CPU turns into vector instructions; several take every n-th, so that a GPU's loads
 * coalesce.
 */
static int relax_row(__global float *restrict next, __global const float *row, ulong pitch,
                     __global const uchar *restrict fixed, uint columns)
{
    __global const float *above = row - pitch;
    __global const float *below = row + pitch;
    const uint items = (uint)get_local_size(0);
    int change = 0;

    if (items == 1) {
        for (ulong x = 1; x + 1 < columns; x++)
            change = larger(change, relax_point(next, above, row, below, fixed, x));
    } else {
        for (ulong x = 1 + get_local_id(0); x + 1 < columns; x += items)
            change = larger(change, relax_point(next, above, row, below, fixed, x));
    }
    return change;
}

/* Every work-group of this PE arrives before any leaves; `barriers` counts them, from 1. */
static void barrier_of_groups(__global jacobi_groups_t *groups, uint barriers)
{
    work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_device);
    if (get_num_groups(0) > 1 && get_local_id(0) == 0) {
        __global atomic_uint *arrived = (__global atomic_uint *)&groups->arrived;
        const uint all = barriers * (uint)get_num_groups(0);
        atomic_fetch_add_explicit(arrived, 1, memory_order_acq_rel, memory_scope_device);
        /* The counter may wrap around, so this looks at the difference. */
        while ((int)(atomic_load_explicit(arrived, memory_order_acquire, memory_scope_device) -
                     all) < 0) {
        }
    }
    work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_device);
}

/* Group 0: gives every PE this PE's largest change, waits for all of theirs and decides. */
static void check_residual(__global jacobi_groups_t *groups, __global ulong *partials, uint check,
                           uint iteration, int tolerance)
{
    const int n_pes = ishmem_n_pes();
    const int items = (int)get_local_size(0);
    const int item = (int)get_local_id(0);
    __global ulong *table = partials + (ulong)(check % 2) * (ulong)n_pes;
    const int mine = groups->change[check % 2];

    for (int pe = item; pe < n_pes; pe += items)
        ishmem_uint64_p(table + ishmem_my_pe(), (ulong)check << 32 | (ulong)mine, pe);
    for (int pe = item; pe < n_pes; pe += items)
        ishmem_uint64_wait_until(table + pe, ISHMEM_CMP_GE, (ulong)check << 32);
    work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_all_svm_devices);
    if (item == 0) {
        int residual = 0;
        for (int pe = 0; pe < n_pes; pe++)
            residual = larger(residual, (int)(table[pe] & 0xffffffff));
        groups->residual = residual;
        groups->iterations = iteration;
        groups->stop = residual <= tolerance;
        /* Last read in the check before this one, next added to after this check's barrier. */
        groups->change[(check + 1) % 2] = 0;
    }
}

/*
 * field        two buffers of field_floats floats: (rows + 2) rows of `pitch` floats and more
 * fixed        [(rows + 2) * pitch] 1: the point keeps its temperature
 * rows_above   rows of the PE above, 0: there is none; has_below: there is a PE below
 * check_every  iterations from one residual to the next; there is one after the last iteration too
 * tolerance    bits of the largest change at which the solve stops
 *
 * All work-groups must run at the same time (cooperative launch); each has a row at least.
 */
__kernel void jacobi(__global float *field, ulong field_floats, __global const uchar *fixed,
                     ulong pitch, uint columns, uint rows, uint rows_above, uint has_below,
                     uint max_iterations, uint check_every, int tolerance, __global ulong *signals,
                     __global ulong *partials, __global jacobi_groups_t *groups)
{
    const uint group = (uint)get_group_id(0);
    const uint group_count = (uint)get_num_groups(0);
    const bool speaker = get_local_id(0) == 0;
    const int me = ishmem_my_pe();
    /* This group's rows: first to last. */
    const uint first = 1 + (uint)((ulong)rows * group / group_count);
    const uint last = (uint)((ulong)rows * (group + 1) / group_count);
    const bool feeds_above = first == 1 && rows_above != 0;
    const bool feeds_below = last == rows && has_below;
    uint barriers = 0;
    uint check = 1;

    for (uint iteration = 1; iteration <= max_iterations; iteration++) {
        __global float *now = field + (iteration % 2 ? 0 : field_floats);
        __global float *next = field + (iteration % 2 ? field_floats : 0);
        uint inner_first = first;
        uint inner_last = last;
        int change = 0;

        if (feeds_above || feeds_below) {
            if (speaker && feeds_above)
                ishmem_signal_wait_until(&signals[0], ISHMEM_CMP_GE, iteration - 1);
            if (speaker && feeds_below)
                ishmem_signal_wait_until(&signals[1], ISHMEM_CMP_GE, iteration - 1);
            work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_all_svm_devices);
            if (feeds_above) {
                change = relax_row(next + pitch, now + pitch, pitch, fixed + pitch, columns);
                inner_first++;
            }
            if (feeds_below && inner_first <= inner_last) {
                const ulong at = rows * pitch;
                change = larger(change, relax_row(next + at, now + at, pitch, fixed + at, columns));
                inner_last--;
            }
            if (feeds_above)
                ishmemx_float_put_signal_work_group(next + (rows_above + 1) * pitch, next + pitch,
                                                    columns, &signals[1], iteration,
                                                    ISHMEM_SIGNAL_SET, me - 1);
            if (feeds_below)
                ishmemx_float_put_signal_work_group(next, next + rows * pitch, columns, &signals[0],
                                                    iteration, ISHMEM_SIGNAL_SET, me + 1);
        }
        for (uint row = inner_first; row <= inner_last; row++) {
            const ulong at = row * pitch;
            change = larger(change, relax_row(next + at, now + at, pitch, fixed + at, columns));
        }

        const bool checks = iteration % check_every == 0 || iteration == max_iterations;
        if (checks) {
            change = work_group_reduce_max(change);
            if (speaker)
                atomic_fetch_max_explicit((__global atomic_int *)&groups->change[check % 2], change,
                                          memory_order_relaxed, memory_scope_device);
        }
        barrier_of_groups(groups, ++barriers);
        if (checks) {
            if (group == 0)
                check_residual(groups, partials, check, iteration, tolerance);
            barrier_of_groups(groups, ++barriers);
            check++;
            if (groups->stop)
                break;
        }
    }
}

/*
 * One iteration of rows that are on their own: row `first` and every step-th after it, `count` in
 * all, from the buffer `now` into the buffer `next`; *change becomes the largest change, if larger.
 * Work-groups share the rows.  The halos must be there before the launch.
 */
__kernel void jacobi_rows(__global const float *now, __global float *next,
                          __global const uchar *fixed, ulong pitch, uint columns, uint first,
                          uint step, uint count, __global int *change)
{
    const uint group = (uint)get_group_id(0);
    const uint groups = (uint)get_num_groups(0);
    const uint end = (uint)((ulong)count * (group + 1) / groups);
    int largest = 0;

    for (uint i = (uint)((ulong)count * group / groups); i < end; i++) {
        const ulong at = (first + (ulong)i * step) * pitch;
        largest = larger(largest, relax_row(next + at, now + at, pitch, fixed + at, columns));
    }
    largest = work_group_reduce_max(largest);
    if (get_local_id(0) == 0)
        atomic_fetch_max_explicit((__global atomic_int *)change, largest, memory_order_relaxed,
                                  memory_scope_device);
}
