/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Wrong programs with command lists.
 */
#include "queue.h"

/* ---- What is sent ------------------------------------------------------------------------------- */

CASE(wrong_flag_without_fence)
{
    if (me == 0) {
        DO(ishmemx_int_put_on_queue(m->data, ones, N, 1, ON(list)));
        DO(ishmemx_uint64_p_on_queue(m->flag, 1, 1, ON(list)));
    } else if (me == 1) {
        await(m->flag, 1);
        READ(m->data);
    }
}

CASE(wrong_sync_without_quiet)
{
    DO(ishmemx_int_put_on_queue(m->data, ones, N, (me + 1) % 3, ON(list)));
    DO(ishmemx_sync_all_on_queue(ON(list)));
    synchronize(list);
    READ(m->data);
}

CASE(wrong_signal_before_data)
{
    if (me == 0) {
        DO(ishmemx_signal_set_on_queue(m->flag, 1, 1, ON(list)));
        DO(ishmemx_int_put_on_queue(m->data, ones, N, 1, ON(list)));
    } else if (me == 1) {
        DO(ishmemx_signal_wait_until_on_queue(m->flag, ISHMEM_CMP_EQ, 1, NULL, ON(list)));
        DO(ishmemx_int_g_on_queue(m->data, me, m->other, ON(list)));
    }
}

CASE(wrong_put_signal_of_other_data)
{
    if (me == 0) {
        DO(ishmemx_int_put_on_queue(m->data, ones, N, 1, ON(list)));
        DO(ishmemx_int_put_signal_on_queue(m->other, ones, N, m->flag, 1, ISHMEM_SIGNAL_SET, 1,
                                           ON(list)));
    } else if (me == 1) {
        ishmem_signal_wait_until(m->flag, ISHMEM_CMP_EQ, 1);
        READ(m->data);
    }
}

CASE(wrong_recorded)
{
    if (me == 0) {
        DO(ishmemx_int_put_on_queue(m->data, ones, N, 1, ON(recorded)));
        DO(ishmemx_uint64_atomic_add_on_queue(m->flag, 1, 1, ON(recorded)));
        ZE(zeCommandListClose(recorded));
        ZE(zeCommandQueueExecuteCommandLists(queue, 1, &recorded, NULL));
    } else if (me == 1) {
        await(m->flag, 1);
        READ(m->data);
    }
}

CASE(wrong_wait_for_other_flag)
{
    if (me == 0) {
        DO(ishmemx_uint64_p_on_queue(m->flag, 1, 1, ON(list)));
        DO(ishmemx_int_put_on_queue(m->data, ones, N, 1, ON(list)));
        DO(ishmemx_quiet_on_queue(ON(list)));
        DO(ishmemx_uint64_p_on_queue(m->flag + 1, 1, 1, ON(list)));
    } else if (me == 1) {
        DO(ishmemx_uint64_wait_until_on_queue(m->flag, ISHMEM_CMP_EQ, 1, ON(list)));
        DO(ishmemx_int_g_on_queue(m->data, me, m->other, ON(list)));
    }
}

CASE(wrong_atomic_and_put)
{
    if (me == 0) {
        DO(ishmemx_uint32_atomic_add_on_queue(&m->number, 1, 1, ON(list)));
    } else if (me == 2) {
        ishmem_uint32_p(&m->number, 4, 1);
    }
}

CASE(wrong_get_and_put)
{
    if (me == 0) {
        DO(ishmemx_int_get_on_queue(m->data, m->other, N, 1, ON(list)));
        DO(ishmemx_quiet_on_queue(ON(list)));
    } else if (me == 2) {
        ishmem_int_p(m->data + 2, 5, 0);
    }
}

/* ---- A PE and its own lists --------------------------------------------------------------------- */

CASE(wrong_read_before_synchronize)
{
    if (me == 0) {
        DO(ishmemx_int_get_on_queue(m->data, m->other, N, 1, ON(list)));
        READ(m->data);
    }
}

CASE(wrong_source_before_synchronize)
{
    if (me == 0) {
        DO(ishmemx_int_put_nbi_on_queue(m->other, m->data, N, 1, ON(list)));
        WRITE(m->data, 3);
    }
}

CASE(wrong_quiet_before_synchronize)
{
    if (me == 0) {
        DO(ishmemx_int_put_on_queue(m->data, ones, N, 1, ON(list)));
        ishmem_quiet();
        ishmem_uint64_p(m->flag, 1, 1);
    } else if (me == 1) {
        await(m->flag, 1);
        READ(m->data);
    }
}

CASE(wrong_barrier_before_synchronize)
{
    if (me == 0) {
        DO(ishmemx_int_put_on_queue(m->data, ones, N, 1, ON(list)));
    }
    ishmem_barrier_all();
    if (me == 1) {
        READ(m->data);
    }
}

CASE(wrong_event_of_other_operation)
{
    if (me == 0) {
        DO(ishmemx_int_get_on_queue(m->data, m->gathered, N, 1, SIGNALS(list, event[0])));
        DO(ishmemx_int_get_on_queue(m->other, m->gathered, N, 1, ON(list)));
        ZE(zeEventHostSynchronize(event[0], UINT64_MAX));
        READ(m->data);
        READ(m->other);
    }
}

CASE(wrong_two_lists)
{
    if (me == 0) {
        DO(ishmemx_int_get_on_queue(m->data, m->gathered, N, 1, ON(list)));
        DO(ishmemx_int_put_on_queue(m->other, m->data, N, 1, ON(other_list)));
    }
}

