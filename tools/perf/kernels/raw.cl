/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What GPUs that reach each other do without the library, in as many work-items as the benchmark
 * beside it: limits of ishmem-perf.  A module of its own, because these kernels are all that a
 * host's run needs.
 */
#include "device/body/language.h"
#include "kernel.h"

/* ---- Copies ---------------------------------------------------------------------------------- */

/* All loads before the first store, so that they are on their way together. */
#define COPY_1(LOAD, UNIT) to[0] = LOAD(UNIT, from);
#define COPY_2(LOAD, UNIT)                           \
    {                                                \
        const UNIT second = LOAD(UNIT, from + step); \
        COPY_1(LOAD, UNIT)                           \
        to[step] = second;                           \
    }
#define COPY_4(LOAD, UNIT)                               \
    {                                                    \
        const UNIT third = LOAD(UNIT, from + 2 * step);  \
        const UNIT fourth = LOAD(UNIT, from + 3 * step); \
        COPY_2(LOAD, UNIT)                               \
        to[2 * step] = third;                            \
        to[3 * step] = fourth;                           \
    }
#define COPY_8(LOAD, UNIT)                                \
    {                                                     \
        const UNIT fifth = LOAD(UNIT, from + 4 * step);   \
        const UNIT sixth = LOAD(UNIT, from + 5 * step);   \
        const UNIT seventh = LOAD(UNIT, from + 6 * step); \
        const UNIT eighth = LOAD(UNIT, from + 7 * step);  \
        COPY_4(LOAD, UNIT)                                \
        to[4 * step] = fifth;                             \
        to[5 * step] = sixth;                             \
        to[6 * step] = seventh;                           \
        to[7 * step] = eighth;                            \
    }
#define ADVANCE(BATCH)    \
    to += BATCH * step;   \
    from += BATCH * step; \
    left -= BATCH * step;

#define LOAD_PLAIN(UNIT, address) (*(address))
#define LOAD_ANEW(UNIT, address) ISHMEMI_ATOMIC_LOAD(UNIT, address, ISHMEMI_RELAXED)

/* One lane's part of a copy of whole units.  A lane alone needs more of them on their way. */
#define DEFINE_COPY(NAME, UNIT, LOAD)                                           \
    ISHMEMI_INLINE void copy_##NAME(ishmemi_group_t group, __global char *dest, \
                                    __global const char *source, ulong bytes)   \
    {                                                                           \
        const long lane = (long)ishmemi_group_lane(group);                      \
        const long step = (long)ishmemi_group_lanes(group);                     \
        long left = (long)(bytes / sizeof(UNIT)) - lane;                        \
        __global UNIT *to = (__global UNIT *)dest + lane;                       \
        __global const UNIT *from = (__global const UNIT *)source + lane;       \
        while (group == ISHMEMI_WORK_ITEM && left > 7) {                        \
            COPY_8(LOAD, UNIT)                                                  \
            ADVANCE(8)                                                          \
        }                                                                       \
        while (left > 3 * step) {                                               \
            COPY_4(LOAD, UNIT)                                                  \
            ADVANCE(4)                                                          \
        }                                                                       \
        if (left > step) {                                                      \
            COPY_2(LOAD, UNIT)                                                  \
            ADVANCE(2)                                                          \
        }                                                                       \
        if (left > 0)                                                           \
            COPY_1(LOAD, UNIT)                                                  \
    }
DEFINE_COPY(vectors, uint4, LOAD_PLAIN)
DEFINE_COPY(words, ulong, LOAD_PLAIN)
DEFINE_COPY(characters, char, LOAD_PLAIN)
DEFINE_COPY(anew, ulong, LOAD_ANEW)

typedef enum units { VECTORS, WORDS, CHARACTERS, ANEW } units_t;

ISHMEMI_INLINE units_t units_of(__global char *to, __global const char *from, ulong bytes)
{
    const ulong bits = ISHMEMI_ADDRESS(to) | ISHMEMI_ADDRESS(from) | bytes;
    return bits % sizeof(uint4) == 0 ? VECTORS : bits % sizeof(ulong) == 0 ? WORDS : CHARACTERS;
}

/* units: a constant, so that a loop of copies keeps registers for one kind of units. */
ISHMEMI_INLINE void copy(units_t units, ishmemi_group_t group, __global char *to,
                         __global const char *from, ulong bytes)
{
    switch (units) {
    case VECTORS:
        copy_vectors(group, to, from, bytes);
        break;
    case WORDS:
        copy_words(group, to, from, bytes);
        break;
    case ANEW:
        copy_anew(group, to, from, bytes);
        break;
    default:
        copy_characters(group, to, from, bytes);
    }
}

