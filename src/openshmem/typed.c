/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The routines with a type or a size in their name, from the lists of ishmem/routine_lists.h.
 */
#include "define.h"
#include "team.h"

#define OWN(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)                          \
    OPENSHMEM_JUMP(RESULT, NAME##_##ROUTINE, (ISHMEMI_PARAMETERS_##KIND(TYPE)), \
                   (ISHMEMI_ARGUMENTS_##KIND), PREFIX##_##NAME##_##ROUTINE)
#define BOTH(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)                \
    OWN(NAME, TYPE, RESULT, PREFIX, ROUTINE, KIND)                     \
    OPENSHMEM_JUMP(RESULT, ctx_##NAME##_##ROUTINE,                     \
                   (shmem_ctx_t ctx, ISHMEMI_PARAMETERS_##KIND(TYPE)), \
                   (ctx, ISHMEMI_ARGUMENTS_##KIND), PREFIX##_ctx_##NAME##_##ROUTINE)
#define SIZED(SIZE, BYTES, PREFIX, HEAD, TAIL, KIND)                          \
    OPENSHMEM_JUMP(void, HEAD##SIZE##TAIL, (ISHMEMI_PARAMETERS_##KIND(void)), \
                   (ISHMEMI_ARGUMENTS_##KIND), PREFIX##_##HEAD##SIZE##TAIL)   \
    OPENSHMEM_JUMP(void, ctx_##HEAD##SIZE##TAIL,                              \
                   (shmem_ctx_t ctx, ISHMEMI_PARAMETERS_##KIND(void)),        \
                   (ctx, ISHMEMI_ARGUMENTS_##KIND), PREFIX##_ctx_##HEAD##SIZE##TAIL)
#define OWN_SIZED(SIZE, BYTES, PREFIX, HEAD, TAIL, KIND)                                           \
    OPENSHMEM_JUMP(int, HEAD##SIZE, (ISHMEMI_PARAMETERS_##KIND(void)), (ISHMEMI_ARGUMENTS_##KIND), \
                   PREFIX##_##HEAD##SIZE)

#include "families.h"

#undef ISHMEMI_TEAM_PARAMETER
#define ISHMEMI_TEAM_PARAMETER shmem_team_t team
#undef ISHMEMI_TEAM_ARGUMENT
#define ISHMEMI_TEAM_ARGUMENT openshmem_team(team)

OPENSHMEM_FAMILIES(BOTH, OWN, SIZED, OWN_SIZED)