CASE(wrong_quiet_on_other_list)
{
    if (me == 0) {
        DO(ishmemx_int_put_on_queue(m->data, ones, N, 1, ON(list)));
        DO(ishmemx_quiet_on_queue(ON(other_list)));
        DO(ishmemx_uint64_p_on_queue(m->flag, 1, 1, ON(other_list)));
    } else if (me == 1) {
        await(m->flag, 1);
        READ(m->data);
    }
}

CASE(wrong_dest_of_reduction)
{
    DO(ishmemx_int_sum_reduce_on_queue(ISHMEM_TEAM_WORLD, m->data, m->other, N, NULL, ON(list)));
    READ(m->data);
}

CASE(wrong_put_into_reduction)
{
    if (me == 0) {
        ishmem_int_put(m->other, ones, N, 1);
    }
    DO(ishmemx_int_sum_reduce_on_queue(ISHMEM_TEAM_WORLD, m->data, m->other, N, NULL, ON(list)));
}

CASE(wrong_result_of_atomic)
{
    if (me == 0) {
        DO(ishmemx_int_atomic_fetch_add_on_queue(m->data, 1, 1, m->other, ON(list)));
        READ(m->other);
    }
}

CASE(wrong_fetch_of_atomic)
{
    if (me == 0) {
        DO(ishmemx_int_atomic_fetch_nbi_on_queue(m->other, m->data, 1, ON(list)));
        WRITE(m->other, 1);
    }
}

CASE(wrong_result_of_test)
{
    if (me == 0) {
        DO(ishmemx_uint64_test_on_queue(m->flag, ISHMEM_CMP_EQ, 0, m->other, ON(list)));
        READ(m->other);
    }
}

CASE(wrong_indices_of_test)
{
    if (me == 0) {
        size_t *const indices = (size_t *)(void *)m->gathered;
        size_t *const count = (size_t *)(void *)m->other;
        DO(ishmemx_uint64_test_some_on_queue(m->flag, 2, indices, NULL, ISHMEM_CMP_EQ, 0, count,
                                             ON(list)));
        READ(m->gathered);
    }
}

CASE(wrong_status_of_wait)
{
    if (me == 0) {
        DO(ishmemx_uint64_wait_until_all_on_queue(m->flag, 2, m->gathered, ISHMEM_CMP_EQ, 0,
                                                  ON(list)));
        WRITE(m->gathered + 1, 1);
    }
}

CASE(wrong_result_of_reduction)
{
    DO(ishmemx_int_sum_reduce_on_queue(ISHMEM_TEAM_WORLD, m->data, m->other, N, m->gathered,
                                       ON(list)));
    READ(m->gathered);
}

CASE(wrong_put_into_collect)
{
    if (me == 0) {
        ishmem_int_p(m->gathered + 5, 1, 1);
    }
    DO(ishmemx_int_collect_on_queue(ISHMEM_TEAM_WORLD, m->gathered, m->other, 2, NULL, ON(list)));
}

/* ---- Kernels ------------------------------------------------------------------------------------ */

CASE(wrong_kernel_without_synchronize)
{
    if (me == 0) {
        run_kernel(list, __func__, m, NULL, NULL);
        ishmem_int_put(m->other, m->data, N, 1);
    }
}

CASE(wrong_kernel_on_other_list)
{
    if (me == 0) {
        run_kernel(other_list, __func__, m, NULL, NULL);
        DO(ishmemx_int_put_on_queue(m->other, m->data, N, 1, ON(list)));
    }
}

CASE(wrong_kernel_reads_before_wait)
{
    if (me == 0) {
        DO(ishmemx_int_put_signal_on_queue(m->data, ones, N, m->flag, 1, ISHMEM_SIGNAL_SET, 1,
                                           ON(list)));
    } else if (me == 1) {
        run_kernel(list, __func__, m, NULL, NULL);
        DO(ishmemx_signal_wait_until_on_queue(m->flag, ISHMEM_CMP_EQ, 1, NULL, ON(list)));
    }
}

#define HOST(NAME) {#NAME, NAME},
const races_case_t wrong_queue_cases[] = {
    HOST(wrong_flag_without_fence) HOST(wrong_sync_without_quiet) HOST(wrong_signal_before_data)
        HOST(wrong_put_signal_of_other_data) HOST(wrong_recorded) HOST(wrong_wait_for_other_flag)
            HOST(wrong_atomic_and_put) HOST(wrong_get_and_put) HOST(wrong_read_before_synchronize)
                HOST(wrong_source_before_synchronize) HOST(wrong_quiet_before_synchronize)
                    HOST(wrong_barrier_before_synchronize) HOST(wrong_event_of_other_operation)
                        HOST(wrong_two_lists) HOST(wrong_quiet_on_other_list)
                            HOST(wrong_dest_of_reduction) HOST(wrong_put_into_reduction)
                                HOST(wrong_result_of_atomic) HOST(wrong_fetch_of_atomic)
                                    HOST(wrong_result_of_test) HOST(wrong_indices_of_test)
                                        HOST(wrong_status_of_wait) HOST(wrong_result_of_reduction)
                                            HOST(wrong_put_into_collect)
                                                HOST(wrong_kernel_without_synchronize)
                                                    HOST(wrong_kernel_on_other_list)
                                                        HOST(wrong_kernel_reads_before_wait){NULL,
                                                                                             NULL}};
