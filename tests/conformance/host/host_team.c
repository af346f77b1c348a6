/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Teams, asked by the host: what each is, that its contexts take its numbers, that its members
 * synchronise, that many can be at a time and one after the other, by threads, too.
 */
#include "harness.h"
#include "ishmemx.h"
#include "memory.h"
#include "team_cases.h"
#include <dirent.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static long *words;    /* TEAM_MOST + 1, symmetric */
static long *gathered; /* TEAM_MOST + 3, symmetric */

/* ---- What a team is -------------------------------------------------------------------------- */

static void look_at_numbers(ishmem_team_t team, const team_list_t *expected)
{
    const int me = team_list_me(expected);
    test_check(ishmem_team_my_pe(team) == me, "my_pe is %d, not %d", ishmem_team_my_pe(team), me);
    const int n_pes = me < 0 ? -1 : expected->n_pes;
    test_check(ishmem_team_n_pes(team) == n_pes, "n_pes is %d, not %d", ishmem_team_n_pes(team),
               n_pes);
    int wrong = 0;
    int numbers[TEAM_MOST];
    for (int pe = 0; pe < test_n; pe++) {
        numbers[pe] = -1;
    }
    for (int i = 0; me >= 0 && i < n_pes; i++) {
        numbers[expected->pes[i]] = i;
        wrong += ishmem_team_translate_pe(team, i, ISHMEM_TEAM_WORLD) != expected->pes[i];
        wrong += ishmem_team_translate_pe(team, i, team) != i;
        wrong += ishmem_team_ptr(team, words, i) != ishmem_ptr(words, expected->pes[i]);
    }
    for (int pe = 0; pe < test_n; pe++) {
        wrong += ishmem_team_translate_pe(ISHMEM_TEAM_WORLD, pe, team) != numbers[pe];
    }
    const int local = 0;
    wrong += ishmem_team_translate_pe(team, -1, ISHMEM_TEAM_WORLD) != -1;
    wrong += ishmem_team_translate_pe(team, expected->n_pes, ISHMEM_TEAM_WORLD) != -1;
    wrong += ishmem_team_translate_pe(team, 0, ISHMEM_TEAM_INVALID) != -1;
    wrong += ishmem_team_ptr(team, words, -1) != NULL;
    wrong += ishmem_team_ptr(team, words, expected->n_pes) != NULL;
    wrong += ishmem_team_ptr(team, &local, 0) != NULL;
    test_check(wrong == 0, "a team of %d: %d wrong numbers or addresses", n_pes, wrong);
}

static void look_at_config(ishmem_team_t team)
{
    ishmem_team_config_t config = {.num_contexts = -7};
    if (team == ISHMEM_TEAM_INVALID) {
        test_check(ishmem_team_get_config(team, ISHMEM_TEAM_NUM_CONTEXTS, &config) != 0 &&
                       config.num_contexts == -7,
                   "no team has num_contexts %d", config.num_contexts);
        return;
    }
    test_check(ishmem_team_get_config(team, 0, NULL) == 0, "get_config of nothing fails");
    test_check(ishmem_team_get_config(team, 0, &config) == 0 && config.num_contexts == -7,
               "get_config of nothing stores num_contexts");
    test_check(ishmem_team_get_config(team, ISHMEM_TEAM_NUM_CONTEXTS, &config) == 0 &&
                   config.num_contexts >= 0,
               "num_contexts is %d", config.num_contexts);
}

