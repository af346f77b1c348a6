/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Making and destroying teams.  Every member of the parent takes its own memory for the teams
 * that it will be in, then all exchange what they were asked for, whether they have that memory
 * and where: one exchange, after which all know the same and come to the same result.  It also
 * shows each member that the blocks of the others are zeroed, so that a new team can be used at
 * once.
 *
 * No lock is held while a PE waits for others: threads may make teams of different parents at the
 * same time, and PEs in another order.
 */
#include "access.h"
#include "allocate.h"
#include "check.h"
#include "collective.h"
#include "context.h"
#include "fatal.h"
#include "host_team.h"
#include "log.h"
#include "match.h"
#include "observe.h"
#include "team_calls.h"
#include "team_list.h"
#include "team_memory.h"
#include "util/hash.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SPLIT_STRIDED, SPLIT_2D, CREATE, DESTROY };

static const char *const names[] = {"ishmem_team_split_strided", "ishmem_team_split_2d",
                                    "ishmemx_team_create", "ishmem_team_destroy"};

/* At most: the axes of a split in two dimensions. */
#define NEW_TEAMS 2

/* What a member sends the others. */
typedef struct request {
    uint8_t routine;
    uint8_t result;           /* ishmemi_team_result_t, of its preparation */
    uint8_t flags[NEW_TEAMS]; /* that this member offers (host_team.h) */
    int32_t arguments[3];     /* start, stride, size; xrange; number of PEs in the list */
    uint64_t list;            /* a number made of the list */
    int32_t num_contexts[NEW_TEAMS];
    uint64_t blocks[NEW_TEAMS]; /* where this member's blocks are */
} request_t;

/* A team that this PE will be a member of. */
typedef struct plan {
    int *pes; /* members, in the parent's numbers; NULL: no such team */
    int n_pes;
    int my_pe;
    ishmemi_host_team_t *team;
} plan_t;

/* A call on this PE. */
typedef struct call {
    const char *routine;
    ishmemi_host_team_t *parent;
    request_t mine;
    plan_t plans[NEW_TEAMS];
    request_t *all; /* [parent's n_pes] */
} call_t;

/* For what all members of the parent know alike: its first one says it. */
static bool is_speaker(const call_t *call)
{
    return call->parent->team.my_pe == 0;
}

/* ---- What was asked for ---------------------------------------------------------------------- */

static const char *describe(const request_t *request, char *text, size_t bytes)
{
    const int32_t *const arguments = request->arguments;
    switch (request->routine) {
    case SPLIT_STRIDED:
        snprintf(text, bytes, "start %d, stride %d, size %d", arguments[0], arguments[1],
                 arguments[2]);
        break;
    case SPLIT_2D:
        snprintf(text, bytes, "xrange %d", arguments[0]);
        break;
    case CREATE:
        snprintf(text, bytes, "a list of %d PEs with the checksum %016llx", arguments[0],
                 (unsigned long long)request->list);
        break;
    default:
        snprintf(text, bytes, "%s", names[request->routine]);
        break;
    }
    return text;
}

static bool asks_the_same(const request_t *a, const request_t *b)
{
    return a->routine == b->routine &&
           memcmp(a->arguments, b->arguments, sizeof a->arguments) == 0 && a->list == b->list;
}

/* Ends the job, and names the PE that asks for something else than the parent's first PE. */
static noreturn void fail_unequal(const call_t *call)
{
    const int32_t *const pes = ishmemi_team_pes(call->parent);
    bool same_routine = true;
    for (int i = 1; i < call->parent->team.n_pes; i++) {
        same_routine &= call->all[i].routine == call->all[0].routine;
    }
    char list[1024] = "";
    int used = 0;
    for (int i = 0; i < call->parent->team.n_pes && used < (int)sizeof list; i++) {
        if (i > 0 && asks_the_same(&call->all[i], &call->all[0])) {
            continue;
        }
        char text[96];
        used += snprintf(list + used, sizeof list - (size_t)used, "%sPE %d has %s",
                         i > 0 ? "; " : "", pes[i],
                         same_routine ? describe(&call->all[i], text, sizeof text)
                                      : names[call->all[i].routine]);
    }
    if (same_routine) {
        ishmemi_fatal_together(pes[0],
                               "%s: the PEs of the parent team pass different arguments: "
                               "%s",
                               call->routine, list);
    }
    ishmemi_fatal_together(pes[0],
                           "the PEs of a team make different calls, but all must make the "
                           "same one: %s",
                           list);
}

