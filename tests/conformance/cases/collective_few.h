/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Some collectives of each kind, on numbers of several types, for tests that mix them.  For OpenCL
 * C and C.
 */
#ifndef COLLECTIVE_FEW_H
#define COLLECTIVE_FEW_H

/* X(NAME, TYPE, PREFIX, ROUTINE, KIND): as in routine_lists.h.  MEM(SIZE, BYTES, PREFIX, HEAD,
 * TAIL, KIND): bytes.
 * HALF: as X, for numbers of 16 bits that C has no type for. */
#define COLLECTIVE_FEW(X, MEM, HALF)                                \
    X(long, long, ishmem, broadcast, from_root)                     \
    MEM(mem, 1, ishmem, broadcast, , from_root)                     \
    X(int, int, ishmem, collect, gather)                            \
    MEM(mem, 1, ishmem, collect, , gather)                          \
    X(short, short, ishmem, fcollect, gather)                       \
    X(long, long, ishmem, fcollect, gather)                         \
    X(int, int, ishmem, alltoall, gather)                           \
    X(long, long, ishmem, alltoalls, gather_strided)                \
    X(uint, unsigned int, ishmem, xor_reduce, reduce)               \
    X(int, int, ishmem, max_reduce, reduce)                         \
    X(long, long, ishmem, sum_reduce, reduce)                       \
    X(float, float, ishmem, sum_reduce, reduce)                     \
    X(double, double, ishmem, sum_reduce, reduce)                   \
    X(int8, int8_t, ishmem, min_reduce, reduce)                     \
    HALF(bfloat16, uint16_t, ishmemx, sum_reduce, reduce)           \
    X(ushort, unsigned short, ishmemx, prod_reduce_scatter, reduce) \
    X(double, double, ishmemx, sum_reduce_scatter, reduce)          \
    X(float, float, ishmem, sum_inscan, gather)                     \
    X(int, int, ishmem, sum_inscan, gather)                         \
    X(ulong, unsigned long, ishmem, sum_exscan, gather)

#endif
