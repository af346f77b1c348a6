/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Right programs with command lists, most of them neighbours of wrong ones.
 */
#include "queue.h"

/* ---- What is sent ------------------------------------------------------------------------------- */

CASE(right_fence)
{
    if (me == 0) {
        DO(ishmemx_int_put_on_queue(m->data, ones, N, 1, ON(list)));
        DO(ishmemx_fence_on_queue(ON(list)));
        DO(ishmemx_uint64_p_on_queue(m->flag, 1, 1, ON(list)));
    } else if (me == 1) {
        await(m->flag, 1);
        READ(m->data);
    }
}

CASE(right_quiet)
{
    if (me == 0) {
        DO(ishmemx_int_put_nbi_on_queue(m->data, ones, N, 1, ON(list)));
        DO(ishmemx_quiet_on_queue(ON(list)));
        DO(ishmemx_uint64_atomic_set_on_queue(m->flag, 1, 2, ON(list)));
    } else if (me == 2) {
        await(m->flag, 1);
        sink = ishmem_int_g(m->data, 1);
    }
}

CASE(right_put_signal)
{
    if (me == 0) {
        DO(ishmemx_int_put_signal_on_queue(m->data, ones, N, m->flag, 1, ISHMEM_SIGNAL_SET, 1,
                                           ON(list)));
    } else if (me == 1) {
        DO(ishmemx_signal_wait_until_on_queue(m->flag, ISHMEM_CMP_EQ, 1, NULL, ON(list)));
        DO(ishmemx_int_g_on_queue(m->data, me, m->other, ON(list)));
    }
}

CASE(right_barrier)
{
    DO(ishmemx_int_put_on_queue(m->data, ones, N, (me + 1) % 3, ON(list)));
    DO(ishmemx_barrier_all_on_queue(ON(list)));
    synchronize(list);
    READ(m->data);
}

CASE(right_recorded)
{
    if (me == 0) {
        DO(ishmemx_int_put_on_queue(m->data, ones, N, 1, ON(recorded)));
        DO(ishmemx_quiet_on_queue(ON(recorded)));
        DO(ishmemx_uint64_atomic_add_on_queue(m->flag, 1, 1, ON(recorded)));
        ZE(zeCommandListClose(recorded));
        ZE(zeCommandQueueExecuteCommandLists(queue, 1, &recorded, NULL));
        ZE(zeCommandQueueExecuteCommandLists(queue, 1, &recorded, NULL));
        ZE(zeCommandQueueSynchronize(queue, UINT64_MAX));
    } else if (me == 1) {
        await(m->flag, 2);
        READ(m->data);
    }
}

CASE(right_atomics)
{
    DO(ishmemx_uint32_atomic_add_on_queue(&m->number, 1, 1, ON(list)));
    ishmem_uint32_atomic_inc(&m->number, 1);
    DO(ishmemx_uint32_atomic_fetch_add_on_queue(&m->number, 1, 1, m->numbers, ON(other_list)));
}

CASE(right_wait_set)
{
    if (me == 0) {
        DO(ishmemx_int_put_on_queue(m->data, ones, N, 1, ON(list)));
        DO(ishmemx_fence_on_queue(ON(list)));
        DO(ishmemx_uint64_p_on_queue(m->flag, 1, 1, ON(list)));
        DO(ishmemx_uint64_p_on_queue(m->flag + 1, 1, 1, ON(list)));
    } else if (me == 1) {
        DO(ishmemx_uint64_wait_until_all_on_queue(m->flag, 2, NULL, ISHMEM_CMP_EQ, 1, ON(list)));
        DO(ishmemx_int_g_on_queue(m->data, me, m->other, ON(list)));
    }
}

/* ---- A PE and its own lists --------------------------------------------------------------------- */

CASE(right_read_after_synchronize)
{
    if (me == 0) {
        DO(ishmemx_int_get_on_queue(m->data, m->other, N, 1, ON(list)));
        synchronize(list);
        READ(m->data);
    }
}

CASE(right_source_after_event)
{
    if (me == 0) {
        DO(ishmemx_int_put_nbi_on_queue(m->other, m->data, N, 1, SIGNALS(list, event[0])));
        ZE(zeEventHostSynchronize(event[0], UINT64_MAX));
        WRITE(m->data, 3);
    }
}

CASE(right_source_after_query)
{
    if (me == 0) {
        DO(ishmemx_int_put_on_queue(m->other, m->data, N, 1, SIGNALS(list, event[0])));
        while (zeEventQueryStatus(event[0]) != ZE_RESULT_SUCCESS) {
        }
        WRITE(m->data, 3);
    }
}

CASE(right_quiet_after_synchronize)
{
    if (me == 0) {
        DO(ishmemx_int_put_on_queue(m->data, ones, N, 1, ON(list)));
        synchronize(list);
        ishmem_quiet();
        ishmem_uint64_p(m->flag, 1, 1);
    } else if (me == 1) {
        await(m->flag, 1);
        READ(m->data);
    }
}

CASE(right_barrier_after_synchronize)
{
    if (me == 0) {
        DO(ishmemx_int_put_on_queue(m->data, ones, N, 1, ON(list)));
        synchronize(list);
    }
    ishmem_barrier_all();
    if (me == 1) {
        READ(m->data);
    }
}

CASE(right_event_between_lists)
{
    if (me == 0) {
        DO(ishmemx_int_get_on_queue(m->data, m->gathered, N, 1, SIGNALS(list, event[0])));
        DO(ishmemx_int_put_on_queue(m->other, m->data, N, 1, WAITS(other_list, event[0])));
    }
}

