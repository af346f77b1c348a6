/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The names without a type, for C11: ishmem_put(dest, source, nelems, pe) is the put of the type that
 * dest points to.  With a context as an additional first argument it is the put on that context.  A
 * macro only selects the routine, by its first argument or, if that is a context, by its second.  The
 * compiler then checks the arguments against the routine's prototype.  If the routine does not exist for
 * a type, the compiler's error lists the types for which it does.
 *
 * A pointer to const also selects a routine that only reads through its first pointer.  Other parameters
 * accept one as declared.
 */
// IWYU pragma: private, include <ishmem.h>
#ifndef ISHMEM_GENERIC_H
#define ISHMEM_GENERIC_H

/* As in ishmem.h. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC system_header
#endif

#include "select.h"

/* ---- Remote memory access, signals --------------------------------------------------------- */

#define ishmem_put(...) ISHMEMI_GENERIC(, HOST_RMA, ishmem, put, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_get(...) ISHMEMI_GENERIC(, HOST_RMA, ishmem, get, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_put_nbi(...) ISHMEMI_GENERIC(, HOST_RMA, ishmem, put_nbi, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_get_nbi(...) ISHMEMI_GENERIC(, HOST_RMA, ishmem, get_nbi, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_iput(...) ISHMEMI_GENERIC(, HOST_RMA, ishmem, iput, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_iget(...) ISHMEMI_GENERIC(, HOST_RMA, ishmem, iget, __VA_ARGS__)(__VA_ARGS__)
#define ishmemx_ibput(...) ISHMEMI_GENERIC(, HOST_RMA, ishmemx, ibput, __VA_ARGS__)(__VA_ARGS__)
#define ishmemx_ibget(...) ISHMEMI_GENERIC(, HOST_RMA, ishmemx, ibget, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_p(...) ISHMEMI_GENERIC(, HOST_RMA, ishmem, p, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_g(...) ISHMEMI_GENERIC(_READ, HOST_RMA, ishmem, g, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_put_signal(...) \
    ISHMEMI_GENERIC(, HOST_RMA, ishmem, put_signal, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_put_signal_nbi(...) \
    ISHMEMI_GENERIC(, HOST_RMA, ishmem, put_signal_nbi, __VA_ARGS__)(__VA_ARGS__)

/* ---- Atomic memory operations -------------------------------------------------------------- */

#define ishmem_atomic_fetch(...) \
    ISHMEMI_GENERIC(_READ, EXT, ishmem, atomic_fetch, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_atomic_set(...) ISHMEMI_GENERIC(, EXT, ishmem, atomic_set, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_atomic_swap(...) \
    ISHMEMI_GENERIC(, EXT, ishmem, atomic_swap, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_atomic_fetch_nbi(...) \
    ISHMEMI_GENERIC(, EXT, ishmem, atomic_fetch_nbi, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_atomic_swap_nbi(...) \
    ISHMEMI_GENERIC(, EXT, ishmem, atomic_swap_nbi, __VA_ARGS__)(__VA_ARGS__)

#define ishmem_atomic_compare_swap(...) \
    ISHMEMI_GENERIC(, STD, ishmem, atomic_compare_swap, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_atomic_fetch_inc(...) \
    ISHMEMI_GENERIC(, STD, ishmem, atomic_fetch_inc, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_atomic_inc(...) ISHMEMI_GENERIC(, STD, ishmem, atomic_inc, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_atomic_compare_swap_nbi(...) \
    ISHMEMI_GENERIC(, STD, ishmem, atomic_compare_swap_nbi, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_atomic_fetch_inc_nbi(...) \
    ISHMEMI_GENERIC(, STD, ishmem, atomic_fetch_inc_nbi, __VA_ARGS__)(__VA_ARGS__)
/* Operations that also exist for floating point. */
#define ishmem_atomic_fetch_add(...) \
    ISHMEMI_GENERIC(, EXT, ishmem, atomic_fetch_add, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_atomic_add(...) ISHMEMI_GENERIC(, EXT, ishmem, atomic_add, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_atomic_fetch_add_nbi(...) \
    ISHMEMI_GENERIC(, EXT, ishmem, atomic_fetch_add_nbi, __VA_ARGS__)(__VA_ARGS__)

#define ishmem_atomic_fetch_and(...) \
    ISHMEMI_GENERIC(, BIT, ishmem, atomic_fetch_and, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_atomic_and(...) ISHMEMI_GENERIC(, BIT, ishmem, atomic_and, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_atomic_fetch_or(...) \
    ISHMEMI_GENERIC(, BIT, ishmem, atomic_fetch_or, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_atomic_or(...) ISHMEMI_GENERIC(, BIT, ishmem, atomic_or, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_atomic_fetch_xor(...) \
    ISHMEMI_GENERIC(, BIT, ishmem, atomic_fetch_xor, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_atomic_xor(...) ISHMEMI_GENERIC(, BIT, ishmem, atomic_xor, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_atomic_fetch_and_nbi(...) \
    ISHMEMI_GENERIC(, BIT, ishmem, atomic_fetch_and_nbi, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_atomic_fetch_or_nbi(...) \
    ISHMEMI_GENERIC(, BIT, ishmem, atomic_fetch_or_nbi, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_atomic_fetch_xor_nbi(...) \
    ISHMEMI_GENERIC(, BIT, ishmem, atomic_fetch_xor_nbi, __VA_ARGS__)(__VA_ARGS__)

/* ---- Point-to-point synchronisation -------------------------------------------------------- */

#define ishmem_wait_until(...) \
    ISHMEMI_GENERIC_OWN(, WAIT, ishmem, wait_until, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_wait_until_all(...) \
    ISHMEMI_GENERIC_OWN(, WAIT, ishmem, wait_until_all, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_wait_until_any(...) \
    ISHMEMI_GENERIC_OWN(, WAIT, ishmem, wait_until_any, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_wait_until_some(...) \
    ISHMEMI_GENERIC_OWN(, WAIT, ishmem, wait_until_some, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_wait_until_all_vector(...) \
    ISHMEMI_GENERIC_OWN(, WAIT, ishmem, wait_until_all_vector, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_wait_until_any_vector(...) \
    ISHMEMI_GENERIC_OWN(, WAIT, ishmem, wait_until_any_vector, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_wait_until_some_vector(...) \
    ISHMEMI_GENERIC_OWN(, WAIT, ishmem, wait_until_some_vector, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_test(...) ISHMEMI_GENERIC_OWN(, WAIT, ishmem, test, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_test_all(...) ISHMEMI_GENERIC_OWN(, WAIT, ishmem, test_all, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_test_any(...) ISHMEMI_GENERIC_OWN(, WAIT, ishmem, test_any, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_test_some(...) \
    ISHMEMI_GENERIC_OWN(, WAIT, ishmem, test_some, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_test_all_vector(...) \
    ISHMEMI_GENERIC_OWN(, WAIT, ishmem, test_all_vector, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_test_any_vector(...) \
    ISHMEMI_GENERIC_OWN(, WAIT, ishmem, test_any_vector, __VA_ARGS__)(__VA_ARGS__)
#define ishmem_test_some_vector(...) \
    ISHMEMI_GENERIC_OWN(, WAIT, ishmem, test_some_vector, __VA_ARGS__)(__VA_ARGS__)

#endif
