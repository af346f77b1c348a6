/* SPDX-License-Identifier: BSD-3-Clause */
#include "team_cases.h"

#include "harness.h"
#include <limits.h>
#include <stdlib.h>

int team_list_me(const team_list_t *list)
{
    for (int i = 0; i < list->n_pes; i++) {
        if (list->pes[i] == test_me) {
            return i;
        }
    }
    return -1;
}

static team_list_t world_list(void)
{
    team_list_t list = {.n_pes = test_n};
    for (int i = 0; i < test_n; i++) {
        list.pes[i] = i;
    }
    return list;
}

/* The parent's PEs start, start + stride, ... */
static team_list_t strided_list(const team_list_t *parent, int start, int stride, int size)
{
    team_list_t list = {.n_pes = size};
    for (int i = 0; i < size; i++) {
        list.pes[i] = parent->pes[start + stride * i];
    }
    return list;
}

static bool exists(const team_list_t *parent, int start, int stride, int size)
{
    const int last = start + stride * (size - 1);
    return size >= 1 && start >= 0 && start < parent->n_pes && last >= 0 && last < parent->n_pes &&
           (stride != 0 || size == 1);
}

/* The same numbers on all PEs. */
static int random_below(int limit)
{
    static uint64_t state = 88172645463325252u;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (int)(state % (uint64_t)limit);
}

/* Whether the routine said what it must, and gave a team to those who must have one. */
static bool check_made(int result, ishmem_team_t team, const team_list_t *expected,
                       const char *what)
{
    const bool is_member = team_list_me(expected) >= 0;
    return test_check(result == 0 && (team != ISHMEM_TEAM_INVALID) == is_member,
                      "%s: result %d, team %d, %s", what, result, team,
                      is_member ? "a member" : "no member");
}

static void make_strided(ishmem_team_t parent, const team_list_t *parents, int start, int stride,
                         int size, ishmem_team_t *team, team_list_t *list)
{
    *list = strided_list(parents, start, stride, size);
    *team = ISHMEM_TEAM_INVALID;
    if (parent != ISHMEM_TEAM_INVALID) {
        const int result = ishmem_team_split_strided(parent, start, stride, size, NULL, 0, team);
        check_made(result, *team, list, "split_strided");
    }
}

/* The PEs of this host: all, unless so many of them are to be one. */
static team_list_t node_list(void)
{
    const char *const text = getenv("ISHMEM_PES_PER_NODE");
    const int per_node = text ? atoi(text) : 0;
    const team_list_t all = world_list();
    if (per_node <= 0) {
        return all;
    }
    const int first = test_me / per_node * per_node;
    const int rest = test_n - first;
    return strided_list(&all, first, 1, rest < per_node ? rest : per_node);
}

void team_cases_predefined(team_look_t look)
{
    const team_list_t all = world_list();
    const team_list_t node = node_list();
    look(ISHMEM_TEAM_WORLD, &all);
    look(ISHMEM_TEAM_SHARED, &node);
    look(ISHMEM_TEAM_NODE, &node);
}

void team_cases_strided(team_look_t look)
{
    const team_list_t world = world_list();
    for (int start = 0; start < test_n; start++) {
        for (int stride = -2; stride <= 3; stride++) {
            for (int size = 1; size <= test_n; size++) {
                if (!exists(&world, start, stride, size)) {
                    continue;
                }
                ishmem_team_t team;
                team_list_t list;
                make_strided(ISHMEM_TEAM_WORLD, &world, start, stride, size, &team, &list);
                look(team, &list);
                ishmem_team_destroy(team);
            }
        }
    }
}

/* A part of the parent, by a triplet drawn at random. */
static void make_any(ishmem_team_t parent, const team_list_t *parents, ishmem_team_t *team,
                     team_list_t *list)
{
    int start, stride, size;
    do {
        start = random_below(parents->n_pes);
        stride = random_below(6) - 2;
        size = 1 + random_below(parents->n_pes);
    } while (!exists(parents, start, stride, size));
    make_strided(parent, parents, start, stride, size, team, list);
}

