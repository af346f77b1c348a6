/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * sync_all and barrier_all inside kernels; and barriers of which some PEs are in a kernel while
 * others are in a host routine.
 */
#include "harness.h"
#include "launch.h"
#include "memory.h"

static uint64_t read_word(const uint64_t *word)
{
    uint64_t value = 0;
    memory_read(&value, word, sizeof value);
    return value;
}

/* Numbers of rounds go on from one call to the next, as words are kept. */
static void kernel_rounds(const char *name, launch_shape_t shape, long *words, int64_t *first,
                          int64_t rounds)
{
    uint64_t *const wrong = ishmem_calloc(1, sizeof *wrong);
    const launch_argument_t arguments[] = {LAUNCH_ARGUMENT(words), LAUNCH_ARGUMENT(*first),
                                           LAUNCH_ARGUMENT(rounds), LAUNCH_ARGUMENT(wrong)};
    launch_run(launch_kernel("%s", name), shape, arguments, LAUNCH_COUNT(arguments));
    ishmem_barrier_all();
    test_check(read_word(wrong) == 0, "%s: %llu times a PE was in another round", name,
               (unsigned long long)read_word(wrong));
    *first += rounds;
    ishmem_free(wrong);
}

/* In each turn the PEs with an odd number, or those with an even one, run barriers in a kernel, the
 * others on the host. */
static void mixed(long *words, int64_t *first, int turns, int64_t rounds)
{
    uint64_t *const wrong = ishmem_calloc(1, sizeof *wrong);
    const ze_kernel_handle_t item = launch_kernel("barrier_item");
    const ze_kernel_handle_t group = launch_kernel("barrier_group");
    uint64_t host_wrong = 0;
    for (int turn = 0; turn < turns; turn++) {
        if ((turn + test_me) % 2 == 0) {
            const bool by_group = turn % 4 >= 2;
            const launch_argument_t arguments[] = {LAUNCH_ARGUMENT(words), LAUNCH_ARGUMENT(*first),
                                                   LAUNCH_ARGUMENT(rounds), LAUNCH_ARGUMENT(wrong)};
            launch_run(by_group ? group : item, (launch_shape_t){1, by_group ? 20 : 1}, arguments,
                       LAUNCH_COUNT(arguments));
            host_wrong += read_word(wrong);
        } else {
            for (int64_t round = *first; round < *first + rounds; round++) {
                for (int pe = 0; pe < test_n; pe++) {
                    ishmem_long_atomic_set(words + test_me, round, pe);
                }
                ishmem_barrier_all();
                for (int pe = 0; pe < test_n; pe++) {
                    const long word = ishmem_long_atomic_fetch(words + pe, test_me);
                    host_wrong += word < round || word > round + 1;
                }
            }
        }
        *first += rounds;
    }
    test_check(host_wrong == 0, "hosts and kernels: %llu times a PE was in another round",
               (unsigned long long)host_wrong);
    ishmem_barrier_all();
    ishmem_free(wrong);
}

/* The same with nothing but syncs, whose last stores are under way when a PE goes from its kernel to
 * its host or back. */
static void mixed_alone(int turns, int64_t rounds)
{
    uint64_t *const done = ishmem_calloc(1, sizeof *done);
    const ze_kernel_handle_t kernel = launch_kernel("sync_alone");
    for (int turn = 0; turn < turns; turn++) {
        if ((turn + test_me) % 2 == 0) {
            const launch_argument_t arguments[] = {LAUNCH_ARGUMENT(rounds)};
            launch_run(kernel, (launch_shape_t){1, 1}, arguments, LAUNCH_COUNT(arguments));
        } else {
            for (int64_t round = 0; round < rounds; round++) {
                ishmem_sync_all();
            }
        }
        ishmem_uint64_atomic_inc(done, 0);
    }
    ishmem_barrier_all();
    test_check(test_me != 0 || read_word(done) == (uint64_t)(turns * test_n),
               "syncs of hosts and kernels: %llu turns, not %d",
               (unsigned long long)read_word(done), turns * test_n);
    ishmem_barrier_all();
    ishmem_free(done);
}

int main(void)
{
    test_start();
    test_family("sync, device");
    launch_open("sync");
    long *const words = ishmem_calloc((size_t)test_n, sizeof *words);
    long *const entered = ishmem_calloc((size_t)test_n, sizeof *entered);
    int64_t first = 1;
    kernel_rounds("sync_item", (launch_shape_t){1, 1}, entered, &first, test_rounds(10000));
    kernel_rounds("sync_group", (launch_shape_t){1, 32}, entered, &first, test_rounds(2000));
    first = 1;
    kernel_rounds("barrier_item", (launch_shape_t){1, 1}, words, &first, test_rounds(10000));
    kernel_rounds("barrier_group", (launch_shape_t){1, 32}, words, &first, test_rounds(2000));
    mixed(words, &first, test_rounds(40), 50);
    mixed_alone(test_rounds(400), 3);
    ishmem_free(entered);
    ishmem_free(words);
    launch_close();
    return test_finish();
}
