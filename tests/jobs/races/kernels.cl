/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The kernels of kernels.c: small programs, wrong and right ones, each with the name of its case.  One work-group
 * of N work-items runs on each PE.
 */
#include <ishmem_device.h>

#define N 16

typedef struct memory {
    int data[N];
    int other[N];
    int gathered[8 * N];
    ulong flag[4];
    long lock[2];
    uint number;
    uint numbers[4];
} memory_t;

#define KERNEL(NAME) kernel void NAME(global memory_t *m)
#define LANE (get_local_id(0))
#define ME (ishmem_my_pe())
/* One work-item of a PE. */
#define ON(PE) if (ME == (PE) && LANE == 0)
#define AWAIT(FLAG, VALUE) ishmem_uint64_wait_until((ulong *)(FLAG), ISHMEM_CMP_GE, VALUE)
#define OF(PE) ((global memory_t *)ishmem_ptr(m, (PE)))

/* ---- Wrong ------------------------------------------------------------------------------------- */

KERNEL(wrong_put_flag)
{
    ON(0)
    {
        ishmem_int_put(m->data, m->other, N, 1);
        ishmem_uint64_p(m->flag, 1, 1);
    }
    ON(1)
    {
        AWAIT(m->flag, 1);
        m->gathered[0] = m->data[N - 1];
    }
}

KERNEL(wrong_put_signal_of_other_data)
{
    ON(0)
    {
        ishmem_int_put(m->data, m->gathered, N, 1);
        ishmem_int_put_signal(m->other, m->gathered, N, m->flag, 1, ISHMEM_SIGNAL_SET, 1);
    }
    ON(1)
    {
        ishmem_signal_wait_until(m->flag, ISHMEM_CMP_EQ, 1);
        m->gathered[0] = m->data[0];
    }
}

KERNEL(wrong_no_barrier)
{
    ON(0)
    {
        ishmem_int_put(m->data, m->other, N, 1);
    }
    ON(1)
    {
        m->gathered[0] = m->data[3];
    }
}

KERNEL(wrong_sync_without_quiet)
{
    ishmemx_int_put_work_group(m->data, m->other, N, (ME + 1) % 3);
    ishmemx_sync_all_work_group();
    m->gathered[LANE] = m->data[LANE];
}

KERNEL(wrong_source_of_put_nbi)
{
    ON(0)
    {
        ishmem_int_put_nbi(m->other, m->data, N, 1);
        m->data[1] = 7;
        ishmem_quiet();
    }
}

KERNEL(wrong_read_of_get_nbi)
{
    ON(0)
    {
        ishmem_int_get_nbi(m->data, m->other, N, 1);
        m->gathered[0] = m->data[1];
        ishmem_quiet();
    }
}

KERNEL(wrong_two_p)
{
    ON(0)
    {
        ishmem_int_p(m->data, 1, 1);
    }
    ON(2)
    {
        ishmem_int_p(m->data, 2, 1);
    }
}

KERNEL(wrong_amo_and_store)
{
    ON(0)
    {
        ishmem_uint32_atomic_add(&m->number, 1, 1);
    }
    ON(1)
    {
        m->number = 5;
    }
}

KERNEL(wrong_stores_to_peer)
{
    OF(1)->data[LANE] = ME;
}

KERNEL(wrong_groups_put_and_get)
{
    if (ME == 0) {
        ishmemx_int_put_work_group(m->data, m->other, N, 1);
    } else if (ME == 2) {
        ishmemx_int_get_work_group(m->other, m->data, N, 1);
    }
}

KERNEL(wrong_dest_of_reduction)
{
    ishmemx_int_sum_reduce_work_group(ISHMEM_TEAM_WORLD, m->data, m->other, N);
    ON(1)
    {
        ishmem_int_p(m->data, 1, 2);
    }
}

KERNEL(wrong_host_puts)
{
    m->gathered[LANE] = m->data[LANE];
}

KERNEL(wrong_host_gets)
{
    m->data[LANE] = (int)LANE;
}

KERNEL(wrong_flag_of_host)
{
    m->gathered[LANE] = m->data[LANE];
}

KERNEL(wrong_source_of_host)
{
    m->data[LANE] = 1;
}

