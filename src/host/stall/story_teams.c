/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Which collectives PEs wait in, and who has not reached them: members agree on the number of their
 * calls on a team, so that one that has begun fewer has not come.
 */
#include "story.h"

#include "ishmem/types.h"
#include <string.h>

#define SECOND_NS 1e9

static const ishmemi_team_calls_t *team_of(const ishmemi_account_t *account, uint64_t id)
{
    for (int i = 0; i < account->n_teams; i++) {
        if (account->teams[i].id == id) {
            return &account->teams[i];
        }
    }
    return NULL;
}

static ishmemi_story_team_t *find(ishmemi_story_team_t *teams, size_t count, uint64_t id)
{
    for (size_t i = 0; i < count; i++) {
        if (teams[i].id == id) {
            return &teams[i];
        }
    }
    return NULL;
}

/* Several calls on one team: the earliest is the one that holds the others up. */
static size_t add(ishmemi_story_team_t *teams, size_t count, const ishmemi_team_calls_t *team)
{
    ishmemi_story_team_t *const known = find(teams, count, team->id);
    if (known) {
        known->team.calls = team->calls < known->team.calls ? team->calls : known->team.calls;
        return count;
    }
    if (count == ISHMEMI_STORY_TEAMS) {
        return count;
    }
    teams[count] = (ishmemi_story_team_t){team->id, *team};
    return count + 1;
}

size_t ishmemi_story_teams(const ishmemi_story_t *story, ishmemi_story_team_t *teams)
{
    size_t count = 0;
    for (int pe = 0; pe < story->n_pes; pe++) {
        const ishmemi_account_t *const account = &story->accounts[pe];
        for (int i = 0; story->states[pe] == ISHMEMI_STORY_TOLD && i < account->n_waits; i++) {
            const ishmemi_team_calls_t *const team =
                account->waits[i].kind == ISHMEMI_WAIT_TEAM && account->waits[i].team != 0
                    ? team_of(account, account->waits[i].team)
                    : NULL;
            if (team) {
                count = add(teams, count, team);
            }
        }
    }
    return count;
}

ishmemi_story_part_t ishmemi_story_part(const ishmemi_story_t *story,
                                        const ishmemi_story_team_t *team, int pe,
                                        const ishmemi_account_wait_t **wait)
{
    const ishmemi_account_t *const account = &story->accounts[pe];
    *wait = NULL;
    if (!ishmemi_team_calls_has(&team->team, pe)) {
        return ISHMEMI_STORY_OUTSIDE;
    }
    if (story->states[pe] != ISHMEMI_STORY_TOLD) {
        return ISHMEMI_STORY_UNKNOWN;
    }
    const ishmemi_team_calls_t *const known = team_of(account, team->id);
    if (!known || known->calls < team->team.calls) {
        return ISHMEMI_STORY_MISSING;
    }
    for (int i = 0; known->calls == team->team.calls && i < account->n_waits; i++) {
        if (account->waits[i].kind == ISHMEMI_WAIT_TEAM && account->waits[i].team == team->id) {
            *wait = &account->waits[i];
            return ISHMEMI_STORY_WAITS;
        }
    }
    return ISHMEMI_STORY_PASSED;
}

void ishmemi_story_team_name(const ishmemi_team_calls_t *team, char *name, size_t bytes)
{
    switch (team->handle) {
    case ISHMEM_TEAM_WORLD:
        snprintf(name, bytes, "ISHMEM_TEAM_WORLD");
        break;
    case ISHMEM_TEAM_SHARED:
        snprintf(name, bytes, "ISHMEM_TEAM_SHARED");
        break;
    case ISHMEM_TEAM_NODE:
        snprintf(name, bytes, "ISHMEM_TEAM_NODE");
        break;
    default:
        snprintf(name, bytes, "a team of %d PE%s", team->n_pes, team->n_pes == 1 ? "" : "s");
        break;
    }
}

const char *ishmemi_story_cmp(int cmp)
{
    switch (cmp) {
    case ISHMEM_CMP_EQ:
        return "ISHMEM_CMP_EQ";
    case ISHMEM_CMP_NE:
        return "ISHMEM_CMP_NE";
    case ISHMEM_CMP_GT:
        return "ISHMEM_CMP_GT";
    case ISHMEM_CMP_GE:
        return "ISHMEM_CMP_GE";
    case ISHMEM_CMP_LT:
        return "ISHMEM_CMP_LT";
    case ISHMEM_CMP_LE:
        return "ISHMEM_CMP_LE";
    default:
        return "?";
    }
}

double ishmemi_story_seconds(uint64_t ns)
{
    return (double)ns / SECOND_NS;
}
