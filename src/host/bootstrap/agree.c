/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See agree.h.
 */
#include "agree.h"

#include "allocate.h"
#include "bootstrap.h"
#include "exit.h"
#include "job.h"
#include "log.h"
#include <stdlib.h>

int ishmemi_agree(bool ok)
{
    const char mine = ok ? 1 : 0;
    char *const all =
        ishmemi_allocate("what the PEs agree on", (size_t)ishmemi_job.n_pes, sizeof *all);
    ishmemi_allgather(&mine, all, 1);
    int failed = 0;
    while (failed < ishmemi_job.n_pes && all[failed]) {
        failed++;
    }
    free(all);
    return failed < ishmemi_job.n_pes ? failed : -1;
}

void ishmemi_agree_or_end(int result)
{
    const int failed = ishmemi_agree(result == 0);
    if (failed < 0) {
        return;
    }
    if (failed != ishmemi_job.my_pe) {
        ishmemi_exit_follow(EXIT_FAILURE);
    }
    ishmemi_error_release();
    ishmemi_exit_job(EXIT_FAILURE);
}

bool ishmemi_is_local(int pe)
{
    return ishmemi_job.host_of[pe] == ishmemi_job.host_of[ishmemi_job.my_pe];
}

bool ishmemi_is_on_machine(int pe)
{
    return ishmemi_job.machine_of[pe] == ishmemi_job.machine_of[ishmemi_job.my_pe];
}
