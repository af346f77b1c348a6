/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The live objects of the heap, as kernels know them with ISHMEM_CHECKS=2.
 *
 *     device_objects         kernels use an object while the host allocates and frees others
 *     device_objects CASE    one bad call in a kernel; what the host says about it is for who
 *                            started this program
 */
#include "harness.h"
#include "launch.h"
#include <stdlib.h>

enum { INTS = 250, MOST = 700, GROUPS = 2 };

static void bad_object(int which)
{
    int *const object = ishmem_malloc(INTS * sizeof *object);
    int *const gone = ishmem_malloc(4096);
    int *const last = ishmem_malloc(INTS * sizeof *last);
    int *const never = last + 65536;
    ishmem_free(gone);
    const launch_argument_t arguments[] = {LAUNCH_ARGUMENT(which), LAUNCH_ARGUMENT(object),
                                           LAUNCH_ARGUMENT(gone), LAUNCH_ARGUMENT(never)};
    launch_run(launch_kernel("bad_object"), (launch_shape_t){1, 4}, arguments,
               LAUNCH_COUNT(arguments));
    ishmem_barrier_all(); /* where the job's end finds this PE */
    test_check(false, "case %d went unseen", which);
}

/* Objects below and above the one in use, so that its place among them changes, and so many that
 * the lists have to grow. */
static void allocate_and_free(int rounds)
{
    static void *others[MOST];
    uint64_t random = 1;
    for (int i = 0; i < rounds; i++) {
        random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        void **const other = &others[(random >> 33) % MOST];
        if (*other) {
            ishmem_free(*other);
            *other = NULL;
        } else {
            *other = ishmem_malloc(1 + (size_t)(random >> 40) % 300);
        }
    }
    for (int i = 0; i < MOST; i++) {
        ishmem_free(others[i]);
        others[i] = NULL;
    }
}

static void right_objects(void)
{
    void *const below = ishmem_malloc((size_t)MOST * 256);
    int *const object = ishmem_calloc(INTS, sizeof *object);
    int *const stop = ishmem_calloc(1, sizeof *stop);
    uint64_t *const puts = ishmem_calloc(GROUPS, sizeof *puts);
    const uint64_t nelems = INTS;
    ishmem_free(below);
    const launch_argument_t arguments[] = {LAUNCH_ARGUMENT(object), LAUNCH_ARGUMENT(nelems),
                                           LAUNCH_ARGUMENT(stop), LAUNCH_ARGUMENT(puts)};
    launch_start(launch_kernel("right_objects"), (launch_shape_t){GROUPS, 1}, arguments,
                 LAUNCH_COUNT(arguments));
    /* One group may have the processor to itself until it is told to stop. */
    const size_t group = ishmem_uint64_wait_until_any(puts, GROUPS, NULL, ISHMEM_CMP_NE, 0);
    const uint64_t before = ishmem_uint64_atomic_fetch(&puts[group], test_me);
    allocate_and_free(test_rounds(2000));
    ishmem_uint64_wait_until(&puts[group], ISHMEM_CMP_GT, before);
    ishmem_int_p(stop, 1, test_me);
    launch_wait();
    for (int i = 0; i < GROUPS; i++) {
        test_check(ishmem_uint64_atomic_fetch(&puts[i], test_me) > 0,
                   "work-group %d has put nothing", i);
    }
    ishmem_barrier_all();
}

int main(int argc, char **argv)
{
    test_start();
    test_family("objects, device");
    launch_open("objects");
    if (argc == 2) {
        bad_object(atoi(argv[1]));
    } else {
        right_objects();
    }
    launch_close();
    return test_finish();
}
