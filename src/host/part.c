/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See part.h.
 */
#include "part.h"

#include "agree.h"
#include "bootstrap.h"
#include "ipc.h"
#include "job.h"
#include "log.h"
#include <stdlib.h>
#include <string.h>

static bool reach_each_other(const bool *failures, int a, int b)
{
    const size_t pes = (size_t)ishmemi_job.n_pes;
    return !failures[(size_t)a * pes + (size_t)b] && !failures[(size_t)b * pes + (size_t)a];
}

/* Whether PE pe reaches those that are of host `host` so far. */
static bool fits(const bool *failures, const int *host_of, int host, int pe)
{
    for (int other = 0; other < pe; other++) {
        if (host_of[other] == host && !reach_each_other(failures, pe, other)) {
            return false;
        }
    }
    return true;
}

/* A host's id is the number of its first PE. */
static void divide(const bool *failures, int *host_of)
{
    const int pes = ishmemi_job.n_pes;
    for (int pe = 0; pe < pes; pe++) {
        int host = 0;
        while (host < pe && (host_of[host] != host ||
                             ishmemi_job.host_of[host] != ishmemi_job.host_of[pe] ||
                             !fits(failures, host_of, host, pe))) {
            host++;
        }
        host_of[pe] = host;
    }
}

static void tell(const bool *failed, const char *why)
{
    int first = -1;
    int more = -1;
    for (int pe = 0; pe < ishmemi_job.n_pes; pe++) {
        if (failed[pe]) {
            first = first < 0 ? pe : first;
            more++;
        }
    }
    ishmemi_warn("PE %d%s of this host %s not reached by load and store, but as those of other hosts "
                 "are: %s", first, more > 0 ? " and others" : "", more > 0 ? "are" : "is", why);
}

void ishmemi_part(const bool *failed, const char *why)
{
    const size_t pes = (size_t)ishmemi_job.n_pes;
    const bool has_failed = memchr(failed, true, pes) != NULL;
    const int speaker = ishmemi_agree(!has_failed);
    if (speaker < 0) {
        return;
    }
    bool *const failures = malloc(pes * pes * sizeof *failures);
    int *const host_of = malloc(pes * sizeof *host_of);
    if (!failures || !host_of) {
        ishmemi_fatal("no host memory for a table of %d PEs", ishmemi_job.n_pes);
    }
    ishmemi_allgather(failed, failures, pes * sizeof *failed);
    divide(failures, host_of);
    ishmemi_bootstrap_set_hosts(host_of);
    for (int pe = 0; pe < ishmemi_job.n_pes; pe++) {
        if (!ishmemi_is_local(pe)) {
            ishmemi_ipc_close_peer(pe);
        }
    }
    free(failures);
    free(host_of);
    if (speaker == ishmemi_job.my_pe) {
        tell(failed, why);
    }
    /* Nobody may free what another still has mapped. */
    ishmemi_agree(true);
}
