/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Waiting and synchronising where the host can load and store heaps.
 */
#include "access_mapped.h"

#include "compare.h"
#include "job.h"
#include "spin.h"

/* Polls until `compare` holds; inline, so that the object's size and sign are constants. */
static inline __attribute__((always_inline)) uint64_t
poll_until(const char *routine, const void *object, size_t bytes, bool is_signed,
           const ishmemi_compare_t *compare)
{
    ishmemi_spin_t spin = {0};
    for (;;) {
        const uint64_t seen =
            ishmemi_compare_extend(ishmemi_mapped_load(object, bytes), bytes, is_signed);
        if (ishmemi_compare_holds(compare, seen)) {
            return seen;
        }
        ishmemi_spin_pause(&spin, routine);
    }
}

static uint64_t wait(const char *routine, const void *object, size_t bytes, bool is_signed, int cmp,
                     uint64_t value)
{
    const ishmemi_compare_t compare = ishmemi_compare_make(
        is_signed, cmp, ishmemi_compare_extend(value, bytes, is_signed));
    if (bytes == 8) {
        return poll_until(routine, object, 8, false, &compare);
    }
    if (is_signed) {
        return poll_until(routine, object, 4, true, &compare);
    }
    return poll_until(routine, object, 4, false, &compare);
}

/* Dissemination, as ishmem/state.h has it: after round k this PE knows that the 2^(k+1) PEs up to
 * itself have arrived, and has acquired all that they released. */
static void sync_all(const char *routine)
{
    const int n_pes = ishmemi_job.n_pes;
    ishmemi_head_t *const head = ishmemi_job.head;
    const uint64_t number = ++head->sync_count.value;
    const ishmemi_compare_t arrived = ishmemi_compare_make(false, ISHMEM_CMP_GE, number);

    unsigned round = 0;
    for (int64_t distance = 1; distance < n_pes; distance *= 2, round++) {
        const int peer = (int)((ishmemi_job.my_pe + distance) % n_pes);
        ishmemi_head_t *const peer_head = ishmemi_peer_address(head, peer);
        __atomic_store_n(&peer_head->arrived[round].value, number, __ATOMIC_RELEASE);
        poll_until(routine, &head->arrived[round].value, 8, false, &arrived);
    }
}

static void check_job(const char *routine)
{
    const uint64_t ended = __atomic_load_n(&ishmemi_job.head->abort.value, __ATOMIC_RELAXED);
    if (ended) {
        ishmemi_spin_end(routine, ended);
    }
}

const ishmemi_access_t ishmemi_access_mapped = {
    .wait = wait,
    .sync_all = sync_all,
    .check_job = check_job,
    .quiet = ishmemi_mapped_quiet,
};
