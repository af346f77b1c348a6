/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Meetings of items.  They are inline assembly that clobbers memory, because LLVM assumes that its
 * own barriers write to no variable of the module. `barrier` is used because all items of a warp
 * would have to reach `bar` at once.
 */
#ifndef ZED_BUILTINS_PTX_MEET_H
#define ZED_BUILTINS_PTX_MEET_H

#include "../builtins/opencl.h"

/* The items of this sub-group, in the form that a warp's instructions take. */
static inline uint sub_group_mask()
{
    return ~0U >> (sub_group_items - sub_group_count());
}

/* Whether items of a warp may have taken different branches before the call of the built-in
 * function.  The compiler replaces calls of this (translate/ptx/ways.cpp). */
extern "C" bool zed_ways_differ();

/* A warp's items meet before each barrier of the group.  Without this, items of a warp that had
 * taken different branches passed barriers separately on an H200: some were one barrier ahead, and
 * others stopped with an illegal instruction.  Items that have ended, or that the last warp lacks,
 * do not matter. */
static inline void meet_warp()
{
    __asm__ volatile("bar.warp.sync -1;" ::: "memory");
}

static inline void meet_group()
{
    meet_warp();
    __asm__ volatile("barrier.sync 0;" ::: "memory");
}

static inline int meet_group_all(uint predicate)
{
    int all;
    meet_warp();
    __asm__ volatile("{ .reg .pred mine, all; setp.ne.u32 mine, %1, 0; "
                     "barrier.red.and.pred all, 0, mine; selp.u32 %0, 1, 0, all; }"
                     : "=r"(all)
                     : "r"(predicate)
                     : "memory");
    return all;
}

static inline int meet_group_any(uint predicate)
{
    int any;
    meet_warp();
    __asm__ volatile("{ .reg .pred mine, any; setp.ne.u32 mine, %1, 0; "
                     "barrier.red.or.pred any, 0, mine; selp.u32 %0, 1, 0, any; }"
                     : "=r"(any)
                     : "r"(predicate)
                     : "memory");
    return any;
}

static inline void meet_sub_group()
{
    __asm__ volatile("bar.warp.sync %0;" ::"r"(sub_group_mask()) : "memory");
}

#endif
