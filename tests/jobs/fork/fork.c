/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Children by fork of each PE: a call of any routine ends the child with one sentence and does nothing, exit and exec
 * are the child's own, and the parents go on.
 */
#include "require.h"

#include <ishmem.h>
#include <ishmemx.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int me, n_pes;
static uint64_t *words; /* symmetric, all 0 */
static long *lock;
static ishmem_team_t team;
static ishmem_ctx_t ctx;
static uint64_t local[4] = {1, 1, 1, 1};

static int next(void)
{
    return (me + 1) % n_pes;
}

#define CALL(NAME, ...)                   \
    static void do_##NAME(void)           \
    {                                     \
        (void)ishmem_##NAME(__VA_ARGS__); \
    }
static void do_init(void)
{
    ishmem_init();
}
static void do_my_pe(void)
{
    (void)ishmem_my_pe();
}
static void do_n_pes(void)
{
    (void)ishmem_n_pes();
}
static void do_finalize(void)
{
    ishmem_finalize();
}
static void do_barrier_all(void)
{
    ishmem_barrier_all();
}
static void do_sync_all(void)
{
    ishmem_sync_all();
}
static void do_quiet(void)
{
    ishmem_quiet();
}
static void do_fence(void)
{
    ishmem_fence();
}
CALL(uint64_p, words, 1, next())
CALL(uint64_g, words, next())
CALL(putmem, words, local, sizeof local, next())
CALL(getmem, local, words, sizeof local, next())
CALL(putmem_nbi, words, local, sizeof local, me)
CALL(uint64_iput, words, local, 1, 1, 4, next())
CALL(uint64_atomic_add, words, 1, next())
CALL(uint64_atomic_fetch, words, next())
CALL(putmem_signal, words, local, 8, words + 1, 1, ISHMEM_SIGNAL_SET, next())
CALL(signal_fetch, words)
CALL(uint64_wait_until, words, ISHMEM_CMP_EQ, 1)
CALL(uint64_test, words, ISHMEM_CMP_EQ, 1)
CALL(malloc, 64)
CALL(calloc, 8, 8)
CALL(align, 64, 64)
CALL(free, words)
CALL(set_lock, lock)
CALL(test_lock, lock)
CALL(clear_lock, lock)
CALL(team_sync, team)
CALL(team_my_pe, team)
CALL(team_destroy, team)
CALL(uint64_sum_reduce, team, words, words, 1)
CALL(ctx_quiet, ctx)
CALL(ctx_uint64_p, ctx, words, 1, next())
CALL(ctx_destroy, ctx)
CALL(ptr, words, next())
CALL(global_exit, 3)

#define ROW(NAME)                  \
    {                              \
        "ishmem_" #NAME, do_##NAME \
    }
static const struct {
    const char *name;
    void (*call)(void);
} calls[] = {ROW(my_pe),
             ROW(n_pes),
             ROW(init),
             ROW(finalize),
             ROW(barrier_all),
             ROW(sync_all),
             ROW(quiet),
             ROW(fence),
             ROW(uint64_p),
             ROW(uint64_g),
             ROW(putmem),
             ROW(getmem),
             ROW(putmem_nbi),
             ROW(uint64_iput),
             ROW(uint64_atomic_add),
             ROW(uint64_atomic_fetch),
             ROW(putmem_signal),
             ROW(signal_fetch),
             ROW(uint64_wait_until),
             ROW(uint64_test),
             ROW(malloc),
             ROW(calloc),
             ROW(align),
             ROW(free),
             ROW(set_lock),
             ROW(test_lock),
             ROW(clear_lock),
             ROW(team_sync),
             ROW(team_my_pe),
             ROW(team_destroy),
             ROW(uint64_sum_reduce),
             ROW(ctx_quiet),
             ROW(ctx_uint64_p),
             ROW(ctx_destroy),
             ROW(ptr),
             ROW(global_exit)};

/* What a child says on stderr until it ends, and its status. */
static int run_child(void (*act)(void), char *said, size_t bytes)
{
    int ends[2];
    int status = -1;
    size_t got = 0;
    REQUIRE(pipe(ends) == 0);
    fflush(NULL);
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        close(ends[1]);
        alarm(30);
        act();
        exit(7);
    }
    close(ends[1]);
    for (ssize_t part; (part = read(ends[0], said + got, bytes - 1 - got)) > 0;) {
        got += (size_t)part;
    }
    said[got] = '\0';
    close(ends[0]);
    REQUIRE(waitpid(child, &status, 0) == child);
    return status;
}

static void do_nothing(void)
{
}

static void become_another(void)
{
    execl("/bin/sh", "sh", "-c", "exit 5", (char *)NULL);
}

static void check_calls(void)
{
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        char said[4096];
        char sentence[128];
        const int status = run_child(calls[i].call, said, sizeof said);
        snprintf(sentence, sizeof sentence, "ishmem: PE %d: %s: called in process ", me,
                 calls[i].name);
        const char *const end = strchr(said, '\n');
        if (!WIFEXITED(status) || WEXITSTATUS(status) != 1 ||
            strncmp(said, sentence, strlen(sentence)) != 0 || !end || end[1] != '\0') {
            fprintf(stderr, "%s: status 0x%x, said: %s\n", calls[i].name, (unsigned)status, said);
            REQUIRE(false);
        }
    }
}

int main(void)
{
    char said[4096];
    ishmem_init();
    me = ishmem_my_pe();
    n_pes = ishmem_n_pes();
    words = ishmem_calloc(8, sizeof *words);
    lock = ishmem_calloc(1, sizeof *lock);
    REQUIRE(ishmem_team_split_strided(ISHMEM_TEAM_WORLD, 0, 1, n_pes, NULL, 0, &team) == 0);
    REQUIRE(ishmem_ctx_create(0, &ctx) == 0);
    ishmem_barrier_all();
    check_calls();
    REQUIRE(WEXITSTATUS(run_child(do_nothing, said, sizeof said)) == 7 && !*said);
    REQUIRE(WEXITSTATUS(run_child(become_another, said, sizeof said)) == 5 && !*said);

    /* Nothing has changed, and all works. */
    ishmem_barrier_all();
    for (int i = 0; i < 8; i++) {
        REQUIRE(words[i] == 0);
    }
    ishmem_barrier_all();
    ishmem_set_lock(lock);
    ishmem_clear_lock(lock);
    ishmem_uint64_p(words, (uint64_t)me + 1, next());
    ishmem_ctx_quiet(ctx);
    REQUIRE(ishmem_team_sync(team) == 0);
    ishmem_barrier_all();
    REQUIRE(words[0] == (uint64_t)((me + n_pes - 1) % n_pes) + 1);
    ishmem_finalize();
    return 0;
}
