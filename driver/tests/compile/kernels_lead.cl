/* SPDX-License-Identifier: BSD-3-Clause */
/* Barriers between which only some work-items do something. */

kernel void one(global int *to, int turns)
{
    local int box[256];
    local int sum;
    const int i = (int)get_local_id(0), n = (int)get_local_size(0);
    int total = 0;
    for (int turn = 0; turn < turns; turn++) {
        box[i] = turn * i;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i == 0) {
            int all = 0;
            for (int k = 0; k < n; k++)
                all += box[k];
            sum = all;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        total += sum;
    }
    to[get_global_id(0)] = total;
}

/* Each leader needs the result of the previous one; they lead in the reverse order of the items. */
kernel void by_turns(global int *to, int turns)
{
    local int word;
    const int i = (int)get_local_id(0), n = (int)get_local_size(0);
    int total = 0;
    for (int turn = 0; turn < turns; turn++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i == n - 1)
            word = turn;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i == n / 2)
            word = word * 3 + 1;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i == 0)
            word = word * 5 + 2;
        barrier(CLK_LOCAL_MEM_FENCE);
        total += word;
    }
    to[get_global_id(0)] = total;
}

/* Some items do one thing, some another, most nothing; in some rounds everybody does something, in
 * some nobody. */
kernel void some(global int *to, global const int *kinds, int turns)
{
    local int first, second, all[256];
    const int i = (int)get_local_linear_id(), n = (int)(get_local_size(0) * get_local_size(1));
    int total = 0;
    first = second = 0;
    for (int turn = 0; turn < turns; turn++) {
        const int kind = kinds[turn];
        all[i] = turn + i;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (kind == 0) {
            if (i % 16 == 3)
                atomic_add(&first, all[n - 1 - i]);
            else if (i == n - 1)
                second += all[0];
        } else if (kind == 1) {
            atomic_add(&first, all[n - 1 - i]);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        total += first * 7 + second;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    to[get_group_id(0) * n + i] = total;
}

__attribute__((noinline)) static int good(global const int *flags, int turn)
{
    return flags[1 + turn % 3];
}

/* Whether an item does something is known before the barrier, through branches that must not split
 * the barrier. */
static void add_parts(local int *sum, local const int *all, global const int *flags, int turn,
                      int i, int n)
{
    const int has_part = (i == 0 || !(flags[0] & 1)) && (!(flags[0] & 2) || good(flags, turn));
    work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
    if (!has_part)
        return;
    int k = i;
    do
        atomic_add(sum, all[k]);
    while ((k += flags[0] & 1 ? 1 : n) < n);
}

kernel void parts(global int *to, global const int *flags, int turns)
{
    local int all[1024];
    local int sum;
    const int i = (int)get_local_id(0), n = (int)get_local_size(0);
    int total = 0;
    for (int turn = 0; turn < turns; turn++) {
        all[i] = turn + i;
        if (i == 0)
            sum = 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        add_parts(&sum, all, flags, turn, i, n);
        barrier(CLK_LOCAL_MEM_FENCE);
        total += sum;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    to[get_global_id(0)] = total;
}

/* In a function that is not inlined; the leader waits for the other group's leader. */
__attribute__((noinline)) static void meet(global volatile int *mine, global volatile int *other,
                                           int turn)
{
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (get_local_id(0) == 1) {
        atomic_xchg(mine, turn);
        while (atomic_add(other, 0) < turn) {
        }
    }
    barrier(CLK_GLOBAL_MEM_FENCE);
}

kernel void met(global int *to, global int *flags, int turns)
{
    const int group = (int)get_group_id(0);
    int met = 0;
    for (int turn = 1; turn <= turns; turn++) {
        meet(&flags[group], &flags[group ^ 1], turn);
        met += flags[group ^ 1] >= turn;
    }
    to[get_global_id(0)] = met;
}