/* Members of one new team must want the same configuration. */
static void compare_configurations(const call_t *call, int which)
{
    const plan_t *const plan = &call->plans[which];
    const int32_t *const pes = ishmemi_team_pes(call->parent);
    const int32_t first = call->all[plan->pes[0]].num_contexts[which];
    for (int i = 1; i < plan->n_pes; i++) {
        const int32_t other = call->all[plan->pes[i]].num_contexts[which];
        if (other != first) {
            ishmemi_fatal_together(pes[plan->pes[0]],
                                   "%s: the PEs of a new team pass different "
                                   "configurations: PE %d has num_contexts %d; PE %d has "
                                   "num_contexts %d",
                                   call->routine, pes[plan->pes[0]], first, pes[plan->pes[i]],
                                   other);
        }
    }
}

static void compare(const call_t *call)
{
    for (int i = 1; i < call->parent->team.n_pes; i++) {
        if (!asks_the_same(&call->all[i], &call->all[0])) {
            fail_unequal(call);
        }
    }
    for (int which = 0; which < NEW_TEAMS; which++) {
        if (call->plans[which].pes) {
            compare_configurations(call, which);
        }
    }
}

/* ---- Making ---------------------------------------------------------------------------------- */

/* The members in the world's numbers, to be freed. */
static int *list_in_world(const call_t *call, const plan_t *plan)
{
    int *const world = ishmemi_allocate(call->routine, (size_t)plan->n_pes, sizeof *world);
    for (int i = 0; i < plan->n_pes; i++) {
        world[i] = ishmemi_team_world_pe(call->parent, plan->pes[i]);
    }
    return world;
}

static ishmemi_team_result_t prepare(call_t *call, int which)
{
    plan_t *const plan = &call->plans[which];
    if (!plan->pes) {
        return ISHMEMI_TEAM_OK;
    }
    int *const world = list_in_world(call, plan);
    const ishmemi_team_result_t result = ishmemi_team_prepare(
        world, plan->n_pes, plan->my_pe, call->mine.num_contexts[which], NULL, &plan->team);
    free(world);
    if (result == ISHMEMI_TEAM_OK) {
        call->mine.blocks[which] = ishmemi_team_block_offset(plan->team);
        call->mine.flags[which] = (uint8_t)ishmemi_team_offer(plan->team);
    }
    return result;
}

static void complete(const call_t *call, int which)
{
    const plan_t *const plan = &call->plans[which];
    if (!plan->pes) {
        return;
    }
    uint64_t *const blocks = ishmemi_allocate(call->routine, (size_t)plan->n_pes, sizeof *blocks);
    uint32_t flags = call->mine.flags[which];
    for (int i = 0; i < plan->n_pes; i++) {
        const request_t *const request = &call->all[plan->pes[i]];
        blocks[i] = request->blocks[which];
        flags = ishmemi_team_join_flags(flags, request->flags[which]);
    }
    ishmemi_team_complete(plan->team, blocks, flags);
    free(blocks);
}

/* The first member that could not prepare says why. */
static void say_why(const call_t *call)
{
    int first = 0;
    while (call->all[first].result == ISHMEMI_TEAM_OK) {
        first++;
    }
    if (first != call->parent->team.my_pe) {
        return;
    }
    size_t bytes = 0;
    for (int which = 0; which < NEW_TEAMS; which++) {
        const plan_t *const plan = &call->plans[which];
        if (plan->pes) {
            int *const world = list_in_world(call, plan);
            bytes += ishmemi_team_bytes(world, plan->n_pes, plan->my_pe);
            free(world);
        }
    }
    size_t free_bytes, largest;
    switch (call->mine.result) {
    case ISHMEMI_TEAM_NO_MEMORY:
        ishmemi_team_memory_room(&free_bytes, &largest);
        ishmemi_warn("%s: the memory for teams is exhausted: requested %zu bytes, %zu are free, "
                     "the largest piece has %zu; ISHMEM_TEAM_MEMORY sets its size",
                     call->routine, bytes, free_bytes, largest);
        break;
    case ISHMEMI_TEAM_NO_SLOT:
        ishmemi_warn("%s: this PE is already a member of %d teams, which is the maximum",
                     call->routine, ISHMEMI_TEAM_PAGES * ISHMEMI_TEAM_PAGE);
        break;
    default:
        ishmemi_warn("%s: no host memory for the new team", call->routine);
        break;
    }
}

