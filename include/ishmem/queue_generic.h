/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The queue-ordered names without a type, for C11, as generic.h has the others:
 * ishmemx_put_on_queue(dest, source, nelems, pe, queue, signal_event, num_waits, waits) is that of
 * the type that dest points to.
 */
#ifndef ISHMEM_QUEUE_GENERIC_H
#define ISHMEM_QUEUE_GENERIC_H

#include "generic.h"

#define ISHMEMI_QUEUED(TYPES, ROUTINE, ...) \
    ISHMEMI_WITHOUT_CTX(ISHMEMI_CASE, TYPES, ishmemx, ROUTINE, __VA_ARGS__)
/* The first argument is read only. */
#define ISHMEMI_QUEUED_READ(TYPES, ROUTINE, ...) \
    ISHMEMI_WITHOUT_CTX(ISHMEMI_CASE_READ, TYPES, ishmemx, ROUTINE, __VA_ARGS__)

#define ishmemx_put_on_queue(...) ISHMEMI_QUEUED(ISHMEMI_C_RMA, put_on_queue, __VA_ARGS__)
#define ishmemx_get_on_queue(...) ISHMEMI_QUEUED(ISHMEMI_C_RMA, get_on_queue, __VA_ARGS__)
#define ishmemx_put_nbi_on_queue(...) ISHMEMI_QUEUED(ISHMEMI_C_RMA, put_nbi_on_queue, __VA_ARGS__)
#define ishmemx_get_nbi_on_queue(...) ISHMEMI_QUEUED(ISHMEMI_C_RMA, get_nbi_on_queue, __VA_ARGS__)
#define ishmemx_iput_on_queue(...) ISHMEMI_QUEUED(ISHMEMI_C_RMA, iput_on_queue, __VA_ARGS__)
#define ishmemx_iget_on_queue(...) ISHMEMI_QUEUED(ISHMEMI_C_RMA, iget_on_queue, __VA_ARGS__)
#define ishmemx_ibput_on_queue(...) ISHMEMI_QUEUED(ISHMEMI_C_RMA, ibput_on_queue, __VA_ARGS__)
#define ishmemx_ibget_on_queue(...) ISHMEMI_QUEUED(ISHMEMI_C_RMA, ibget_on_queue, __VA_ARGS__)
#define ishmemx_p_on_queue(...) ISHMEMI_QUEUED(ISHMEMI_C_RMA, p_on_queue, __VA_ARGS__)
#define ishmemx_put_signal_on_queue(...) \
    ISHMEMI_QUEUED(ISHMEMI_C_RMA, put_signal_on_queue, __VA_ARGS__)
#define ishmemx_put_signal_nbi_on_queue(...) \
    ISHMEMI_QUEUED(ISHMEMI_C_RMA, put_signal_nbi_on_queue, __VA_ARGS__)
#define ishmemx_g_on_queue(...) ISHMEMI_QUEUED_READ(ISHMEMI_C_RMA, g_on_queue, __VA_ARGS__)

#define ishmemx_atomic_fetch_on_queue(...) \
    ISHMEMI_QUEUED_READ(ISHMEMI_C_AMO_EXT, atomic_fetch_on_queue, __VA_ARGS__)
#define ishmemx_atomic_set_on_queue(...) \
    ISHMEMI_QUEUED(ISHMEMI_C_AMO_EXT, atomic_set_on_queue, __VA_ARGS__)
#define ishmemx_atomic_swap_on_queue(...) \
    ISHMEMI_QUEUED(ISHMEMI_C_AMO_EXT, atomic_swap_on_queue, __VA_ARGS__)
#define ishmemx_atomic_fetch_nbi_on_queue(...) \
    ISHMEMI_QUEUED(ISHMEMI_C_AMO_EXT, atomic_fetch_nbi_on_queue, __VA_ARGS__)
#define ishmemx_atomic_swap_nbi_on_queue(...) \
    ISHMEMI_QUEUED(ISHMEMI_C_AMO_EXT, atomic_swap_nbi_on_queue, __VA_ARGS__)
#define ishmemx_atomic_fetch_add_on_queue(...) \
    ISHMEMI_QUEUED(ISHMEMI_C_AMO_EXT, atomic_fetch_add_on_queue, __VA_ARGS__)
#define ishmemx_atomic_add_on_queue(...) \
    ISHMEMI_QUEUED(ISHMEMI_C_AMO_EXT, atomic_add_on_queue, __VA_ARGS__)
#define ishmemx_atomic_fetch_add_nbi_on_queue(...) \
    ISHMEMI_QUEUED(ISHMEMI_C_AMO_EXT, atomic_fetch_add_nbi_on_queue, __VA_ARGS__)
#define ishmemx_atomic_compare_swap_on_queue(...) \
    ISHMEMI_QUEUED(ISHMEMI_C_AMO_STD, atomic_compare_swap_on_queue, __VA_ARGS__)
#define ishmemx_atomic_fetch_inc_on_queue(...) \
    ISHMEMI_QUEUED(ISHMEMI_C_AMO_STD, atomic_fetch_inc_on_queue, __VA_ARGS__)
#define ishmemx_atomic_inc_on_queue(...) \
    ISHMEMI_QUEUED(ISHMEMI_C_AMO_STD, atomic_inc_on_queue, __VA_ARGS__)
