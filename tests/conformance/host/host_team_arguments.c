/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Calls with a bad team, or by PEs that disagree.
 */
#include "bad_call.h"
#include "ishmemx.h"
#include <stdlib.h>
#include <string.h>

static int me;
static ishmem_team_t team; /* of all PEs, in reverse order */
static ishmem_team_t other = ISHMEM_TEAM_INVALID;

static int split(ishmem_team_t parent, int start, int stride, int size)
{
    return ishmem_team_split_strided(parent, start, stride, size, NULL, 0, &other);
}

static void unknown(void)
{
    ishmem_team_my_pe(77);
}

static void negative(void)
{
    ishmem_team_n_pes(-2);
}

static void destroyed(void)
{
    ishmem_team_destroy(team);
    ishmem_team_n_pes(team);
}

static void replaced(void)
{
    /* A new team at the place of the old one. */
    for (int i = 0; i < 300; i++) {
        ishmem_team_destroy(other);
        split(ISHMEM_TEAM_WORLD, 0, 1, 2);
        if (i == 0) {
            team = other;
        }
    }
    ishmem_team_my_pe(team);
}

static void destroyed_twice(void)
{
    ishmem_team_destroy(team);
    ishmem_team_destroy(team);
}

static void world_destroyed(void)
{
    ishmem_team_destroy(ISHMEM_TEAM_WORLD);
}

static void shared_destroyed(void)
{
    ishmem_team_destroy(ISHMEM_TEAM_SHARED);
}

static void parent_destroyed(void)
{
    ishmem_team_destroy(team);
    split(team, 0, 1, 1);
}

static void translate_unknown(void)
{
    ishmem_team_translate_pe(team, 0, 1000);
}

static void ptr_unknown(void)
{
    ishmem_team_ptr(1000, &team, 0);
}

static void new_team_null(void)
{
    ishmem_team_split_strided(team, 0, 1, 1, NULL, 0, NULL);
}

static void y_team_null(void)
{
    ishmem_team_split_2d(team, 1, NULL, 0, &other, NULL, 0, NULL);
}

static void pes_null(void)
{
    ishmemx_team_create(team, NULL, 2, NULL, 0, &other);
}

static void config_null(void)
{
    ishmem_team_split_strided(team, 0, 1, 1, NULL, ISHMEM_TEAM_NUM_CONTEXTS, &other);
}

static void config_negative(void)
{
    const ishmem_team_config_t config = {.num_contexts = -1};
    ishmem_team_split_2d(team, 1, NULL, 0, &team, &config, ISHMEM_TEAM_NUM_CONTEXTS, &other);
}

static void config_mask(void)
{
    const ishmem_team_config_t config = {.num_contexts = 1};
    ishmem_team_split_strided(team, 0, 1, 1, &config, 6, &other);
}

static void get_config_null(void)
{
    ishmem_team_get_config(team, ISHMEM_TEAM_NUM_CONTEXTS, NULL);
}

static void sizes_differ(void)
{
    split(team, 0, 1, 1 + me);
}

static void validity_differs(void)
{
    split(team, 0, 1, me == 0 ? 2 : 3);
}

static void ranges_differ(void)
{
    ishmem_team_split_2d(ISHMEM_TEAM_WORLD, 1 + me, NULL, 0, &team, NULL, 0, &other);
}

static void lists_differ(void)
{
    const int pes[] = {me, 1 - me};
    ishmemx_team_create(ISHMEM_TEAM_WORLD, pes, 2, NULL, 0, &other);
}

static void calls_differ(void)
{
    if (me == 0) {
        split(ISHMEM_TEAM_WORLD, 0, 1, 2);
    } else {
        ishmem_team_split_2d(ISHMEM_TEAM_WORLD, 1, NULL, 0, &team, NULL, 0, &other);
    }
}

static void destroy_differs(void)
{
    if (me == 0) {
        split(team, 0, 1, 2);
    } else {
        ishmem_team_destroy(team);
    }
}

static void configs_differ(void)
{
    const ishmem_team_config_t config = {.num_contexts = me};
    ishmem_team_split_strided(team, 0, 1, 2, &config, ISHMEM_TEAM_NUM_CONTEXTS, &other);
}

/* A context of PE 1 alone, and an object to write to. */
static ishmem_ctx_t context(int **object)
{
    ishmem_ctx_t ctx = ISHMEM_CTX_INVALID;
    *object = ishmem_malloc(sizeof **object);
    split(ISHMEM_TEAM_WORLD, 1, 1, 1);
    ishmem_team_create_ctx(other, 0, &ctx);
    if (me == 0) {
        ishmem_barrier_all(); /* where the job's end finds it */
    }
    return ctx;
}

static void ctx_pe(void)
{
    int *object;
    const ishmem_ctx_t ctx = context(&object);
    ishmem_ctx_int_p(ctx, object, 1, 1);
}

static void ctx_target_pes(void)
{
    int *object;
    const ishmem_ctx_t ctx = context(&object);
    const int pes[] = {0, 1};
    ishmem_ctx_pe_quiet(ctx, pes, 2);
}

static void ctx_of_destroyed(void)
{
    int *object;
    const ishmem_ctx_t ctx = context(&object);
    ishmem_team_destroy(other);
    ishmem_ctx_int_p(ctx, object, 1, 0);
}

static void ctx_of_unknown(void)
{
    ishmem_ctx_t ctx;
    ishmem_team_create_ctx(1000, 0, &ctx);
}

static void after_finalize(void)
{
    ishmem_finalize();
    ishmem_team_my_pe(ISHMEM_TEAM_WORLD);
}

static const bad_call_t cases[] = {
    BAD_CALL(unknown),          BAD_CALL(negative),
    BAD_CALL(destroyed),        BAD_CALL(replaced),
    BAD_CALL(destroyed_twice),  BAD_CALL(world_destroyed),
    BAD_CALL(shared_destroyed), BAD_CALL(parent_destroyed),
    BAD_CALL(ptr_unknown),      BAD_CALL(translate_unknown),
    BAD_CALL(new_team_null),    BAD_CALL(y_team_null),
    BAD_CALL(pes_null),         BAD_CALL(config_null),
    BAD_CALL(config_negative),  BAD_CALL(config_mask),
    BAD_CALL(get_config_null),  BAD_CALL(sizes_differ),
    BAD_CALL(validity_differs), BAD_CALL(ranges_differ),
    BAD_CALL(lists_differ),     BAD_CALL(calls_differ),
    BAD_CALL(destroy_differs),  BAD_CALL(configs_differ),
    BAD_CALL(ctx_pe),           BAD_CALL(ctx_target_pes),
    BAD_CALL(ctx_of_destroyed), BAD_CALL(ctx_of_unknown),
    BAD_CALL(after_finalize),
};

int main(int argc, char **argv)
{
    const char *const name = argc == 2 ? argv[1] : "";
    if (strcmp(name, "before_init") == 0) {
        ishmem_team_my_pe(ISHMEM_TEAM_WORLD);
        return EXIT_SUCCESS;
    }
    ishmem_init();
    me = ishmem_my_pe();
    ishmem_team_split_strided(ISHMEM_TEAM_WORLD, ishmem_n_pes() - 1, -1, ishmem_n_pes(), NULL, 0,
                              &team);
    return bad_call_make(cases, sizeof cases / sizeof cases[0], name);
}
