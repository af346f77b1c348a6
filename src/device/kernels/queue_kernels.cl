/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The kernels of queue-ordered operations.  Work-groups share the copying of data; one work-item
 * does everything else.  An execution leaves nothing for the next one, because a recorded list runs
 * a kernel many times.
 *
 * Results are stored without ordering: a thread that waits for the kernel's end sees them.
 */
/* The host already counts what these operations move. */
#define ISHMEMI_LOG_MOVES 0
#include "carry_out_match.h"
#include "device/body/atomics.h"
#include "device/body/collectives.h"
#include "device/body/order.h"
#include "device/body/rma.h"
#include "device/body/signal.h"
#include "device/body/wait_set.h"
#include "queue_spec.h"
#include "shared/collective/sync.h"
#include "shared/queue_kernels.h"
#include "sync_of_two.h"

ISHMEMI_INLINE void store_result(ulong ret, uint bytes, ulong bits)
{
    if (ret == 0) {
        return;
    }
    switch (bytes) {
    case 1:
        *(__global uchar *)ret = (uchar)bits;
        break;
    case 2:
        *(__global ushort *)ret = (ushort)bits;
        break;
    case 4:
        *(__global uint *)ret = (uint)bits;
        break;
    default:
        *(__global ulong *)ret = bits;
        break;
    }
}

/* Each lane sends requests for blocks of its own, and waits for them. */
ISHMEMI_INLINE void copy_by_host(ishmemi_group_t by, const ishmemi_queue_blocks_t *request,
                                 ulong dest, ulong source, ulong count)
{
    const ishmem_ctx_t ctx = (ishmem_ctx_t)request->state;
    ulong last = ISHMEMI_RING_NONE;
    for (ulong i = ishmemi_group_lane(by); i < count; i += ishmemi_group_lanes(by)) {
        const ulong to = dest + i * request->dst;
        const ulong from = source + i * request->sst;
        last = request->is_put ? ishmemi_far_put_from(ctx, to, from, request->block, request->pe,
                                                      ISHMEMI_RING_GO_ON)
                               : ishmemi_far_get(ctx, (char *)(__global char *)to, from,
                                                 request->block, request->pe, ISHMEMI_RING_GO_ON);
    }
    ishmemi_ring_await(ctx, last);
}

/* Each work-group copies some consecutive blocks. */
ISHMEMI_INLINE void copy_blocks(ishmemi_group_t by, const ishmemi_queue_blocks_t *request)
{
    const ishmem_ctx_t ctx = (ishmem_ctx_t)request->state;
    const ulong group = get_group_id(0);
    const ulong groups = get_num_groups(0);
    const ulong first = request->nblocks * group / groups;
    const ulong count = request->nblocks * (group + 1) / groups - first;
    void *dest = (void *)(__global char *)(request->dest + first * request->dst);
    const void *source =
        (const void *)(__global const char *)(request->source + first * request->sst);
    if (request->by_host) {
        copy_by_host(by, request, ISHMEMI_ADDRESS(dest), ISHMEMI_ADDRESS(source), count);
    } else if (request->is_put) {
        ishmemi_ibput(ctx, by, "ishmemx_ibput_on_queue", dest, source, (long)request->dst,
                      (long)request->sst, request->block, count, 1, 1, request->pe);
    } else {
        ishmemi_ibget(ctx, by, "ishmemx_ibget_on_queue", dest, source, (long)request->dst,
                      (long)request->sst, request->block, count, 1, 1, request->pe);
    }
}

kernel void ishmemi_queue_blocks(ishmemi_queue_blocks_t request){BY_GROUP(copy_blocks, &request)}

/* A kernel that has just started waits for each line that it needs.  So this one loads nothing but the data. */
ISHMEMI_INLINE void put_signal_told(ishmemi_group_t by, const ishmemi_queue_put_signal_t *request)
{
    const ulong delta = (ulong)request->delta;
    const size_t lane = ishmemi_group_lane(by);
    ishmemi_copy_quick_together(ishmemi_pointer(request->dest + delta),
                                ishmemi_pointer(request->source), request->bytes, lane,
                                ishmemi_group_lanes(by));
    ishmemi_group_barrier(by);
    if (lane == 0) {
        ishmemi_raise(request->sig_addr + delta, request->signal, request->sig_op);
    }
}

