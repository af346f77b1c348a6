/* SPDX-License-Identifier: BSD-3-Clause */
#include "collective_teams.h"

#include "harness.h"
#include "ishmemx.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_TEAMS 128

collective_team_t *teams;
int team_count;

static int predefined_count;

static void find_myself(collective_team_t *team)
{
    team->me = -1;
    for (int i = 0; i < team->n; i++) {
        if (team->members[i] == test_me) {
            team->me = i;
        }
    }
}

/* The handle knows what the list says. */
static void check_team(const collective_team_t *team)
{
    if (team->me < 0) {
        test_check(team->handle == ISHMEM_TEAM_INVALID, "%s: a handle on a PE outside", team->name);
        return;
    }
    if (!test_check(team->handle != ISHMEM_TEAM_INVALID, "%s: no handle on member %d", team->name,
                    team->me)) {
        test_fatal("a team is missing");
    }
    test_check(ishmem_team_my_pe(team->handle) == team->me, "%s: my_pe is %d, expected %d",
               team->name, ishmem_team_my_pe(team->handle), team->me);
    test_check(ishmem_team_n_pes(team->handle) == team->n, "%s: n_pes is %d, expected %d",
               team->name, ishmem_team_n_pes(team->handle), team->n);
    for (int i = 0; i < team->n; i++) {
        const int pe = ishmem_team_translate_pe(team->handle, i, ISHMEM_TEAM_WORLD);
        test_check(pe == team->members[i], "%s: member %d is PE %d, expected %d", team->name, i, pe,
                   team->members[i]);
    }
}

collective_team_t team_split(const collective_team_t *parent, int start, int stride, int size)
{
    collective_team_t team = {.handle = ISHMEM_TEAM_INVALID, .n = size};
    snprintf(team.name, sizeof team.name, "%.40s/%d+%d*%d", parent->name, start, size, stride);
    for (int i = 0; i < size; i++) {
        team.members[i] = parent->members[start + i * stride];
    }
    find_myself(&team);
    if (parent->me >= 0) {
        const int status =
            ishmem_team_split_strided(parent->handle, start, stride, size, NULL, 0, &team.handle);
        test_check(status == 0 || team.me < 0, "%s: split_strided returned %d", team.name, status);
    }
    check_team(&team);
    return team;
}

collective_team_t team_of(const int *pes, int size)
{
    collective_team_t team = {.handle = ISHMEM_TEAM_INVALID, .n = size};
    int length = snprintf(team.name, sizeof team.name, "list");
    for (int i = 0; i < size; i++) {
        team.members[i] = pes[i];
        length += snprintf(team.name + length, sizeof team.name - (size_t)length, " %d", pes[i]);
    }
    find_myself(&team);
    const int status =
        ishmemx_team_create(ISHMEM_TEAM_WORLD, team.members, size, NULL, 0, &team.handle);
    test_check(status == 0 || team.me < 0, "%s: team_create returned %d", team.name, status);
    check_team(&team);
    return team;
}

void team_destroy(collective_team_t *team)
{
    if (team->handle != ISHMEM_TEAM_INVALID) {
        ishmem_team_destroy(team->handle);
        team->handle = ISHMEM_TEAM_INVALID;
    }
}

static void add(collective_team_t team)
{
    if (team_count == MAX_TEAMS) {
        test_fatal("more than %d teams", MAX_TEAMS);
    }
    teams[team_count++] = team;
}

/* PEs of a host, where ISHMEM_PES_PER_NODE makes several of this one. */
static int pes_per_host(void)
{
    const char *const text = getenv("ISHMEM_PES_PER_NODE");
    const int count = text ? atoi(text) : 0;
    return count > 0 && count < test_n ? count : test_n;
}

/* A team of the PEs of a host, which is another one on each.  Like rows of a grid, hosts must have
 * as many. */
static void add_predefined(ishmem_team_t handle, const char *name, int size)
{
    if (test_n % size != 0) {
        return;
    }
    collective_team_t team = {.handle = handle, .n = size};
    snprintf(team.name, sizeof team.name, "%s", name);
    for (int i = 0; i < size; i++) {
        team.members[i] = test_me / size * size + i;
    }
    find_myself(&team);
    check_team(&team);
    add(team);
    predefined_count++;
}

