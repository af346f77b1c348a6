/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Contexts that the host has made, as arguments of kernels.
 */
#include "harness.h"
#include "launch.h"
#include "memory.h"

int main(void)
{
    enum { CONTEXTS = 150, ITEMS = 17, EVERY = 37 };
    test_start();
    test_family("contexts, in kernels");
    launch_open("context");
    static ishmem_ctx_t contexts[CONTEXTS];
    long *const sum = ishmem_calloc(1, sizeof *sum);
    long *const words = ishmem_calloc((size_t)CONTEXTS * ITEMS, sizeof *words);
    const int right = (test_me + 1) % test_n;
    const int left = (test_me + test_n - 1) % test_n;
    for (int i = 0; i < CONTEXTS; i++) {
        if (ishmem_ctx_create(0, &contexts[i]) != 0) {
            test_fatal("no context");
        }
    }
    int launches = 0;
    for (int i = 0; i < CONTEXTS; i += EVERY, launches++) {
        const ishmem_ctx_t ctx = contexts[i];
        long *const mine = words + i * ITEMS;
        const launch_argument_t arguments[] = {LAUNCH_ARGUMENT(ctx), LAUNCH_ARGUMENT(sum),
                                               LAUNCH_ARGUMENT(mine), LAUNCH_ARGUMENT(test_me),
                                               LAUNCH_ARGUMENT(right)};
        launch_run(launch_kernel("add_on_context"), (launch_shape_t){1, ITEMS}, arguments,
                   LAUNCH_COUNT(arguments));
    }
    ishmem_barrier_all();
    test_check(ishmem_long_g(sum, test_me) == (long)launches * ITEMS, "the sum is %ld",
               ishmem_long_g(sum, test_me));
    for (int i = 0; i < CONTEXTS; i += EVERY) {
        for (int item = 0; item < ITEMS; item++) {
            const long found = ishmem_long_g(words + i * ITEMS + item, test_me);
            test_check(found == item + 100 * left, "context %d: work-item %d stored %ld", i, item,
                       found);
        }
        ishmem_ctx_destroy(contexts[i]);
    }
    ishmem_long_p(sum, 0, test_me);
    ishmem_quiet();
    const int nobody = test_n;
    const launch_argument_t arguments[] = {LAUNCH_ARGUMENT(sum), LAUNCH_ARGUMENT(nobody)};
    launch_run(launch_kernel("order_on_no_context"), (launch_shape_t){1, ITEMS}, arguments,
               LAUNCH_COUNT(arguments));
    test_check(ishmem_long_g(sum, test_me) == 1, "fence and quiet on no context: no end");
    ishmem_free(words);
    ishmem_free(sum);
    launch_close();
    return test_finish();
}
