/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Barriers.  A meeting orders memory among the items that meet.  For a wider scope each item also
 * fences before and after, so that what any of them saw or did before is ordered for others in that
 * scope, too.
 */
#include "meet.h"

namespace {

void fence(uint flags, uint scope)
{
    if ((flags & fence_global) == 0)
        return;
    if (scope == scope_all)
        __asm__ volatile("fence.acq_rel.sys;" ::: "memory");
    else if (scope == scope_device)
        __asm__ volatile("fence.acq_rel.gpu;" ::: "memory");
}

} // namespace

void barrier(uint)
{
    meet_group();
}

void work_group_barrier(uint)
{
    meet_group();
}

void work_group_barrier(uint flags, memory_scope scope)
{
    fence(flags, scope);
    meet_group();
    fence(flags, scope);
}

void sub_group_barrier(uint)
{
    meet_sub_group();
}

void sub_group_barrier(uint flags, memory_scope scope)
{
    fence(flags, scope);
    meet_sub_group();
    fence(flags, scope);
}