/* RUN(UNITS) with a constant. */
#define BY_UNITS(units, RUN) \
    switch (units) {         \
    case VECTORS:            \
        RUN(VECTORS);        \
        break;               \
    case WORDS:              \
        RUN(WORDS);          \
        break;               \
    default:                 \
        RUN(CHARACTERS);     \
    }

/* ---- One way --------------------------------------------------------------------------------- */

/* All lanes' stores have arrived after the lead's fence. */
ISHMEMI_INLINE void complete(ishmemi_group_t group)
{
    ishmemi_group_barrier(group);
    if (ishmemi_group_lane(group) == 0)
        ISHMEMI_FENCE_COMPLETE();
}

ISHMEMI_INLINE void puts(units_t units, ishmemi_group_t group, __global char *to,
                         __global const char *from, ulong bytes, ulong count, int each)
{
    for (ulong i = 0; i < count; i++) {
        copy(units, group, to, from, bytes);
        if (each) {
            complete(group);
            ishmemi_group_barrier(group);
        }
    }
    if (!each)
        complete(group);
}

#define PUTS(UNITS) puts(UNITS, group, to, from, bytes, count, each)

ISHMEMI_INLINE void run_puts(ishmemi_group_t group, __global char *to, __global const char *from,
                             ulong bytes, ulong count,
                             int each){BY_UNITS(units_of(to, from, bytes), PUTS)}

ISHMEMI_INLINE void run_put(ishmemi_group_t group, __global char *to, __global const char *from,
                            __global ulong *word, ulong bytes, ulong count)
{
    (void)word;
    run_puts(group, to, from, bytes, count, 0);
}

ISHMEMI_INLINE void run_put_quiet(ishmemi_group_t group, __global char *to,
                                  __global const char *from, __global ulong *word, ulong bytes,
                                  ulong count)
{
    (void)word;
    run_puts(group, to, from, bytes, count, 1);
}

/* Atomic stores, because compilers could leave out others that go to the same place. */
ISHMEMI_INLINE void run_p(ishmemi_group_t group, __global char *to, __global const char *from,
                          __global ulong *word, ulong bytes, ulong count)
{
    (void)from, (void)word, (void)bytes;
    for (ulong i = 0; i < count && ishmemi_group_lane(group) == 0; i++)
        ISHMEMI_ATOMIC_STORE(ulong, to, i, ISHMEMI_RELAXED);
    complete(group);
}

ISHMEMI_INLINE void run_p_quiet(ishmemi_group_t group, __global char *to, __global const char *from,
                                __global ulong *word, ulong bytes, ulong count)
{
    (void)from, (void)word, (void)bytes;
    for (ulong i = 0; i < count; i++) {
        if (ishmemi_group_lane(group) == 0)
            ISHMEMI_ATOMIC_STORE(ulong, to, i, ISHMEMI_RELAXED);
        complete(group);
        ishmemi_group_barrier(group);
    }
}

/* A load that acquires, of any word, empties a GPU's first cache, so that each get reads memory
 * anew.  Atomic loads pass by that cache. */
ISHMEMI_INLINE void gets(units_t units, ishmemi_group_t group, __global char *to,
                         __global const char *from, __global ulong *word, ulong bytes, ulong count)
{
    for (ulong i = 0; i < count; i++) {
        if (units != ANEW && ishmemi_group_lane(group) == 0)
            ISHMEMI_ATOMIC_LOAD(ulong, word, ISHMEMI_ACQUIRE);
        ishmemi_group_barrier(group);
        copy(units, group, to, from, bytes);
    }
}

#define GETS(UNITS) gets(UNITS, group, to, from, word, bytes, count)

/* A few words are read atomically, because emptying the cache may take as long as they do. */
ISHMEMI_INLINE void run_get(ishmemi_group_t group, __global char *to, __global const char *from,
                            __global ulong *word, ulong bytes, ulong count)
{
    const units_t units = units_of(to, from, bytes);
    const ulong few = group == ISHMEMI_WORK_ITEM ? 8 : ishmemi_group_lanes(group);
    if (units != CHARACTERS && bytes <= few * sizeof(ulong))
        GETS(ANEW);
    else
        BY_UNITS(units, GETS)
}

