/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * One call of one routine as data, so that the host, a command list or a kernel can make it.  For
 * OpenCL C and C.
 *
 * The members have the names of the parameters in routine_lists.h; BIND_... makes them variables of
 * those names and of the routine's type.
 */
#ifndef RANDOM_COMMAND_H
#define RANDOM_COMMAND_H

#include "ishmem/routine_lists.h"
#include "ishmem/type_lists.h"
#ifndef __OPENCL_C_VERSION__
#include <string.h>
#endif

/* How a kernel calls. */
enum { FORM_ITEM, FORM_WORK_GROUP, FORM_SUB_GROUP, FORM_COUNT };

typedef struct command {
    uint64_t dest; /* ivar and ivars, too */
    uint64_t source;
    uint64_t fetch;
    uint64_t sig_addr;
    uint64_t status;
    uint64_t indices;
    uint64_t cmp_values;
    uint64_t result;  /* where what the routine returns goes: 8 bytes */
    uint64_t context; /* 0: the form without one */
    uint64_t nelems;
    uint64_t bsize;
    uint64_t nblocks;
    int64_t dst;
    int64_t sst;
    uint64_t signal;
    uint64_t value; /* bits; cmp_value, too */
    uint64_t cond;
    int32_t pe;
    int32_t root;
    int32_t team;
    int32_t cmp;
    int32_t sig_op;
    uint32_t routine; /* routines.h */
    uint32_t form;
    uint32_t reserved;
} command_t;

#ifdef __OPENCL_C_VERSION__
#define SPACE global
#define COPY_BITS(TYPE, member) member = *(global const TYPE *)&command->member;
#define ADDRESS(TYPE, member) ((global TYPE *)command->member)
#else
#define SPACE
#define COPY_BITS(TYPE, member) memcpy(&member, &command->member, sizeof member);
#define ADDRESS(TYPE, member) ((TYPE *)(uintptr_t)command->member)
#endif

#define BIND_COMMON(TYPE)                                                                   \
    TYPE *const dest = ADDRESS(TYPE, dest);                                                 \
    const TYPE *const source = ADDRESS(const TYPE, source);                                 \
    uint64_t *const sig_addr = ADDRESS(uint64_t, sig_addr);                                 \
    const size_t nelems = command->nelems;                                                  \
    const size_t nreduce = command->nelems;                                                 \
    const size_t bsize = command->bsize;                                                    \
    const size_t nblocks = command->nblocks;                                                \
    const ptrdiff_t dst = command->dst;                                                     \
    const ptrdiff_t sst = command->sst;                                                     \
    const uint64_t signal = command->signal;                                                \
    const int pe = command->pe;                                                             \
    const int PE_root = command->root;                                                      \
    const int team = command->team;                                                         \
    const int cmp = command->cmp;                                                           \
    const int sig_op = command->sig_op;                                                     \
    (void)dest, (void)source, (void)sig_addr, (void)nelems, (void)nreduce, (void)bsize;     \
    (void)nblocks, (void)dst, (void)sst, (void)signal, (void)pe, (void)PE_root, (void)team; \
    (void)cmp, (void)sig_op;

#define BIND_VALUES(TYPE)                                                                \
    TYPE *const fetch = ADDRESS(TYPE, fetch);                                            \
    TYPE *const ivar = dest;                                                             \
    TYPE *const ivars = dest;                                                            \
    const TYPE *const cmp_values = ADDRESS(const TYPE, cmp_values);                      \
    size_t *const indices = ADDRESS(size_t, indices);                                    \
    const int *const status = ADDRESS(const int, status);                                \
    TYPE value;                                                                          \
    TYPE cond;                                                                           \
    COPY_BITS(TYPE, value)                                                               \
    COPY_BITS(TYPE, cond)                                                                \
    const TYPE cmp_value = value;                                                        \
    (void)fetch, (void)ivar, (void)ivars, (void)cmp_values, (void)indices, (void)status; \
    (void)value, (void)cond, (void)cmp_value;

/* What stands before a call, by the routine: nothing, or where its result goes. */
#define STORE(TYPE) *(SPACE TYPE *)ADDRESS(void, result) =
#define STORE_put(T)
#define STORE_get(T)
#define STORE_put_nbi(T)
#define STORE_get_nbi(T)
#define STORE_iput(T)
#define STORE_iget(T)
#define STORE_ibput(T)
#define STORE_ibget(T)
#define STORE_p(T)
#define STORE_g(T) STORE(T)
#define STORE_put_signal(T)
#define STORE_put_signal_nbi(T)
#define STORE_atomic_fetch(T) STORE(T)
#define STORE_atomic_swap(T) STORE(T)
#define STORE_atomic_compare_swap(T) STORE(T)
#define STORE_atomic_fetch_inc(T) STORE(T)
#define STORE_atomic_fetch_add(T) STORE(T)
#define STORE_atomic_fetch_and(T) STORE(T)
#define STORE_atomic_fetch_or(T) STORE(T)
#define STORE_atomic_fetch_xor(T) STORE(T)
#define STORE_atomic_set(T)
#define STORE_atomic_inc(T)
#define STORE_atomic_add(T)
#define STORE_atomic_and(T)
#define STORE_atomic_or(T)
#define STORE_atomic_xor(T)
#define STORE_atomic_fetch_nbi(T)
#define STORE_atomic_swap_nbi(T)
#define STORE_atomic_compare_swap_nbi(T)
#define STORE_atomic_fetch_inc_nbi(T)
#define STORE_atomic_fetch_add_nbi(T)
#define STORE_atomic_fetch_and_nbi(T)
#define STORE_atomic_fetch_or_nbi(T)
#define STORE_atomic_fetch_xor_nbi(T)
#define STORE_wait_until(T)
#define STORE_wait_until_all(T)
#define STORE_wait_until_any(T) STORE(size_t)
#define STORE_wait_until_some(T) STORE(size_t)
#define STORE_wait_until_all_vector(T)
#define STORE_wait_until_any_vector(T) STORE(size_t)
#define STORE_wait_until_some_vector(T) STORE(size_t)
#define STORE_test(T) STORE(int)
#define STORE_test_all(T) STORE(int)
#define STORE_test_any(T) STORE(size_t)
#define STORE_test_some(T) STORE(size_t)
#define STORE_test_all_vector(T) STORE(int)
#define STORE_test_any_vector(T) STORE(size_t)
#define STORE_test_some_vector(T) STORE(size_t)

#endif
