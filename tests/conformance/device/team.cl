/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Teams inside kernels.
 */
#include "ishmem_device.h"

/* What the team is, for PEs and members from -1 to count - 2 each: five words before, then for each
 * of them the member's number in the world, the number in the team of the world's PE, and the
 * member's address of the object. */
kernel void look(int team, int count, global long *found, global const char *object)
{
    ishmem_team_config_t config;
    config.num_contexts = -7;
    found[0] = ishmem_team_my_pe(team);
    found[1] = ishmem_team_n_pes(team);
    found[2] = ishmem_team_get_config(team, 0, 0) == 0 &&
               ishmem_team_get_config(team, ISHMEM_TEAM_NUM_CONTEXTS, &config) == 0;
    found[3] = config.num_contexts;
    found[4] = ishmem_team_translate_pe(team, 0, team);
    for (int i = 0; i < count; i++) {
        found[5 + 3 * i] = ishmem_team_translate_pe(team, i - 1, ISHMEM_TEAM_WORLD);
        found[6 + 3 * i] = ishmem_team_translate_pe(ISHMEM_TEAM_WORLD, i - 1, team);
        found[7 + 3 * i] = (long)ishmem_team_ptr(team, (const void *)object, i - 1);
    }
}

/*
 * Work-group g syncs `rounds` times on the team teams[g], unless that is none: it announces the
 * round in announced[8 * g], and sees after the sync that nobody is behind, nor ahead by more
 * than one. wrong[g] counts those who are.
 */
kernel void sync_rounds(global const int *teams, int rounds, global long *announced,
                        global int *wrong)
{
    const size_t group = get_group_id(0);
    const int team = teams[group];
    global long *const word = announced + 8 * group;
    const int n_pes = ishmem_team_n_pes(team);
    int seen = 0;
    for (long round = 1; team != ISHMEM_TEAM_INVALID && round <= rounds; round++) {
        if (get_local_id(0) == 0) {
            ishmem_long_atomic_set((long *)word, round, ishmem_my_pe());
            ishmem_quiet();
        }
        seen += ishmemx_team_sync_work_group(team) != 0;
        if (get_local_id(0) == 0) {
            for (int i = 0; i < n_pes; i++) {
                const int pe = ishmem_team_translate_pe(team, i, ISHMEM_TEAM_WORLD);
                const long other = ishmem_long_atomic_fetch((long *)word, pe);
                seen += other < round || other > round + 1;
            }
        }
    }
    if (team != ISHMEM_TEAM_INVALID) {
        ishmemx_team_sync_work_group(team);
    }
    if (get_local_id(0) == 0) {
        *word = 0;
        wrong[group] = seen;
    }
}

/* What each member contributes, on all. */
kernel void gather(int team, global long *gathered, global long *mine, int me)
{
    mine[0] = 1000 + me;
    ishmem_long_fcollect(team, (long *)gathered, (const long *)mine, 1);
}

/* One of which passes no check. */
kernel void bad_call(int which, int gone, global long *found)
{
    switch (which) {
    case 0:
        found[0] = ishmem_team_my_pe(gone);
        break;
    case 1:
        found[0] = ishmem_team_n_pes(1000);
        break;
    case 2:
        found[0] = ishmem_team_translate_pe(ISHMEM_TEAM_WORLD, 0, -2);
        break;
    case 3:
        found[0] = ishmem_team_get_config(gone, 0, 0);
        break;
    case 4:
        found[0] = (long)ishmem_team_ptr(gone, found, 0);
        break;
    default:
        found[0] = ishmem_team_my_pe(ISHMEM_TEAM_INVALID);
        break;
    }
}

/* By the numbers of the context's team: this PE, number `me` there, writes to all of n_pes. */
kernel void write_all(ishmem_ctx_t ctx, int me, int n_pes, global long *words)
{
    for (int i = 0; i < n_pes; i++) {
        ishmem_ctx_long_p(ctx, (long *)&words[1 + me], 1000 * me + i, i);
        ishmem_ctx_long_atomic_add(ctx, (long *)words, 1, i);
    }
    const int last = n_pes - 1;
    ishmem_ctx_pe_quiet(ctx, &last, 1);
    ishmem_ctx_quiet(ctx);
}
