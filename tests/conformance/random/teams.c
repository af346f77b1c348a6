/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Teams and contexts: made, asked and destroyed between steps.
 */
#include "chance.h"
#include "harness.h"
#include "ishmemx.h"
#include "plan.h"

static bool is_member(const team_t *team)
{
    return team->live && team_number(team, test_me) >= 0;
}

static void check_team(const team_t *team)
{
    if (!team->live) {
        return;
    }
    const int me = team_number(team, test_me);
    if (me < 0) {
        test_check(team->handle == ISHMEM_TEAM_INVALID, "a PE that is no member got team %d",
                   team->handle);
        return;
    }
    test_check(ishmem_team_my_pe(team->handle) == me, "ishmem_team_my_pe(%d) is %d, expected %d",
               team->handle, ishmem_team_my_pe(team->handle), me);
    test_check(ishmem_team_n_pes(team->handle) == team->n,
               "ishmem_team_n_pes(%d) is %d, expected %d", team->handle,
               ishmem_team_n_pes(team->handle), team->n);
}

/* Numbers of `from` in `to`. */
static void check_translation(const team_t *from, const team_t *to)
{
    for (int i = -1; is_member(from) && is_member(to) && i <= from->n; i++) {
        const bool in_range = i >= 0 && i < from->n;
        const int expected = in_range ? team_number(to, from->members[i]) : -1;
        const int number = ishmem_team_translate_pe(from->handle, i, to->handle);
        test_check(number == expected, "ishmem_team_translate_pe(%d, %d, %d) is %d, expected %d",
                   from->handle, i, to->handle, number, expected);
    }
    object_t *const object = object_pick(WHERE_HEAP, 8);
    for (int i = 0; is_member(from) && i < from->n; i++) {
        test_check(ishmem_team_ptr(from->handle, object->address, i) ==
                       ishmem_ptr(object->address, from->members[i]),
                   "ishmem_team_ptr(%d, _, %d) is not ishmem_ptr(_, %d)", from->handle, i,
                   from->members[i]);
    }
}

/* ---- Making teams ---------------------------------------------------------------------------- */

static int free_slots(int *slots)
{
    int count = 0;
    for (int i = 0; i < MAX_TEAMS; i++) {
        if (!teams[i].live) {
            slots[count++] = i;
        }
    }
    return count;
}

static void record(team_t *team, ishmem_team_t handle)
{
    team->live = true;
    team->handle = team_number(team, test_me) >= 0 ? handle : ISHMEM_TEAM_INVALID;
    check_team(team);
}

static void called(const char *routine, int status)
{
    test_check(status == 0, "%s returned %d", routine, status);
}

static void split_strided(const team_t *parent, team_t *team)
{
    const int start = chance_pe(parent->n);
    const bool down = chance_percent(40);
    const int stride = (1 + chance_pe(3)) * (down ? -1 : 1);
    const int most = (down ? start : parent->n - 1 - start) / (down ? -stride : stride) + 1;
    team->n = 1 + chance_pe(most);
    for (int i = 0; i < team->n; i++) {
        team->members[i] = parent->members[start + i * stride];
    }
    ishmem_team_t handle = ISHMEM_TEAM_INVALID;
    if (is_member(parent)) {
        called("ishmem_team_split_strided",
               ishmem_team_split_strided(parent->handle, start, stride, team->n, NULL, 0, &handle));
        test_check((handle == ISHMEM_TEAM_INVALID) == (team_number(team, test_me) < 0),
                   "ishmem_team_split_strided(_, %d, %d, %d) made %d of this PE", start, stride,
                   team->n, handle);
    }
    record(team, handle);
}

static void create_list(const team_t *parent, team_t *team)
{
    int order[MAX_PES] = {0};
    for (int i = 0; i < parent->n; i++) {
        const int k = chance_pe(i + 1);
        order[i] = order[k];
        order[k] = i;
    }
    team->n = 1 + chance_pe(parent->n);
    for (int i = 0; i < team->n; i++) {
        team->members[i] = parent->members[order[i]];
    }
    ishmem_team_t handle = ISHMEM_TEAM_INVALID;
    if (is_member(parent)) {
        called("ishmemx_team_create",
               ishmemx_team_create(parent->handle, order, team->n, NULL, 0, &handle));
    }
    record(team, handle);
}

