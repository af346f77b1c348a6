/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What is wrong with a call whose arguments did not pass, in words.  Each function looks at the
 * arguments again, in the order in which a reader would, and reports the first that is wrong.
 */
#include "check.h"

#include "ipc_method.h"
#include "log.h"
#include <inttypes.h>
#include <stdio.h>

bool ishmemi_checks = true;

#define TEXT_BYTES 160

noreturn void ishmemi_check_fail_ready(const char *routine)
{
    ishmemi_fatal("%s: called before ishmem_init or after ishmem_finalize", routine);
}

static void require_pe(const char *routine, const char *argument, int pe)
{
    if (!ishmemi_job.initialized) {
        ishmemi_check_fail_ready(routine);
    }
    char value[TEXT_BYTES];
    char expected[TEXT_BYTES];
    if (pe < 0 || pe >= ishmemi_job.n_pes) {
        snprintf(value, sizeof value, "%d", pe);
        snprintf(expected, sizeof expected, "0 to %d", ishmemi_job.n_pes - 1);
        ishmemi_fatal_argument(routine, argument, value, expected);
    }
    if (ishmemi_job.delta[pe] == ISHMEMI_UNREACHABLE) {
        snprintf(value, sizeof value, "%d", pe);
        ishmemi_fatal_argument(routine, argument, value, "a PE whose heap can be reached from here");
    }
}

/* What would be symmetric. */
static void describe_symmetric(const void *array, char *text, size_t bytes)
{
    const uintptr_t first = (uintptr_t)ishmemi_job.heap + ISHMEMI_HEAD_BYTES;
    const uintptr_t end = (uintptr_t)ishmemi_job.heap + ishmemi_job.heap_bytes;
    const int used = snprintf(text, bytes, "an object in this PE's symmetric heap, 0x%" PRIxPTR
                              " to 0x%" PRIxPTR, first, end);
    const char *const why = ishmemi_segment_why();
    if (!*why) {
        snprintf(text + used, bytes - (size_t)used,
                 ", or a global or static variable of the executable");
    } else if (ishmemi_segment_contains(array)) {
        snprintf(text + used, bytes - (size_t)used,
                 "; static objects of the program are not symmetric: %s", why);
    }
}

/* The array is symmetric from its first byte to its last. */
static void require_symmetric(const char *routine, const char *argument, const void *array,
                              size_t nelems, size_t size)
{
    if (ishmemi_check_symmetric(array, nelems, size)) {
        return;
    }
    char value[TEXT_BYTES];
    char expected[2 * ISHMEMI_IPC_WHY_BYTES];
    if (nelems == 1) {
        snprintf(value, sizeof value, "%p", array);
    } else {
        snprintf(value, sizeof value, "%p with %zu elements of %zu bytes", array, nelems, size);
    }
    describe_symmetric(array, expected, sizeof expected);
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
    require_pe(routine, "pe", pe);
    require_symmetric(routine, symmetric_name, symmetric, nelems, size);
    require_aligned(routine, symmetric_name, symmetric, alignment);
    require_aligned(routine, local_name, local, alignment);
    char expected[TEXT_BYTES];
    snprintf(expected, sizeof expected, "an address, as nelems is %zu", nelems);
    ishmemi_fatal_argument(routine, local_name, "NULL", expected);
}

static void require_stride(const char *routine, const char *argument, ptrdiff_t stride)
{
    if (stride < 1) {
        char value[TEXT_BYTES];
        snprintf(value, sizeof value, "%td", stride);
        ishmemi_fatal_argument(routine, argument, value, "a stride of at least 1");
    }
}

noreturn void ishmemi_check_fail_blocks(const char *routine, ishmemi_direction_t direction,
                                        const void *symmetric, const void *local, ptrdiff_t dst,
                                        ptrdiff_t sst, size_t bsize, size_t nblocks, size_t size,
                                        size_t alignment, int pe)
{
    require_pe(routine, "pe", pe);
    require_stride(routine, "dst", dst);
    require_stride(routine, "sst", sst);
    const ptrdiff_t least = dst < sst ? dst : sst;
    if (bsize > (size_t)least) {
        char value[TEXT_BYTES];
        char expected[TEXT_BYTES];
        snprintf(value, sizeof value, "%zu", bsize);
        snprintf(expected, sizeof expected, "at most %td, the smaller stride", least);
        ishmemi_fatal_argument(routine, "bsize", value, expected);
    }
    const ptrdiff_t stride = direction == ISHMEMI_PUT ? dst : sst;
    ishmemi_check_fail_transfer(routine, direction, symmetric, local,
                                ishmemi_check_span(stride, bsize, nblocks), size, alignment, pe);
}

