/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernels of test_ring: every way into the ring, all with the context as an argument. */
#include "forms.h"

#define PRIVATE_BYTES 5000

/* From global memory into any. */
void fill(char *to, __global const char *from, ulong bytes)
{
    for (ulong i = 0; i < bytes; i++)
        to[i] = from[i];
}

/* The source is overwritten as soon as it may be. */
__kernel void put(ishmem_ctx_t ctx, __global char *dest, __global char *source, ulong bytes,
                  uint form, int pe)
{
    __local char shared[PRIVATE_BYTES];
    if (form == FORM_BLOCKING) {
        ishmem_ctx_putmem(ctx, dest, source, bytes, pe);
        for (ulong i = 0; i < bytes; i++)
            source[i] = (char)0xee;
    } else if (form == FORM_NBI) {
        ishmem_ctx_putmem_nbi(ctx, dest, source, bytes, pe);
    } else if (form == FORM_PRIVATE) {
        char own[PRIVATE_BYTES];
        fill(own, source, bytes);
        ishmem_ctx_putmem(ctx, dest, own, bytes, pe);
        for (ulong i = 0; i < bytes; i++)
            ((volatile char *)own)[i] = (char)0xee;
    } else if (form == FORM_LOCAL) {
        fill(shared, source, bytes);
        ishmem_ctx_putmem_nbi(ctx, dest, shared, bytes, pe);
        ishmem_ctx_quiet(ctx);
    }
    ishmem_ctx_quiet(ctx);
}

__kernel void put_work_group(ishmem_ctx_t ctx, __global char *dest, __global char *source,
                             ulong bytes, uint form, int pe)
{
    if (form == FORM_BLOCKING) {
        ishmemx_ctx_putmem_work_group(ctx, dest, source, bytes, pe);
        for (ulong i = get_local_linear_id(); i < bytes; i += get_local_size(0))
            source[i] = (char)0xee;
    } else {
        ishmemx_ctx_putmem_nbi_work_group(ctx, dest, source, bytes, pe);
    }
    ishmemx_ctx_quiet_work_group(ctx);
}

__kernel void get(ishmem_ctx_t ctx, __global char *dest, __global char *source, ulong bytes,
                  uint form, int pe)
{
    __local char shared[PRIVATE_BYTES];
    if (form == FORM_BLOCKING) {
        ishmem_ctx_getmem(ctx, dest, source, bytes, pe);
    } else if (form == FORM_NBI) {
        ishmem_ctx_getmem_nbi(ctx, dest, source, bytes, pe);
        ishmem_ctx_quiet(ctx);
    } else if (form == FORM_PRIVATE) {
        char own[PRIVATE_BYTES];
        ishmem_ctx_getmem(ctx, own, source, bytes, pe);
        for (ulong i = 0; i < bytes; i++)
            dest[i] = own[i];
    } else if (form == FORM_LOCAL) {
        ishmem_ctx_getmem_nbi(ctx, shared, source, bytes, pe);
        ishmem_ctx_quiet(ctx);
        for (ulong i = 0; i < bytes; i++)
            dest[i] = shared[i];
    }
}

/* What was got is passed on by all work-items. */
__kernel void get_work_group(ishmem_ctx_t ctx, __global char *dest, __global char *source,
                             ulong bytes, uint form, int pe)
{
    if (form == FORM_BLOCKING) {
        ishmemx_ctx_getmem_work_group(ctx, dest, source, bytes, pe);
    } else {
        ishmemx_ctx_getmem_nbi_work_group(ctx, dest, source, bytes, pe);
        ishmemx_ctx_quiet_work_group(ctx);
    }
    for (ulong i = get_local_linear_id(); i < bytes; i += get_local_size(0))
        dest[i] = (char)(dest[i] + 1);
}

