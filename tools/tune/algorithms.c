/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * In each round every subject takes one of its ways, so that the library starts once per round.
 */
#include "algorithms.h"

#include "collectives.h"
#include "queue.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* clang-format off */
#define COLLECTIVE(NAME) {.pattern = PERF_ALL, .sized = true, .batch = 1, .host = perf_host_##NAME}
#define QUEUE(NAME) {.pattern = PERF_ONE_WAY, .sized = true, .batch = 4, .host = perf_queue_##NAME}
/* clang-format on */

/* Blocks lie as in an alltoall, because their distance does not affect the choice. */
static void perf_host_alltoalls(perf_job_t *job, size_t bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        ishmem_alltoallsmem(job->team, job->dest, job->source, 1, 1, bytes);
    }
}

/* clang-format off */
const tune_subject_t tune_subjects[] = {
    {"broadcast", false, false, {"flat", "tree", "chain", "pull", "slices", "hosts"},
     {"pull", "slices"}, "hosts", COLLECTIVE(broadcast), 1},
    {"collect", false, true, {"direct", "hosts"}, {NULL}, "hosts", COLLECTIVE(collect), 1},
    {"fcollect", false, false, {"oneshot", "direct", "slices", "hosts"}, {"slices"}, "hosts",
     COLLECTIVE(fcollect), 1},
    {"alltoall", false, false, {"oneshot", "direct", "slices", "hosts"}, {"slices"}, "hosts",
     COLLECTIVE(alltoall), 1},
    {"alltoalls", false, false, {"direct", "hosts"}, {NULL}, "hosts", COLLECTIVE(alltoalls), 1},
    {"reduce", false, false, {"oneshot", "doubling", "staged", "parts", "slices", "hosts"},
     {"parts", "slices"}, "hosts", COLLECTIVE(reduce), 1},
    {"reduce_scatter", false, false, {"oneshot", "parts", "hosts"}, {"parts"}, "hosts",
     COLLECTIVE(reduce_scatter), 1},
    {"inscan", false, false, {"oneshot", "parts", "hosts"}, {"parts"}, "hosts", COLLECTIVE(inscan),
     1},
    {"exscan", false, false, {"oneshot", "parts", "hosts"}, {"parts"}, "hosts", COLLECTIVE(exscan),
     1},
    {"put_signal_on_queue", true, false, {"kernel", "copy"}, {NULL}, "", QUEUE(put_signal), 1},
    {"strided_on_queue", true, false, {"kernel", "copy"}, {NULL}, "", QUEUE(strided),
     PERF_QUEUE_BLOCKS}};
/* clang-format on */
const size_t tune_n_subjects = sizeof tune_subjects / sizeof *tune_subjects;

static size_t ways_of(const tune_subject_t *subject)
{
    size_t ways = 0;
    while (subject->ways[ways]) {
        ways++;
    }
    return ways;
}

size_t tune_rounds(void)
{
    size_t rounds = 0;
    for (size_t i = 0; i < tune_n_subjects; i++) {
        const size_t ways = ways_of(&tune_subjects[i]);
        rounds = ways > rounds ? ways : rounds;
    }
    return rounds;
}

int tune_way_of(const tune_subject_t *subject, size_t round, tune_path_t path)
{
    /* If the peer is far, command lists use only kernels. */
    if (round >= ways_of(subject) || (subject->is_cutover && path != TUNE_NEAR)) {
        return -1;
    }
    const char *const way = subject->ways[round];
    bool needs_near = false;
    for (size_t i = 0; i < TUNE_NEAR_WAYS && subject->near_ways[i]; i++) {
        needs_near = needs_near || strcmp(way, subject->near_ways[i]) == 0;
    }
    const bool needs_hosts = strcmp(way, subject->hosts_way) == 0;
    return (needs_near && path != TUNE_NEAR) || (needs_hosts && path != TUNE_HOSTS) ? -1
                                                                                    : (int)round;
}

void tune_round_set(size_t round)
{
    char collectives[512] = "";
    char cutovers[256] = "";
    for (size_t i = 0; i < tune_n_subjects; i++) {
        const tune_subject_t *const subject = &tune_subjects[i];
        char *const text = subject->is_cutover ? cutovers : collectives;
        const size_t room = subject->is_cutover ? sizeof cutovers : sizeof collectives;
        const size_t used = strlen(text);
        if (round < ways_of(subject)) {
            /* A kernel for 0 bytes leaves everything to the copy engine. */
            const bool copies = subject->is_cutover && round == 1;
            snprintf(text + used, room - used, "%s%s:%s%s", used > 0 ? "," : "", subject->name,
                     copies ? "kernel" : subject->ways[round], copies ? "<0" : "");
        }
    }
    if (setenv("ISHMEM_COLLECTIVES", collectives, 1) != 0 ||
        setenv("ISHMEM_CUTOVERS", cutovers, 1) != 0) {
        perror("ishmem-tune");
        exit(EXIT_FAILURE);
    }
}