/* word: this PE's own. */
#define DEFINE_KERNEL(NAME, SCOPE, GROUP, CALLS)                                            \
    __kernel void perf_raw_##NAME##_##SCOPE(__global char *to, __global const char *from,   \
                                            __global ulong *word, ulong bytes, ulong count) \
    {                                                                                       \
        const ulong part = get_group_id(0) * bytes;                                         \
        if (CALLS)                                                                          \
            run_##NAME(GROUP, to + part, from + part, word, bytes, count);                  \
    }
#define DEFINE_KERNELS(ROUTINE, NAME)                                               \
    DEFINE_KERNEL(NAME, work_item, ISHMEMI_WORK_ITEM, get_local_linear_id() == 0)   \
    DEFINE_KERNEL(NAME, sub_group, ISHMEMI_SUB_GROUP, ishmemi_is_first_sub_group()) \
    DEFINE_KERNEL(NAME, work_group, ISHMEMI_WORK_GROUP, 1)
PERF_RAW_KERNELS(DEFINE_KERNELS)

/* Each atomic needs the result of the one before.  An operand of 2 is as good as one of 1. */
#define DEFINE_ADDS(TYPE)                                                                 \
    ISHMEMI_INLINE void add_##TYPE(__global char *to, ulong count)                        \
    {                                                                                     \
        TYPE before = 0;                                                                  \
        for (ulong i = 0; i < count; i++)                                                 \
            before = ISHMEMI_ATOMIC_ADD(TYPE, to, 1 + (before >> (8 * sizeof(TYPE) - 1)), \
                                        ISHMEMI_RELAXED);                                 \
    }
DEFINE_ADDS(uint)
DEFINE_ADDS(ulong)

__kernel void perf_raw_atomic(__global char *to, ulong bytes, ulong count)
{
    if (get_local_linear_id() != 0)
        return;
    if (bytes == sizeof(uint))
        add_uint(to, count);
    else
        add_ulong(to, count);
}

/* ---- Messages in turns ----------------------------------------------------------------------- */

/* Data, which leaves `parts` times, and then the flag, which the lead's release puts behind it. */
ISHMEMI_INLINE void send(units_t units, ishmemi_group_t group, __global char *to,
                         __global const char *from, __global ulong *flag, ulong bytes, uint parts,
                         ulong turn)
{
    for (uint i = 0; i < parts; i++)
        copy(units, group, to, from, bytes);
    ishmemi_group_barrier(group);
    if (ishmemi_group_lane(group) == 0)
        ISHMEMI_ATOMIC_STORE(ulong, flag, turn, ISHMEMI_RELEASE);
}

/* Polls without an end, because a call of the library's wait would cost the kernel registers. */
ISHMEMI_INLINE void await(ishmemi_group_t group, __global ulong *word, ulong turn)
{
    if (ishmemi_group_lane(group) == 0) {
        while (ISHMEMI_ATOMIC_LOAD(ulong, word, ISHMEMI_ACQUIRE) < turn) {
        }
    }
    ishmemi_group_barrier(group);
}

/* word, flag: this PE's own, which only the peer writes, and the peer's. */
ISHMEMI_INLINE void play(units_t units, ishmemi_group_t group, __global char *to,
                         __global const char *from, __global ulong *word, __global ulong *flag,
                         ulong bytes, uint parts, ulong count, ulong turn, int serves)
{
    const ulong last = turn + count;
    if (!serves)
        await(group, word, turn + 1);
    for (ulong i = turn + 1; i <= last; i++) {
        const ulong next = serves ? i : i + 1;
        send(units, group, to, from, flag, bytes, parts, i);
        if (next <= last)
            await(group, word, next);
    }
}

#define PLAY(UNITS) play(UNITS, group, to, from, word, flag, bytes, parts, count, turn, serves)

#define DEFINE_MESSAGE(SCOPE, GROUP, CALLS)                                                       \
    __kernel void perf_raw_message_##SCOPE(                                                       \
        __global char *to, __global const char *from, __global ulong *word, __global ulong *flag, \
        ulong bytes, uint parts, ulong count, ulong turn, int serves)                             \
    {                                                                                             \
        const ishmemi_group_t group = GROUP;                                                      \
        if (CALLS)                                                                                \
            BY_UNITS(units_of(to, from, bytes), PLAY)                                             \
    }
DEFINE_MESSAGE(work_item, ISHMEMI_WORK_ITEM, get_local_linear_id() == 0)
DEFINE_MESSAGE(sub_group, ISHMEMI_SUB_GROUP, ishmemi_is_first_sub_group())
DEFINE_MESSAGE(work_group, ISHMEMI_WORK_GROUP, 1)

__kernel void perf_nothing(void)
{
}
