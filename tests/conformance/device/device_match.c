/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collectives in kernels in which the last PE calls something else than the others, which
 * ISHMEM_CHECKS=2 finds.
 *
 *     device_match CASE        a case of match.cl
 *     device_match CASE host   the others call from their kernels, the last PE from its host
 */
#include "harness.h"
#include "launch.h"
#include <stdlib.h>

enum { ROOM = 64, ITEMS = 8 };

int main(int argc, char **argv)
{
    test_start();
    test_family("matching calls, device");
    launch_open("match");
    int *const ints = ishmem_calloc(ROOM, sizeof *ints);
    int *const others = ishmem_calloc(ROOM, sizeof *others);
    const int which = argc > 1 ? atoi(argv[1]) : 0;
    const int odd = test_me == test_n - 1;
    const launch_argument_t arguments[] = {LAUNCH_ARGUMENT(which), LAUNCH_ARGUMENT(odd),
                                           LAUNCH_ARGUMENT(ints), LAUNCH_ARGUMENT(others)};
    if (argc > 2 && odd) {
        ishmem_sync_all();
        ishmem_int_sum_reduce(ints, others, 5);
    } else {
        launch_run(launch_kernel("mismatch"), (launch_shape_t){1, ITEMS}, arguments,
                   LAUNCH_COUNT(arguments));
    }
    ishmem_barrier_all(); /* where the job's end finds this PE */
    ishmem_barrier_all();
    test_check(false, "case %d went unseen", which);
    launch_close();
    return test_finish();
}
