/* SPDX-License-Identifier: BSD-3-Clause */
/* How many files ishmrun may have open.  With fewer than it needs, PEs would wait for each other
 * forever. */
#include "ishmrun.h"

#include <sys/resource.h>

/* For each PE: its socket and, in this process, its connection to the server of the unique id. */
#define FILES_EACH 2
#define PIPES_EACH 2
/* The standard ones, the signals', a listener, and what a child has open while it starts. */
#define FILES_BESIDE 12

static struct rlimit before;
static bool is_raised;

void limits_raise(const options_t *options)
{
    const rlim_t each = FILES_EACH + (options->label ? PIPES_EACH : 0);
    const rlim_t needed = each * (rlim_t)options->pes + FILES_BESIDE;
    if (getrlimit(RLIMIT_NOFILE, &before) != 0 || before.rlim_cur >= needed) {
        return;
    }
    struct rlimit raised = before;
    raised.rlim_cur = needed;
    is_raised = needed <= before.rlim_max && setrlimit(RLIMIT_NOFILE, &raised) == 0;
    if (!is_raised) {
        refuse(
            "-n %d: ishmrun may have at most %llu files open (ulimit -n): expected at least %llu",
            options->pes, (unsigned long long)before.rlim_max, (unsigned long long)needed);
    }
}

void limits_restore(void)
{
    if (is_raised) {
        (void)setrlimit(RLIMIT_NOFILE, &before);
    }
}