static void split_2d(const team_t *parent, const int *slots, int free_count)
{
    const int range = 1 + chance_pe(parent->n);
    const int rows = (parent->n + range - 1) / range;
    if (rows + range > free_count) {
        return;
    }
    for (int i = 0; i < rows + range; i++) {
        teams[slots[i]].n = 0;
    }
    for (int i = 0; i < parent->n; i++) {
        team_t *const row = &teams[slots[i / range]];
        team_t *const column = &teams[slots[rows + i % range]];
        row->members[row->n++] = parent->members[i];
        column->members[column->n++] = parent->members[i];
    }
    ishmem_team_t x = ISHMEM_TEAM_INVALID;
    ishmem_team_t y = ISHMEM_TEAM_INVALID;
    if (is_member(parent)) {
        called("ishmem_team_split_2d",
               ishmem_team_split_2d(parent->handle, range, NULL, 0, &x, NULL, 0, &y));
    }
    for (int i = 0; i < rows + range; i++) {
        record(&teams[slots[i]], i < rows ? x : y);
    }
}

static void create(void)
{
    int slots[MAX_TEAMS];
    const int count = free_slots(slots);
    const team_t *const parent = &teams[chance_below(MAX_TEAMS)];
    if (!parent->live || count == 0) {
        return;
    }
    switch (chance_below(3)) {
    case 0:
        split_strided(parent, &teams[slots[0]]);
        break;
    case 1:
        create_list(parent, &teams[slots[0]]);
        break;
    default:
        split_2d(parent, slots, count);
        break;
    }
}

/* ---- Contexts -------------------------------------------------------------------------------- */

static void create_context(void)
{
    context_t *const context = &contexts[1 + chance_below(MAX_CONTEXTS - 1)];
    const int team = chance_pe(MAX_TEAMS);
    static const long options[] = {0, 0, ISHMEM_CTX_SERIALIZED, ISHMEM_CTX_PRIVATE};
    const size_t option = chance_below(4);
    if (context->live || !teams[team].live) {
        return;
    }
    *context = (context_t){.live = true, .team = team, .host_only = options[option] != 0};
    if (!is_member(&teams[team])) {
        return;
    }
    if (team == WORLD && chance_state % 2) {
        called("ishmem_ctx_create", ishmem_ctx_create(options[option], &context->handle));
    } else {
        called("ishmem_team_create_ctx",
               ishmem_team_create_ctx(teams[team].handle, options[option], &context->handle));
    }
    ishmem_team_t back = ISHMEM_TEAM_INVALID;
    called("ishmem_ctx_get_team", ishmem_ctx_get_team(context->handle, &back));
    test_check(back == teams[team].handle, "a context's team is %d, expected %d", back,
               teams[team].handle);
}

static void destroy_context(void)
{
    context_t *const context = &contexts[1 + chance_below(MAX_CONTEXTS - 1)];
    if (context->live) {
        ishmem_ctx_destroy(context->handle);
        *context = (context_t){.live = false};
    }
}

static void destroy(int index)
{
    team_t *const team = &teams[index];
    if (!team->live) {
        return;
    }
    for (int i = 1; i < MAX_CONTEXTS; i++) {
        if (contexts[i].live && contexts[i].team == index) {
            contexts[i] = (context_t){.live = false};
        }
    }
    if (is_member(team)) {
        ishmem_team_destroy(team->handle);
    }
    *team = (team_t){.live = false};
}

/* ---- All ------------------------------------------------------------------------------------- */

void teams_open(void)
{
    team_t *const world = &teams[WORLD];
    *world = (team_t){.live = true, .n = test_n, .handle = ISHMEM_TEAM_WORLD};
    for (int i = 0; i < test_n; i++) {
        world->members[i] = i;
    }
    create();
    create_context();
}

void teams_change(void)
{
    for (size_t i = 1 + chance_below(4); i > 0; i--) {
        switch (chance_below(5)) {
        case 0:
            destroy(1 + chance_pe(MAX_TEAMS - 1));
            break;
        case 1:
            destroy_context();
            break;
        case 2:
            create_context();
            break;
        default:
            create();
            break;
        }
    }
    const size_t from = chance_below(MAX_TEAMS);
    check_translation(&teams[from], &teams[chance_below(MAX_TEAMS)]);
}

void teams_close(void)
{
    for (int i = 1; i < MAX_TEAMS; i++) {
        destroy(i);
    }
}
