/* SPDX-License-Identifier: BSD-3-Clause */
/* What each atomic operation gives back and leaves, in each memory, on values of any bits: an item's cells are its
 * own, so that the order of items does not matter. */
#include "corpus.h"

#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable

/* What has been given back so far. */
#define KEEP(sum, value) (sum) = (sum)*31 + (ulong)(value)

/* Operand k of the item, of either width. */
static ulong operand(global const uint *in, int k)
{
    const uint low = MINE(in)[k % WORDS], high = MINE(in)[(k * 7 + 3) % WORDS];
    return (ulong)high << 32 | (low & 1 ? low : (uint)((int)low >> 24));
}

/* The operations of C11, with each order that they take. */
#define OF_C11(T, SPACE)                                                                           \
    static ulong c11_##T##_##SPACE(volatile SPACE atomic_##T *cell, global const uint *in)         \
    {                                                                                              \
        ulong sum = 0;                                                                             \
        T expected;                                                                                \
        atomic_init(cell, (T)operand(in, 0));                                                      \
        KEEP(sum, atomic_load(cell));                                                              \
        KEEP(sum, atomic_fetch_add(cell, (T)operand(in, 1)));                                      \
        KEEP(sum, atomic_fetch_sub_explicit(cell, (T)operand(in, 2), memory_order_relaxed));       \
        KEEP(sum, atomic_fetch_or_explicit(cell, (T)operand(in, 3), memory_order_acquire,          \
                                           memory_scope_work_group));                              \
        KEEP(sum, atomic_fetch_xor_explicit(cell, (T)operand(in, 4), memory_order_release,         \
                                            memory_scope_device));                                 \
        KEEP(sum, atomic_fetch_and_explicit(cell, (T)operand(in, 5), memory_order_acq_rel));       \
        KEEP(sum, atomic_fetch_min(cell, (T)operand(in, 6)));                                      \
        KEEP(sum, atomic_load_explicit(cell, memory_order_acquire, memory_scope_work_group));      \
        KEEP(sum, atomic_fetch_max_explicit(cell, (T)operand(in, 7), memory_order_seq_cst));       \
        KEEP(sum, atomic_exchange(cell, (T)operand(in, 8)));                                       \
        expected = (T)operand(in, 8);                                                              \
        KEEP(sum, atomic_compare_exchange_strong(cell, &expected, (T)operand(in, 9)));             \
        KEEP(sum, expected);                                                                       \
        expected = (T)operand(in, 10);                                                             \
        KEEP(sum,                                                                                  \
             atomic_compare_exchange_strong_explicit(cell, &expected, (T)operand(in, 11),          \
                                                     memory_order_acq_rel, memory_order_relaxed)); \
        KEEP(sum, expected);                                                                       \
        atomic_store_explicit(cell, (T)operand(in, 12), memory_order_release);                     \
        KEEP(sum, atomic_exchange_explicit(cell, (T)operand(in, 13), memory_order_acq_rel,         \
                                           memory_scope_device));                                  \
        atomic_store(cell, atomic_load(cell) ^ (T)1);                                              \
        KEEP(sum, atomic_load(cell));                                                              \
        return sum;                                                                                \
    }

