/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The collectives in which PEs wait, and the PEs that have not reached them.  Members agree on the
 * number of their calls on a team, so a member that has begun fewer has not arrived.
 */
#include "stall_report.h"

#include "ishmem/types.h"
#include <string.h>

#define SECOND_NS 1e9

static const ishmemi_team_calls_t *team_of(const ishmemi_snapshot_t *snapshot, uint64_t id)
{
    for (int i = 0; i < snapshot->n_teams; i++) {
        if (snapshot->teams[i].id == id) {
            return &snapshot->teams[i];
        }
    }
    return NULL;
}

static ishmemi_stall_report_team_t *find(ishmemi_stall_report_team_t *teams, size_t count,
                                         uint64_t id)
{
    for (size_t i = 0; i < count; i++) {
        if (teams[i].id == id) {
            return &teams[i];
        }
    }
    return NULL;
}

/* If there are several calls on one team, the earliest one blocks the others. */
static size_t add(ishmemi_stall_report_team_t *teams, size_t count,
                  const ishmemi_team_calls_t *team)
{
    ishmemi_stall_report_team_t *const known = find(teams, count, team->id);
    if (known) {
        known->team.calls = team->calls < known->team.calls ? team->calls : known->team.calls;
        return count;
    }
    if (count == ISHMEMI_STALL_REPORT_TEAMS) {
        return count;
    }
    teams[count] = (ishmemi_stall_report_team_t){team->id, *team};
    return count + 1;
}

size_t ishmemi_stall_report_teams(const ishmemi_stall_report_t *report,
                                  ishmemi_stall_report_team_t *teams)
{
    size_t count = 0;
    for (int pe = 0; pe < report->n_pes; pe++) {
        const ishmemi_snapshot_t *const snapshot = &report->snapshots[pe];
        for (int i = 0;
             report->states[pe] == ISHMEMI_STALL_ANSWER_COMPLETE && i < snapshot->n_waits; i++) {
            const ishmemi_team_calls_t *const team =
                snapshot->waits[i].kind == ISHMEMI_WAIT_TEAM && snapshot->waits[i].team != 0
                    ? team_of(snapshot, snapshot->waits[i].team)
                    : NULL;
            if (team) {
                count = add(teams, count, team);
            }
        }
    }
    return count;
}

ishmemi_stall_report_part_t ishmemi_stall_report_part(const ishmemi_stall_report_t *report,
                                                      const ishmemi_stall_report_team_t *team,
                                                      int pe, const ishmemi_snapshot_wait_t **wait)
{
    const ishmemi_snapshot_t *const snapshot = &report->snapshots[pe];
    *wait = NULL;
    if (!ishmemi_team_calls_has(&team->team, pe)) {
        return ISHMEMI_STALL_REPORT_OUTSIDE;
    }
    if (report->states[pe] != ISHMEMI_STALL_ANSWER_COMPLETE) {
        return ISHMEMI_STALL_REPORT_UNKNOWN;
    }
    const ishmemi_team_calls_t *const known = team_of(snapshot, team->id);
    if (!known || known->calls < team->team.calls) {
        return ISHMEMI_STALL_REPORT_MISSING;
    }
    for (int i = 0; known->calls == team->team.calls && i < snapshot->n_waits; i++) {
        if (snapshot->waits[i].kind == ISHMEMI_WAIT_TEAM && snapshot->waits[i].team == team->id) {
            *wait = &snapshot->waits[i];
            return ISHMEMI_STALL_REPORT_WAITS;
        }
    }
    return ISHMEMI_STALL_REPORT_PASSED;
}

void ishmemi_stall_report_team_name(const ishmemi_team_calls_t *team, char *name, size_t bytes)
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

const char *ishmemi_stall_report_cmp(int cmp)
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

double ishmemi_stall_report_seconds(uint64_t ns)
{
    return (double)ns / SECOND_NS;
}
