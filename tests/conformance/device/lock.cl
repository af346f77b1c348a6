/* SPDX-License-Identifier: BSD-3-Clause */
/* Distributed locks inside kernels. */
#include "call_forms.h"

/* `rounds` times by each work-group, with one lock for all of the job: adds 1 to a counter on PE
 * `home` by a get and a put.  by_test: takes the lock by test_lock. */
kernel void lock_add(uint form, global long *lock, global long *counter, ulong rounds, int by_test,
                     int home)
{
    const ulong lane = call_lane(form);
    if ((form == CALL_ITEM && lane > 0) || (form == CALL_SUB_GROUP && get_sub_group_id() > 0)) {
        return;
    }
    for (ulong i = 0; i < rounds; i++) {
        if (by_test) {
            int taken = 1;
            while (taken) {
                CALL_OWN_FORMS(taken =, ishmem, test_lock, lock)
            }
        } else {
            CALL_OWN_FORMS(, ishmem, set_lock, lock)
        }
        if (lane == 0) {
            ishmem_long_p(counter, ishmem_long_g(counter, home) + 1, home);
        }
        CALL_OWN_FORMS(, ishmem, clear_lock, lock)
    }
}

/* results: test of a free lock, of the same lock while it is held, and when it is free again. */
kernel void lock_test(global long *lock, global int *results)
{
    results[0] = ishmem_test_lock(lock);
    results[1] = ishmem_test_lock(lock);
    ishmem_clear_lock(lock);
    results[2] = ishmem_test_lock(lock);
    ishmem_clear_lock(lock);
}
