/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See forked.h.  Only the thread that called fork runs in the child, so one thread reads and writes
 * everything here.
 */
#include "forked.h"

#include "check.h"
#include "env.h"
#include "job.h"
#include "races/order/races.h"
#include "reach.h"
#include "team_table.h"
#include <pthread.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

/* Keeps what messages need. */
static void leave_job(void)
{
    if (!ishmemi_job.bootstrap) {
        return;
    }
    ishmemi_job.parent = getppid();
    ishmemi_job.initialized = false;
    ishmemi_job.n_pes = 0;
    ishmemi_job.heap = NULL;
    ishmemi_job.heap_bytes = 0;
    ishmemi_job.default_ctx = NULL;
    ishmem_ctx_default = NULL;
    /* Whatever the job has chosen, because nothing else protects the parent's memory from a
     * call. */
    ishmemi_checks = ISHMEMI_CHECKS_HOST;
    ishmemi_reach_close();
    ishmemi_races_forget();
    memset((void *)ishmemi_team_pages, 0, sizeof ishmemi_team_pages);
}

void ishmemi_forked_watch(void)
{
    static bool is_set;
    is_set = is_set || pthread_atfork(NULL, NULL, leave_job) == 0;
}
