/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Messages of 3 GiB from a kernel; and a million operations of 8 work-groups at once, which between
 * PEs that share no memory are as many requests in the ring.
 */
#include "harness.h"
#include "launch.h"
#include "memory.h"
#include <string.h>

#define GROUPS 8
#define ITEMS 64
#define ROUNDS 977 /* of two operations each: 1,000,448 in all */

#define MARKS 4

static void mark(long *array, const size_t *marks, long sign)
{
    for (size_t i = 0; i < MARKS; i++) {
        const long value = sign * ((long)marks[i] + 1);
        memory_write(&array[marks[i]], &value, sizeof value);
    }
}

static void check(const char *what, const long *array, const size_t *marks, long sign)
{
    for (size_t i = 0; i < MARKS; i++) {
        long found;
        memory_read(&found, &array[marks[i]], sizeof found);
        test_check(found == sign * ((long)marks[i] + 1), "%s: element %zu is %ld", what, marks[i],
                   found);
    }
}

static void move(const char *name, launch_shape_t shape, long *dest, long *source, size_t nelems,
                 int pe)
{
    const launch_argument_t arguments[] = {LAUNCH_ARGUMENT(dest), LAUNCH_ARGUMENT(source),
                                           LAUNCH_ARGUMENT(nelems), LAUNCH_ARGUMENT(pe)};
    launch_run(launch_kernel("%s", name), shape, arguments, LAUNCH_COUNT(arguments));
}

/* PE 0 puts and gets, the last PE has the memory.  Marks are at the ends and on both sides of 2^31
 * bytes. */
static void large(void)
{
    const size_t nelems = ((size_t)3 << 27) + 3;
    const size_t marks[MARKS] = {0, ((size_t)1 << 28) - 1, (size_t)1 << 28, nelems - 1};
    const launch_shape_t one = {1, 1};
    const launch_shape_t group = {1, 64};
    const int to = test_n - 1;
    const long guard = -1;
    long *const dest = ishmem_malloc((nelems + 1) * sizeof *dest);
    long *const source = ishmem_malloc((nelems + 1) * sizeof *source);
    if (!dest || !source) {
        test_fatal("no memory for %zu elements: the heap must have 7 GiB", 2 * nelems);
    }
    memory_write(&dest[nelems], &guard, sizeof guard);
    memory_write(&source[nelems], &guard, sizeof guard);
    for (int round = 0; round < 2; round++) {
        const long sign = round == 0 ? 1 : -1;
        ishmem_barrier_all();
        if (test_me == 0) {
            mark(source, marks, sign);
            if (round == 0) {
                move("large_put", one, dest, source, nelems, to);
            } else {
                move("large_put_work_group", group, dest, source, nelems, to);
            }
        }
        ishmem_barrier_all();
        if (test_me == to) {
            check(round == 0 ? "put" : "put by a work-group", dest, marks, sign);
            long behind;
            memory_read(&behind, &dest[nelems], sizeof behind);
            test_check(behind == guard, "the element behind the destination changed");
        }
    }
    ishmem_barrier_all();
    if (test_me == 0) {
        mark(source, marks, 0);
        move("large_get", one, source, dest, nelems, to);
        check("get", source, marks, -1);
    }
    long behind;
    memory_read(&behind, &source[nelems], sizeof behind);
    test_check(behind == guard, "the element behind the source changed");
    ishmem_barrier_all();
    ishmem_free(source);
    ishmem_free(dest);
}

/* To the next PE. */
static void many(void)
{
    const launch_shape_t shape = {GROUPS, ITEMS};
    const uint32_t rounds = (uint32_t)test_rounds(ROUNDS);
    const int to = (test_me + 1) % test_n;
    const size_t nelems = 1 + GROUPS * ITEMS;
    long *const words = ishmem_calloc(nelems + 1, sizeof *words);
    const launch_argument_t arguments[] = {LAUNCH_ARGUMENT(words), LAUNCH_ARGUMENT(rounds),
                                           LAUNCH_ARGUMENT(to)};
    launch_run(launch_kernel("many"), shape, arguments, LAUNCH_COUNT(arguments));
    ishmem_barrier_all();
    long copy[1 + GROUPS * ITEMS + 1];
    memory_read(copy, words, sizeof copy);
    test_check(copy[0] == (long)rounds * GROUPS * ITEMS, "%ld adds of %ld have arrived", copy[0],
               (long)rounds * GROUPS * ITEMS);
    int wrong = 0;
    for (size_t i = 1; i < nelems; i++) {
        wrong += copy[i] != (long)rounds;
    }
    test_check(wrong == 0, "%d work-items of %d did not write their last value last", wrong,
               GROUPS * ITEMS);
    test_check(copy[nelems] == 0, "the element behind changed");
    ishmem_barrier_all();
    ishmem_free(words);
}

int main(int argc, char **argv)
{
    test_start();
    test_family("large, device");
    launch_open("large");
    if (argc > 1 && strcmp(argv[1], "many") == 0) {
        many();
    } else {
        large();
    }
    launch_close();
    return test_finish();
}