/* Collective over the parent.  Whether the teams of the plans now exist. */
static bool make(call_t *call)
{
    ISHMEMI_OBSERVE(TEAM, call->routine, -1, .team = ishmemi_team_calls_id(&call->parent->team),
                    .members = call->parent->team.n_pes,
                    .flags = call->mine.routine == DESTROY ? ISHMEMI_CALL_ENDS_TEAM : 0);
    for (int which = 0; which < NEW_TEAMS && call->mine.result == ISHMEMI_TEAM_OK; which++) {
        call->mine.result = (uint8_t)prepare(call, which);
    }
    const int n_pes = call->parent->team.n_pes;
    call->all = ishmemi_allocate(call->routine, (size_t)n_pes, sizeof *call->all);
    ishmemi_match_routine(call->routine, call->parent);
    _Static_assert(sizeof call->mine <= ISHMEMI_EXCHANGE_BYTES, "a request is too large");
    if (ishmemi_team_exchange(call->routine, call->parent, &call->mine, call->all,
                              sizeof call->mine) != 0) {
        ishmemi_fatal("%s: the exchange with the PEs of the parent team failed", call->routine);
    }
    /* A device that is only simulated exchanges nothing. */
    call->all[call->parent->team.my_pe] = call->mine;
    compare(call);
    bool all_prepared = true;
    for (int i = 0; i < n_pes; i++) {
        all_prepared &= call->all[i].result == ISHMEMI_TEAM_OK;
    }
    if (!all_prepared) {
        say_why(call);
    }
    for (int which = 0; which < NEW_TEAMS; which++) {
        plan_t *const plan = &call->plans[which];
        if (all_prepared) {
            complete(call, which);
        } else if (plan->team) {
            ishmemi_team_abandon(plan->team);
        }
        free(plan->pes);
        plan->pes = NULL;
    }
    free(call->all);
    return all_prepared;
}

static ishmem_team_t handle_of(const plan_t *plan)
{
    return plan->team ? plan->team->team.handle : ISHMEM_TEAM_INVALID;
}

/* Plans a team of a triplet that is valid, where this PE is a member of it. */
static void plan_triplet(call_t *call, int which, const ishmemi_triplet_t *triplet)
{
    int *const pes = ishmemi_allocate(call->routine, (size_t)triplet->size, sizeof *pes);
    ishmemi_triplet_list(triplet, pes);
    plan_t *const plan = &call->plans[which];
    plan->my_pe = ishmemi_list_find(pes, triplet->size, call->parent->team.my_pe);
    if (plan->my_pe < 0) {
        free(pes);
        return;
    }
    plan->pes = pes;
    plan->n_pes = triplet->size;
}

/* ---- Arguments ------------------------------------------------------------------------------- */

/* The number of contexts that a configuration asks for; -1: it has been refused. */
static int32_t read_config(const char *routine, const char *argument,
                           const ishmem_team_config_t *config, const char *mask_argument, long mask)
{
    ISHMEMI_REQUIRE_OR(ishmemi_check_bits(routine, mask_argument, mask, ISHMEM_TEAM_NUM_CONTEXTS,
                                          "ISHMEM_TEAM_NUM_CONTEXTS or 0"),
                       -1);
    if ((mask & ISHMEM_TEAM_NUM_CONTEXTS) == 0) {
        return 0;
    }
    ISHMEMI_REQUIRE_OR(
        ishmemi_check_local(routine, argument, config, 1, sizeof config->num_contexts), -1);
    if (ishmemi_checks && config->num_contexts < 0) {
        char name[64];
        snprintf(name, sizeof name, "%s->num_contexts", argument);
        (void)ishmemi_refuse_argument(routine, name, ishmemi_text("%d", config->num_contexts).text,
                                      "0 or more");
        return -1;
    }
    return config->num_contexts;
}

static call_t start_call(unsigned routine, ishmem_team_t parent)
{
    return (call_t){.routine = names[routine],
                    .parent = ishmemi_check_team(names[routine], "parent_team", parent),
                    .mine = {.routine = (uint8_t)routine, .result = ISHMEMI_TEAM_OK}};
}

/* ---- Routines -------------------------------------------------------------------------------- */

