/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * fence, quiet and pe_quiet.
 *
 * On a context they order and complete that context's operations.  An operation that the tile
 * carries out has ended when its routine returns.  One that is a store may still be in the
 * processor's store buffer; one instruction drains all stores of the thread, of every context and
 * to every target, so there is no operation of another context to wait for.  To far PEs, all
 * contexts share one stream of operations, and each context orders and completes all of them.
 */
#include "check.h"
#include "observe.h"
#include "transfer.h"
#include <stdio.h>

/* target_pes: PEs of the context's team. */
static bool check_targets(const char *routine, ishmem_ctx_t ctx, const int *target_pes, size_t npes)
{
    ISHMEMI_REQUIRE_OR(
        ishmemi_check_local(routine, "target_pes", target_pes, npes, sizeof *target_pes), false);
    if (!ishmemi_check_count(target_pes, npes)) {
        return ishmemi_check_fail_count(routine, "npes", npes);
    }
    const ishmemi_host_team_t *const team = ishmemi_context_team(ctx);
    for (size_t i = 0; i < npes; i++) {
        if (ishmemi_team_world_pe(team, target_pes[i]) < 0) {
            char name[48];
            snprintf(name, sizeof name, "target_pes[%zu]", i);
            return ishmemi_check_fail_team_pe(routine, name, target_pes[i], team->team.n_pes);
        }
    }
    return true;
}

/* NULL: the default context. */
static const void *observed_context(ishmem_ctx_t ctx)
{
    return ctx == ishmemi_job.default_ctx ? NULL : ctx;
}

static void pe_quiet(const char *routine, const ishmemi_host_team_t *team, const int *target_pes,
                     size_t npes)
{
    if (npes > 0) {
        ishmemi_access->quiet();
    }
    for (size_t i = 0; i < npes; i++) {
        const int pe = ishmemi_team_world_pe(team, target_pes[i]);
        if (ishmemi_far_is(pe)) {
            ishmemi_far_quiet(routine, pe);
        }
    }
}

void ishmem_fence(void)
{
    static const char routine[] = "ishmem_fence";
    ISHMEMI_REQUIRE(ishmemi_check_ready(routine));
    ISHMEMI_OBSERVE(ORDER, routine, -1, .bytes = 0);
    ishmemi_transfer_fence(routine);
}

void ishmem_ctx_fence(ishmem_ctx_t ctx)
{
    static const char routine[] = "ishmem_ctx_fence";
    if (ishmemi_check_ctx_if_any(routine, ctx)) {
        ISHMEMI_OBSERVE(ORDER, routine, -1, .context = observed_context(ctx));
        ishmemi_transfer_fence(routine);
    }
}

void ishmem_quiet(void)
{
    static const char routine[] = "ishmem_quiet";
    ISHMEMI_REQUIRE(ishmemi_check_ready(routine));
    ISHMEMI_OBSERVE(ORDER, routine, -1, .flags = ISHMEMI_CALL_COMPLETES);
    ishmemi_transfer_quiet(routine, -1);
}

void ishmem_ctx_quiet(ishmem_ctx_t ctx)
{
    static const char routine[] = "ishmem_ctx_quiet";
    if (ishmemi_check_ctx_if_any(routine, ctx)) {
        ISHMEMI_OBSERVE(ORDER, routine, -1, .flags = ISHMEMI_CALL_COMPLETES,
                        .context = observed_context(ctx));
        ishmemi_transfer_quiet(routine, -1);
    }
}

void ishmem_pe_quiet(const int *target_pes, size_t npes)
{
    static const char routine[] = "ishmem_pe_quiet";
    ISHMEMI_REQUIRE(ishmemi_check_pes(routine, "target_pes", target_pes, npes));
    ISHMEMI_OBSERVE(ORDER, routine, -1, .flags = ISHMEMI_CALL_COMPLETES);
    pe_quiet(routine, ishmemi_team_world, target_pes, npes);
}

void ishmem_ctx_pe_quiet(ishmem_ctx_t ctx, const int *target_pes, size_t npes)
{
    static const char routine[] = "ishmem_ctx_pe_quiet";
    if (!ishmemi_check_ctx_if_any(routine, ctx)) {
        return;
    }
    if (ishmemi_checks && !check_targets(routine, ctx, target_pes, npes)) {
        return;
    }
    ISHMEMI_OBSERVE(ORDER, routine, -1, .flags = ISHMEMI_CALL_COMPLETES,
                    .context = observed_context(ctx));
    pe_quiet(routine, ishmemi_context_team(ctx), target_pes, npes);
}
