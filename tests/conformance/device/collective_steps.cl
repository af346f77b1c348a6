/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Many collectives of different kinds after one another in a kernel.
 */
#include "collective_few.h"
#include "collective_kernel.h"
#include "collective_step.h"

/* The work-group's own part of call_takes_part. */
static inline int takes_part(uint form)
{
    return form == CALL_ITEM         ? get_local_id(0) == 0
           : form == CALL_WORK_GROUP ? 1
                                     : get_sub_group_id() == 0;
}

#define FUNCTION_AS(ID, TYPE, ITEM, GROUP, KIND)                                               \
    static int ID(global const collective_step_t *step, uint form, int team, int without_team) \
    {                                                                                          \
        TYPE *const dest = (global TYPE *)step->dest;                                          \
        const TYPE *const source = (global const TYPE *)step->source;                          \
        const ulong nelems = step->nelems;                                                     \
        const int root = step->root;                                                           \
        const long dst = step->dst;                                                            \
        const long sst = step->sst;                                                            \
        int status = 0;                                                                        \
        (void)root, (void)dst, (void)sst;                                                      \
        switch (form) {                                                                        \
            COLLECTIVE_CASES(0, ITEM, GROUP, KIND)                                             \
        }                                                                                      \
        return status;                                                                         \
    }
#define FUNCTION(NAME, TYPE, PREFIX, ROUTINE, KIND)                         \
    FUNCTION_AS(step_##NAME##_##ROUTINE, TYPE, PREFIX##_##NAME##_##ROUTINE, \
                ishmemx_##NAME##_##ROUTINE, KIND)
#define FUNCTION_MEM(SIZE, BYTES, PREFIX, HEAD, TAIL, KIND)              \
    FUNCTION_AS(step_##SIZE##_##HEAD, char, PREFIX##_##HEAD##SIZE##TAIL, \
                ishmemx_##HEAD##SIZE##TAIL, KIND)
COLLECTIVE_FEW(FUNCTION, FUNCTION_MEM, FUNCTION)

#define NUMBER(NAME, TYPE, PREFIX, ROUTINE, KIND) NUMBER_##NAME##_##ROUTINE,
#define NUMBER_MEM(SIZE, BYTES, PREFIX, HEAD, TAIL, KIND) NUMBER_##SIZE##_##HEAD,
enum { COLLECTIVE_FEW(NUMBER, NUMBER_MEM, NUMBER) NUMBERS };

#define CASE(NAME, TYPE, PREFIX, ROUTINE, KIND) \
    case NUMBER_##NAME##_##ROUTINE:             \
        return step_##NAME##_##ROUTINE(step, form, team, without_team);
#define CASE_MEM(SIZE, BYTES, PREFIX, HEAD, TAIL, KIND) \
    case NUMBER_##SIZE##_##HEAD:                        \
        return step_##SIZE##_##HEAD(step, form, team, without_team);
static int make_step(global const collective_step_t *step)
{
    const uint form = step->form;
    const int team = step->team;
    const int without_team = step->without_team;
    switch (step->routine) {
        COLLECTIVE_FEW(CASE, CASE_MEM, CASE)
    default:
        return -1;
    }
}

static void delay(uint turns)
{
    for (volatile uint i = 0; i < turns; i++) {
    }
}

/* Group g of the launch makes the steps from begin[g] up to begin[g + 1]. */
kernel void make_steps(global const collective_step_t *steps, global const int *begin,
                       global int *failed)
{
    const size_t group = get_group_id(0);
    for (int i = begin[group]; i < begin[group + 1]; i++) {
        delay(steps[i].delay);
        if (takes_part(steps[i].form) && make_step(&steps[i]) != 0) {
            *failed = 1;
        }
    }
}

/* Syncs and barriers of teams, in all forms in turn: before one each member says in its heap, in
 * entered[number of the team], which round it is in; after it no member may be in an earlier one.
 * pes: the members' numbers in the world, max_size for each team. */
kernel void sync_teams(global const int *handles, global const int *sizes, global const int *pes,
                       int max_size, int team_count, global long *entered, long rounds,
                       global int *wrong)
{
    for (long round = 1; round <= rounds; round++) {
        const int which = (int)((round * 7 + round / 11) % team_count);
        const uint form = (uint)(round / 3 % CALL_CTX);
        const int team = handles[which];
        int status = 0;
        if (team == ISHMEM_TEAM_INVALID) {
            continue;
        }
        if (get_local_id(0) == 0) {
            ishmem_long_atomic_set((long *)entered + which, round, ishmem_my_pe());
        }
        if (takes_part(form)) {
            switch ((round % 2) * CALL_CTX + form) {
            case CALL_ITEM:
                status = ishmem_team_sync(team);
                break;
            case CALL_WORK_GROUP:
                status = ishmemx_team_sync_work_group(team);
                break;
            case CALL_SUB_GROUP:
                status = ishmemx_team_sync_sub_group(team);
                break;
            case CALL_CTX + CALL_ITEM:
                status = ishmemx_team_barrier(team);
                break;
            case CALL_CTX + CALL_WORK_GROUP:
                status = ishmemx_team_barrier_work_group(team);
                break;
            default:
                status = ishmemx_team_barrier_sub_group(team);
                break;
            }
        }
        if (status != 0) {
            *wrong = 1;
        }
        for (int i = 0; get_local_id(0) == 0 && i < sizes[which]; i++) {
            if (ishmem_long_atomic_fetch((const long *)entered + which, pes[which * max_size + i]) <
                round) {
                *wrong = 1;
            }
        }
    }
}