int ishmem_team_split_strided(ishmem_team_t parent_team, int start, int stride, int size,
                              const ishmem_team_config_t *config, long config_mask,
                              ishmem_team_t *new_team)
{
    const char *const routine = names[SPLIT_STRIDED];
    ISHMEMI_REQUIRE_OR(ishmemi_check_ready(routine), -1);
    ISHMEMI_REQUIRE_OR(ishmemi_check_local(routine, "new_team", new_team, 1, sizeof *new_team), -1);
    *new_team = ISHMEM_TEAM_INVALID;
    if (parent_team == ISHMEM_TEAM_INVALID) {
        return -1;
    }
    call_t call = start_call(SPLIT_STRIDED, parent_team);
    call.mine.num_contexts[0] = read_config(routine, "config", config, "config_mask", config_mask);
    ISHMEMI_REQUIRE_OR(call.parent && call.mine.num_contexts[0] >= 0, -1);
    const ishmemi_triplet_t triplet = {start, stride, size};
    memcpy(call.mine.arguments, (const int32_t[]){start, stride, size}, sizeof call.mine.arguments);
    const int n_pes = call.parent->team.n_pes;
    const bool valid = ishmemi_triplet_is_valid(&triplet, n_pes);
    if (valid) {
        plan_triplet(&call, 0, &triplet);
    }
    const bool made = make(&call);
    if (!valid && is_speaker(&call)) {
        ishmemi_warn(
            "%s: start %d, stride %d and size %d do not select different PEs of the parent "
            "team, which has %d",
            routine, start, stride, size, n_pes);
    }
    if (!made || !valid) {
        return -1;
    }
    *new_team = handle_of(&call.plans[0]);
    return 0;
}

int ishmem_team_split_2d(ishmem_team_t parent_team, int xrange,
                         const ishmem_team_config_t *xaxis_config, long xaxis_mask,
                         ishmem_team_t *xaxis_team, const ishmem_team_config_t *yaxis_config,
                         long yaxis_mask, ishmem_team_t *yaxis_team)
{
    const char *const routine = names[SPLIT_2D];
    ISHMEMI_REQUIRE_OR(ishmemi_check_ready(routine), -1);
    ISHMEMI_REQUIRE_OR(
        ishmemi_check_local(routine, "xaxis_team", xaxis_team, 1, sizeof *xaxis_team), -1);
    ISHMEMI_REQUIRE_OR(
        ishmemi_check_local(routine, "yaxis_team", yaxis_team, 1, sizeof *yaxis_team), -1);
    *xaxis_team = ISHMEM_TEAM_INVALID;
    *yaxis_team = ISHMEM_TEAM_INVALID;
    if (parent_team == ISHMEM_TEAM_INVALID) {
        return -1;
    }
    call_t call = start_call(SPLIT_2D, parent_team);
    call.mine.num_contexts[0] =
        read_config(routine, "xaxis_config", xaxis_config, "xaxis_mask", xaxis_mask);
    call.mine.num_contexts[1] =
        read_config(routine, "yaxis_config", yaxis_config, "yaxis_mask", yaxis_mask);
    ISHMEMI_REQUIRE_OR(
        call.parent && call.mine.num_contexts[0] >= 0 && call.mine.num_contexts[1] >= 0, -1);
    call.mine.arguments[0] = xrange;
    const bool valid = xrange >= 1;
    if (valid) {
        const ishmemi_team_t *const parent = &call.parent->team;
        const ishmemi_triplet_t row = ishmemi_triplet_of_row(parent->n_pes, xrange, parent->my_pe);
        const ishmemi_triplet_t column =
            ishmemi_triplet_of_column(parent->n_pes, xrange, parent->my_pe);
        plan_triplet(&call, 0, &row);
        plan_triplet(&call, 1, &column);
    }
    const bool made = make(&call);
    if (!valid && is_speaker(&call)) {
        ishmemi_warn("%s: argument xrange is %d, expected at least 1", routine, xrange);
    }
    if (!made || !valid) {
        return -1;
    }
    *xaxis_team = handle_of(&call.plans[0]);
    *yaxis_team = handle_of(&call.plans[1]);
    return 0;
}

static void plan_list(call_t *call, const int *pes, int n_pes)
{
    plan_t *const plan = &call->plans[0];
    plan->my_pe = ishmemi_list_find(pes, n_pes, call->parent->team.my_pe);
    if (plan->my_pe >= 0) {
        plan->pes = ishmemi_allocate(call->routine, (size_t)n_pes, sizeof *pes);
        memcpy(plan->pes, pes, (size_t)n_pes * sizeof *pes);
        plan->n_pes = n_pes;
    }
}

