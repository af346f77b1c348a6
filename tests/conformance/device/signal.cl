/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * put_signal inside kernels, called once a launch: by work-item 0, work-group 0 or its sub-group 0.
 */
#include "forms.h"
#include "ishmem_device.h"

#define ARGUMENTS(T) (T *)dest, (const T *)source, nelems, (uint64_t *)sig_addr, signal, sig_op, pe

/* A caller that is not the one of the launch does nothing. */
#define ITEM_CALLS() (get_global_id(0) == 0)
#define GROUP_CALLS() (get_group_id(0) == 0 && (form < FORM_SUB_GROUP || get_sub_group_id() == 0))

#define KERNELS(ID, TYPE, ITEM_CASES, GROUP_CASES)                                          \
    kernel void ID##_item(ishmem_ctx_t ctx, uint form, global TYPE *dest,                   \
                          global const TYPE *source, ulong nelems, global ulong *sig_addr,  \
                          ulong signal, int sig_op, int pe)                                 \
    {                                                                                       \
        if (!ITEM_CALLS()) {                                                                \
            return;                                                                         \
        }                                                                                   \
        switch (form) {                                                                     \
            ITEM_CASES                                                                      \
        }                                                                                   \
    }                                                                                       \
    kernel void ID##_group(ishmem_ctx_t ctx, uint form, global TYPE *dest,                  \
                           global const TYPE *source, ulong nelems, global ulong *sig_addr, \
                           ulong signal, int sig_op, int pe)                                \
    {                                                                                       \
        if (!GROUP_CALLS()) {                                                               \
            return;                                                                         \
        }                                                                                   \
        switch (form) {                                                                     \
            GROUP_CASES                                                                     \
        }                                                                                   \
    }

#define TYPED(NAME, TYPE, A)                                                                   \
    KERNELS(NAME, TYPE, FORM_CASES(0, ishmem, NAME, put_signal, , ARGUMENTS(TYPE)),            \
            FORM_CASES(0, ishmemx, NAME, put_signal, _work_group, ARGUMENTS(TYPE)) FORM_CASES( \
                FORM_SUB_GROUP, ishmemx, NAME, put_signal, _sub_group, ARGUMENTS(TYPE)))
ISHMEMI_RMA_TYPES(TYPED, )

#define SIZED(SIZE, BYTES, A)                                                              \
    KERNELS(sized_##SIZE, char,                                                            \
            FORM_SIZED_CASES(0, ishmem, put##SIZE##_signal, , ARGUMENTS(void)),            \
            FORM_SIZED_CASES(0, ishmemx, put##SIZE##_signal, _work_group, ARGUMENTS(void)) \
                FORM_SIZED_CASES(FORM_SUB_GROUP, ishmemx, put##SIZE##_signal, _sub_group,  \
                                 ARGUMENTS(void)))
ISHMEMI_SIZES(SIZED, )
SIZED(mem, 1, )

/* Rounds of payloads around the ring of PEs, as host_signal.c has them, all inside one launch.  In
 * each round the words of the payload hold the round; the last and the first one are looked at when
 * the signal is seen.  payload: 2 * words; source: words; wrong: how many words were old. */
kernel void hammer_item(global long *payload, global long *source, ulong words,
                        global ulong *sig_addr, global ulong *seen, long rounds, int right,
                        int left, global ulong *wrong)
{
    if (get_global_id(0) != 0) {
        return;
    }
    const int me = ishmem_my_pe();
    ulong old = 0;
    for (long round = 1; round <= rounds; round++) {
        const ulong count = 1 + (ulong)(round * 37) % words;
        global long *slot = payload + (round & 1) * words;
        for (ulong i = 0; i < count; i++) {
            source[i] = round;
        }
        if (round > 2) {
            ishmem_signal_wait_until((uint64_t *)seen, ISHMEM_CMP_GE, round - 2);
        }
        if (round & 1) {
            ishmem_put_signal((long *)slot, (const long *)source, count, (uint64_t *)sig_addr,
                              (ulong)round, ISHMEM_SIGNAL_SET, right);
        } else {
            ishmem_put_signal((long *)slot, (const long *)source, count, (uint64_t *)sig_addr, 1UL,
                              ISHMEM_SIGNAL_ADD, right);
        }
        ishmem_signal_wait_until((uint64_t *)sig_addr, ISHMEM_CMP_GE, (ulong)round);
        old += ishmem_long_g((const long *)slot + count - 1, me) != round;
        old += ishmem_long_g((const long *)slot, me) != round;
        /* What was read is read before the neighbour may write again. */
        ishmem_fence();
        ishmem_ulong_atomic_set((ulong *)seen, (ulong)round, left);
    }
    *wrong = old;
}

/* The same by one work-group, whose work-items all look at their part of the payload. */
kernel void hammer_group(global long *payload, global long *source, ulong words,
                         global ulong *sig_addr, global ulong *seen, long rounds, int right,
                         int left, global ulong *wrong)
{
    const ulong lane = get_local_id(0);
    const ulong lanes = get_local_size(0);
    const int me = ishmem_my_pe();
    ulong old = 0;
    for (long round = 1; round <= rounds; round++) {
        const ulong count = 1 + (ulong)(round * 37) % words;
        global long *slot = payload + (round & 1) * words;
        for (ulong i = lane; i < count; i += lanes) {
            source[i] = round;
        }
        if (round > 2) {
            ishmemx_signal_wait_until_work_group((uint64_t *)seen, ISHMEM_CMP_GE, round - 2);
        }
        if (round & 1) {
            ishmemx_put_signal_work_group((long *)slot, (const long *)source, count,
                                          (uint64_t *)sig_addr, (ulong)round, ISHMEM_SIGNAL_SET,
                                          right);
        } else {
            ishmemx_put_signal_work_group((long *)slot, (const long *)source, count,
                                          (uint64_t *)sig_addr, 1UL, ISHMEM_SIGNAL_ADD, right);
        }
        ishmemx_signal_wait_until_work_group((uint64_t *)sig_addr, ISHMEM_CMP_GE, (ulong)round);
        for (ulong i = lane; i < count; i += lanes) {
            old += ishmem_long_g((const long *)slot + i, me) != round;
        }
        ishmemx_fence_work_group();
        if (lane == 0) {
            ishmem_ulong_atomic_set((ulong *)seen, (ulong)round, left);
        }
    }
    atomic_fetch_add_explicit((volatile global atomic_ulong *)wrong, old, memory_order_relaxed,
                              memory_scope_all_svm_devices);
}