/* Those of OpenCL 1.x. */
#define OF_OPENCL(T, SPACE, PREFIX)                                                             \
    static ulong opencl_##PREFIX##_##T##_##SPACE(volatile SPACE T *cell, global const uint *in) \
    {                                                                                           \
        ulong sum = 0;                                                                          \
        *cell = (T)operand(in, 0);                                                              \
        KEEP(sum, PREFIX##_add(cell, (T)operand(in, 1)));                                       \
        KEEP(sum, PREFIX##_sub(cell, (T)operand(in, 2)));                                       \
        KEEP(sum, PREFIX##_xchg(cell, (T)operand(in, 3)));                                      \
        KEEP(sum, PREFIX##_inc(cell));                                                          \
        KEEP(sum, PREFIX##_min(cell, (T)operand(in, 4)));                                       \
        KEEP(sum, PREFIX##_dec(cell));                                                          \
        KEEP(sum, PREFIX##_max(cell, (T)operand(in, 5)));                                       \
        KEEP(sum, PREFIX##_and(cell, (T)operand(in, 6)));                                       \
        KEEP(sum, PREFIX##_or(cell, (T)operand(in, 7)));                                        \
        KEEP(sum, PREFIX##_xor(cell, (T)operand(in, 8)));                                       \
        KEEP(sum, PREFIX##_cmpxchg(cell, *cell, (T)operand(in, 9)));                            \
        KEEP(sum, PREFIX##_cmpxchg(cell, (T)operand(in, 10), (T)operand(in, 11)));              \
        KEEP(sum, *cell);                                                                       \
        return sum;                                                                             \
    }

#define IN_EACH_SPACE(T)                                                                           \
    OF_C11(T, global)                                                                              \
    OF_C11(T, local)                                                                               \
    OF_C11(T, generic)                                                                             \
    static void c11_##T(global uint *out, global const uint *in, local atomic_##T *mine)           \
    {                                                                                              \
        global ulong *to = (global ulong *)MINE(out);                                              \
        to[1] = c11_##T##_global((volatile global atomic_##T *)to, in);                            \
        to[2] = c11_##T##_local(mine, in);                                                         \
        to[3] = c11_##T##_generic(                                                                 \
            get_global_id(0) % 2 ? (generic atomic_##T *)mine : (generic atomic_##T *)&to[4], in); \
    }
IN_EACH_SPACE(int)
IN_EACH_SPACE(uint)
IN_EACH_SPACE(long)
IN_EACH_SPACE(ulong)

#define IN_TWO_SPACES(T, PREFIX)                                                           \
    OF_OPENCL(T, global, PREFIX)                                                           \
    OF_OPENCL(T, local, PREFIX)                                                            \
    static void all_##PREFIX##_##T(global uint *out, global const uint *in, local T *mine) \
    {                                                                                      \
        global ulong *to = (global ulong *)MINE(out);                                      \
        to[1] = opencl_##PREFIX##_##T##_global((volatile global T *)to, in);               \
        to[2] = opencl_##PREFIX##_##T##_local(mine, in);                                   \
    }
IN_TWO_SPACES(int, atomic)
IN_TWO_SPACES(uint, atomic)
IN_TWO_SPACES(int, atom)
IN_TWO_SPACES(uint, atom)
IN_TWO_SPACES(long, atom)
IN_TWO_SPACES(ulong, atom)

kernel void atomic_values_of_c11_int(global uint *out, global const uint *in, uint n)
{
    local atomic_int cells[MOST_ITEMS];
    c11_int(out, in, &cells[get_local_id(0)]);
}

kernel void atomic_values_of_c11_uint(global uint *out, global const uint *in, uint n)
{
    local atomic_uint cells[MOST_ITEMS];
    c11_uint(out, in, &cells[get_local_id(0)]);
}

kernel void atomic_values_of_c11_long(global uint *out, global const uint *in, uint n)
{
    local atomic_long cells[MOST_ITEMS];
    c11_long(out, in, &cells[get_local_id(0)]);
}

kernel void atomic_values_of_c11_ulong(global uint *out, global const uint *in, uint n)
{
    local atomic_ulong cells[MOST_ITEMS];
    c11_ulong(out, in, &cells[get_local_id(0)]);
}

kernel void atomic_values_of_int(global uint *out, global const uint *in, uint n)
{
    local int cells[MOST_ITEMS];
    all_atomic_int(out, in, &cells[get_local_id(0)]);
}

kernel void atomic_values_of_uint(global uint *out, global const uint *in, uint n)
{
    local uint cells[MOST_ITEMS];
    all_atomic_uint(out, in, &cells[get_local_id(0)]);
}

kernel void atom_values_of_int(global uint *out, global const uint *in, uint n)
{
    local int cells[MOST_ITEMS];
    all_atom_int(out, in, &cells[get_local_id(0)]);
}

kernel void atom_values_of_uint(global uint *out, global const uint *in, uint n)
{
    local uint cells[MOST_ITEMS];
    all_atom_uint(out, in, &cells[get_local_id(0)]);
}

kernel void atom_values_of_long(global uint *out, global const uint *in, uint n)
{
    local long cells[MOST_ITEMS];
    all_atom_long(out, in, &cells[get_local_id(0)]);
}

kernel void atom_values_of_ulong(global uint *out, global const uint *in, uint n)
{
    local ulong cells[MOST_ITEMS];
    all_atom_ulong(out, in, &cells[get_local_id(0)]);
}
