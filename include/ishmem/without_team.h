/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collectives without a team, in C: how a macro of the routine's name counts the arguments and puts
 * ISHMEM_TEAM_WORLD before them where no team is given.  The compiler sees a call of the routine,
 * and reports a wrong number of arguments.  The macros themselves are in routines.h and
 * queue_routines.h.
 */
// IWYU pragma: private, include <ishmem.h>
#ifndef ISHMEM_WITHOUT_TEAM_H
#define ISHMEM_WITHOUT_TEAM_H

#include "select.h"

/* As in ishmem.h. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC system_header
#endif

/*
 * What a call with some arguments means for a routine of n with its team, picked by their number,
 * which has a place for each from 12 down to 1:
 *
 * ISHMEMI_WORLD_n    ISHMEM_TEAM_WORLD and a comma before n - 1 arguments, else nothing;
 * ISHMEMI_COUNT_n    ISHMEMI_MISCOUNTED, but ISHMEMI_COUNTED for n and n - 1.
 */
#define ISHMEMI_THIRTEENTH(A, B, C, D, E, F, G, H, I, J, K, L, M, ...) M
#define ISHMEMI_WORLD_COMMA ISHMEM_TEAM_WORLD ISHMEMI_COMMA
#define ISHMEMI_COMMA ,
#define ISHMEMI_NO ISHMEMI_MISCOUNTED
#define ISHMEMI_YES ISHMEMI_COUNTED
#define ISHMEMI_WORLD_4(...) \
    ISHMEMI_THIRTEENTH(__VA_ARGS__, , , , , , , , , , ISHMEMI_WORLD_COMMA, , , )
#define ISHMEMI_COUNT_4(...)                                                                     \
    ISHMEMI_THIRTEENTH(__VA_ARGS__, ISHMEMI_NO, ISHMEMI_NO, ISHMEMI_NO, ISHMEMI_NO, ISHMEMI_NO,  \
                       ISHMEMI_NO, ISHMEMI_NO, ISHMEMI_NO, ISHMEMI_YES, ISHMEMI_YES, ISHMEMI_NO, \
                       ISHMEMI_NO, )
#define ISHMEMI_WORLD_5(...) \
    ISHMEMI_THIRTEENTH(__VA_ARGS__, , , , , , , , , ISHMEMI_WORLD_COMMA, , , , )
#define ISHMEMI_COUNT_5(...)                                                                     \
    ISHMEMI_THIRTEENTH(__VA_ARGS__, ISHMEMI_NO, ISHMEMI_NO, ISHMEMI_NO, ISHMEMI_NO, ISHMEMI_NO,  \
                       ISHMEMI_NO, ISHMEMI_NO, ISHMEMI_YES, ISHMEMI_YES, ISHMEMI_NO, ISHMEMI_NO, \
                       ISHMEMI_NO, )
#define ISHMEMI_WORLD_6(...) \
    ISHMEMI_THIRTEENTH(__VA_ARGS__, , , , , , , , ISHMEMI_WORLD_COMMA, , , , , )
#define ISHMEMI_COUNT_6(...)                                                                     \
    ISHMEMI_THIRTEENTH(__VA_ARGS__, ISHMEMI_NO, ISHMEMI_NO, ISHMEMI_NO, ISHMEMI_NO, ISHMEMI_NO,  \
                       ISHMEMI_NO, ISHMEMI_YES, ISHMEMI_YES, ISHMEMI_NO, ISHMEMI_NO, ISHMEMI_NO, \
                       ISHMEMI_NO, )
#define ISHMEMI_WORLD_9(...) \
    ISHMEMI_THIRTEENTH(__VA_ARGS__, , , , , ISHMEMI_WORLD_COMMA, , , , , , , , )
#define ISHMEMI_COUNT_9(...)                                                                      \
    ISHMEMI_THIRTEENTH(__VA_ARGS__, ISHMEMI_NO, ISHMEMI_NO, ISHMEMI_NO, ISHMEMI_YES, ISHMEMI_YES, \
                       ISHMEMI_NO, ISHMEMI_NO, ISHMEMI_NO, ISHMEMI_NO, ISHMEMI_NO, ISHMEMI_NO,    \
                       ISHMEMI_NO, )
#define ISHMEMI_WORLD_10(...) \
    ISHMEMI_THIRTEENTH(__VA_ARGS__, , , , ISHMEMI_WORLD_COMMA, , , , , , , , , )
#define ISHMEMI_COUNT_10(...)                                                                     \
    ISHMEMI_THIRTEENTH(__VA_ARGS__, ISHMEMI_NO, ISHMEMI_NO, ISHMEMI_YES, ISHMEMI_YES, ISHMEMI_NO, \
                       ISHMEMI_NO, ISHMEMI_NO, ISHMEMI_NO, ISHMEMI_NO, ISHMEMI_NO, ISHMEMI_NO,    \
                       ISHMEMI_NO, )
#define ISHMEMI_WORLD_11(...) \
    ISHMEMI_THIRTEENTH(__VA_ARGS__, , , ISHMEMI_WORLD_COMMA, , , , , , , , , , )
#define ISHMEMI_COUNT_11(...)                                                                     \
    ISHMEMI_THIRTEENTH(__VA_ARGS__, ISHMEMI_NO, ISHMEMI_YES, ISHMEMI_YES, ISHMEMI_NO, ISHMEMI_NO, \
                       ISHMEMI_NO, ISHMEMI_NO, ISHMEMI_NO, ISHMEMI_NO, ISHMEMI_NO, ISHMEMI_NO,    \
                       ISHMEMI_NO, )

/* The routine, or an error if the number of arguments is wrong. */
#define ISHMEMI_COUNTED(ROUTINE, NAME, N, FIRST) ROUTINE
#define ISHMEMI_MISCOUNTED(ROUTINE, NAME, N, FIRST)                                 \
    ISHMEMI_REFUSE(0, NAME " takes " #N " arguments, or one less without its team", \
                   _Generic((FIRST), ishmem_team_t                                  \
                            : ishmemi_refused_team, default                         \
                            : ishmemi_refused))
#define ISHMEMI_TEAM(N, ROUTINE, ...)                                                 \
    ISHMEMI_COUNT_##N(__VA_ARGS__)(ROUTINE, #ROUTINE, N, ISHMEMI_FIRST(__VA_ARGS__))( \
        ISHMEMI_WORLD_##N(__VA_ARGS__) __VA_ARGS__)

/* ---- The names without a type ---------------------------------------------------------------- */

/* A call of it. */
#define ISHMEMI_CALL_TEAM(N, TYPES, PREFIX, ROUTINE, ...)                                         \
    ISHMEMI_COUNT_##N(__VA_ARGS__)(                                                               \
        ISHMEMI_GENERIC_TEAM(TYPES, PREFIX, ROUTINE, ISHMEMI_WORLD_##N(__VA_ARGS__) __VA_ARGS__), \
        #PREFIX "_" #ROUTINE, N,                                                                  \
        ISHMEMI_FIRST(__VA_ARGS__))(ISHMEMI_WORLD_##N(__VA_ARGS__) __VA_ARGS__)

#endif