/* Each member writes to all by the team's numbers, in three ways. */
static void look_at_context(ishmem_team_t team, const team_list_t *expected)
{
    ishmem_ctx_t ctx = ISHMEM_CTX_DEFAULT;
    const int result = ishmem_team_create_ctx(team, 0, &ctx);
    const int me = team_list_me(expected);
    test_check((result == 0) == (me >= 0) && (ctx != ISHMEM_CTX_INVALID) == (me >= 0),
               "create_ctx: result %d", result);
    if (me >= 0) {
        ishmem_team_t of = ISHMEM_TEAM_INVALID;
        test_check(ishmem_ctx_get_team(ctx, &of) == 0 && of == team, "the context's team is %d",
                   of);
        for (int i = 0; i < expected->n_pes; i++) {
            const long value = 1000 * me + i;
            ishmem_ctx_long_put(ctx, &words[1 + me], &value, 1, i);
            ishmem_ctx_long_atomic_add(ctx, words, 1, i);
        }
        const int last = expected->n_pes - 1;
        ishmem_ctx_pe_quiet(ctx, &last, 1);
        ishmem_ctx_quiet(ctx);
    }
    ishmem_barrier_all();
    if (me >= 0) {
        int wrong = 0;
        for (int i = 0; i < expected->n_pes; i++) {
            wrong += ishmem_ctx_long_g(ctx, &words[1 + me], i) != 1000 * me + i;
            wrong += ishmem_long_g(&words[1 + i], test_me) != 1000 * i + me;
        }
        const long sum = ishmem_ctx_long_atomic_fetch(ctx, words, me);
        test_check(wrong == 0 && sum == expected->n_pes,
                   "a context of a team of %d: %d words are wrong, %ld came", expected->n_pes,
                   wrong, sum);
        ishmem_ctx_destroy(ctx);
    }
    ishmem_barrier_all();
    memory_fill(words, 0, (TEAM_MOST + 1) * sizeof *words);
    ishmem_barrier_all();
}

/* Each member announces a round, in one of two words in turn, and sees after the sync that all have: who
 * announces the next but one has been in the next sync. */
static int sync_rounds(ishmem_team_t team, long *announced, int rounds)
{
    const int n_pes = ishmem_team_n_pes(team);
    int wrong = 0;
    for (long round = 1; round <= rounds; round++) {
        ishmem_long_p(announced + (round & 1), round, test_me);
        ishmem_quiet();
        wrong += ishmem_team_sync(team) != 0;
        for (int i = 0; i < n_pes; i++) {
            const int pe = ishmem_team_translate_pe(team, i, ISHMEM_TEAM_WORLD);
            wrong += ishmem_long_g(announced + (round & 1), pe) != round;
        }
    }
    ishmem_team_sync(team);
    ishmem_long_p(announced, 0, test_me);
    ishmem_long_p(announced + 1, 0, test_me);
    ishmem_quiet();
    ishmem_team_sync(team);
    return wrong;
}

/* The team's blocks, by what they are for. */
static void look_at_collectives(ishmem_team_t team, const team_list_t *expected)
{
    if (team == ISHMEM_TEAM_INVALID) {
        return;
    }
    const int wrong_rounds = sync_rounds(team, &gathered[TEAM_MOST], 3);
    test_check(wrong_rounds == 0, "a team of %d: %d PEs seen in another round", expected->n_pes,
               wrong_rounds);
    long *const mine = &gathered[TEAM_MOST + 2];
    ishmem_long_p(mine, 1000 + test_me, test_me);
    ishmem_quiet();
    test_check(ishmem_long_fcollect(team, gathered, mine, 1) == 0, "fcollect fails");
    int wrong = 0;
    for (int i = 0; i < expected->n_pes; i++) {
        wrong += ishmem_long_g(&gathered[i], test_me) != 1000 + expected->pes[i];
    }
    test_check(wrong == 0, "a team of %d: %d of fcollect's words are wrong", expected->n_pes,
               wrong);
    ishmem_team_sync(team);
}

static void look(ishmem_team_t team, const team_list_t *expected)
{
    look_at_numbers(team, expected);
    look_at_config(team);
    look_at_collectives(team, expected);
    look_at_context(team, expected);
}

/* The same, but for what costs the most. */
static void glance(ishmem_team_t team, const team_list_t *expected)
{
    look_at_numbers(team, expected);
    look_at_config(team);
    look_at_collectives(team, expected);
}