__kernel void put_signal(ishmem_ctx_t ctx, __global char *dest, __global char *source, ulong bytes,
                         uint form, int pe, __global ulong *signal)
{
    char own[PRIVATE_BYTES];
    if (form == FORM_BLOCKING) {
        ishmem_ctx_putmem_signal(ctx, dest, source, bytes, signal, 7, ISHMEM_SIGNAL_SET, pe);
        for (ulong i = 0; i < bytes; i++)
            source[i] = (char)0xee;
    } else if (form == FORM_NBI) {
        ishmem_ctx_putmem_signal_nbi(ctx, dest, source, bytes, signal, 7, ISHMEM_SIGNAL_ADD, pe);
    } else {
        fill(own, source, bytes);
        ishmem_ctx_putmem_signal(ctx, dest, own, bytes, signal, 7, ISHMEM_SIGNAL_ADD, pe);
    }
    ishmem_ctx_quiet(ctx);
}

/* Each work-item has elements of its own; strides of 3 and 2. */
__kernel void strided(ishmem_ctx_t ctx, __global int *dest, __global int *source, ulong nelems,
                      int is_put, int pe)
{
    if (is_put)
        ishmemx_ctx_int_iput_work_group(ctx, dest, source, 3, 2, nelems, pe);
    else
        ishmemx_ctx_int_iget_work_group(ctx, dest, source, 3, 2, nelems, pe);
    ishmemx_ctx_quiet_work_group(ctx);
}

/* Blocks that go by address. */
__kernel void blocks(ishmem_ctx_t ctx, __global int *dest, __global int *source, ulong bsize,
                     ulong nblocks, int is_put, int pe)
{
    if (is_put)
        ishmemx_ctx_int_ibput(ctx, dest, source, (long)(bsize + 1), (long)bsize, bsize, nblocks,
                              pe);
    else
        ishmemx_ctx_int_ibget(ctx, dest, source, (long)(bsize + 1), (long)bsize, bsize, nblocks,
                              pe);
    ishmem_ctx_quiet(ctx);
}

/* One value of each size. */
__kernel void values(ishmem_ctx_t ctx, __global char *dest, __global ulong *out, int pe)
{
    __global char *c = dest;
    __global short *s = (__global short *)(dest + 8);
    __global int *i = (__global int *)(dest + 16);
    __global double *d = (__global double *)(dest + 24);
    ishmem_ctx_char_p(ctx, c, (char)0x81, pe);
    ishmem_ctx_short_p(ctx, s, (short)0x8182, pe);
    ishmem_ctx_int_p(ctx, i, (int)0x81828384, pe);
    ishmem_ctx_double_p(ctx, d, 1.5, pe);
    ishmem_ctx_quiet(ctx);
    out[0] = (uchar)ishmem_ctx_char_g(ctx, c, pe);
    out[1] = (ushort)ishmem_ctx_short_g(ctx, s, pe);
    out[2] = (uint)ishmem_ctx_int_g(ctx, i, pe);
    out[3] = as_ulong(ishmem_ctx_double_g(ctx, d, pe));
}

/* What nobody waits for: to one PE, to another, and after a fence to the first again. */
__kernel void brief(ishmem_ctx_t ctx, __global ulong *words, uint count)
{
    for (uint i = 0; i < count; i++) {
        ishmem_ctx_ulong_p(ctx, words + 1 + i, 7 * i, 1);
        ishmem_ctx_ulong_atomic_add(ctx, words, i, 1);
    }
    for (uint i = 0; i < count; i++)
        ishmem_ctx_ulong_p(ctx, words + 1 + i, 2 * i, 2);
    ishmem_ctx_fence(ctx);
    for (uint i = 0; i < count; i++)
        ishmem_ctx_ulong_p(ctx, words + 1 + i, 3 * i, 1);
}

