/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See openshmem.h.
 */
#include "openshmem.h"

#include "collective.h"
#include "collective_check.h"
#include "collective_define.h"
#include "env.h"
#include "fatal.h"
#include "match.h"
#include "observe.h"
#include "team_calls.h"
#include "team_set.h"
#include <stdio.h>

static void speak(void)
{
    ishmemi_env_speaks_openshmem = true;
}

static void refuse(const char *routine, const char *argument, const char *value,
                   const char *expected)
{
    ishmemi_fatal_argument(routine, argument, value, expected);
}

static bool is_there(const char *routine, const char *argument, const void *result,
                     size_t alignment)
{
    return ishmemi_check_ready(routine) &&
           ishmemi_check_local(routine, argument, result, 1, alignment);
}

/* ---- Active sets -------------------------------------------------------------------------------- */

static noreturn void fail_number(const char *routine, const char *argument, int number,
                                 const char *expected)
{
    ishmemi_fatal_argument(routine, argument, ishmemi_text("%d", number).text, expected);
}

static void check_set(const char *routine, int PE_start, int logPE_stride, int PE_size)
{
    char expected[128];
    const int n_pes = ishmemi_job.n_pes;
    if (PE_start < 0 || PE_start >= n_pes) {
        snprintf(expected, sizeof expected, "0 to %d", n_pes - 1);
        fail_number(routine, "PE_start", PE_start, expected);
    }
    if (logPE_stride < 0 || (PE_size > 1 && (logPE_stride > 30 || 1 << logPE_stride >= n_pes))) {
        fail_number(routine, "logPE_stride", logPE_stride,
                    "the logarithm of a stride between PEs of the job");
    }
    const int most = logPE_stride > 30 ? 1 : (n_pes - 1 - PE_start) / (1 << logPE_stride) + 1;
    if (PE_size < 1 || PE_size > most) {
        snprintf(expected, sizeof expected, "1 to %d, as PE_start is %d and logPE_stride is %d",
                 most, PE_start, logPE_stride);
        fail_number(routine, "PE_size", PE_size, expected);
    }
}

/* By the specification a PE calls only with sets that it belongs to.  Programs written for other
 * implementations, where such a call does nothing, also call with others. */
static bool is_member(const char *routine, const ishmemi_triplet_t *set)
{
    const int distance = ishmemi_job.my_pe - set->start;
    const bool is_found =
        distance >= 0 && distance % set->stride == 0 && distance / set->stride < set->size;
    if (!is_found && ishmemi_checks >= ISHMEMI_CHECKS_KERNELS) {
        fail_number(routine, "PE_start", set->start,
                    ishmemi_text("a set with the calling PE; PE_size is %d and the stride is %d",
                                 set->size, set->stride)
                        .text);
    }
    return is_found;
}

static bool find_team(const char *routine, int PE_start, int logPE_stride, int PE_size,
                      ishmem_team_t *team)
{
    ISHMEMI_REQUIRE_OR(ishmemi_check_ready(routine), false);
    if (PE_start == 0 && logPE_stride == 0 && PE_size == ishmemi_job.n_pes) {
        *team = ISHMEM_TEAM_WORLD;
        return true;
    }
    if (ishmemi_checks) {
        check_set(routine, PE_start, logPE_stride, PE_size);
    }
    const ishmemi_triplet_t set = {PE_start, PE_size > 1 ? 1 << logPE_stride : 1, PE_size};
    if (!is_member(routine, &set)) {
        return false;
    }
    *team = ishmemi_team_of_set(routine, &set)->team.handle;
    return true;
}

static int sync_team(const char *routine, ishmem_team_t team)
{
    const ishmemi_host_team_t *const found = ishmemi_check_team(routine, "team", team);
    ISHMEMI_REQUIRE_OR(found, -1);
    ISHMEMI_OBSERVE(COLLECTIVE, routine, -1, .team = ishmemi_team_calls_id(&found->team));
    ishmemi_match_routine(routine, found);
    return ishmemi_host_team_sync(routine, found);
}

static int barrier_team(const char *routine, ishmem_team_t team)
{
    const ishmemi_host_team_t *const found = ishmemi_check_team(routine, "team", team);
    ISHMEMI_REQUIRE_OR(found, -1);
    ISHMEMI_OBSERVE(COLLECTIVE, routine, -1, .team = ishmemi_team_calls_id(&found->team),
                    .flags = ISHMEMI_CALL_COMPLETES);
    ishmemi_match_routine(routine, found);
    return ishmemi_host_team_barrier(routine, found);
}

const ishmemi_openshmem_t ishmemi_openshmem = {.speak = speak,
                                               .refuse = refuse,
                                               .is_there = is_there,
                                               .note_foreign_team = ishmemi_check_note_foreign_team,
                                               .find_team = find_team,
                                               .sync = sync_team,
                                               .barrier = barrier_team,
                                               .broadcast_others = ishmemi_host_broadcast_others,
                                               .collect = ishmemi_host_collect,
                                               .gather = ishmemi_host_gather,
                                               .alltoalls = ishmemi_host_alltoalls,
                                               .reduce = ishmemi_host_reduce};