/* The first or the last place where such a team fits into the parent; -1 where there is none. */
static int place_of(const collective_team_t *parent, int stride, int size, bool last)
{
    const int span = (size - 1) * abs(stride);
    if (span >= parent->n) {
        return -1;
    }
    const int low = last ? parent->n - 1 - span : 0;
    return stride < 0 ? low + span : low;
}

static void add_splits(const collective_team_t *parent, int step)
{
    int number = 0;
    for (int size = 1; size <= parent->n; size++) {
        for (int stride = -2; stride <= 3; stride++) {
            const int start = place_of(parent, stride, size, number % 2);
            if (stride == 0 || start < 0 || (size == 1 && stride != 1)) {
                continue;
            }
            if (number++ % step == 0) {
                add(team_split(parent, start, stride, size));
            }
        }
    }
}

/* A team, one of it, and one of that. */
static void add_nest(int stride_a, int stride_b, int stride_c)
{
    const int strides[] = {stride_a, stride_b, stride_c};
    collective_team_t parent = teams[0];
    for (int depth = 0; depth < 3; depth++) {
        int size = parent.n;
        while (place_of(&parent, strides[depth], size, false) < 0) {
            size--;
        }
        size -= depth == 2 && size > 2;
        parent = team_split(&parent, place_of(&parent, strides[depth], size, depth % 2),
                            strides[depth], size);
        add(parent);
    }
}

/* PE x + y * width lies in row y and column x. */
static void add_grid(int width)
{
    collective_team_t row = {.handle = ISHMEM_TEAM_INVALID};
    collective_team_t column = {.handle = ISHMEM_TEAM_INVALID};
    const int status = ishmem_team_split_2d(ISHMEM_TEAM_WORLD, width, NULL, 0, &row.handle, NULL, 0,
                                            &column.handle);
    test_check(status == 0, "split_2d by %d returned %d", width, status);
    for (int pe = 0; pe < test_n; pe++) {
        if (pe / width == test_me / width) {
            row.members[row.n++] = pe;
        }
        if (pe % width == test_me % width) {
            column.members[column.n++] = pe;
        }
    }
    snprintf(row.name, sizeof row.name, "row of %d", width);
    snprintf(column.name, sizeof column.name, "column of %d", width);
    find_myself(&row);
    find_myself(&column);
    check_team(&row);
    check_team(&column);
    /* Rows of different lengths take part in the same calls: a case's shape must be the same on
     * all PEs. */
    if (test_n % width == 0) {
        add(row);
        add(column);
    } else {
        team_destroy(&row);
        team_destroy(&column);
    }
}

void teams_open(void)
{
    if (test_n > COLLECTIVE_MAX_PES) {
        test_fatal("at most %d PEs", COLLECTIVE_MAX_PES);
    }
    teams = calloc(MAX_TEAMS, sizeof *teams);
    if (!teams) {
        test_fatal("no memory for teams");
    }
    add_predefined(ISHMEM_TEAM_WORLD, "world", test_n);
    add_predefined(ISHMEM_TEAM_SHARED, "shared", pes_per_host());
    add_predefined(ISHMEM_TEAM_NODE, "node", pes_per_host());
    add_splits(&teams[0], 1);
    if (test_n > 1) {
        add_nest(-1, 1, -1);
        add_nest(1, 2, -1);
        add_nest(-2, -1, 1);
        add_nest(-1, -1, 2);
        add_grid(2);
        static const int order[COLLECTIVE_MAX_PES] = {5,  2, 7,  0,  3,  6,  1, 4,
                                                      11, 8, 15, 10, 13, 14, 9, 12};
        for (int size = 2; size <= test_n; size += size < 4 ? 1 : 2) {
            int pes[COLLECTIVE_MAX_PES];
            int count = 0;
            for (int i = 0; i < COLLECTIVE_MAX_PES && count < size; i++) {
                if (order[i] < test_n) {
                    pes[count++] = order[i];
                }
            }
            add(team_of(pes, size));
        }
    }
}

void teams_close(void)
{
    /* Those that came last go first: a parent outlives its children. */
    while (team_count > predefined_count) {
        team_destroy(&teams[--team_count]);
    }
    team_count = 0;
    predefined_count = 0;
    free(teams);
    teams = NULL;
}
