/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See done.h.  The value of news is the PE that has finished, or in a tree the one whose descendants
 * have, too.
 *
 * word      written by                                   read by                     ordering
 * own       the thread that announces                    the same                    relaxed
 * done[pe]  the thread that announces, for this PE; the  the same; the program's     relaxed
 *           lifelines' thread                            threads
 * awaited   the same: each takes one away                the same                    acquire, release
 * all       the lifelines' thread, or on PE 0 the one    the program's threads       relaxed
 *           that takes the last away
 */
#include "done.h"

#include "allocate.h"
#include "job.h"
#include "overlay.h"
#include <stdlib.h>

static struct {
    ishmemi_done_post_fn post;
    bool by_tree;
    bool passes_on;
    bool own;
    bool *done;  /* [n_pes]; NULL: by the tree */
    int awaited; /* this PE and its children that have not finished */
    bool all;
} state;

/* ---- The tree -------------------------------------------------------------------------------- */

static int lowest_bit(int pe)
{
    return pe & -pe;
}

/* Returns the PE's child that follows `child`, or its first one for 0; -1: there is none. */
static int next_child(int pe, int child)
{
    const int bit = child == 0 ? 1 : 2 * (child - pe);
    const bool fits = (pe == 0 || bit < lowest_bit(pe)) && bit < ishmemi_job.n_pes - pe;
    return fits ? pe + bit : -1;
}

static void tell_children(void)
{
    const int me = ishmemi_job.my_pe;
    for (int child = next_child(me, 0); child > 0; child = next_child(me, child)) {
        state.post(0, child);
    }
}

static void take_all(void)
{
    __atomic_store_n(&state.all, true, __ATOMIC_RELAXED);
    tell_children();
}

/* This PE, or a child with its descendants, has finished. */
static void take_one(void)
{
    const int me = ishmemi_job.my_pe;
    if (__atomic_sub_fetch(&state.awaited, 1, __ATOMIC_ACQ_REL) > 0) {
        return;
    }
    if (me == 0) {
        take_all();
    } else {
        state.post(me, me - lowest_bit(me));
    }
}

/* ---- From each to all ------------------------------------------------------------------------ */

/* Marks a PE, once. */
static void mark(int pe, bool passes_on)
{
    if (pe >= 0 && pe < ishmemi_job.n_pes &&
        !__atomic_exchange_n(&state.done[pe], true, __ATOMIC_RELAXED) && passes_on) {
        state.post(pe, -1);
    }
}

static int find_undone(void)
{
    int pe = 0;
    while (pe < ishmemi_job.n_pes && __atomic_load_n(&state.done[pe], __ATOMIC_RELAXED)) {
        pe++;
    }
    return pe;
}

/* ---- Both ------------------------------------------------------------------------------------ */

void ishmemi_done_open(bool has_all, bool are_complete, ishmemi_done_post_fn post)
{
    state.post = post;
    state.by_tree = are_complete && ishmemi_job.n_pes > ISHMEMI_OVERLAY_ALL;
    state.passes_on = !has_all;
    state.own = false;
    state.all = false;
    state.awaited = 1;
    if (state.by_tree) {
        const int me = ishmemi_job.my_pe;
        for (int child = next_child(me, 0); child > 0; child = next_child(me, child)) {
            state.awaited++;
        }
    } else {
        state.done = ishmemi_allocate_zeroed("the PEs that have finished",
                                             (size_t)ishmemi_job.n_pes, sizeof *state.done);
    }
}

void ishmemi_done_close(void)
{
    free(state.done);
    state.done = NULL;
}

void ishmemi_done_announce(void)
{
    if (__atomic_exchange_n(&state.own, true, __ATOMIC_RELAXED)) {
        return;
    }
    if (state.by_tree) {
        take_one();
    } else {
        mark(ishmemi_job.my_pe, true);
    }
}

void ishmemi_done_receive(int value)
{
    if (!state.by_tree) {
        mark(value, state.passes_on);
    } else if (value == 0) {
        take_all();
    } else {
        take_one();
    }
}

bool ishmemi_done_are_all(int *pe)
{
    if (state.by_tree) {
        *pe = -1;
        return __atomic_load_n(&state.all, __ATOMIC_RELAXED);
    }
    *pe = find_undone();
    return *pe == ishmemi_job.n_pes;
}