static void say_list_fault(const call_t *call, ishmemi_list_fault_t fault, const int *pes, int at)
{
    switch (fault) {
    case ISHMEMI_LIST_LONG:
        ishmemi_warn(
            "%s: argument n_pes is %d, expected at most %d, the parent team's number of PEs",
            call->routine, (int)call->mine.arguments[0], call->parent->team.n_pes);
        break;
    case ISHMEMI_LIST_RANGE:
        ishmemi_warn("%s: pes[%d] is %d, but the parent team has %d PEs", call->routine, at,
                     pes[at], call->parent->team.n_pes);
        break;
    case ISHMEMI_LIST_TWICE:
        ishmemi_warn("%s: pes[%d] is %d, which is already in the list", call->routine, at, pes[at]);
        break;
    default:
        ishmemi_warn("%s: the list of PEs is empty", call->routine);
        break;
    }
}

int ishmemx_team_create(ishmem_team_t parent_team, const int *pes, int n_pes,
                        const ishmem_team_config_t *config, long config_mask,
                        ishmem_team_t *new_team)
{
    const char *const routine = names[CREATE];
    ISHMEMI_REQUIRE_OR(ishmemi_check_ready(routine), -1);
    ISHMEMI_REQUIRE_OR(ishmemi_check_local(routine, "new_team", new_team, 1, sizeof *new_team), -1);
    *new_team = ISHMEM_TEAM_INVALID;
    if (parent_team == ISHMEM_TEAM_INVALID) {
        return -1;
    }
    call_t call = start_call(CREATE, parent_team);
    ISHMEMI_REQUIRE_OR(
        ishmemi_check_local(routine, "pes", pes, n_pes > 0 ? (size_t)n_pes : 0, sizeof *pes), -1);
    call.mine.num_contexts[0] = read_config(routine, "config", config, "config_mask", config_mask);
    ISHMEMI_REQUIRE_OR(call.parent && call.mine.num_contexts[0] >= 0, -1);
    call.mine.arguments[0] = n_pes;
    /* A longer list than the parent's is no list of PEs, and may not be there. */
    const bool is_long = n_pes > call.parent->team.n_pes;
    /* Members find out whether their lists differ. */
    call.mine.list =
        is_long ? 0 : ishmemi_hash(ISHMEMI_HASH_START, pes, (size_t)n_pes * sizeof *pes);
    int at = 0;
    const ishmemi_list_fault_t fault = ishmemi_list_check(pes, n_pes, call.parent->team.n_pes, &at);
    if (fault == ISHMEMI_LIST_GOOD) {
        plan_list(&call, pes, n_pes);
    } else if (fault == ISHMEMI_LIST_NO_HOST_MEMORY) {
        call.mine.result = ISHMEMI_TEAM_NO_HOST_MEMORY;
    }
    const bool made = make(&call);
    if (made && fault != ISHMEMI_LIST_GOOD && is_speaker(&call)) {
        say_list_fault(&call, fault, pes, at);
    }
    if (!made || fault != ISHMEMI_LIST_GOOD) {
        return -1;
    }
    *new_team = handle_of(&call.plans[0]);
    return 0;
}

void ishmem_team_destroy(ishmem_team_t team)
{
    const char *const routine = names[DESTROY];
    ISHMEMI_REQUIRE(ishmemi_check_ready(routine));
    if (team == ISHMEM_TEAM_INVALID) {
        return;
    }
    call_t call = {.routine = routine,
                   .parent = ishmemi_check_team(routine, "team", team),
                   .mine = {.routine = DESTROY, .result = ISHMEMI_TEAM_OK}};
    ISHMEMI_REQUIRE(call.parent);
    if (team == ISHMEM_TEAM_WORLD || team == ISHMEM_TEAM_SHARED || team == ISHMEM_TEAM_NODE) {
        static const char *const predefined[] = {"ISHMEM_TEAM_WORLD", "ISHMEM_TEAM_SHARED",
                                                 "ISHMEM_TEAM_NODE"};
        (void)ishmemi_refuse_argument(routine, "team", predefined[team],
                                      "a team that the program created");
        return;
    }
    /* When all have come here, nobody writes into a block of the team any more. */
    ishmemi_access->quiet();
    make(&call);
    ishmemi_context_close_team(call.parent);
    ishmemi_team_remove(call.parent);
}