#define ishmemx_atomic_compare_swap_nbi_on_queue(...) \
    ISHMEMI_QUEUED(ISHMEMI_C_AMO_STD, atomic_compare_swap_nbi_on_queue, __VA_ARGS__)
#define ishmemx_atomic_fetch_inc_nbi_on_queue(...) \
    ISHMEMI_QUEUED(ISHMEMI_C_AMO_STD, atomic_fetch_inc_nbi_on_queue, __VA_ARGS__)
#define ishmemx_atomic_fetch_and_on_queue(...) \
    ISHMEMI_QUEUED(ISHMEMI_C_AMO_BIT, atomic_fetch_and_on_queue, __VA_ARGS__)
#define ishmemx_atomic_fetch_or_on_queue(...) \
    ISHMEMI_QUEUED(ISHMEMI_C_AMO_BIT, atomic_fetch_or_on_queue, __VA_ARGS__)
#define ishmemx_atomic_fetch_xor_on_queue(...) \
    ISHMEMI_QUEUED(ISHMEMI_C_AMO_BIT, atomic_fetch_xor_on_queue, __VA_ARGS__)
#define ishmemx_atomic_and_on_queue(...) \
    ISHMEMI_QUEUED(ISHMEMI_C_AMO_BIT, atomic_and_on_queue, __VA_ARGS__)
#define ishmemx_atomic_or_on_queue(...) \
    ISHMEMI_QUEUED(ISHMEMI_C_AMO_BIT, atomic_or_on_queue, __VA_ARGS__)
#define ishmemx_atomic_xor_on_queue(...) \
    ISHMEMI_QUEUED(ISHMEMI_C_AMO_BIT, atomic_xor_on_queue, __VA_ARGS__)
#define ishmemx_atomic_fetch_and_nbi_on_queue(...) \
    ISHMEMI_QUEUED(ISHMEMI_C_AMO_BIT, atomic_fetch_and_nbi_on_queue, __VA_ARGS__)
#define ishmemx_atomic_fetch_or_nbi_on_queue(...) \
    ISHMEMI_QUEUED(ISHMEMI_C_AMO_BIT, atomic_fetch_or_nbi_on_queue, __VA_ARGS__)
#define ishmemx_atomic_fetch_xor_nbi_on_queue(...) \
    ISHMEMI_QUEUED(ISHMEMI_C_AMO_BIT, atomic_fetch_xor_nbi_on_queue, __VA_ARGS__)

#define ishmemx_wait_until_on_queue(...) \
    ISHMEMI_QUEUED(ISHMEMI_C_AMO_STD, wait_until_on_queue, __VA_ARGS__)
#define ishmemx_wait_until_all_on_queue(...) \
    ISHMEMI_QUEUED(ISHMEMI_C_AMO_STD, wait_until_all_on_queue, __VA_ARGS__)
#define ishmemx_wait_until_all_vector_on_queue(...) \
    ISHMEMI_QUEUED(ISHMEMI_C_AMO_STD, wait_until_all_vector_on_queue, __VA_ARGS__)
#define ishmemx_wait_until_any_on_queue(...) \
    ISHMEMI_QUEUED(ISHMEMI_C_AMO_STD, wait_until_any_on_queue, __VA_ARGS__)
#define ishmemx_wait_until_any_vector_on_queue(...) \
    ISHMEMI_QUEUED(ISHMEMI_C_AMO_STD, wait_until_any_vector_on_queue, __VA_ARGS__)
#define ishmemx_wait_until_some_on_queue(...) \
    ISHMEMI_QUEUED(ISHMEMI_C_AMO_STD, wait_until_some_on_queue, __VA_ARGS__)
#define ishmemx_wait_until_some_vector_on_queue(...) \
    ISHMEMI_QUEUED(ISHMEMI_C_AMO_STD, wait_until_some_vector_on_queue, __VA_ARGS__)
#define ishmemx_test_on_queue(...) ISHMEMI_QUEUED(ISHMEMI_C_AMO_STD, test_on_queue, __VA_ARGS__)
#define ishmemx_test_all_on_queue(...) \
    ISHMEMI_QUEUED(ISHMEMI_C_AMO_STD, test_all_on_queue, __VA_ARGS__)
#define ishmemx_test_all_vector_on_queue(...) \
    ISHMEMI_QUEUED(ISHMEMI_C_AMO_STD, test_all_vector_on_queue, __VA_ARGS__)
#define ishmemx_test_any_on_queue(...) \
    ISHMEMI_QUEUED(ISHMEMI_C_AMO_STD, test_any_on_queue, __VA_ARGS__)
#define ishmemx_test_any_vector_on_queue(...) \
    ISHMEMI_QUEUED(ISHMEMI_C_AMO_STD, test_any_vector_on_queue, __VA_ARGS__)
#define ishmemx_test_some_on_queue(...) \
    ISHMEMI_QUEUED(ISHMEMI_C_AMO_STD, test_some_on_queue, __VA_ARGS__)
#define ishmemx_test_some_vector_on_queue(...) \
    ISHMEMI_QUEUED(ISHMEMI_C_AMO_STD, test_some_vector_on_queue, __VA_ARGS__)

#endif
