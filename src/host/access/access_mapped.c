/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Waits, if the host can load and store heaps.
 */
#include "access.h"

#include "compare.h"
#include "job.h"
#include "report.h"
#include "shared/mapped.h"
#include "spin.h"

/* Polls until `compare` holds.  Inline, so that the object's size and sign are constants. */
static inline __attribute__((always_inline)) uint64_t poll_until(const void *object, size_t bytes,
                                                                 bool is_signed,
                                                                 const ishmemi_compare_t *compare,
                                                                 const ishmemi_wait_t waited)
{
    ishmemi_spin_t spin = {0};
    for (;;) {
        const uint64_t seen =
            ishmemi_compare_extend(ishmemi_mapped_load(object, bytes), bytes, is_signed);
        if (ishmemi_compare_holds(compare, seen)) {
            ishmemi_spin_end(&spin);
            return seen;
        }
        ishmemi_spin_pause(&spin, ishmemi_wait_seeing(waited, seen));
    }
}

static uint64_t wait(const char *routine, const void *object, size_t bytes, bool is_signed, int cmp,
                     uint64_t value)
{
    const ishmemi_compare_t compare =
        ishmemi_compare_make(is_signed, cmp, ishmemi_compare_extend(value, bytes, is_signed));
    const ishmemi_wait_t waited =
        ishmemi_wait_word(routine, object, bytes, is_signed, cmp, value, -1);
    if (bytes == 8) {
        return poll_until(object, 8, false, &compare, waited);
    }
    if (bytes == 4) {
        return is_signed ? poll_until(object, 4, true, &compare, waited)
                         : poll_until(object, 4, false, &compare, waited);
    }
    return poll_until(object, 2, is_signed, &compare, waited);
}

static void check_job(const char *routine)
{
    const uint64_t ended = __atomic_load_n(&ishmemi_job.head->abort.value, __ATOMIC_RELAXED);
    if (ended) {
        ishmemi_report_end_of_wait(routine, ended);
    }
}

const ishmemi_access_t ishmemi_access_mapped = {
    .wait = wait,
    .check_job = check_job,
    .quiet = ishmemi_mapped_quiet,
};
