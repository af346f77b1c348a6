/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Divides hosts: see part.h.
 */
#include "part.h"

#include "agree.h"
#include "allocate.h"
#include "bootstrap.h"
#include "job.h"
#include "log.h"
#include "mapping.h"
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SENTENCE_BYTES 512

static uint8_t *reasons; /* [n_pes] ishmemi_apart_t; NULL: no PEs are apart */
static char sentence[SENTENCE_BYTES];

static bool reach_each_other(const uint8_t *failures, int a, int b)
{
    const size_t pes = (size_t)ishmemi_job.n_pes;
    return !failures[(size_t)a * pes + (size_t)b] && !failures[(size_t)b * pes + (size_t)a];
}

/* Whether PE pe reaches the PEs that belong to `host` so far. */
static bool fits(const uint8_t *failures, const int *host_of, int host, int pe)
{
    for (int other = 0; other < pe; other++) {
        if (host_of[other] == host && !reach_each_other(failures, pe, other)) {
            return false;
        }
    }
    return true;
}

/* A host's id is the number of its first PE. */
static void divide(const uint8_t *failures, int *host_of)
{
    const int pes = ishmemi_job.n_pes;
    for (int pe = 0; pe < pes; pe++) {
        int host = 0;
        while (host < pe &&
               (host_of[host] != host || ishmemi_job.host_of[host] != ishmemi_job.host_of[pe] ||
                !fits(failures, host_of, host, pe))) {
            host++;
        }
        host_of[pe] = host;
    }
}

/* Records which PEs no longer belong to this host, and why. */
static void note(const uint8_t *failures, const int *host_of, const char *why)
{
    const size_t pes = (size_t)ishmemi_job.n_pes;
    const size_t me = (size_t)ishmemi_job.my_pe;
    if (!reasons) {
        reasons = ishmemi_allocate_zeroed("the PEs that share no memory", pes, sizeof *reasons);
    }
    for (size_t pe = 0; pe < pes; pe++) {
        if (ishmemi_is_local((int)pe) && host_of[pe] != host_of[me]) {
            const uint8_t mine = failures[me * pes + pe];
            const uint8_t its = failures[pe * pes + me];
            reasons[pe] = mine ? mine : its ? its : ISHMEMI_APART_OTHERS;
        }
    }
    if (!*sentence) {
        snprintf(sentence, sizeof sentence, "%s", why);
    }
}

ishmemi_apart_t ishmemi_part_reason(int pe)
{
    return reasons ? (ishmemi_apart_t)reasons[pe] : ISHMEMI_APART_NOT;
}

const char *ishmemi_part_sentence(void)
{
    return sentence;
}

void ishmemi_part_forget(void)
{
    free(reasons);
    reasons = NULL;
    *sentence = '\0';
}

static void report(const uint8_t *failed, const char *why)
{
    int first = -1;
    int more = -1;
    for (int pe = 0; pe < ishmemi_job.n_pes; pe++) {
        if (failed[pe]) {
            first = first < 0 ? pe : first;
            more++;
        }
    }
    ishmemi_warn("PE %d%s of this host %s not reached by load and store, but like those of other "
                 "hosts: %s",
                 first, more > 0 ? " and others" : "", more > 0 ? "are" : "is", why);
}

void ishmemi_part(const uint8_t *failed, const char *why)
{
    const size_t pes = (size_t)ishmemi_job.n_pes;
    bool has_failed = false;
    for (size_t pe = 0; pe < pes; pe++) {
        has_failed |= failed[pe] != ISHMEMI_APART_NOT;
    }
    const int speaker = ishmemi_agree(!has_failed);
    if (speaker < 0) {
        return;
    }
    uint8_t *const failures =
        ishmemi_allocate("the heaps that cannot be mapped", pes * pes, sizeof *failures);
    int *const host_of = ishmemi_allocate("the hosts of the PEs", pes, sizeof *host_of);
    ishmemi_allgather(failed, failures, pes * sizeof *failed);
    divide(failures, host_of);
    note(failures, host_of, has_failed ? why : "");
    ishmemi_bootstrap_set_hosts(host_of);
    for (int pe = 0; pe < ishmemi_job.n_pes; pe++) {
        if (!ishmemi_is_local(pe)) {
            ishmemi_mapping_close_peer(pe);
        }
    }
    free(failures);
    free(host_of);
    if (speaker == ishmemi_job.my_pe) {
        report(failed, why);
    }
    /* No PE may free memory that another still has mapped. */
    ishmemi_agree(true);
}
