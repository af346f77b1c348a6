/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Contexts and sessions: many contexts at once and one after the other, their operations, orders
 * and hints.  That every routine works on one is seen to by the tests of their families.
 */
#include "harness.h"
#include "ishmem.h"
#include <stdlib.h>

/* The handles of living contexts differ, and each works. */
static void many(long *words)
{
    enum { MANY = 500 };
    static ishmem_ctx_t contexts[MANY];
    const int right = (test_me + 1) % test_n;
    int failed = 0;
    int same = 0;
    for (int i = 0; i < MANY; i++) {
        failed += ishmem_ctx_create(i % 8, &contexts[i]) != 0;
        same += contexts[i] == ISHMEM_CTX_DEFAULT || contexts[i] == ISHMEM_CTX_INVALID;
        same += i > 0 && contexts[i] == contexts[i - 1];
    }
    test_check(failed == 0 && same == 0, "%d contexts not made, %d of a kind", failed, same);
    for (int i = 0; i < MANY; i++) {
        ishmem_ctx_long_atomic_add(contexts[i], words, 1, right);
    }
    for (int i = 0; i < MANY; i++) {
        ishmem_ctx_quiet(contexts[i]);
        ishmem_ctx_destroy(contexts[i]);
    }
    ishmem_barrier_all();
    test_check(ishmem_long_g(words, test_me) == MANY, "contexts: %ld of %d additions",
               ishmem_long_g(words, test_me), MANY);
}

/* Far more than may live at a time: places are used again, the newest freed last. */
static void again(void)
{
    enum { TIMES = 20000 };
    int failed = 0;
    int repeated = 0;
    ishmem_ctx_t last = ISHMEM_CTX_INVALID;
    for (int i = 0; i < TIMES; i++) {
        ishmem_ctx_t ctx;
        failed += ishmem_ctx_create(0, &ctx) != 0;
        repeated += ctx == last;
        ishmem_ctx_destroy(ctx);
        last = ctx;
    }
    test_check(failed == 0 && repeated == 0,
               "%d of %d contexts not made, %d at the last one's place", failed, TIMES, repeated);
    ishmem_ctx_destroy(ISHMEM_CTX_INVALID);
}

static void teams_and_sessions(long *words)
{
    ishmem_ctx_t ctx;
    ishmem_team_t team = ISHMEM_TEAM_INVALID;
    test_check(ishmem_ctx_create(ISHMEM_CTX_PRIVATE | ISHMEM_CTX_NOSTORE, &ctx) == 0, "no context");
    test_check(ishmem_ctx_get_team(ctx, &team) == 0 && team == ISHMEM_TEAM_WORLD,
               "a context's team is %d", team);
    team = ISHMEM_TEAM_INVALID;
    test_check(ishmem_ctx_get_team(ISHMEM_CTX_DEFAULT, &team) == 0 && team == ISHMEM_TEAM_WORLD,
               "the default context's team is %d", team);
    test_check(ishmem_ctx_get_team(ISHMEM_CTX_INVALID, &team) != 0 && team == ISHMEM_TEAM_INVALID,
               "no context's team is %d", team);
    const ishmem_ctx_session_config_t config = {.total_ops = 100};
    ishmem_ctx_session_start(ctx, ISHMEM_CTX_SESSION_BATCH, &config, ISHMEM_CTX_SESSION_TOTAL_OPS);
    ishmem_ctx_session_start(ISHMEM_CTX_DEFAULT, 0, NULL, 0);
    ishmem_barrier_all();
    for (int to = 0; to < test_n; to++) {
        ishmem_ctx_long_p(ctx, &words[1 + test_me], 7 + test_me, to);
    }
    int *const pes = malloc((size_t)test_n * sizeof *pes);
    for (int pe = 0; pes && pe < test_n; pe++) {
        pes[pe] = pe;
    }
    ishmem_ctx_fence(ctx);
    ishmem_ctx_pe_quiet(ctx, pes, (size_t)test_n);
    ishmem_pe_quiet(pes, 1);
    ishmem_pe_quiet(NULL, 0);
    ishmem_ctx_session_stop(ctx);
    ishmem_ctx_session_stop(ISHMEM_CTX_DEFAULT);
    free(pes);
    for (int on = 0; on < test_n; on++) {
        const long found = ishmem_long_g(&words[1 + test_me], on);
        test_check(found == 7 + test_me, "after pe_quiet PE %d has %ld", on, found);
    }
    /* Left for ishmem_finalize to destroy. */
}

/* They do nothing, and leave the operations of other contexts alone. */
static void on_no_context(void)
{
    const int nobody = test_n;
    ishmem_ctx_fence(ISHMEM_CTX_INVALID);
    ishmem_ctx_quiet(ISHMEM_CTX_INVALID);
    ishmem_ctx_pe_quiet(ISHMEM_CTX_INVALID, &nobody, 1);
    ishmem_ctx_session_start(ISHMEM_CTX_INVALID, -1, NULL, -1);
    ishmem_ctx_session_stop(ISHMEM_CTX_INVALID);
    ishmem_ctx_destroy(ISHMEM_CTX_INVALID);
}

int main(void)
{
    test_start();
    test_family("contexts");
    long *const words = ishmem_calloc((size_t)test_n + 1, sizeof *words);
    many(words);
    again();
    teams_and_sessions(words);
    on_no_context();
    ishmem_free(words);
    return test_finish();
}