void team_cases_nested(team_look_t look, int count)
{
    enum { DEPTH = 3 };
    for (int i = 0; i < count; i++) {
        ishmem_team_t teams[DEPTH];
        team_list_t lists[DEPTH];
        ishmem_team_t parent = ISHMEM_TEAM_WORLD;
        team_list_t parents = world_list();
        for (int depth = 0; depth < DEPTH; depth++) {
            make_any(parent, &parents, &teams[depth], &lists[depth]);
            parent = teams[depth];
            parents = lists[depth];
        }
        /* The parent may go first. */
        for (int depth = 0; depth < DEPTH; depth++) {
            look(teams[depth], &lists[depth]);
            ishmem_team_destroy(teams[depth]);
        }
    }
}

static void split_2d(team_look_t look, ishmem_team_t parent, const team_list_t *parents, int xrange)
{
    const int me = team_list_me(parents);
    team_list_t row = {.n_pes = 0};
    team_list_t column = {.n_pes = 0};
    ishmem_team_t x_team = ISHMEM_TEAM_INVALID;
    ishmem_team_t y_team = ISHMEM_TEAM_INVALID;
    if (me >= 0) {
        for (int pe = 0; pe < parents->n_pes; pe++) {
            if (pe / xrange == me / xrange) {
                row.pes[row.n_pes++] = parents->pes[pe];
            }
            if (pe % xrange == me % xrange) {
                column.pes[column.n_pes++] = parents->pes[pe];
            }
        }
        /* Rows and columns may differ in what they are made with. */
        const ishmem_team_config_t x_config = {.num_contexts = me / xrange};
        const ishmem_team_config_t y_config = {.num_contexts = 100 + me % xrange};
        const int result =
            ishmem_team_split_2d(parent, xrange, &x_config, ISHMEM_TEAM_NUM_CONTEXTS, &x_team,
                                 &y_config, ISHMEM_TEAM_NUM_CONTEXTS, &y_team);
        check_made(result, x_team, &row, "split_2d");
        check_made(result, y_team, &column, "split_2d");
        test_check(ishmem_team_my_pe(x_team) == me % xrange &&
                       ishmem_team_my_pe(y_team) == me / xrange,
                   "split_2d in rows of %d: PE %d is at %d, %d", xrange, me,
                   ishmem_team_my_pe(x_team), ishmem_team_my_pe(y_team));
        ishmem_team_config_t config = {.num_contexts = -1};
        ishmem_team_get_config(x_team, ISHMEM_TEAM_NUM_CONTEXTS, &config);
        test_check(config.num_contexts == me / xrange, "a row has num_contexts %d",
                   config.num_contexts);
        ishmem_team_get_config(y_team, ISHMEM_TEAM_NUM_CONTEXTS, &config);
        test_check(config.num_contexts == 100 + me % xrange, "a column has num_contexts %d",
                   config.num_contexts);
    }
    look(x_team, &row);
    look(y_team, &column);
    ishmem_team_destroy(x_team);
    ishmem_team_destroy(y_team);
}

void team_cases_2d(team_look_t look)
{
    const team_list_t world = world_list();
    for (int xrange = 1; xrange <= test_n + 1; xrange++) {
        split_2d(look, ISHMEM_TEAM_WORLD, &world, xrange);
    }
    /* Of a parent that is in another order. */
    ishmem_team_t back;
    team_list_t list;
    make_strided(ISHMEM_TEAM_WORLD, &world, test_n - 1, -1, test_n, &back, &list);
    split_2d(look, back, &list, 2);
    ishmem_team_destroy(back);
}

