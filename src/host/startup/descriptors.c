/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A job needs a descriptor for the lifeline to each other PE, and some for memory, for its threads
 * and for start-up.
 */
#include "descriptors.h"

#include "job.h"
#include "log.h"
#include <dirent.h>
#include <stddef.h>
#include <sys/resource.h>

#define BESIDE_LIFELINES 6

static rlim_t count_open(void)
{
    rlim_t count = 0;
    DIR *const list = opendir("/proc/self/fd");
    while (list && readdir(list)) {
        count++;
    }
    if (list) {
        closedir(list);
    }
    /* Without ".", ".." and the descriptor of the list itself. */
    return count > 3 ? count - 3 : 0;
}

int ishmemi_descriptors_check(void)
{
    struct rlimit limit;
    const rlim_t wanted = (rlim_t)ishmemi_job.n_pes - 1 + BESIDE_LIFELINES;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) {
        return 0;
    }
    const rlim_t open = count_open();
    if (open + wanted <= limit.rlim_cur) {
        return 0;
    }
    ishmemi_error("ishmem_init: this process may have %llu files open (ulimit -n) and has %llu; a "
                  "job of %d PEs needs %llu more: expected a limit of at least %llu",
                  (unsigned long long)limit.rlim_cur, (unsigned long long)open, ishmemi_job.n_pes,
                  (unsigned long long)wanted, (unsigned long long)(open + wanted));
    return -1;
}