/* One work-group, because the signal is for all of the data. */
ISHMEMI_INLINE void put_signal(ishmemi_group_t by, const ishmemi_queue_put_signal_t *request)
{
    if (by != ISHMEMI_WORK_ITEM && request->has_delta) {
        put_signal_told(by, request);
        return;
    }
    if (request->by_host) {
        if (ishmemi_group_lane(by) == 0) {
            ishmemi_far_put_signal_from((ishmem_ctx_t)request->state, request->dest,
                                        request->source, request->bytes, request->sig_addr,
                                        request->signal, request->sig_op, request->pe,
                                        ISHMEMI_RING_AWAIT);
        }
        return;
    }
    ishmemi_put_signal((ishmem_ctx_t)request->state, by, "ishmemx_put_signal_on_queue",
                       (void *)(__global char *)request->dest,
                       (const void *)(__global const char *)request->source, request->bytes, 1, 1,
                       (const void *)(__global const char *)request->sig_addr, request->signal,
                       request->sig_op, request->pe, ISHMEMI_RING_AWAIT);
}

kernel void ishmemi_queue_put_signal(ishmemi_queue_put_signal_t request){
    BY_GROUP(put_signal, &request)}

kernel void ishmemi_queue_value(ishmemi_queue_value_t request)
{
    const ishmem_ctx_t ctx = (ishmem_ctx_t)request.state;
    void *object = (void *)(__global char *)request.object;
    if (request.ret == 0) {
        ishmemi_p(ctx, ISHMEMI_WORK_ITEM, "ishmemx_p_on_queue", object, request.bytes, request.bits,
                  request.pe);
    } else {
        store_result(request.ret, request.bytes,
                     ishmemi_g(ctx, ISHMEMI_WORK_ITEM, "ishmemx_g_on_queue", object, request.bytes,
                               request.pe));
    }
}

/* op is a constant in each case, so that no case needs what another one does, least of all fp64. */
#define AMO_CASE(OP)                                                                           \
    case OP:                                                                                   \
        store_result(request.ret, request.bytes,                                               \
                     ishmemi_fetching_amo((ishmem_ctx_t)request.state, ISHMEMI_WORK_ITEM,      \
                                          "ishmemx_atomic_on_queue", OP, "dest",               \
                                          (const void *)(__global const char *)request.object, \
                                          request.bytes, request.value, request.cond,          \
                                          request.pe));                                        \
        break;

kernel void ishmemi_queue_amo(ishmemi_queue_amo_t request)
{
    if (request.op == ISHMEMI_AMO_SET) {
        ishmemi_amo((ishmem_ctx_t)request.state, ISHMEMI_WORK_ITEM, "ishmemx_atomic_on_queue",
                    ISHMEMI_AMO_SET, "dest", (const void *)(__global const char *)request.object,
                    request.bytes, request.value, request.pe);
        return;
    }
    switch (request.op) {
        AMO_CASE(ISHMEMI_AMO_FETCH)
        AMO_CASE(ISHMEMI_AMO_ADD)
        AMO_CASE(ISHMEMI_AMO_COMPARE_SWAP)
        AMO_CASE(ISHMEMI_AMO_SWAP)
        AMO_CASE(ISHMEMI_AMO_AND)
        AMO_CASE(ISHMEMI_AMO_OR)
        AMO_CASE(ISHMEMI_AMO_XOR)
    default:
        break;
    }
}

kernel void ishmemi_queue_add_float(ishmemi_queue_amo_t request)
{
    store_result(request.ret, sizeof(float),
                 ishmemi_fetching_amo((ishmem_ctx_t)request.state, ISHMEMI_WORK_ITEM,
                                      "ishmemx_float_atomic_add_on_queue", ISHMEMI_AMO_ADD_FLOAT,
                                      "dest", (const void *)(__global const char *)request.object,
                                      sizeof(float), request.value, 0, request.pe));
}

