/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the host library and the kernels of queue-ordered operations (queue_kernels.cl) agree on:
 * the one argument of each kernel, a struct that is passed by value.  Addresses are 64-bit
 * integers.  `state` is the address of the context's ishmemi_state_t.  `ret` is the address of the
 * result, or 0 if nobody wants it.
 */
#ifndef ISHMEMI_QUEUE_KERNELS_H
#define ISHMEMI_QUEUE_KERNELS_H

#include "shared/collective/task.h"
#include "shared/state.h"

/* The number of the specialisation constant that the host sets when it builds a module.  1: a
 * work-group is one work-item, which suits a processor, and needs no barriers; 0: a work-group has
 * many work-items. */
#define ISHMEMI_QUEUE_SPEC_ALONE 1

/* nblocks blocks of `block` bytes, whose starts are dst and sst bytes apart: a put or a get.  by_host: of a far
 * PE, where the memory of this one is the program's own, which only the host reaches. */
typedef struct ishmemi_queue_blocks {
    uint64_t state;
    uint64_t dest;
    uint64_t source;
    uint64_t dst;
    uint64_t sst;
    uint64_t block;
    uint64_t nblocks;
    int32_t pe;
    uint16_t is_put;
    uint16_t by_host;
} ishmemi_queue_blocks_t;

typedef struct ishmemi_queue_put_signal {
    uint64_t state;
    uint64_t dest;
    uint64_t source;
    uint64_t bytes; /* 0: the data is there already */
    uint64_t sig_addr;
    uint64_t signal;
    int64_t delta; /* PE pe's, with has_delta */
    uint16_t sig_op;
    uint8_t by_host;   /* as above */
    uint8_t has_delta; /* the PE is near a GPU, and the kernel has nothing to check or to report */
    int32_t pe;
} ishmemi_queue_put_signal_t;

/* One object of PE pe: p (ret is 0) or g. */
typedef struct ishmemi_queue_value {
    uint64_t state;
    uint64_t object;
    uint64_t bits;
    uint64_t ret;
    uint32_t bytes;
    int32_t pe;
} ishmemi_queue_value_t;

typedef struct ishmemi_queue_amo {
    uint64_t state;
    uint64_t object;
    uint64_t value;
    uint64_t cond;
    uint64_t ret;
    uint32_t bytes;
    int32_t pe;
    uint32_t op; /* ishmemi_amo_t */
    uint32_t pad;
} ishmemi_queue_amo_t;

/* Waits for one object of this PE (ret: the value seen) or tests it (ret: an int). */
typedef struct ishmemi_queue_wait {
    uint64_t state;
    uint64_t object;
    uint64_t value;
    uint64_t ret;
    uint32_t bytes;
    int32_t cmp;
    uint8_t is_signed;
    uint8_t waits;
    uint8_t pad[6];
} ishmemi_queue_wait_t;

typedef enum ishmemi_queue_set_kind {
    ISHMEMI_QUEUE_SET_ALL, /* ret: an int, of the test alone */
    ISHMEMI_QUEUE_SET_ANY, /* ret: a size_t */
    ISHMEMI_QUEUE_SET_SOME /* likewise */
} ishmemi_queue_set_kind_t;

/* The same for a set of objects. */
typedef struct ishmemi_queue_set {
    uint64_t state;
    uint64_t ivars;
    uint64_t nelems;
    uint64_t indices;
    uint64_t status;
    uint64_t value;
    uint64_t values; /* 0: all elements are compared with `value` */
    uint64_t ret;
    uint32_t bytes; /* of an element */
    int32_t cmp;
    uint32_t kind; /* ishmemi_queue_set_kind_t */
    uint8_t is_signed;
    uint8_t waits;
    uint8_t pad[2];
} ishmemi_queue_set_t;

/* fence and quiet. */
typedef struct ishmemi_queue_order {
    uint64_t state;
} ishmemi_queue_order_t;

/* sync and barrier of a team.  ret: an int.  Only the request's team and routine are used.  flag and block: of two
 * members without far PEs (sync_of_two.h), or 0. */
typedef struct ishmemi_queue_sync {
    uint64_t state;
    uint64_t ret;
    uint64_t flag;
    uint64_t block;
    ishmemi_task_t request;
} ishmemi_queue_sync_t;

/* ret: an int. */
typedef struct ishmemi_queue_collective {
    uint64_t state;
    uint64_t ret;
    ishmemi_task_t request;
} ishmemi_queue_collective_t;

#endif