void team_cases_listed(team_look_t look, int count)
{
    for (int i = 0; i < count; i++) {
        const int start = random_below(test_n);
        const team_list_t world = world_list();
        /* Every other time of a parent that is not the world. */
        ishmem_team_t parent = ISHMEM_TEAM_WORLD;
        team_list_t parents = world;
        if (i % 2 == 1) {
            make_strided(ISHMEM_TEAM_WORLD, &world, start, -1, start + 1, &parent, &parents);
        }
        team_list_t list = {.n_pes = 1 + random_below(parents.n_pes)};
        int numbers[TEAM_MOST];
        for (int k = 0; k < parents.n_pes; k++) {
            const int at = random_below(k + 1);
            numbers[k] = numbers[at];
            numbers[at] = k;
        }
        for (int k = 0; k < list.n_pes; k++) {
            list.pes[k] = parents.pes[numbers[k]];
        }
        ishmem_team_t team = ISHMEM_TEAM_INVALID;
        if (parent != ISHMEM_TEAM_INVALID) {
            const int result = ishmemx_team_create(parent, numbers, list.n_pes, NULL, 0, &team);
            check_made(result, team, &list, "team_create");
        }
        look(team, &list);
        ishmem_team_destroy(team);
        if (i % 2 == 1) {
            ishmem_team_destroy(parent);
        }
    }
}

static void refuse_strided(int start, int stride, int size)
{
    ishmem_team_t team = ISHMEM_TEAM_WORLD;
    const int result =
        ishmem_team_split_strided(ISHMEM_TEAM_WORLD, start, stride, size, NULL, 0, &team);
    test_check(result != 0 && team == ISHMEM_TEAM_INVALID,
               "start %d, stride %d, size %d: result %d, team %d", start, stride, size, result,
               team);
}

static void refuse_list(const int *pes, int n_pes)
{
    ishmem_team_t team = ISHMEM_TEAM_WORLD;
    const int result = ishmemx_team_create(ISHMEM_TEAM_WORLD, pes, n_pes, NULL, 0, &team);
    test_check(result != 0 && team == ISHMEM_TEAM_INVALID, "a list of %d: result %d, team %d",
               n_pes, result, team);
}

void team_cases_refused(void)
{
    /* Beyond the ends, round them, on the spot, of no PEs. */
    refuse_strided(0, 1, test_n + 1);
    refuse_strided(test_n, 1, 1);
    refuse_strided(-1, 1, 1);
    refuse_strided(test_n - 1, 1, 2);
    refuse_strided(0, -1, 2);
    refuse_strided(0, 0, 2);
    refuse_strided(0, 1, 0);
    refuse_strided(0, 1, -1);
    refuse_strided(0, INT_MAX, 3);
    const int unknown[] = {0, test_n};
    const int twice[] = {0, 0};
    const int negative[] = {-1};
    refuse_list(unknown, 2);
    refuse_list(twice, 2);
    refuse_list(negative, 1);
    refuse_list(NULL, 0);
    ishmem_team_t x_team = ISHMEM_TEAM_WORLD;
    ishmem_team_t y_team = ISHMEM_TEAM_WORLD;
    test_check(ishmem_team_split_2d(ISHMEM_TEAM_WORLD, 0, NULL, 0, &x_team, NULL, 0, &y_team) !=
                       0 &&
                   x_team == ISHMEM_TEAM_INVALID && y_team == ISHMEM_TEAM_INVALID,
               "xrange 0 gives teams %d, %d", x_team, y_team);
    x_team = y_team = ISHMEM_TEAM_WORLD;
    test_check(ishmem_team_split_2d(ISHMEM_TEAM_INVALID, 1, NULL, 0, &x_team, NULL, 0, &y_team) !=
                       0 &&
                   x_team == ISHMEM_TEAM_INVALID && y_team == ISHMEM_TEAM_INVALID,
               "no parent gives teams %d, %d", x_team, y_team);
    x_team = ISHMEM_TEAM_WORLD;
    test_check(ishmem_team_split_strided(ISHMEM_TEAM_INVALID, 0, 1, 1, NULL, 0, &x_team) != 0 &&
                   x_team == ISHMEM_TEAM_INVALID,
               "no parent gives the team %d", x_team);
    ishmem_team_destroy(ISHMEM_TEAM_INVALID);
}