kernel void ishmemi_queue_wait(ishmemi_queue_wait_t request)
{
    const ishmem_ctx_t ctx = (ishmem_ctx_t)request.state;
    const void *object = (const void *)(__global const char *)request.object;
    if (request.waits) {
        store_result(request.ret, request.bytes,
                     ishmemi_wait_value(ctx, ISHMEMI_WORK_ITEM, "ishmemx_wait_until_on_queue",
                                        "ivar", object, request.bytes, request.is_signed,
                                        request.cmp, request.value));
    } else {
        store_result(request.ret, sizeof(int),
                     (ulong)ishmemi_test(ctx, ISHMEMI_WORK_ITEM, "ishmemx_test_on_queue", object,
                                         request.bytes, request.is_signed, request.cmp,
                                         request.value));
    }
}

kernel void ishmemi_queue_set(ishmemi_queue_set_t request)
{
    const ishmem_ctx_t ctx = (ishmem_ctx_t)request.state;
    const ishmemi_set_t set = {(const void *)(__global const char *)request.ivars,
                               request.nelems,
                               request.status ? (const int *)(__global const int *)request.status
                                              : (const int *)0,
                               request.cmp,
                               request.values != 0,
                               request.value,
                               (const void *)(__global const char *)request.values,
                               request.bytes,
                               request.is_signed};
    switch (request.kind) {
    case ISHMEMI_QUEUE_SET_ALL:
        if (request.waits) {
            ishmemi_set_wait_all(ctx, ISHMEMI_WORK_ITEM, "ishmemx_wait_until_all_on_queue", &set);
        } else {
            store_result(request.ret, sizeof(int),
                         (ulong)ishmemi_set_test_all(ctx, ISHMEMI_WORK_ITEM,
                                                     "ishmemx_test_all_on_queue", &set));
        }
        break;
    case ISHMEMI_QUEUE_SET_ANY:
        store_result(request.ret, sizeof(ulong),
                     ishmemi_set_any(ctx, ISHMEMI_WORK_ITEM, "ishmemx_wait_until_any_on_queue",
                                     &set, request.waits));
        break;
    default:
        store_result(request.ret, sizeof(ulong),
                     ishmemi_set_some(ctx, ISHMEMI_WORK_ITEM, "ishmemx_wait_until_some_on_queue",
                                      &set, (size_t *)(__global size_t *)request.indices,
                                      request.waits));
        break;
    }
}

/* One kernel for each: if they were merged, their fences would become one whose order is a
 * variable, which SPIR-V does not have. */
kernel void ishmemi_queue_fence(ishmemi_queue_order_t request)
{
    ishmemi_fence((ishmem_ctx_t)request.state, ISHMEMI_WORK_ITEM);
}

kernel void ishmemi_queue_quiet(ishmemi_queue_order_t request)
{
    ishmemi_quiet((ishmem_ctx_t)request.state, ISHMEMI_WORK_ITEM);
}

/* Whether the members make the same call, if they have to compare their calls. */
ISHMEMI_INLINE int match_sync(const ishmemi_queue_sync_t *asked)
{
    return carry_out_match_by((ishmem_ctx_t)asked->state, ISHMEMI_WORK_ITEM, &asked->request) == 0;
}

ISHMEMI_INLINE void sync(const ishmemi_queue_sync_t *asked)
{
    store_result(asked->ret, sizeof(int),
                 (ulong)ishmemi_kernel_sync_of((ishmem_ctx_t)asked->state,
                                               (ishmemi_team_ref_t)asked->request.team, asked->flag,
                                               asked->block));
}

kernel void ishmemi_queue_sync(ishmemi_queue_sync_t asked)
{
    if (match_sync(&asked)) {
        sync(&asked);
    }
}

/* What came before on the list has stored what it stores, and the flags of the sync release that.  Only what the
 * proxy carries is left to complete. */
kernel void ishmemi_queue_barrier(ishmemi_queue_sync_t asked)
{
    if (match_sync(&asked)) {
        if (asked.flag == 0 && ishmemi_has_far((ishmem_ctx_t)asked.state)) {
            ishmemi_far_quiet((ishmem_ctx_t)asked.state);
        }
        sync(&asked);
    }
}