__kernel void amo(ishmem_ctx_t ctx, __global ulong *word, __global float *number,
                  __global ulong *out, int pe)
{
    out[0] = ishmem_ctx_ulong_atomic_fetch_add(ctx, word, 5, pe);
    out[1] = ishmem_ctx_ulong_atomic_fetch_inc(ctx, word, pe);
    out[2] = ishmem_ctx_ulong_atomic_swap(ctx, word, 100, pe);
    out[3] = ishmem_ctx_ulong_atomic_compare_swap(ctx, word, 100, 0xff, pe);
    out[4] = ishmem_ctx_ulong_atomic_compare_swap(ctx, word, 1, 2, pe);
    out[5] = ishmem_ctx_ulong_atomic_fetch_and(ctx, word, 0xf0, pe);
    out[6] = ishmem_ctx_ulong_atomic_fetch_or(ctx, word, 0x0c, pe);
    out[7] = ishmem_ctx_ulong_atomic_fetch_xor(ctx, word, 0xff, pe);
    ishmem_ctx_ulong_atomic_add(ctx, word, 1, pe);
    ishmem_ctx_ulong_atomic_inc(ctx, word, pe);
    ishmem_ctx_quiet(ctx);
    out[8] = ishmem_ctx_ulong_atomic_fetch(ctx, word, pe);
    ishmem_ctx_ulong_atomic_set(ctx, word, 40, pe);
    ishmem_ctx_quiet(ctx);
    ishmem_ctx_ulong_atomic_fetch_add_nbi(ctx, &out[9], word, 2, pe);
    ishmem_ctx_quiet(ctx);
    ulong own;
    ishmem_ctx_ulong_atomic_fetch_add_nbi(ctx, &own, word, 2, pe);
    ishmem_ctx_quiet(ctx);
    out[10] = own;
    out[11] = as_uint(ishmem_ctx_float_atomic_fetch_add(ctx, number, 0.5f, pe));
    out[12] = as_uint(ishmem_ctx_float_atomic_fetch(ctx, number, pe));
    ishmemx_ctx_signal_set(ctx, word, 3, pe);
    ishmem_ctx_quiet(ctx);
    ishmemx_ctx_signal_add(ctx, word, 4, pe);
    ishmem_ctx_quiet(ctx);
    out[13] = ishmem_ctx_ulong_atomic_fetch(ctx, word, pe);
}

/* Without fences the transport would mix these up. */
__kernel void ordered(ishmem_ctx_t ctx, __global ulong *dest, uint repetitions, int pe)
{
    for (uint i = 1; i <= repetitions; i++) {
        ishmem_ctx_ulong_p(ctx, dest, i, pe);
        ishmem_ctx_fence(ctx);
    }
    ishmem_ctx_quiet(ctx);
}

/* Each work-item: puts into its own word, adds to a counter of all, and now and then asks. */
__kernel void stress(ishmem_ctx_t ctx, __global ulong *words, __global ulong *counters,
                     __global ulong *errors, uint repetitions, int n_peers)
{
    const size_t id = get_global_id(0);
    ulong last = 0;
    for (uint i = 0; i < repetitions; i++) {
        const int pe = 1 + (int)((id + i / 16) % (size_t)n_peers);
        if (i % 2 == 0)
            ishmem_ctx_ulong_p(ctx, &words[id], id + ((ulong)i << 32), pe);
        else
            ishmem_ctx_ulong_atomic_inc(ctx, counters, pe);
        if (i % 64 == 63) {
            ishmem_ctx_fence(ctx);
            const ulong now = ishmem_ctx_ulong_atomic_fetch_add(ctx, counters + 8, 1, 1);
            if (now < last)
                errors[0] = id + 1;
            last = now + 1;
        }
    }
    ishmem_ctx_quiet(ctx);
}

/* Work-group 0 has one long transfer under way while the other asks. */
__kernel void beside_long(ishmem_ctx_t ctx, __global char *dest, __global char *source, ulong bytes,
                          __global ulong *counter, int pe)
{
    if (get_global_id(0) == 0) {
        ishmem_ctx_putmem(ctx, dest, source, bytes, pe);
    } else {
        for (int i = 0; i < 200; i++)
            ishmem_ctx_ulong_atomic_fetch_inc(ctx, counter, pe);
    }
}

__kernel void latency(ishmem_ctx_t ctx, __global ulong *dest, uint repetitions, int pe)
{
    for (uint i = 0; i < repetitions; i++) {
        ishmem_ctx_ulong_p(ctx, dest, i, pe);
        ishmem_ctx_quiet(ctx);
    }
}

__kernel void rate(ishmem_ctx_t ctx, __global ulong *dest, uint repetitions, int pe)
{
    for (uint i = 0; i < repetitions; i++)
        ishmem_ctx_ulong_p(ctx, dest + get_global_id(0), i, pe);
    ishmem_ctx_quiet(ctx);
}
