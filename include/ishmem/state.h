/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The device ABI: the plain structs in device memory through which the host
 * library and the device bodies know each other.  Internal to libishmem; public
 * only because a SYCL compiler compiles the device bodies in place.
 *
 * Addresses are 64-bit integers here, so that the layout is the same for every
 * compiler; ISHMEMI_STATE_LAYOUT changes with the layout and is part of the name
 * of the variable that a module is bound by (ISHMEMI_DEFAULT_CTX).
 */
#ifndef ISHMEM_STATE_H
#define ISHMEM_STATE_H

#include "type_lists.h"

#define ISHMEMI_STATE_LAYOUT 1

/* The program-scope variable that holds the default context in every module that links the
 * device library.  ishmemx_module_init stores the context's device address there. */
#define ISHMEMI_DEFAULT_CTX ishmemi_default_ctx_v1
#define ISHMEMI_DEFAULT_CTX_PREFIX "ishmemi_default_ctx_v"

/* Table entry of a PE whose heap is not mapped here. */
#define ISHMEMI_UNREACHABLE ((int64_t)0x8000000000000000UL)

/* flags: the device is a processor, where a work-item copies a block of its own instead of
 * interleaving with its neighbours. */
#define ISHMEMI_STATE_CPU 1u

/*
 * What a context handle points to.  Written by the host before any kernel sees it, constant
 * from then on.  A PE's symmetric address `a` is a + delta[pe] in the address space of the PE
 * that holds this state.
 */
typedef struct ishmemi_state {
    uint32_t layout;     /* ISHMEMI_STATE_LAYOUT */
    uint32_t flags;
    int32_t my_pe;
    int32_t n_pes;
    uint64_t heap;       /* first byte of this PE's symmetric heap, the head included */
    uint64_t heap_bytes;
    uint64_t delta;      /* int64_t[n_pes] in device memory */
    uint64_t head;       /* this PE's ishmemi_head, at the start of the heap */
    uint64_t reserved[9];
} ishmemi_state_t;

/* Dissemination rounds: enough for 2^32 PEs. */
#define ISHMEMI_SYNC_ROUNDS 32

/* One counter a cache line, so that polling one does not disturb the others. */
typedef struct ishmemi_counter {
    uint64_t value;
    uint64_t pad[7];
} ishmemi_counter_t;

/*
 * The head of every symmetric heap: words by which PEs synchronise.
 *
 * word          written by                        read by                 ordering
 * abort         any PE, host or kernel, once      every wait of this PE   relaxed; nothing is read behind it
 * sync_count    this PE, in sync_all              this PE, in sync_all    plain: one sync of a PE at a time
 * arrived[k]    PE (me - 2^k) mod n, in sync_all  this PE, in sync_all    store release, load acquire
 *
 * abort is 0 while the job lives, else 1 + the exit status that ishmem_global_exit was given.
 * sync_count numbers the syncs from 1 and never goes back; round k of sync s stores s into
 * arrived[k] of PE (me + 2^k) mod n and waits until its own arrived[k] is at least s.
 */
typedef struct ishmemi_head {
    ishmemi_counter_t abort;
    ishmemi_counter_t sync_count;
    ishmemi_counter_t arrived[ISHMEMI_SYNC_ROUNDS];
} ishmemi_head_t;

/* Bytes at the start of the heap that the allocator leaves alone. */
#define ISHMEMI_HEAD_BYTES 4096

#endif