/* ---- How many teams -------------------------------------------------------------------------- */

static ishmem_team_t make(int start, int stride, int size, int *result)
{
    ishmem_team_t team = ISHMEM_TEAM_WORLD;
    *result = ishmem_team_split_strided(ISHMEM_TEAM_WORLD, start, stride, size, NULL, 0, &team);
    return team;
}

/* Fills the memory for teams, and says how many there are then. */
static int fill(ishmem_team_t *teams, int most)
{
    int result = 0;
    int count = 0;
    while (count < most) {
        teams[count] = make(0, 1, test_n, &result);
        if (result != 0) {
            break;
        }
        count++;
    }
    test_check(result == 0 || teams[count] == ISHMEM_TEAM_INVALID, "a team that is not there: %d",
               teams[count]);
    return count;
}

static void destroy_all(const ishmem_team_t *teams, int count)
{
    /* In another order than they were made. */
    for (int i = 0; i < count; i++) {
        ishmem_team_destroy(teams[(i * 7919 + 13) % count]);
    }
}

/* At most as many as there is room for: all PEs stop at the same, and when they are gone there is room
 * for as many again, but for a few where pages of the table of teams lie in between. */
static void exhaust(int most)
{
    ishmem_team_t *const teams = malloc(((size_t)most + 1) * sizeof *teams);
    if (!teams) {
        test_fatal("no memory for %d handles", most);
    }
    const int first = fill(teams, most);
    ishmem_long_p(&words[1 + test_me], first, 0);
    ishmem_barrier_all();
    for (int pe = 0; pe < test_n; pe++) {
        const long other = ishmem_long_g(&words[1 + pe], 0);
        test_check(other == first, "this PE has %d teams, PE %d has %ld", first, pe, other);
    }
    destroy_all(teams, first);
    const int second = fill(teams, most);
    test_check(first > 0 && second >= first - 1 - first / 100,
               "%d teams, and %d when those are gone", first, second);
    destroy_all(teams, second);
    free(teams);
    ishmem_barrier_all();
    memory_fill(words, 0, (TEAM_MOST + 1) * sizeof *words);
    ishmem_barrier_all();
}

/* ---- What a loop leaves behind --------------------------------------------------------------- */

/* Memory that a loop may leave; a sanitizer keeps what is freed for a while. */
#ifdef __SANITIZE_ADDRESS__
#define LEFT_BYTES (64L << 20)
#else
#define LEFT_BYTES (1L << 20)
#endif

static long resident_pages(void)
{
    long size = 0;
    long pages = 0;
    FILE *const file = fopen("/proc/self/statm", "r");
    if (!file || fscanf(file, "%ld %ld", &size, &pages) != 2) {
        test_fatal("/proc/self/statm cannot be read");
    }
    fclose(file);
    return pages;
}

static int open_descriptors(void)
{
    int count = 0;
    DIR *const directory = opendir("/proc/self/fd");
    while (directory && readdir(directory)) {
        count++;
    }
    if (directory) {
        closedir(directory);
    }
    return count;
}

static void loop(int count)
{
    int failed = 0;
    for (int i = 0; i < count; i++) {
        int result;
        const ishmem_team_t team = make(i % test_n, -1, i % test_n + 1, &result);
        ishmem_ctx_t ctx;
        failed += result != 0;
        if (team != ISHMEM_TEAM_INVALID) {
            /* Left for the team's end. */
            failed += ishmem_team_create_ctx(team, 0, &ctx) != 0;
        }
        ishmem_team_destroy(team);
    }
    test_check(failed == 0, "%d of %d teams failed", failed, count);
}

static void one_after_the_other(int count)
{
    loop(1000);
    const long pages = resident_pages();
    const int descriptors = open_descriptors();
    loop(count);
    const long grown = resident_pages() - pages;
    test_check(grown * sysconf(_SC_PAGESIZE) < LEFT_BYTES, "%d teams leave %ld pages", count,
               grown);
    test_check(open_descriptors() == descriptors, "%d teams leave %d descriptors", count,
               open_descriptors() - descriptors);
}

