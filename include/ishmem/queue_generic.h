/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The queue-ordered names without a type, for C11; generic.h has the others.
 * ishmemx_put_on_queue(dest, source, nelems, pe, queue, signal_event, num_waits, waits) is the put of
 * the type that dest points to.
 */
// IWYU pragma: private, include <ishmemx.h>
#ifndef ISHMEM_QUEUE_GENERIC_H
#define ISHMEM_QUEUE_GENERIC_H

/* As in ishmem.h. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC system_header
#endif

#include "generic.h"

#define ishmemx_put_on_queue(...) \
    ISHMEMI_GENERIC_OWN(, RMA, ishmemx, put_on_queue, __VA_ARGS__)(__VA_ARGS__)
#define ishmemx_get_on_queue(...) \
    ISHMEMI_GENERIC_OWN(, RMA, ishmemx, get_on_queue, __VA_ARGS__)(__VA_ARGS__)
#define ishmemx_put_nbi_on_queue(...) \
    ISHMEMI_GENERIC_OWN(, RMA, ishmemx, put_nbi_on_queue, __VA_ARGS__)(__VA_ARGS__)
#define ishmemx_get_nbi_on_queue(...) \
    ISHMEMI_GENERIC_OWN(, RMA, ishmemx, get_nbi_on_queue, __VA_ARGS__)(__VA_ARGS__)
#define ishmemx_iput_on_queue(...) \
    ISHMEMI_GENERIC_OWN(, RMA, ishmemx, iput_on_queue, __VA_ARGS__)(__VA_ARGS__)
#define ishmemx_iget_on_queue(...) \
    ISHMEMI_GENERIC_OWN(, RMA, ishmemx, iget_on_queue, __VA_ARGS__)(__VA_ARGS__)
#define ishmemx_ibput_on_queue(...) \
    ISHMEMI_GENERIC_OWN(, RMA, ishmemx, ibput_on_queue, __VA_ARGS__)(__VA_ARGS__)
#define ishmemx_ibget_on_queue(...) \
    ISHMEMI_GENERIC_OWN(, RMA, ishmemx, ibget_on_queue, __VA_ARGS__)(__VA_ARGS__)
#define ishmemx_p_on_queue(...) \
    ISHMEMI_GENERIC_OWN(, RMA, ishmemx, p_on_queue, __VA_ARGS__)(__VA_ARGS__)
#define ishmemx_put_signal_on_queue(...) \
    ISHMEMI_GENERIC_OWN(, RMA, ishmemx, put_signal_on_queue, __VA_ARGS__)(__VA_ARGS__)
#define ishmemx_put_signal_nbi_on_queue(...) \
    ISHMEMI_GENERIC_OWN(, RMA, ishmemx, put_signal_nbi_on_queue, __VA_ARGS__)(__VA_ARGS__)
#define ishmemx_g_on_queue(...) \
    ISHMEMI_GENERIC_OWN(_READ, RMA, ishmemx, g_on_queue, __VA_ARGS__)(__VA_ARGS__)

#define ishmemx_atomic_fetch_on_queue(...) \
    ISHMEMI_GENERIC_OWN(_READ, EXT, ishmemx, atomic_fetch_on_queue, __VA_ARGS__)(__VA_ARGS__)
#define ishmemx_atomic_set_on_queue(...) \
    ISHMEMI_GENERIC_OWN(, EXT, ishmemx, atomic_set_on_queue, __VA_ARGS__)(__VA_ARGS__)
#define ishmemx_atomic_swap_on_queue(...) \
    ISHMEMI_GENERIC_OWN(, EXT, ishmemx, atomic_swap_on_queue, __VA_ARGS__)(__VA_ARGS__)
#define ishmemx_atomic_fetch_nbi_on_queue(...) \
    ISHMEMI_GENERIC_OWN(, EXT, ishmemx, atomic_fetch_nbi_on_queue, __VA_ARGS__)(__VA_ARGS__)
#define ishmemx_atomic_swap_nbi_on_queue(...) \
    ISHMEMI_GENERIC_OWN(, EXT, ishmemx, atomic_swap_nbi_on_queue, __VA_ARGS__)(__VA_ARGS__)
#define ishmemx_atomic_fetch_add_on_queue(...) \
    ISHMEMI_GENERIC_OWN(, EXT, ishmemx, atomic_fetch_add_on_queue, __VA_ARGS__)(__VA_ARGS__)
#define ishmemx_atomic_add_on_queue(...) \
    ISHMEMI_GENERIC_OWN(, EXT, ishmemx, atomic_add_on_queue, __VA_ARGS__)(__VA_ARGS__)
#define ishmemx_atomic_fetch_add_nbi_on_queue(...) \
    ISHMEMI_GENERIC_OWN(, EXT, ishmemx, atomic_fetch_add_nbi_on_queue, __VA_ARGS__)(__VA_ARGS__)
#define ishmemx_atomic_compare_swap_on_queue(...) \
    ISHMEMI_GENERIC_OWN(, STD, ishmemx, atomic_compare_swap_on_queue, __VA_ARGS__)(__VA_ARGS__)
#define ishmemx_atomic_fetch_inc_on_queue(...) \
    ISHMEMI_GENERIC_OWN(, STD, ishmemx, atomic_fetch_inc_on_queue, __VA_ARGS__)(__VA_ARGS__)
#define ishmemx_atomic_inc_on_queue(...) \
    ISHMEMI_GENERIC_OWN(, STD, ishmemx, atomic_inc_on_queue, __VA_ARGS__)(__VA_ARGS__)
#define ishmemx_atomic_compare_swap_nbi_on_queue(...) \
    ISHMEMI_GENERIC_OWN(, STD, ishmemx, atomic_compare_swap_nbi_on_queue, __VA_ARGS__)(__VA_ARGS__)
#define ishmemx_atomic_fetch_inc_nbi_on_queue(...) \
    ISHMEMI_GENERIC_OWN(, STD, ishmemx, atomic_fetch_inc_nbi_on_queue, __VA_ARGS__)(__VA_ARGS__)
#define ishmemx_atomic_fetch_and_on_queue(...) \
    ISHMEMI_GENERIC_OWN(, BIT, ishmemx, atomic_fetch_and_on_queue, __VA_ARGS__)(__VA_ARGS__)
#define ishmemx_atomic_fetch_or_on_queue(...) \
    ISHMEMI_GENERIC_OWN(, BIT, ishmemx, atomic_fetch_or_on_queue, __VA_ARGS__)(__VA_ARGS__)
#define ishmemx_atomic_fetch_xor_on_queue(...) \
    ISHMEMI_GENERIC_OWN(, BIT, ishmemx, atomic_fetch_xor_on_queue, __VA_ARGS__)(__VA_ARGS__)
#define ishmemx_atomic_and_on_queue(...) \
    ISHMEMI_GENERIC_OWN(, BIT, ishmemx, atomic_and_on_queue, __VA_ARGS__)(__VA_ARGS__)
#define ishmemx_atomic_or_on_queue(...) \
    ISHMEMI_GENERIC_OWN(, BIT, ishmemx, atomic_or_on_queue, __VA_ARGS__)(__VA_ARGS__)
#define ishmemx_atomic_xor_on_queue(...) \
    ISHMEMI_GENERIC_OWN(, BIT, ishmemx, atomic_xor_on_queue, __VA_ARGS__)(__VA_ARGS__)
#define ishmemx_atomic_fetch_and_nbi_on_queue(...) \
    ISHMEMI_GENERIC_OWN(, BIT, ishmemx, atomic_fetch_and_nbi_on_queue, __VA_ARGS__)(__VA_ARGS__)
#define ishmemx_atomic_fetch_or_nbi_on_queue(...) \
    ISHMEMI_GENERIC_OWN(, BIT, ishmemx, atomic_fetch_or_nbi_on_queue, __VA_ARGS__)(__VA_ARGS__)
#define ishmemx_atomic_fetch_xor_nbi_on_queue(...) \
    ISHMEMI_GENERIC_OWN(, BIT, ishmemx, atomic_fetch_xor_nbi_on_queue, __VA_ARGS__)(__VA_ARGS__)

#define ishmemx_wait_until_on_queue(...) \
    ISHMEMI_GENERIC_OWN(, WAIT, ishmemx, wait_until_on_queue, __VA_ARGS__)(__VA_ARGS__)
#define ishmemx_wait_until_all_on_queue(...) \
    ISHMEMI_GENERIC_OWN(, WAIT, ishmemx, wait_until_all_on_queue, __VA_ARGS__)(__VA_ARGS__)
#define ishmemx_wait_until_all_vector_on_queue(...) \
    ISHMEMI_GENERIC_OWN(, WAIT, ishmemx, wait_until_all_vector_on_queue, __VA_ARGS__)(__VA_ARGS__)
#define ishmemx_wait_until_any_on_queue(...) \
    ISHMEMI_GENERIC_OWN(, WAIT, ishmemx, wait_until_any_on_queue, __VA_ARGS__)(__VA_ARGS__)
#define ishmemx_wait_until_any_vector_on_queue(...) \
    ISHMEMI_GENERIC_OWN(, WAIT, ishmemx, wait_until_any_vector_on_queue, __VA_ARGS__)(__VA_ARGS__)
#define ishmemx_wait_until_some_on_queue(...) \
    ISHMEMI_GENERIC_OWN(, WAIT, ishmemx, wait_until_some_on_queue, __VA_ARGS__)(__VA_ARGS__)
#define ishmemx_wait_until_some_vector_on_queue(...) \
    ISHMEMI_GENERIC_OWN(, WAIT, ishmemx, wait_until_some_vector_on_queue, __VA_ARGS__)(__VA_ARGS__)
#define ishmemx_test_on_queue(...) \
    ISHMEMI_GENERIC_OWN(, WAIT, ishmemx, test_on_queue, __VA_ARGS__)(__VA_ARGS__)
#define ishmemx_test_all_on_queue(...) \
    ISHMEMI_GENERIC_OWN(, WAIT, ishmemx, test_all_on_queue, __VA_ARGS__)(__VA_ARGS__)
#define ishmemx_test_all_vector_on_queue(...) \
    ISHMEMI_GENERIC_OWN(, WAIT, ishmemx, test_all_vector_on_queue, __VA_ARGS__)(__VA_ARGS__)
#define ishmemx_test_any_on_queue(...) \
    ISHMEMI_GENERIC_OWN(, WAIT, ishmemx, test_any_on_queue, __VA_ARGS__)(__VA_ARGS__)
#define ishmemx_test_any_vector_on_queue(...) \
    ISHMEMI_GENERIC_OWN(, WAIT, ishmemx, test_any_vector_on_queue, __VA_ARGS__)(__VA_ARGS__)
#define ishmemx_test_some_on_queue(...) \
    ISHMEMI_GENERIC_OWN(, WAIT, ishmemx, test_some_on_queue, __VA_ARGS__)(__VA_ARGS__)
#define ishmemx_test_some_vector_on_queue(...) \
    ISHMEMI_GENERIC_OWN(, WAIT, ishmemx, test_some_vector_on_queue, __VA_ARGS__)(__VA_ARGS__)

#endif