CASE(right_quiet_after_event)
{
    if (me == 0) {
        DO(ishmemx_int_put_on_queue(m->data, ones, N, 1, SIGNALS(list, event[0])));
        DO(ishmemx_quiet_on_queue(WAITS(other_list, event[0])));
        DO(ishmemx_uint64_p_on_queue(m->flag, 1, 1, ON(other_list)));
    } else if (me == 1) {
        await(m->flag, 1);
        READ(m->data);
    }
}

CASE(right_source_before_append)
{
    if (me == 0) {
        WRITE(m->data, 3);
        ishmem_quiet();
        DO(ishmemx_int_put_on_queue(m->other, m->data, N, 1, ON(list)));
        DO(ishmemx_quiet_on_queue(ON(list)));
    }
}

CASE(right_host_signals_event)
{
    if (me == 0) {
        DO(ishmemx_int_put_on_queue(m->other, m->data, N, 1, WAITS(list, event[0])));
        WRITE(m->data, 3);
        ishmem_quiet();
        ZE(zeEventHostSignal(event[0]));
    }
}

CASE(right_fence_of_queue)
{
    if (me == 0) {
        const ze_fence_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_FENCE_DESC};
        ze_fence_handle_t fence;
        ZE(zeFenceCreate(queue, &desc, &fence));
        DO(ishmemx_int_get_on_queue(m->data, m->other, N, 1, ON(recorded)));
        ZE(zeCommandListClose(recorded));
        ZE(zeCommandQueueExecuteCommandLists(queue, 1, &recorded, fence));
        ZE(zeFenceHostSynchronize(fence, UINT64_MAX));
        READ(m->data);
        ZE(zeFenceDestroy(fence));
    }
}

CASE(right_reduction)
{
    DO(ishmemx_int_sum_reduce_on_queue(ISHMEM_TEAM_WORLD, m->data, m->other, N, NULL, ON(list)));
    synchronize(list);
    READ(m->data);
}

CASE(right_reduction_after_barrier)
{
    if (me == 0) {
        ishmem_int_put(m->other, ones, N, 1);
    }
    DO(ishmemx_barrier_all_on_queue(ON(list)));
    DO(ishmemx_int_sum_reduce_on_queue(ISHMEM_TEAM_WORLD, m->data, m->other, N, NULL, ON(list)));
}

/* ---- Kernels ------------------------------------------------------------------------------------ */

CASE(right_kernel_then_put)
{
    if (me == 0) {
        run_kernel(list, __func__, m, NULL, NULL);
        DO(ishmemx_int_put_on_queue(m->other, m->data, N, 1, ON(list)));
    }
}

CASE(right_kernel_of_waited_list)
{
    if (me == 0) {
        run_kernel(list, __func__, m, NULL, NULL);
        synchronize(list);
        ishmem_int_put(m->other, m->data, N, 1);
    }
}

CASE(right_kernel_after_event)
{
    if (me == 0) {
        DO(ishmemx_int_put_signal_on_queue(m->data, ones, N, m->flag, 1, ISHMEM_SIGNAL_SET, 1,
                                           ON(list)));
    } else if (me == 1) {
        DO(ishmemx_signal_wait_until_on_queue(m->flag, ISHMEM_CMP_EQ, 1, NULL,
                                              SIGNALS(list, event[0])));
        run_kernel(other_list, __func__, m, NULL, &event[0]);
    }
}

CASE(right_put_of_kernel)
{
    if (me == 0) {
        run_kernel(list, __func__, m, NULL, NULL);
        synchronize(list);
    }
    ishmem_barrier_all();
    if (me == 1) {
        READ(m->data);
    }
}

/* By memory that the host loads and stores itself. */
CASE(right_kernel_tells_host)
{
    if (me == 0) {
        run_kernel(list, __func__, m, NULL, NULL);
        while (__atomic_load_n(&m->number, __ATOMIC_ACQUIRE) == 0) {
        }
        ishmem_int_put(m->other, m->data, N, 1);
    }
}

CASE(right_host_tells_kernel)
{
    if (me == 0) {
        run_kernel(list, __func__, m, NULL, NULL);
        ishmem_int_get(m->data, m->other, N, 1);
        __atomic_store_n(&m->number, 1, __ATOMIC_RELEASE);
    }
}

#define HOST(NAME) {#NAME, NAME},
const races_case_t right_queue_cases[] = {
    HOST(right_fence) HOST(right_quiet) HOST(right_put_signal) HOST(right_barrier)
        HOST(right_recorded) HOST(right_atomics) HOST(right_wait_set)
            HOST(right_read_after_synchronize) HOST(right_source_after_event)
                HOST(right_source_after_query) HOST(right_quiet_after_synchronize)
                    HOST(right_barrier_after_synchronize) HOST(right_event_between_lists)
                        HOST(right_quiet_after_event) HOST(right_source_before_append)
                            HOST(right_host_signals_event) HOST(right_fence_of_queue)
                                HOST(right_reduction) HOST(right_reduction_after_barrier)
                                    HOST(right_kernel_then_put) HOST(right_kernel_of_waited_list)
                                        HOST(right_kernel_after_event) HOST(right_put_of_kernel)
                                            HOST(right_kernel_tells_host)
                                                HOST(right_host_tells_kernel){NULL, NULL}};
