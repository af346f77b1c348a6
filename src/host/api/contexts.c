/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Contexts: creation, destruction and queries.
 */
#include "check.h"
#include "context.h"
#include "fatal.h"
#include "observe.h"
#include "transfer.h"

#define OPTIONS (ISHMEM_CTX_SERIALIZED | ISHMEM_CTX_PRIVATE | ISHMEM_CTX_NOSTORE)

static int create(const char *routine, const ishmemi_host_team_t *team, long options,
                  ishmem_ctx_t *ctx)
{
    ISHMEMI_REQUIRE_OR(team, -1);
    ISHMEMI_REQUIRE_OR(ishmemi_check_local(routine, "ctx", ctx, 1, sizeof(ishmem_ctx_t)), -1);
    ISHMEMI_REQUIRE_OR(
        ishmemi_check_bits(
            routine, "options", options, OPTIONS,
            "ISHMEM_CTX_SERIALIZED, ISHMEM_CTX_PRIVATE and ISHMEM_CTX_NOSTORE, ORed, or "
            "0"),
        -1);
    ISHMEMI_OBSERVE(TEAM, routine, -1, .bytes = 0);
    *ctx = ishmemi_context_make(team);
    return *ctx != ISHMEM_CTX_INVALID ? 0 : -1;
}

int ishmem_ctx_create(long options, ishmem_ctx_t *ctx)
{
    static const char routine[] = "ishmem_ctx_create";
    ISHMEMI_REQUIRE_OR(ishmemi_check_ready(routine), -1);
    return create(routine, ishmemi_team_world, options, ctx);
}

int ishmem_team_create_ctx(ishmem_team_t team, long options, ishmem_ctx_t *ctx)
{
    static const char routine[] = "ishmem_team_create_ctx";
    ISHMEMI_REQUIRE_OR(ishmemi_check_ready(routine), -1);
    if (team == ISHMEM_TEAM_INVALID) {
        ISHMEMI_REQUIRE_OR(ishmemi_check_local(routine, "ctx", ctx, 1, sizeof(ishmem_ctx_t)), -1);
        *ctx = ISHMEM_CTX_INVALID;
        return -1;
    }
    return create(routine, ishmemi_check_team(routine, "team", team), options, ctx);
}

void ishmem_ctx_destroy(ishmem_ctx_t ctx)
{
    static const char routine[] = "ishmem_ctx_destroy";
    ISHMEMI_REQUIRE(ishmemi_check_ready(routine));
    if (ctx == ISHMEM_CTX_INVALID) {
        return;
    }
    if (ctx == ishmemi_job.default_ctx) {
        (void)ishmemi_refuse_argument(routine, "ctx", "ISHMEM_CTX_DEFAULT",
                                      "a context from ishmem_ctx_create");
        return;
    }
    ISHMEMI_OBSERVE(TEAM, routine, -1, .flags = ISHMEMI_CALL_COMPLETES, .context = ctx);
    ishmemi_transfer_quiet(routine, -1);
    if (!ishmemi_context_remove(ctx)) {
        (void)ishmemi_check_fail_ctx(routine, ctx);
    }
}

int ishmem_ctx_get_team(ishmem_ctx_t ctx, ishmem_team_t *team)
{
    static const char routine[] = "ishmem_ctx_get_team";
    ISHMEMI_REQUIRE_OR(ishmemi_check_ready(routine), -1);
    ISHMEMI_REQUIRE_OR(ishmemi_check_local(routine, "team", team, 1, sizeof *team), -1);
    if (ctx == ISHMEM_CTX_INVALID) {
        *team = ISHMEM_TEAM_INVALID;
        return -1;
    }
    ISHMEMI_REQUIRE_OR(ishmemi_check_ctx(routine, ctx), -1);
    *team = ishmemi_context_team(ctx)->team.handle;
    return 0;
}

/* Each operation starts when it is called, so it does not help to know how many will follow: the
 * hints are only checked. */
void ishmem_ctx_session_start(ishmem_ctx_t ctx, long options,
                              const ishmem_ctx_session_config_t *config, long config_mask)
{
    static const char routine[] = "ishmem_ctx_session_start";
    if (!ishmemi_check_ctx_if_any(routine, ctx)) {
        return;
    }
    ISHMEMI_REQUIRE(ishmemi_check_bits(routine, "options", options, ISHMEM_CTX_SESSION_BATCH,
                                       "ISHMEM_CTX_SESSION_BATCH or 0"));
    ISHMEMI_REQUIRE(ishmemi_check_bits(routine, "config_mask", config_mask,
                                       ISHMEM_CTX_SESSION_TOTAL_OPS,
                                       "ISHMEM_CTX_SESSION_TOTAL_OPS or 0"));
    ISHMEMI_REQUIRE(
        ishmemi_check_local(routine, "config", config, config_mask != 0, sizeof config->total_ops));
}

void ishmem_ctx_session_stop(ishmem_ctx_t ctx)
{
    (void)ishmemi_check_ctx_if_any("ishmem_ctx_session_stop", ctx);
}