noreturn void ishmemi_check_fail_object(const char *routine, const char *argument,
                                        const void *object, size_t size, int pe)
{
    require_pe(routine, "pe", pe);
    ishmemi_check_fail_own(routine, argument, object, 1, size);
}

noreturn void ishmemi_check_fail_own(const char *routine, const char *argument, const void *object,
                                     size_t nelems, size_t size)
{
    if (!ishmemi_job.initialized) {
        ishmemi_check_fail_ready(routine);
    }
    require_symmetric(routine, argument, object, nelems, size);
    char value[TEXT_BYTES];
    char expected[TEXT_BYTES];
    snprintf(value, sizeof value, "%p", object);
    snprintf(expected, sizeof expected, "a multiple of %zu", size);
    ishmemi_fatal_argument(routine, argument, value, expected);
}

noreturn void ishmemi_check_fail_local(const char *routine, const char *argument, const void *array,
                                       size_t count, size_t alignment)
{
    if (!ishmemi_job.initialized) {
        ishmemi_check_fail_ready(routine);
    }
    char expected[TEXT_BYTES];
    if (!array) {
        snprintf(expected, sizeof expected, "the address of %zu element%s", count,
                 count == 1 ? "" : "s");
        ishmemi_fatal_argument(routine, argument, "NULL", expected);
    }
    char value[TEXT_BYTES];
    snprintf(value, sizeof value, "%p", array);
    snprintf(expected, sizeof expected, "a multiple of %zu", alignment);
    ishmemi_fatal_argument(routine, argument, value, expected);
}

noreturn void ishmemi_check_fail_pes(const char *routine, const char *argument, const int *pes,
                                     size_t count)
{
    if (!ishmemi_job.initialized) {
        ishmemi_check_fail_ready(routine);
    }
    size_t i = 0;
    while (pes && i < count && ishmemi_check_pe(pes[i])) {
        i++;
    }
    if (pes && i < count) {
        char name[TEXT_BYTES];
        snprintf(name, sizeof name, "%s[%zu]", argument, i);
        require_pe(routine, name, pes[i]);
    }
    ishmemi_check_fail_local(routine, argument, pes, count, sizeof *pes);
}

noreturn void ishmemi_check_fail_ctx(const char *routine, ishmem_ctx_t ctx)
{
    if (!ishmemi_job.initialized) {
        ishmemi_check_fail_ready(routine);
    }
    char value[TEXT_BYTES];
    snprintf(value, sizeof value, "%p", (const void *)ctx);
    ishmemi_fatal_argument(routine, "ctx", ctx ? value : "ISHMEM_CTX_INVALID",
                           "a context that ishmem_ctx_create has made and that is not destroyed");
}

noreturn void ishmemi_check_fail_team(const char *routine, const char *argument, ishmem_team_t team)
{
    if (!ishmemi_job.initialized) {
        ishmemi_check_fail_ready(routine);
    }
    char value[TEXT_BYTES];
    snprintf(value, sizeof value, "%d", team);
    ishmemi_fatal_argument(routine, argument,
                           team == ISHMEM_TEAM_INVALID ? "ISHMEM_TEAM_INVALID" : value,
                           "a team of this PE that is not destroyed");
}

noreturn void ishmemi_check_fail_team_pe(const char *routine, const char *argument, int pe,
                                         int n_pes)
{
    char value[TEXT_BYTES];
    char expected[TEXT_BYTES];
    snprintf(value, sizeof value, "%d", pe);
    snprintf(expected, sizeof expected, "0 to %d", n_pes - 1);
    ishmemi_fatal_argument(routine, argument, value, expected);
}

noreturn void ishmemi_check_fail_bits(const char *routine, const char *argument, long bits,
                                      const char *expected)
{
    char value[TEXT_BYTES];
    snprintf(value, sizeof value, "0x%lx", (unsigned long)bits);
    ishmemi_fatal_argument(routine, argument, value, expected);
}

noreturn void ishmemi_check_fail_lock(const char *routine)
{
    ishmemi_fatal_argument(routine, "lock", "a lock that nobody holds",
                           "one that the caller has set");
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
