/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Distributed locks inside kernels: what test_lock says, and that what many work-groups of all
 * PEs do under a lock does not interleave.
 */
#include "call_forms.h"
#include "harness.h"
#include "launch.h"
#include "memory.h"

#define LOCKS 5
#define GROUPS 2

int main(void)
{
    static const char *const form_names[] = {"work-items", "work-groups", "sub-groups"};
    test_start();
    test_family("locks, device");
    /* Neighbours in an array have different homes. */
    long *const locks = ishmem_calloc(LOCKS, sizeof *locks);
    long *const counter = ishmem_calloc(1, sizeof *counter);
    int *const results = memory_allocate_shared(3 * sizeof *results);
    launch_open("lock");
    const ze_kernel_handle_t test = launch_kernel("lock_test");
    const ze_kernel_handle_t add = launch_kernel("lock_add");
    for (int pe = 0; pe < test_n; pe++) {
        if (pe == test_me) {
            for (int i = 0; i < LOCKS; i++) {
                long *const lock = locks + i;
                const launch_argument_t arguments[] = {LAUNCH_ARGUMENT(lock),
                                                       LAUNCH_ARGUMENT(results)};
                launch_run(test, (launch_shape_t){1, 1}, arguments, LAUNCH_COUNT(arguments));
                test_check(results[0] == 0 && results[1] == 1 && results[2] == 0,
                           "test_lock of lock %d: %d when free, %d when held, %d when free again",
                           i, results[0], results[1], results[2]);
            }
        }
        ishmem_barrier_all();
    }
    const uint64_t rounds = (uint64_t)test_rounds(200);
    long expected = 0;
    for (uint32_t form = 0; form < 3; form++) {
        for (int by_test = 0; by_test < 2; by_test++) {
            long *const lock = locks + (form + (unsigned)by_test) % LOCKS;
            const int home = test_n - 1;
            const launch_argument_t arguments[] = {
                LAUNCH_ARGUMENT(form),   LAUNCH_ARGUMENT(lock),    LAUNCH_ARGUMENT(counter),
                LAUNCH_ARGUMENT(rounds), LAUNCH_ARGUMENT(by_test), LAUNCH_ARGUMENT(home)};
            launch_run(add, (launch_shape_t){GROUPS, 16}, arguments, LAUNCH_COUNT(arguments));
            ishmem_barrier_all();
            expected += (long)rounds * GROUPS * test_n;
            const long sum = ishmem_long_g(counter, home);
            test_check(sum == expected, "%s%s: %ld instead of %ld", form_names[form],
                       by_test ? " by test_lock" : "", sum, expected);
            ishmem_barrier_all();
        }
    }
    launch_close();
    memory_free_shared(results);
    ishmem_free(counter);
    ishmem_free(locks);
    return test_finish();
}
