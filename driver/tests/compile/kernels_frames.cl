/* SPDX-License-Identifier: BSD-3-Clause */
/* Checks that work-items keep their values while others run: across barriers of the kernel and of
 * functions, and while they wait for one another.  Each kernel counts errors in *wrong. */
#pragma OPENCL EXTENSION cl_khr_subgroups : enable

/* Item i ends after 1 + i % leave rounds; 0: none ends early. */
static inline int last_round(int rounds, int leave, int i)
{
    return leave == 0 ? rounds : 1 + i % leave;
}

kernel void rounds(global int *phase, global int *wrong, int rounds, int leave)
{
    const int i = (int)get_local_linear_id();
    const int n = (int)(get_local_size(0) * get_local_size(1) * get_local_size(2));
    global int *mine = phase + get_group_id(0) * n;
    for (int round = 1; round <= last_round(rounds, leave, i); round++) {
        mine[i] = round;
        barrier(CLK_GLOBAL_MEM_FENCE);
        for (int other = 0; other < n; other++) {
            const int last = last_round(rounds, leave, other);
            if (mine[other] < min(round, last) || mine[other] > round + 1)
                atomic_inc(wrong);
        }
        barrier(CLK_GLOBAL_MEM_FENCE);
    }
}

__attribute__((noinline)) void fill(private long *numbers, int count, long seed)
{
    for (int i = 0; i < count; i++)
        numbers[i] = seed * 100 + i;
}

__attribute__((noinline)) ulong digest(private const long *numbers, int count)
{
    ulong total = 0;
    for (int i = 0; i < count; i++)
        total = total * 31 + (ulong)numbers[i];
    return total;
}

