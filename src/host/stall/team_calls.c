/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A list under a mutex.  If a program has more teams than there is room for, the report leaves out
 * the youngest ones.
 */
#include "team_calls.h"

#include "head.h"
#include "job.h"
#include "shared/team_block.h"
#include <pthread.h>

#define ROOM 64

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static ishmemi_team_calls_t teams[ROOM]; /* device 0: free */

/* From the PE and the place of the first block, which no other team's block has. */
uint64_t ishmemi_team_calls_id(const ishmemi_team_t *team)
{
    const uint64_t first = *(const uint64_t *)(uintptr_t)team->blocks;
    const int32_t pe = *(const int32_t *)(uintptr_t)team->pes;
    return ((uint64_t)(uint32_t)pe << 44) ^ (first - (uintptr_t)ishmemi_job.heap);
}

void ishmemi_team_calls_add(const ishmemi_team_t *team, uint64_t device)
{
    const ishmemi_team_block_t *const block = (const ishmemi_team_block_t *)(uintptr_t)team->block;
    ishmemi_team_calls_t entry = {.id = ishmemi_team_calls_id(team),
                                  .device = device,
                                  .calls = (uintptr_t)&block->calls,
                                  .handle = team->handle,
                                  .n_pes = team->n_pes};
    for (int i = 0; i < team->n_pes; i++) {
        const int pe = ((const int32_t *)(uintptr_t)team->pes)[i];
        if (pe < ISHMEMI_TEAM_CALLS_PES) {
            entry.members[pe / 64] |= UINT64_C(1) << (pe % 64);
        }
    }
    pthread_mutex_lock(&mutex);
    for (size_t i = 0; i < ROOM; i++) {
        if (teams[i].device == 0) {
            teams[i] = entry;
            break;
        }
    }
    pthread_mutex_unlock(&mutex);
}

void ishmemi_team_calls_remove(uint64_t device)
{
    pthread_mutex_lock(&mutex);
    for (size_t i = 0; i < ROOM; i++) {
        if (teams[i].device == device) {
            teams[i].device = 0;
        }
    }
    pthread_mutex_unlock(&mutex);
}

size_t ishmemi_team_calls_list(ishmemi_team_calls_t *list, size_t most)
{
    size_t count = 0;
    pthread_mutex_lock(&mutex);
    for (size_t i = 0; i < ROOM && count < most; i++) {
        if (teams[i].device != 0) {
            list[count] = teams[i];
            list[count].calls = ishmemi_head_load((const uint64_t *)(uintptr_t)teams[i].calls);
            count++;
        }
    }
    pthread_mutex_unlock(&mutex);
    return count;
}