KERNEL(wrong_host_syncs)
{
    ON(0)
    {
        ishmem_int_put(m->data, m->other, N, 1);
    }
}

KERNEL(wrong_without_lock)
{
    ON(0)
    {
        ishmem_set_lock(m->lock);
        OF(1)->data[0] += 1;
        ishmem_clear_lock(m->lock);
    }
    ON(2)
    {
        OF(1)->data[0] += 1;
    }
}

KERNEL(wrong_other_flag)
{
    ON(0)
    {
        ishmem_int_put_signal(m->data, m->other, N, m->flag, 1, ISHMEM_SIGNAL_SET, 1);
    }
    ON(2)
    {
        ishmemx_signal_set(m->flag + 1, 1, 1);
    }
    ON(1)
    {
        ishmem_signal_wait_until(m->flag + 1, ISHMEM_CMP_EQ, 1);
        m->gathered[0] = m->data[2];
    }
}

KERNEL(wrong_signal_before_data)
{
    ON(0)
    {
        ishmem_uint64_p(m->flag, 1, 1);
        ishmem_quiet();
        ishmem_int_put(m->data, m->other, N, 1);
    }
    ON(1)
    {
        AWAIT(m->flag, 1);
        m->gathered[0] = m->data[0];
    }
}

KERNEL(wrong_sub_group_flag)
{
    if (ME == 0) {
        ishmemx_int_put_sub_group(m->data, m->other, N, 1);
        ishmemx_uint64_p_sub_group(m->flag, 1, 1);
    } else if (ME == 1) {
        ishmemx_uint64_wait_until_sub_group(m->flag, ISHMEM_CMP_EQ, 1);
        m->gathered[LANE] = m->data[LANE];
    }
}

/* ---- Right ------------------------------------------------------------------------------------- */

KERNEL(right_put_quiet_flag)
{
    ON(0)
    {
        ishmem_int_put(m->data, m->other, N, 1);
        ishmem_quiet();
        ishmem_uint64_p(m->flag, 1, 1);
    }
    ON(1)
    {
        AWAIT(m->flag, 1);
        m->gathered[0] = m->data[N - 1];
    }
}

KERNEL(right_put_fence_flag)
{
    ON(0)
    {
        ishmem_int_put(m->data, m->other, N, 1);
        ishmem_fence();
        ishmem_uint64_atomic_set(m->flag, 1, 1);
    }
    ON(1)
    {
        AWAIT(m->flag, 1);
        m->gathered[0] = m->data[N - 1];
    }
}

KERNEL(right_put_signal)
{
    ON(0)
    {
        ishmem_int_put_signal(m->data, m->other, N, m->flag, 1, ISHMEM_SIGNAL_SET, 1);
    }
    ON(1)
    {
        ishmem_signal_wait_until(m->flag, ISHMEM_CMP_EQ, 1);
        m->gathered[0] = m->data[0];
    }
}

/* All work-items write the source, and all read what has come. */
KERNEL(right_put_signal_work_group)
{
    for (int turn = 1; turn <= 20; turn++) {
        m->other[LANE] = turn + (int)LANE;
        ishmemx_int_put_signal_work_group(m->data, m->other, N, m->flag, (ulong)turn,
                                          ISHMEM_SIGNAL_SET, (ME + 1) % 3);
        ishmemx_signal_wait_until_work_group(m->flag, ISHMEM_CMP_GE, (ulong)turn);
        m->gathered[LANE] += m->data[LANE];
        ishmemx_barrier_all_work_group();
    }
}

KERNEL(right_put_signal_sub_group)
{
    m->other[LANE] = (int)LANE;
    ishmemx_int_put_signal_sub_group(m->data, m->other, N, m->flag, 1, ISHMEM_SIGNAL_ADD,
                                     (ME + 1) % 3);
    ishmemx_signal_wait_until_sub_group(m->flag, ISHMEM_CMP_GE, 1);
    m->gathered[LANE] = m->data[LANE];
}