/* Arrays, vectors with the largest alignment, and pointers to both. */
kernel void keeps(global ulong *to, global int *wrong, int turns, int count)
{
    long numbers[40];
    long16 vector =
        (long16)(get_local_id(0)) + (long16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
private
    long16 *const place = &vector;
    ulong total = 0;
    for (int turn = 0; turn < turns; turn++) {
        fill(numbers, count, (long)get_local_id(0) + turn);
        barrier(CLK_LOCAL_MEM_FENCE);
        total += digest(numbers, count);
        *place += (long16)(turn);
        barrier(CLK_LOCAL_MEM_FENCE);
        if ((ulong)place % 128 != 0)
            atomic_inc(wrong);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    to[get_global_id(0) * 2] = total;
    to[get_global_id(0) * 2 + 1] = (ulong)(place->s0 + place->s7 + place->sf);
}

__attribute__((noinline)) int meet(local int *near, int i, int n)
{
    near[i] = i;
    barrier(CLK_LOCAL_MEM_FENCE);
    const int other = near[n - 1 - i];
    barrier(CLK_LOCAL_MEM_FENCE);
    return other;
}

/* Barriers of the kernel and of a function alternate, with a reduction. */
kernel void meets(global int *to, int turns)
{
    local int near[1024];
    const int i = (int)get_local_id(0), n = (int)get_local_size(0);
    int total = 0;
    for (int turn = 0; turn < turns; turn++) {
        near[i] = turn;
        barrier(CLK_LOCAL_MEM_FENCE);
        total += near[(i + 1) % n];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (turn % 3 != 1)
            total += meet(near, i, n);
        total += work_group_reduce_add(i == turn % n ? turn : 0);
    }
    to[get_global_id(0)] = total;
}

/* Orders nothing, so the compiler keeps values in registers across it. */
__attribute__((noinline)) void poll(global atomic_int *word, int turn)
{
    while (atomic_load_explicit(word, memory_order_relaxed, memory_scope_device) < turn)
        ;
}

/* In round t, two of three items wait until the item `step` further has reached round t.  A barrier
 * follows, and another one precedes if `ahead`. */
kernel void waits(global int *flags, global int *to, int turns, int step, int ahead)
{
    const int i = (int)get_local_id(0), n = (int)get_local_size(0);
    global atomic_int *const mine = (global atomic_int *)flags + get_group_id(0) * n;
    int seen = 0;
    for (int turn = 1; turn <= turns; turn++) {
        if (ahead)
            barrier(CLK_GLOBAL_MEM_FENCE);
        atomic_store_explicit(mine + i, turn, memory_order_release, memory_scope_device);
        if (i % 3 == 1)
            while (atomic_load_explicit(mine + (i + step) % n, memory_order_acquire,
                                        memory_scope_device) < turn)
                ;
        else if (i % 3 == 0)
            poll(mine + (i + step) % n, turn);
        barrier(CLK_GLOBAL_MEM_FENCE);
        seen += atomic_load_explicit(mine + (i + n - 1) % n, memory_order_relaxed,
                                     memory_scope_device) >= turn;
    }
    to[get_global_id(0)] = seen;
}

/* What each item awaits is there already.  `clock` counts the beginnings and the ends of items. */
kernel void waits_for_nothing(global int *flags, global int *clock, global int *to, int turns)
{
    const int i = (int)get_global_id(0);
    global atomic_int *const flag = (global atomic_int *)flags;
    const int begin = atomic_fetch_add_explicit((global atomic_int *)clock, 1, memory_order_relaxed,
                                                memory_scope_device);
    for (int turn = 1; turn <= turns; turn++) {
        int seen;
        do
            seen = atomic_load_explicit(flag, memory_order_acquire, memory_scope_device);
        while (seen < turn);
        poll(flag + 1, turn);
    }
    to[2 * i] = begin;
    to[2 * i + 1] = atomic_fetch_add_explicit((global atomic_int *)clock, 1, memory_order_relaxed,
                                              memory_scope_device);
}

/* Sub-groups meet different numbers of times between the barriers of the group. */
kernel void sub_groups_meet(global int *to, int turns)
{
    local int near[1024];
    const int i = (int)get_local_id(0), sub = (int)get_sub_group_id();
    int total = 0;
    for (int turn = 0; turn < turns; turn++) {
        near[i] = 0;
        for (int k = 0; k <= (sub + turn) % 4; k++) {
            near[i] += k;
            sub_group_barrier(CLK_LOCAL_MEM_FENCE);
            total +=
                near[(int)(i / 16 * 16 + (get_sub_group_local_id() + 1) % get_sub_group_size())];
            sub_group_barrier(CLK_LOCAL_MEM_FENCE);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        total += near[0];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    to[get_global_id(0)] = total;
}

kernel void ids(global uint *to)
{
    const uint n = (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2));
    global uint *const mine = to + 4 * (get_group_id(0) * n + get_local_linear_id());
    barrier(CLK_GLOBAL_MEM_FENCE);
    mine[0] = (uint)get_local_linear_id();
    barrier(CLK_GLOBAL_MEM_FENCE);
    mine[1] = (uint)get_local_id(0);
    mine[2] = (uint)get_local_id(1);
    barrier(CLK_GLOBAL_MEM_FENCE);
    mine[3] = (uint)get_local_id(2);
}

/* Item `lonely` waits where no other item of its sub-group ever comes. */
kernel void stuck(int lonely)
{
    if ((int)get_local_id(0) == lonely)
        sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    else
        barrier(CLK_LOCAL_MEM_FENCE);
}

/* Eight values that are used after each barrier; the elements of from[] that they are computed from
 * are not. */
#define VALUES(VALUE)                                                                             \
    const int a = VALUE(0), b = VALUE(1), c = VALUE(2), d = VALUE(3), e = VALUE(4), f = VALUE(5), \
              g = VALUE(6), h = VALUE(7);                                                         \
    const size_t i = get_global_id(0);                                                            \
    int total = 0;                                                                                \
    for (int turn = 0; turn < 4; turn++) {                                                        \
        barrier(CLK_GLOBAL_MEM_FENCE);                                                            \
        total += (a ^ turn) + (b ^ turn) + (c ^ turn) + (d ^ turn);                               \
        barrier(CLK_GLOBAL_MEM_FENCE);                                                            \
        total += (e ^ turn) + (f ^ turn) + (g ^ turn) + (h ^ turn);                               \
    }                                                                                             \
    to[i] = total
#define QUOTIENT(k) from[2 * k] / from[2 * k + 1]
#define REMAINDER(k) from[2 * k] % from[2 * k + 1]
#define LOADED(k) from[2 * k]

kernel void quotients(global const int *from, global int *to)
{
    VALUES(QUOTIENT);
}

kernel void remainders(global const int *from, global int *to)
{
    VALUES(REMAINDER);
}

kernel void loaded(global const int *from, global int *to)
{
    VALUES(LOADED);
}
