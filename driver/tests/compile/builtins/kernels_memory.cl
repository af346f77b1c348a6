/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Functions that move values of the type T without changing them: loads and stores of vectors in
 * all address spaces, copies by a work-group, shuffles.  U is the unsigned type of T's size.  A
 * group has 32 items.
 */
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#define ITEMS 32
#define JOIN2(a, b) a##b
#define JOIN(a, b) JOIN2(a, b)

/* Off by one element, so that no vector is aligned as a vector. */
#define MOVES(n)                                                                                  \
    kernel void moves_##n(global T *to, global const T *from, constant T *fixed, local T *shared) \
    {                                                                                             \
        const size_t i = get_global_id(0), count = get_global_size(0) * n;                        \
        const size_t own = get_local_id(0);                                                       \
        T inner[3 * n];                                                                           \
        T *any = inner;                                                                           \
        if (own % 2 != 0)                                                                         \
            any = to + count + n * i - n;                                                         \
        const JOIN(T, n) v = vload##n(i, from + 1);                                               \
        vstore##n(v, i, to);                                                                      \
        vstore##n(v, own, shared + 1);                                                            \
        vstore##n(vload##n(own, shared + 1), i, to + 2 * count);                                  \
        vstore##n(v, 1, inner + 1);                                                               \
        vstore##n(vload##n(1, inner + 1), i, to + 3 * count);                                     \
        vstore##n(vload##n(i, fixed + 1), i, to + 4 * count);                                     \
        vstore##n(v, 1, any);                                                                     \
        vstore##n(vload##n(1, any), i, to + count);                                               \
    }
MOVES(2)
MOVES(3)
MOVES(4)
MOVES(8)
MOVES(16)

/* Copies there and back; then every third element, and back to every second. */
#define COPIES(name, V)                                                                    \
    kernel void copies_##name(global V *to, global const V *from, local V *shared)         \
    {                                                                                      \
        const size_t first = get_group_id(0) * ITEMS;                                      \
        prefetch(from + first, ITEMS);                                                     \
        event_t event = async_work_group_copy(shared, from + first, ITEMS, 0);             \
        wait_group_events(1, &event);                                                      \
        event = async_work_group_copy(to + first, shared, ITEMS, 0);                       \
        event = async_work_group_copy(to + get_global_size(0) + first, shared, 5, event);  \
        wait_group_events(1, &event);                                                      \
        event = async_work_group_strided_copy(shared, from + first, ITEMS / 4, 3, 0);      \
        wait_group_events(1, &event);                                                      \
        event = async_work_group_strided_copy(to + 2 * get_global_size(0) + first, shared, \
                                              ITEMS / 4, 2, 0);                            \
        wait_group_events(1, &event);                                                      \
    }
COPIES(1, T)
COPIES(2, JOIN(T, 2))
COPIES(3, JOIN(T, 3))
COPIES(4, JOIN(T, 4))
COPIES(8, JOIN(T, 8))
COPIES(16, JOIN(T, 16))

/* Stores the results of every pair of widths, 16 elements each. */
#define SHUFFLE(m, n)                                                                   \
    vstore##n(shuffle(vload##m(i, a), vload##n(i, mask)), 0, to);                       \
    vstore##n(shuffle2(vload##m(i, a), vload##m(i, b), vload##n(i, mask)), 0, to + 16); \
    to += 32;
#define SHUFFLES(m) SHUFFLE(m, 2) SHUFFLE(m, 4) SHUFFLE(m, 8) SHUFFLE(m, 16)
kernel void shuffles(global T *to, global const T *a, global const T *b, global const U *mask)
{
    const size_t i = get_global_id(0);
    to += i * 16 * 32;
    SHUFFLES(2) SHUFFLES(4) SHUFFLES(8) SHUFFLES(16)
}

/* The same bits as other types, and back. */
kernel void bits(global JOIN(T, 16) * to, global const JOIN(T, 16) * from, global int *steps)
{
    const size_t i = get_global_id(0);
    const JOIN(T, 16) v = from[i];
    to[i] = JOIN(JOIN(as_, T), 16)(JOIN(JOIN(as_, U), 16)(v));
    to[i].s0 = JOIN(as_, T)(JOIN(as_, U)(v.s0));
    to[i].s12 = JOIN(JOIN(as_, T), 2)(JOIN(JOIN(as_, U), 2)(v.s12));
    to[i].s345 = JOIN(JOIN(as_, T), 3)(JOIN(JOIN(as_, U), 4)(JOIN(JOIN(as_, T), 4)(v.s345)));
#if BYTES == 8
    to[i].lo.hi = JOIN(JOIN(as_, T), 4)(as_uint8(as_short16(v.lo.hi)));
#elif BYTES == 4
    to[i].lo.hi = JOIN(JOIN(as_, T), 4)(as_long2(as_uchar16(as_ushort8(v.lo.hi))));
#elif BYTES == 2
    to[i].lo.hi = JOIN(JOIN(as_, T), 4)(as_double(as_char8(as_float2(v.lo.hi))));
#else
    to[i].lo.hi = JOIN(JOIN(as_, T), 4)(as_int(as_ushort2(as_half2(v.lo.hi))));
#endif
    steps[i] = vec_step(T) + 10 * vec_step(JOIN(T, 2)) + 100 * vec_step(JOIN(T, 3)) +
               1000 * vec_step(JOIN(T, 16));
}