KERNEL(right_barrier_work_group)
{
    m->other[LANE] = (int)LANE;
    ishmemx_int_put_work_group(m->data, m->other, N, (ME + 1) % 3);
    ishmemx_barrier_all_work_group();
    m->gathered[LANE] = m->data[LANE];
    ishmemx_barrier_all_work_group();
    m->data[LANE] = 0;
}

/* One work-item puts what the others have written, after a barrier of theirs, and tells them. */
KERNEL(right_barriers_of_group)
{
    m->other[LANE] = (int)LANE;
    barrier(CLK_GLOBAL_MEM_FENCE);
    if (LANE == 0) {
        ishmem_int_put(m->data, m->other, N, (ME + 1) % 3);
        ishmem_barrier_all();
    }
    barrier(CLK_GLOBAL_MEM_FENCE);
    m->gathered[LANE] = m->data[LANE];
}

KERNEL(right_source_after_quiet)
{
    ON(0)
    {
        ishmem_int_put_nbi(m->other, m->data, N, 1);
        ishmem_quiet();
        m->data[1] = 7;
    }
}

KERNEL(right_read_after_quiet)
{
    ON(0)
    {
        ishmem_int_get_nbi(m->data, m->other, N, 1);
        ishmem_quiet();
        m->gathered[0] = m->data[1];
    }
}

KERNEL(right_amos)
{
    ishmem_uint32_atomic_inc(&m->number, 1);
    m->gathered[LANE] = (int)ishmem_uint32_atomic_fetch(&m->number, 1);
}

KERNEL(right_atomics_on_peer)
{
    atomic_add((volatile global uint *)&OF(1)->number, 1u);
    ishmem_uint32_atomic_add(&m->number, 1, 1);
}

/* Kernels tell each other by atomic operations of OpenCL. */
KERNEL(right_atomic_flag)
{
    ON(0)
    {
        OF(1)->data[0] = 5;
        atomic_store_explicit((volatile global atomic_uint *)&OF(1)->number, 1u,
                              memory_order_release, memory_scope_all_svm_devices);
    }
    ON(1)
    {
        while (atomic_load_explicit((volatile global atomic_uint *)&m->number, memory_order_acquire,
                                    memory_scope_all_svm_devices) == 0) {
        }
        m->gathered[0] = m->data[0];
    }
}

KERNEL(right_lock)
{
    ON(ME)
    {
        ishmem_set_lock(m->lock);
        OF(1)->data[0] += 1;
        ishmem_clear_lock(m->lock);
    }
}

KERNEL(right_reduction)
{
    m->other[LANE] = (int)LANE;
    ishmemx_int_sum_reduce_work_group(ISHMEM_TEAM_WORLD, m->data, m->other, N);
    m->gathered[LANE] = m->data[LANE];
    ishmemx_barrier_all_work_group();
    ON(1)
    {
        ishmem_int_p(m->data, 1, 2);
    }
}

KERNEL(right_broadcast)
{
    if (ME == 0) {
        m->other[LANE] = (int)LANE;
    }
    ishmemx_int_broadcast_work_group(ISHMEM_TEAM_WORLD, m->data, m->other, N, 0);
    m->gathered[LANE] = m->data[LANE];
    ishmemx_barrier_all_work_group();
    m->other[LANE] = 0;
}

KERNEL(right_host_puts)
{
    m->gathered[LANE] = m->data[LANE];
}

KERNEL(right_host_gets)
{
    m->data[LANE] = (int)LANE;
}

KERNEL(right_host_barrier)
{
    ON(0)
    {
        ishmem_int_put(m->data, m->other, N, 1);
    }
}

KERNEL(right_in_turn)
{
    OF(1)->data[LANE] = ME;
}

KERNEL(right_test)
{
    ON(0)
    {
        ishmem_int_put_signal_nbi(m->data, m->other, N, m->flag, 1, ISHMEM_SIGNAL_SET, 1);
        ishmem_uint64_put_signal(m->flag + 2, m->flag + 3, 1, m->flag + 1, 1, ISHMEM_SIGNAL_SET, 1);
    }
    ON(1)
    {
        while (!ishmem_uint64_test_all((ulong *)m->flag, 2, 0, ISHMEM_CMP_EQ, 1)) {
        }
        m->gathered[0] = m->data[0];
    }
}
