/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The predefined teams, which start-up makes when the heaps are mapped.
 */
#include "team_predefined.h"

#include "agree.h"
#include "allocate.h"
#include "bootstrap.h"
#include "host_team.h"
#include "job.h"
#include "log.h"
#include "team_domains.h"
#include "team_list.h"
#include "team_mail.h"
#include "team_memory.h"
#include "team_set.h"
#include <stdlib.h>

/* In the order of their handles. */
#define PREDEFINED 3

static ishmemi_host_team_t *teams[PREDEFINED];

static int list_world(int *pes)
{
    const ishmemi_triplet_t all = {0, 1, ishmemi_job.n_pes};
    ishmemi_triplet_list(&all, pes);
    return all.size;
}

/* All members make the same list and reach each other. */
static int list_shared(int *pes)
{
    const int mine = ishmemi_team_domain_of(ishmemi_job.my_pe);
    int count = 0;
    for (int pe = 0; pe < ishmemi_job.n_pes; pe++) {
        if (ishmemi_team_domain_of(pe) == mine) {
            pes[count++] = pe;
        }
    }
    return count;
}

static int list_node(int *pes)
{
    int count = 0;
    for (int pe = 0; pe < ishmemi_job.n_pes; pe++) {
        if (ishmemi_is_local(pe)) {
            pes[count++] = pe;
        }
    }
    return count;
}

/* What a PE sends to the others about its teams. */
typedef struct part {
    uint64_t blocks[PREDEFINED];
    uint32_t flags[PREDEFINED];
} part_t;

/* Completes the teams with what all PEs have prepared. */
static void complete(const part_t *parts)
{
    uint64_t *const members = ishmemi_allocate("the members of a predefined team",
                                               (size_t)ishmemi_job.n_pes, sizeof *members);
    for (int i = 0; i < PREDEFINED; i++) {
        const int32_t *const pes = ishmemi_team_pes(teams[i]);
        uint32_t flags = ishmemi_team_offer(teams[i]);
        for (int member = 0; member < teams[i]->team.n_pes; member++) {
            members[member] = parts[pes[member]].blocks[i];
            flags = ishmemi_team_join_flags(flags, parts[pes[member]].flags[i]);
        }
        ishmemi_team_complete(teams[i], members, flags);
    }
    free(members);
}

static int make(void)
{
    static int (*const lists[PREDEFINED])(int *pes) = {list_world, list_shared, list_node};
    int *const pes =
        ishmemi_allocate("the PEs of a predefined team", (size_t)ishmemi_job.n_pes, sizeof *pes);
    part_t *const parts = ishmemi_allocate_zeroed("the predefined teams of the PEs",
                                                  (size_t)ishmemi_job.n_pes, sizeof *parts);
    ishmemi_team_result_t result = ISHMEMI_TEAM_OK;
    part_t mine = {.blocks = {0}};
    for (int i = 0; i < PREDEFINED; i++) {
        const int n_pes = lists[i](pes);
        const int my_pe = ishmemi_list_find(pes, n_pes, ishmemi_job.my_pe);
        if (result == ISHMEMI_TEAM_OK) {
            result =
                ishmemi_team_prepare(pes, n_pes, my_pe, 0, i > 0 ? teams[i - 1] : NULL, &teams[i]);
        }
        if (result == ISHMEMI_TEAM_OK) {
            mine.blocks[i] = ishmemi_team_block_offset(teams[i]);
            mine.flags[i] = ishmemi_team_offer(teams[i]);
        }
    }
    const bool all_prepared = ishmemi_agree(result == ISHMEMI_TEAM_OK) < 0;
    if (all_prepared) {
        ishmemi_allgather(&mine, parts, sizeof mine);
        complete(parts);
        ishmemi_team_world = teams[ISHMEM_TEAM_WORLD];
        ishmemi_job.teams = ishmemi_team_table_address();
    } else if (result == ISHMEMI_TEAM_NO_HOST_MEMORY) {
        ishmemi_error("no host memory for the predefined teams");
    } else if (result != ISHMEMI_TEAM_OK) {
        ishmemi_error("ISHMEM_TEAM_MEMORY is %zu bytes: too little for the predefined teams of %d "
                      "PEs",
                      ishmemi_job.team_bytes, ishmemi_job.n_pes);
    }
    free(parts);
    free(pes);
    /* A PE without an error leaves the message to the others. */
    return result == ISHMEMI_TEAM_OK ? 0 : -1;
}

/* This PE's own part. */
static int open_own(void)
{
    if (ishmemi_team_memory_open() != 0) {
        return -1;
    }
    if (!ishmemi_team_mail_open()) {
        ishmemi_error("ISHMEM_TEAM_MEMORY is %zu bytes: too little for a job of %d PEs",
                      ishmemi_job.team_bytes, ishmemi_job.n_pes);
        return -1;
    }
    return ishmemi_team_table_open();
}

int ishmemi_team_open(void)
{
    const int result = open_own();
    /* make() is collective. */
    return ishmemi_agree(result == 0) >= 0 ? result : make();
}

void ishmemi_team_close(void)
{
    ishmemi_team_world = NULL;
    ishmemi_team_sets_close();
    ishmemi_team_mail_close();
    ishmemi_team_table_close(ishmemi_team_forget);
    ishmemi_team_memory_close();
}
