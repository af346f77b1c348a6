/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What is wrong with a call whose arguments did not pass, in words.  Each function looks at the
 * arguments again, in the order in which a reader would, and reports the first that is wrong.
 */
#include "check.h"

#include "log.h"
#include <inttypes.h>
#include <stdio.h>

bool ishmemi_checks = true;

#define TEXT_BYTES 160

noreturn void ishmemi_check_fail_ready(const char *routine)
{
    ishmemi_fatal("%s: called before ishmem_init or after ishmem_finalize", routine);
}

static void require_pe(const char *routine, int pe)
{
    if (!ishmemi_job.initialized) {
        ishmemi_check_fail_ready(routine);
    }
    char value[TEXT_BYTES];
    char expected[TEXT_BYTES];
    if (pe < 0 || pe >= ishmemi_job.n_pes) {
        snprintf(value, sizeof value, "%d", pe);
        snprintf(expected, sizeof expected, "0 to %d", ishmemi_job.n_pes - 1);
        ishmemi_fatal_argument(routine, "pe", value, expected);
    }
    if (ishmemi_job.delta[pe] == ISHMEMI_UNREACHABLE) {
        snprintf(value, sizeof value, "%d", pe);
        ishmemi_fatal_argument(routine, "pe", value, "a PE whose heap can be reached from here");
    }
}

/* The array is in the heap from its first byte to its last. */
static void require_symmetric(const char *routine, const char *argument, const void *array,
                              size_t nelems, size_t size)
{
    if (ishmemi_check_symmetric(array, nelems, size)) {
        return;
    }
    char value[TEXT_BYTES];
    char expected[TEXT_BYTES];
    const uintptr_t first = (uintptr_t)ishmemi_job.heap + ISHMEMI_HEAD_BYTES;
    const uintptr_t end = (uintptr_t)ishmemi_job.heap + ishmemi_job.heap_bytes;
    if (nelems == 1) {
        snprintf(value, sizeof value, "%p", array);
    } else {
        snprintf(value, sizeof value, "%p with %zu elements of %zu bytes", array, nelems, size);
    }
    snprintf(expected, sizeof expected,
             "an object in this PE's symmetric heap, 0x%" PRIxPTR " to 0x%" PRIxPTR, first, end);
    ishmemi_fatal_argument(routine, argument, array ? value : "NULL", expected);
}

static void require_aligned(const char *routine, const char *argument, const void *address,
                            size_t alignment)
{
    if (ishmemi_check_aligned(address, alignment)) {
        return;
    }
    char value[TEXT_BYTES];
    char expected[TEXT_BYTES];
    snprintf(value, sizeof value, "%p", address);
    snprintf(expected, sizeof expected, "a multiple of %zu", alignment);
    ishmemi_fatal_argument(routine, argument, value, expected);
}

noreturn void ishmemi_check_fail_transfer(const char *routine, ishmemi_direction_t direction,
                                          const void *symmetric, const void *local, size_t nelems,
                                          size_t size, size_t alignment, int pe)
{
    const char *const symmetric_name = direction == ISHMEMI_PUT ? "dest" : "source";
    const char *const local_name = direction == ISHMEMI_PUT ? "source" : "dest";
    require_pe(routine, pe);
    require_symmetric(routine, symmetric_name, symmetric, nelems, size);
    require_aligned(routine, symmetric_name, symmetric, alignment);
    require_aligned(routine, local_name, local, alignment);
    char expected[TEXT_BYTES];
    snprintf(expected, sizeof expected, "an address, as nelems is %zu", nelems);
    ishmemi_fatal_argument(routine, local_name, "NULL", expected);
}

noreturn void ishmemi_check_fail_object(const char *routine, const char *argument,
                                        const void *object, size_t size, int pe)
{
    require_pe(routine, pe);
    ishmemi_check_fail_own(routine, argument, object, size);
}

noreturn void ishmemi_check_fail_own(const char *routine, const char *argument, const void *object,
                                     size_t size)
{
    if (!ishmemi_job.initialized) {
        ishmemi_check_fail_ready(routine);
    }
    require_symmetric(routine, argument, object, 1, size);
    char value[TEXT_BYTES];
    char expected[TEXT_BYTES];
    snprintf(value, sizeof value, "%p", object);
    snprintf(expected, sizeof expected, "a multiple of %zu", size);
    ishmemi_fatal_argument(routine, argument, value, expected);
}

noreturn void ishmemi_check_fail_cmp(const char *routine, int cmp)
{
    char value[TEXT_BYTES];
    snprintf(value, sizeof value, "%d", cmp);
    ishmemi_fatal_argument(routine, "cmp", value, "one of ISHMEM_CMP_EQ, NE, GT, GE, LT, LE");
}

noreturn void ishmemi_check_fail_sig_op(const char *routine, int sig_op)
{
    char value[TEXT_BYTES];
    snprintf(value, sizeof value, "%d", sig_op);
    ishmemi_fatal_argument(routine, "sig_op", value, "ISHMEM_SIGNAL_SET or ISHMEM_SIGNAL_ADD");
}