/* ---- Threads --------------------------------------------------------------------------------- */

typedef struct task {
    ishmem_team_t parent;
    long *announced; /* symmetric, the thread's own */
    int rounds;
    int failed;
} task_t;

static void *split_again_and_again(void *argument)
{
    task_t *const task = argument;
    const int n_pes = ishmem_team_n_pes(task->parent);
    for (int i = 0; i < task->rounds; i++) {
        ishmem_team_t team;
        const int size = 1 + i % n_pes;
        task->failed += ishmem_team_split_strided(task->parent, 0, 1, size, NULL, 0, &team) != 0;
        const bool is_member = ishmem_team_my_pe(task->parent) < size;
        task->failed += ishmem_team_n_pes(team) != (is_member ? size : -1);
        ishmem_team_destroy(team);
    }
    task->failed += sync_rounds(task->parent, task->announced, task->rounds);
    return NULL;
}

/* Threads of a PE, each with a parent of its own that has all PEs, in step with those of other PEs
 * and not with each other. */
static void threads(int rounds)
{
    enum { THREADS = 3 };
    pthread_t ids[THREADS];
    task_t tasks[THREADS];
    int result;
    for (int i = 0; i < THREADS; i++) {
        tasks[i] = (task_t){make(i % 2 ? test_n - 1 : 0, i % 2 ? -1 : 1, test_n, &result),
                            &words[8 * i], rounds, 0};
        if (result != 0) {
            test_fatal("no team for a thread");
        }
    }
    for (int i = 0; i < THREADS; i++) {
        if (pthread_create(&ids[i], NULL, split_again_and_again, &tasks[i]) != 0) {
            test_fatal("no thread");
        }
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(ids[i], NULL);
        test_check(tasks[i].failed == 0, "thread %d: %d splits or syncs failed", i,
                   tasks[i].failed);
    }
    ishmem_barrier_all();
    for (int i = 0; i < THREADS; i++) {
        ishmem_team_destroy(tasks[i].parent);
    }
}

/* A job before this one, which leaves teams and contexts to ishmem_finalize. */
static void earlier_job(void)
{
    ishmem_init_thread(ISHMEM_THREAD_MULTIPLE, NULL);
    for (int i = 0; i < 50; i++) {
        ishmem_team_t team;
        ishmem_ctx_t ctx;
        ishmem_team_split_strided(ISHMEM_TEAM_WORLD, 0, 1, ishmem_n_pes(), NULL, 0, &team);
        ishmem_team_create_ctx(team, 0, &ctx);
    }
    ishmem_finalize();
}

int main(void)
{
    earlier_job();
    test_start_threads();
    test_family("teams");
    words = ishmem_calloc(TEAM_MOST + 1, sizeof *words);
    gathered = ishmem_calloc(TEAM_MOST + 3, sizeof *gathered);
    if (!words || !gathered || test_n > TEAM_MOST) {
        test_fatal("no words for %d PEs", test_n);
    }
    team_cases_predefined(look);
    team_cases_strided(look);
    team_cases_nested(glance, test_rounds_in_step(500));
    team_cases_nested(look, test_rounds_in_step(100));
    team_cases_2d(look);
    team_cases_listed(look, test_rounds_in_step(200));
    team_cases_refused();
    const char *const many = getenv("TEST_TEAMS");
    exhaust(many ? atoi(many) : 200);
    one_after_the_other(test_rounds_in_step(10000));
    threads(test_rounds_in_step(300));
    /* One of each kind is left for ishmem_finalize. */
    int result;
    const ishmem_team_t left = make(0, 1, test_n, &result);
    ishmem_ctx_t ctx;
    test_check(ishmem_team_create_ctx(left, 0, &ctx) == 0, "no context");
    ishmem_free(gathered);
    ishmem_free(words);
    return test_finish();
}
