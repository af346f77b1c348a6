/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Calls a routine with a bad argument inside a kernel, by the case's number; what the host says
 * about it is for who started this program.  Without ISHMEM_CHECKS=2 most cases are undefined.
 */
#include "harness.h"
#include "launch.h"
#include <stdlib.h>

int main(int argc, char **argv)
{
    if (argc != 2) {
        return EXIT_FAILURE;
    }
    const int which = atoi(argv[1]);
    test_start();
    test_family("arguments, device");
    int *const object = ishmem_calloc(16, sizeof *object);
    uint64_t *const word = ishmem_calloc(1, sizeof *word);
    launch_open("arguments");
    const launch_argument_t arguments[] = {LAUNCH_ARGUMENT(which), LAUNCH_ARGUMENT(object),
                                           LAUNCH_ARGUMENT(word)};
    launch_run(launch_kernel("bad_call"), (launch_shape_t){1, 1}, arguments,
               LAUNCH_COUNT(arguments));
    ishmem_barrier_all(); /* where the job's end finds this PE */
    test_check(false, "case %d went unseen", which);
    launch_close();
    return test_finish();
}
