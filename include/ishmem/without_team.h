/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Collectives without a team, in C: a macro of the routine's name counts the arguments and puts
 * ISHMEM_TEAM_WORLD before them where no team is given.  The compiler sees a call of the routine, and
 * says so if the number of arguments is wrong.
 */
#ifndef ISHMEM_WITHOUT_TEAM_H
#define ISHMEM_WITHOUT_TEAM_H

#include "generic.h"

/* As in ishmem.h. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC system_header
#endif

/*
 * What a call with some arguments means for a routine of n with its team, picked by their number, which
 * has a place for each from 12 down to 1:
 *
 * ISHMEMI_WORLD_n    ISHMEM_TEAM_WORLD and a comma before n - 1 arguments, else nothing;
 * ISHMEMI_COUNT_n    ISHMEMI_MISCOUNTED, but ISHMEMI_COUNTED for n and n - 1.
 */
#define ISHMEMI_THIRTEENTH(A, B, C, D, E, F, G, H, I, J, K, L, M, ...) M
#define ISHMEMI_WORLD_COMMA ISHMEM_TEAM_WORLD ISHMEMI_COMMA
#define ISHMEMI_COMMA ,
#define ISHMEMI_NO ISHMEMI_MISCOUNTED
#define ISHMEMI_YES ISHMEMI_COUNTED
#define ISHMEMI_WORLD_4(...)                                                                     \
    ISHMEMI_THIRTEENTH(__VA_ARGS__, , , , , , , , , , ISHMEMI_WORLD_COMMA, , , )
#define ISHMEMI_COUNT_4(...)                                                                     \
    ISHMEMI_THIRTEENTH(__VA_ARGS__, ISHMEMI_NO, ISHMEMI_NO, ISHMEMI_NO, ISHMEMI_NO,              \
                       ISHMEMI_NO, ISHMEMI_NO, ISHMEMI_NO, ISHMEMI_NO, ISHMEMI_YES,              \
                       ISHMEMI_YES, ISHMEMI_NO, ISHMEMI_NO, )
#define ISHMEMI_WORLD_5(...)                                                                     \
    ISHMEMI_THIRTEENTH(__VA_ARGS__, , , , , , , , , ISHMEMI_WORLD_COMMA, , , , )
#define ISHMEMI_COUNT_5(...)                                                                     \
    ISHMEMI_THIRTEENTH(__VA_ARGS__, ISHMEMI_NO, ISHMEMI_NO, ISHMEMI_NO, ISHMEMI_NO,              \
                       ISHMEMI_NO, ISHMEMI_NO, ISHMEMI_NO, ISHMEMI_YES, ISHMEMI_YES,             \
                       ISHMEMI_NO, ISHMEMI_NO, ISHMEMI_NO, )
#define ISHMEMI_WORLD_6(...)                                                                     \
    ISHMEMI_THIRTEENTH(__VA_ARGS__, , , , , , , , ISHMEMI_WORLD_COMMA, , , , , )
#define ISHMEMI_COUNT_6(...)                                                                     \
    ISHMEMI_THIRTEENTH(__VA_ARGS__, ISHMEMI_NO, ISHMEMI_NO, ISHMEMI_NO, ISHMEMI_NO,              \
                       ISHMEMI_NO, ISHMEMI_NO, ISHMEMI_YES, ISHMEMI_YES, ISHMEMI_NO,             \
                       ISHMEMI_NO, ISHMEMI_NO, ISHMEMI_NO, )

/* The routine; or, as the number of arguments is wrong, what says so. */
#define ISHMEMI_COUNTED(ROUTINE, NAME, N, FIRST) ROUTINE
#define ISHMEMI_MISCOUNTED(ROUTINE, NAME, N, FIRST)                                              \
    ISHMEMI_REFUSE(0, NAME " takes " #N " arguments, or one less without its team",              \
                   _Generic((FIRST), ishmem_team_t: ishmemi_refused_team, default: ishmemi_refused))
#define ISHMEMI_TEAM(N, ROUTINE, ...)                                                            \
    ISHMEMI_COUNT_##N(__VA_ARGS__)(ROUTINE, #ROUTINE, N, ISHMEMI_FIRST(__VA_ARGS__))             \
    (ISHMEMI_WORLD_##N(__VA_ARGS__) __VA_ARGS__)

/* broadcast. */
#define ishmem_char_broadcast(...) ISHMEMI_TEAM(5, ishmem_char_broadcast, __VA_ARGS__)
#define ishmem_schar_broadcast(...) ISHMEMI_TEAM(5, ishmem_schar_broadcast, __VA_ARGS__)
#define ishmem_short_broadcast(...) ISHMEMI_TEAM(5, ishmem_short_broadcast, __VA_ARGS__)
#define ishmem_uchar_broadcast(...) ISHMEMI_TEAM(5, ishmem_uchar_broadcast, __VA_ARGS__)
#define ishmem_ushort_broadcast(...) ISHMEMI_TEAM(5, ishmem_ushort_broadcast, __VA_ARGS__)
#define ishmem_int8_broadcast(...) ISHMEMI_TEAM(5, ishmem_int8_broadcast, __VA_ARGS__)
#define ishmem_int16_broadcast(...) ISHMEMI_TEAM(5, ishmem_int16_broadcast, __VA_ARGS__)
#define ishmem_uint8_broadcast(...) ISHMEMI_TEAM(5, ishmem_uint8_broadcast, __VA_ARGS__)
#define ishmem_uint16_broadcast(...) ISHMEMI_TEAM(5, ishmem_uint16_broadcast, __VA_ARGS__)
#define ishmem_float_broadcast(...) ISHMEMI_TEAM(5, ishmem_float_broadcast, __VA_ARGS__)
#define ishmem_double_broadcast(...) ISHMEMI_TEAM(5, ishmem_double_broadcast, __VA_ARGS__)
#define ishmem_int_broadcast(...) ISHMEMI_TEAM(5, ishmem_int_broadcast, __VA_ARGS__)
#define ishmem_long_broadcast(...) ISHMEMI_TEAM(5, ishmem_long_broadcast, __VA_ARGS__)
#define ishmem_longlong_broadcast(...) ISHMEMI_TEAM(5, ishmem_longlong_broadcast, __VA_ARGS__)
#define ishmem_uint_broadcast(...) ISHMEMI_TEAM(5, ishmem_uint_broadcast, __VA_ARGS__)
#define ishmem_ulong_broadcast(...) ISHMEMI_TEAM(5, ishmem_ulong_broadcast, __VA_ARGS__)
#define ishmem_ulonglong_broadcast(...) ISHMEMI_TEAM(5, ishmem_ulonglong_broadcast, __VA_ARGS__)
#define ishmem_int32_broadcast(...) ISHMEMI_TEAM(5, ishmem_int32_broadcast, __VA_ARGS__)
#define ishmem_int64_broadcast(...) ISHMEMI_TEAM(5, ishmem_int64_broadcast, __VA_ARGS__)
#define ishmem_uint32_broadcast(...) ISHMEMI_TEAM(5, ishmem_uint32_broadcast, __VA_ARGS__)
#define ishmem_uint64_broadcast(...) ISHMEMI_TEAM(5, ishmem_uint64_broadcast, __VA_ARGS__)
#define ishmem_size_broadcast(...) ISHMEMI_TEAM(5, ishmem_size_broadcast, __VA_ARGS__)
#define ishmem_ptrdiff_broadcast(...) ISHMEMI_TEAM(5, ishmem_ptrdiff_broadcast, __VA_ARGS__)
#define ishmem_broadcastmem(...) ISHMEMI_TEAM(5, ishmem_broadcastmem, __VA_ARGS__)

/* collect. */
#define ishmem_char_collect(...) ISHMEMI_TEAM(4, ishmem_char_collect, __VA_ARGS__)
#define ishmem_schar_collect(...) ISHMEMI_TEAM(4, ishmem_schar_collect, __VA_ARGS__)
#define ishmem_short_collect(...) ISHMEMI_TEAM(4, ishmem_short_collect, __VA_ARGS__)
#define ishmem_uchar_collect(...) ISHMEMI_TEAM(4, ishmem_uchar_collect, __VA_ARGS__)
#define ishmem_ushort_collect(...) ISHMEMI_TEAM(4, ishmem_ushort_collect, __VA_ARGS__)
#define ishmem_int8_collect(...) ISHMEMI_TEAM(4, ishmem_int8_collect, __VA_ARGS__)
#define ishmem_int16_collect(...) ISHMEMI_TEAM(4, ishmem_int16_collect, __VA_ARGS__)
#define ishmem_uint8_collect(...) ISHMEMI_TEAM(4, ishmem_uint8_collect, __VA_ARGS__)
#define ishmem_uint16_collect(...) ISHMEMI_TEAM(4, ishmem_uint16_collect, __VA_ARGS__)
#define ishmem_float_collect(...) ISHMEMI_TEAM(4, ishmem_float_collect, __VA_ARGS__)
#define ishmem_double_collect(...) ISHMEMI_TEAM(4, ishmem_double_collect, __VA_ARGS__)
#define ishmem_int_collect(...) ISHMEMI_TEAM(4, ishmem_int_collect, __VA_ARGS__)
#define ishmem_long_collect(...) ISHMEMI_TEAM(4, ishmem_long_collect, __VA_ARGS__)
#define ishmem_longlong_collect(...) ISHMEMI_TEAM(4, ishmem_longlong_collect, __VA_ARGS__)
#define ishmem_uint_collect(...) ISHMEMI_TEAM(4, ishmem_uint_collect, __VA_ARGS__)
#define ishmem_ulong_collect(...) ISHMEMI_TEAM(4, ishmem_ulong_collect, __VA_ARGS__)
#define ishmem_ulonglong_collect(...) ISHMEMI_TEAM(4, ishmem_ulonglong_collect, __VA_ARGS__)
#define ishmem_int32_collect(...) ISHMEMI_TEAM(4, ishmem_int32_collect, __VA_ARGS__)
#define ishmem_int64_collect(...) ISHMEMI_TEAM(4, ishmem_int64_collect, __VA_ARGS__)
#define ishmem_uint32_collect(...) ISHMEMI_TEAM(4, ishmem_uint32_collect, __VA_ARGS__)
#define ishmem_uint64_collect(...) ISHMEMI_TEAM(4, ishmem_uint64_collect, __VA_ARGS__)
#define ishmem_size_collect(...) ISHMEMI_TEAM(4, ishmem_size_collect, __VA_ARGS__)
#define ishmem_ptrdiff_collect(...) ISHMEMI_TEAM(4, ishmem_ptrdiff_collect, __VA_ARGS__)
#define ishmem_collectmem(...) ISHMEMI_TEAM(4, ishmem_collectmem, __VA_ARGS__)

/* fcollect. */
#define ishmem_char_fcollect(...) ISHMEMI_TEAM(4, ishmem_char_fcollect, __VA_ARGS__)
#define ishmem_schar_fcollect(...) ISHMEMI_TEAM(4, ishmem_schar_fcollect, __VA_ARGS__)
#define ishmem_short_fcollect(...) ISHMEMI_TEAM(4, ishmem_short_fcollect, __VA_ARGS__)
#define ishmem_uchar_fcollect(...) ISHMEMI_TEAM(4, ishmem_uchar_fcollect, __VA_ARGS__)
#define ishmem_ushort_fcollect(...) ISHMEMI_TEAM(4, ishmem_ushort_fcollect, __VA_ARGS__)
#define ishmem_int8_fcollect(...) ISHMEMI_TEAM(4, ishmem_int8_fcollect, __VA_ARGS__)
#define ishmem_int16_fcollect(...) ISHMEMI_TEAM(4, ishmem_int16_fcollect, __VA_ARGS__)
#define ishmem_uint8_fcollect(...) ISHMEMI_TEAM(4, ishmem_uint8_fcollect, __VA_ARGS__)
#define ishmem_uint16_fcollect(...) ISHMEMI_TEAM(4, ishmem_uint16_fcollect, __VA_ARGS__)
#define ishmem_float_fcollect(...) ISHMEMI_TEAM(4, ishmem_float_fcollect, __VA_ARGS__)
#define ishmem_double_fcollect(...) ISHMEMI_TEAM(4, ishmem_double_fcollect, __VA_ARGS__)
#define ishmem_int_fcollect(...) ISHMEMI_TEAM(4, ishmem_int_fcollect, __VA_ARGS__)
#define ishmem_long_fcollect(...) ISHMEMI_TEAM(4, ishmem_long_fcollect, __VA_ARGS__)
#define ishmem_longlong_fcollect(...) ISHMEMI_TEAM(4, ishmem_longlong_fcollect, __VA_ARGS__)
#define ishmem_uint_fcollect(...) ISHMEMI_TEAM(4, ishmem_uint_fcollect, __VA_ARGS__)
#define ishmem_ulong_fcollect(...) ISHMEMI_TEAM(4, ishmem_ulong_fcollect, __VA_ARGS__)
#define ishmem_ulonglong_fcollect(...) ISHMEMI_TEAM(4, ishmem_ulonglong_fcollect, __VA_ARGS__)
#define ishmem_int32_fcollect(...) ISHMEMI_TEAM(4, ishmem_int32_fcollect, __VA_ARGS__)
#define ishmem_int64_fcollect(...) ISHMEMI_TEAM(4, ishmem_int64_fcollect, __VA_ARGS__)
#define ishmem_uint32_fcollect(...) ISHMEMI_TEAM(4, ishmem_uint32_fcollect, __VA_ARGS__)
#define ishmem_uint64_fcollect(...) ISHMEMI_TEAM(4, ishmem_uint64_fcollect, __VA_ARGS__)
#define ishmem_size_fcollect(...) ISHMEMI_TEAM(4, ishmem_size_fcollect, __VA_ARGS__)
#define ishmem_ptrdiff_fcollect(...) ISHMEMI_TEAM(4, ishmem_ptrdiff_fcollect, __VA_ARGS__)
#define ishmem_fcollectmem(...) ISHMEMI_TEAM(4, ishmem_fcollectmem, __VA_ARGS__)

/* alltoall. */
#define ishmem_char_alltoall(...) ISHMEMI_TEAM(4, ishmem_char_alltoall, __VA_ARGS__)
#define ishmem_schar_alltoall(...) ISHMEMI_TEAM(4, ishmem_schar_alltoall, __VA_ARGS__)
#define ishmem_short_alltoall(...) ISHMEMI_TEAM(4, ishmem_short_alltoall, __VA_ARGS__)
#define ishmem_uchar_alltoall(...) ISHMEMI_TEAM(4, ishmem_uchar_alltoall, __VA_ARGS__)
#define ishmem_ushort_alltoall(...) ISHMEMI_TEAM(4, ishmem_ushort_alltoall, __VA_ARGS__)
#define ishmem_int8_alltoall(...) ISHMEMI_TEAM(4, ishmem_int8_alltoall, __VA_ARGS__)
#define ishmem_int16_alltoall(...) ISHMEMI_TEAM(4, ishmem_int16_alltoall, __VA_ARGS__)
#define ishmem_uint8_alltoall(...) ISHMEMI_TEAM(4, ishmem_uint8_alltoall, __VA_ARGS__)
#define ishmem_uint16_alltoall(...) ISHMEMI_TEAM(4, ishmem_uint16_alltoall, __VA_ARGS__)
#define ishmem_float_alltoall(...) ISHMEMI_TEAM(4, ishmem_float_alltoall, __VA_ARGS__)
#define ishmem_double_alltoall(...) ISHMEMI_TEAM(4, ishmem_double_alltoall, __VA_ARGS__)
#define ishmem_int_alltoall(...) ISHMEMI_TEAM(4, ishmem_int_alltoall, __VA_ARGS__)
#define ishmem_long_alltoall(...) ISHMEMI_TEAM(4, ishmem_long_alltoall, __VA_ARGS__)
#define ishmem_longlong_alltoall(...) ISHMEMI_TEAM(4, ishmem_longlong_alltoall, __VA_ARGS__)
#define ishmem_uint_alltoall(...) ISHMEMI_TEAM(4, ishmem_uint_alltoall, __VA_ARGS__)
#define ishmem_ulong_alltoall(...) ISHMEMI_TEAM(4, ishmem_ulong_alltoall, __VA_ARGS__)
#define ishmem_ulonglong_alltoall(...) ISHMEMI_TEAM(4, ishmem_ulonglong_alltoall, __VA_ARGS__)
#define ishmem_int32_alltoall(...) ISHMEMI_TEAM(4, ishmem_int32_alltoall, __VA_ARGS__)
#define ishmem_int64_alltoall(...) ISHMEMI_TEAM(4, ishmem_int64_alltoall, __VA_ARGS__)
#define ishmem_uint32_alltoall(...) ISHMEMI_TEAM(4, ishmem_uint32_alltoall, __VA_ARGS__)
#define ishmem_uint64_alltoall(...) ISHMEMI_TEAM(4, ishmem_uint64_alltoall, __VA_ARGS__)
#define ishmem_size_alltoall(...) ISHMEMI_TEAM(4, ishmem_size_alltoall, __VA_ARGS__)
#define ishmem_ptrdiff_alltoall(...) ISHMEMI_TEAM(4, ishmem_ptrdiff_alltoall, __VA_ARGS__)
#define ishmem_alltoallmem(...) ISHMEMI_TEAM(4, ishmem_alltoallmem, __VA_ARGS__)

/* alltoalls. */
#define ishmem_char_alltoalls(...) ISHMEMI_TEAM(6, ishmem_char_alltoalls, __VA_ARGS__)
#define ishmem_schar_alltoalls(...) ISHMEMI_TEAM(6, ishmem_schar_alltoalls, __VA_ARGS__)
#define ishmem_short_alltoalls(...) ISHMEMI_TEAM(6, ishmem_short_alltoalls, __VA_ARGS__)
#define ishmem_uchar_alltoalls(...) ISHMEMI_TEAM(6, ishmem_uchar_alltoalls, __VA_ARGS__)
#define ishmem_ushort_alltoalls(...) ISHMEMI_TEAM(6, ishmem_ushort_alltoalls, __VA_ARGS__)
#define ishmem_int8_alltoalls(...) ISHMEMI_TEAM(6, ishmem_int8_alltoalls, __VA_ARGS__)
#define ishmem_int16_alltoalls(...) ISHMEMI_TEAM(6, ishmem_int16_alltoalls, __VA_ARGS__)
#define ishmem_uint8_alltoalls(...) ISHMEMI_TEAM(6, ishmem_uint8_alltoalls, __VA_ARGS__)
#define ishmem_uint16_alltoalls(...) ISHMEMI_TEAM(6, ishmem_uint16_alltoalls, __VA_ARGS__)
#define ishmem_float_alltoalls(...) ISHMEMI_TEAM(6, ishmem_float_alltoalls, __VA_ARGS__)
#define ishmem_double_alltoalls(...) ISHMEMI_TEAM(6, ishmem_double_alltoalls, __VA_ARGS__)
#define ishmem_int_alltoalls(...) ISHMEMI_TEAM(6, ishmem_int_alltoalls, __VA_ARGS__)
#define ishmem_long_alltoalls(...) ISHMEMI_TEAM(6, ishmem_long_alltoalls, __VA_ARGS__)
#define ishmem_longlong_alltoalls(...) ISHMEMI_TEAM(6, ishmem_longlong_alltoalls, __VA_ARGS__)
#define ishmem_uint_alltoalls(...) ISHMEMI_TEAM(6, ishmem_uint_alltoalls, __VA_ARGS__)
#define ishmem_ulong_alltoalls(...) ISHMEMI_TEAM(6, ishmem_ulong_alltoalls, __VA_ARGS__)
#define ishmem_ulonglong_alltoalls(...) ISHMEMI_TEAM(6, ishmem_ulonglong_alltoalls, __VA_ARGS__)
#define ishmem_int32_alltoalls(...) ISHMEMI_TEAM(6, ishmem_int32_alltoalls, __VA_ARGS__)
#define ishmem_int64_alltoalls(...) ISHMEMI_TEAM(6, ishmem_int64_alltoalls, __VA_ARGS__)
#define ishmem_uint32_alltoalls(...) ISHMEMI_TEAM(6, ishmem_uint32_alltoalls, __VA_ARGS__)
#define ishmem_uint64_alltoalls(...) ISHMEMI_TEAM(6, ishmem_uint64_alltoalls, __VA_ARGS__)
#define ishmem_size_alltoalls(...) ISHMEMI_TEAM(6, ishmem_size_alltoalls, __VA_ARGS__)
#define ishmem_ptrdiff_alltoalls(...) ISHMEMI_TEAM(6, ishmem_ptrdiff_alltoalls, __VA_ARGS__)
#define ishmem_alltoallsmem(...) ISHMEMI_TEAM(6, ishmem_alltoallsmem, __VA_ARGS__)

/* and_reduce and and_reduce_scatter. */
#define ishmem_uchar_and_reduce(...) ISHMEMI_TEAM(4, ishmem_uchar_and_reduce, __VA_ARGS__)
#define ishmem_ushort_and_reduce(...) ISHMEMI_TEAM(4, ishmem_ushort_and_reduce, __VA_ARGS__)
#define ishmem_uint_and_reduce(...) ISHMEMI_TEAM(4, ishmem_uint_and_reduce, __VA_ARGS__)
#define ishmem_ulong_and_reduce(...) ISHMEMI_TEAM(4, ishmem_ulong_and_reduce, __VA_ARGS__)
#define ishmem_ulonglong_and_reduce(...) ISHMEMI_TEAM(4, ishmem_ulonglong_and_reduce, __VA_ARGS__)
#define ishmem_int8_and_reduce(...) ISHMEMI_TEAM(4, ishmem_int8_and_reduce, __VA_ARGS__)
#define ishmem_int16_and_reduce(...) ISHMEMI_TEAM(4, ishmem_int16_and_reduce, __VA_ARGS__)
#define ishmem_int32_and_reduce(...) ISHMEMI_TEAM(4, ishmem_int32_and_reduce, __VA_ARGS__)
#define ishmem_int64_and_reduce(...) ISHMEMI_TEAM(4, ishmem_int64_and_reduce, __VA_ARGS__)
#define ishmem_uint8_and_reduce(...) ISHMEMI_TEAM(4, ishmem_uint8_and_reduce, __VA_ARGS__)
#define ishmem_uint16_and_reduce(...) ISHMEMI_TEAM(4, ishmem_uint16_and_reduce, __VA_ARGS__)
#define ishmem_uint32_and_reduce(...) ISHMEMI_TEAM(4, ishmem_uint32_and_reduce, __VA_ARGS__)
#define ishmem_uint64_and_reduce(...) ISHMEMI_TEAM(4, ishmem_uint64_and_reduce, __VA_ARGS__)
#define ishmem_size_and_reduce(...) ISHMEMI_TEAM(4, ishmem_size_and_reduce, __VA_ARGS__)
#define ishmemx_uchar_and_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_uchar_and_reduce_scatter, __VA_ARGS__)
#define ishmemx_ushort_and_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_ushort_and_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint_and_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_uint_and_reduce_scatter, __VA_ARGS__)
#define ishmemx_ulong_and_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_ulong_and_reduce_scatter, __VA_ARGS__)
#define ishmemx_ulonglong_and_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_ulonglong_and_reduce_scatter, __VA_ARGS__)
#define ishmemx_int8_and_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_int8_and_reduce_scatter, __VA_ARGS__)
#define ishmemx_int16_and_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_int16_and_reduce_scatter, __VA_ARGS__)
#define ishmemx_int32_and_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_int32_and_reduce_scatter, __VA_ARGS__)
#define ishmemx_int64_and_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_int64_and_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint8_and_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_uint8_and_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint16_and_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_uint16_and_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint32_and_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_uint32_and_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint64_and_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_uint64_and_reduce_scatter, __VA_ARGS__)
#define ishmemx_size_and_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_size_and_reduce_scatter, __VA_ARGS__)

/* or_reduce and or_reduce_scatter. */
#define ishmem_uchar_or_reduce(...) ISHMEMI_TEAM(4, ishmem_uchar_or_reduce, __VA_ARGS__)
#define ishmem_ushort_or_reduce(...) ISHMEMI_TEAM(4, ishmem_ushort_or_reduce, __VA_ARGS__)
#define ishmem_uint_or_reduce(...) ISHMEMI_TEAM(4, ishmem_uint_or_reduce, __VA_ARGS__)
#define ishmem_ulong_or_reduce(...) ISHMEMI_TEAM(4, ishmem_ulong_or_reduce, __VA_ARGS__)
#define ishmem_ulonglong_or_reduce(...) ISHMEMI_TEAM(4, ishmem_ulonglong_or_reduce, __VA_ARGS__)
#define ishmem_int8_or_reduce(...) ISHMEMI_TEAM(4, ishmem_int8_or_reduce, __VA_ARGS__)
#define ishmem_int16_or_reduce(...) ISHMEMI_TEAM(4, ishmem_int16_or_reduce, __VA_ARGS__)
#define ishmem_int32_or_reduce(...) ISHMEMI_TEAM(4, ishmem_int32_or_reduce, __VA_ARGS__)
#define ishmem_int64_or_reduce(...) ISHMEMI_TEAM(4, ishmem_int64_or_reduce, __VA_ARGS__)
#define ishmem_uint8_or_reduce(...) ISHMEMI_TEAM(4, ishmem_uint8_or_reduce, __VA_ARGS__)
#define ishmem_uint16_or_reduce(...) ISHMEMI_TEAM(4, ishmem_uint16_or_reduce, __VA_ARGS__)
#define ishmem_uint32_or_reduce(...) ISHMEMI_TEAM(4, ishmem_uint32_or_reduce, __VA_ARGS__)
#define ishmem_uint64_or_reduce(...) ISHMEMI_TEAM(4, ishmem_uint64_or_reduce, __VA_ARGS__)
#define ishmem_size_or_reduce(...) ISHMEMI_TEAM(4, ishmem_size_or_reduce, __VA_ARGS__)
#define ishmemx_uchar_or_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_uchar_or_reduce_scatter, __VA_ARGS__)
#define ishmemx_ushort_or_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_ushort_or_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint_or_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_uint_or_reduce_scatter, __VA_ARGS__)
#define ishmemx_ulong_or_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_ulong_or_reduce_scatter, __VA_ARGS__)
#define ishmemx_ulonglong_or_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_ulonglong_or_reduce_scatter, __VA_ARGS__)
#define ishmemx_int8_or_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_int8_or_reduce_scatter, __VA_ARGS__)
#define ishmemx_int16_or_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_int16_or_reduce_scatter, __VA_ARGS__)
#define ishmemx_int32_or_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_int32_or_reduce_scatter, __VA_ARGS__)
#define ishmemx_int64_or_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_int64_or_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint8_or_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_uint8_or_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint16_or_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_uint16_or_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint32_or_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_uint32_or_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint64_or_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_uint64_or_reduce_scatter, __VA_ARGS__)
#define ishmemx_size_or_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_size_or_reduce_scatter, __VA_ARGS__)

/* xor_reduce and xor_reduce_scatter. */
#define ishmem_uchar_xor_reduce(...) ISHMEMI_TEAM(4, ishmem_uchar_xor_reduce, __VA_ARGS__)
#define ishmem_ushort_xor_reduce(...) ISHMEMI_TEAM(4, ishmem_ushort_xor_reduce, __VA_ARGS__)
#define ishmem_uint_xor_reduce(...) ISHMEMI_TEAM(4, ishmem_uint_xor_reduce, __VA_ARGS__)
#define ishmem_ulong_xor_reduce(...) ISHMEMI_TEAM(4, ishmem_ulong_xor_reduce, __VA_ARGS__)
#define ishmem_ulonglong_xor_reduce(...) ISHMEMI_TEAM(4, ishmem_ulonglong_xor_reduce, __VA_ARGS__)
#define ishmem_int8_xor_reduce(...) ISHMEMI_TEAM(4, ishmem_int8_xor_reduce, __VA_ARGS__)
#define ishmem_int16_xor_reduce(...) ISHMEMI_TEAM(4, ishmem_int16_xor_reduce, __VA_ARGS__)
#define ishmem_int32_xor_reduce(...) ISHMEMI_TEAM(4, ishmem_int32_xor_reduce, __VA_ARGS__)
#define ishmem_int64_xor_reduce(...) ISHMEMI_TEAM(4, ishmem_int64_xor_reduce, __VA_ARGS__)
#define ishmem_uint8_xor_reduce(...) ISHMEMI_TEAM(4, ishmem_uint8_xor_reduce, __VA_ARGS__)
#define ishmem_uint16_xor_reduce(...) ISHMEMI_TEAM(4, ishmem_uint16_xor_reduce, __VA_ARGS__)
#define ishmem_uint32_xor_reduce(...) ISHMEMI_TEAM(4, ishmem_uint32_xor_reduce, __VA_ARGS__)
#define ishmem_uint64_xor_reduce(...) ISHMEMI_TEAM(4, ishmem_uint64_xor_reduce, __VA_ARGS__)
#define ishmem_size_xor_reduce(...) ISHMEMI_TEAM(4, ishmem_size_xor_reduce, __VA_ARGS__)
#define ishmemx_uchar_xor_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_uchar_xor_reduce_scatter, __VA_ARGS__)
#define ishmemx_ushort_xor_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_ushort_xor_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint_xor_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_uint_xor_reduce_scatter, __VA_ARGS__)
#define ishmemx_ulong_xor_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_ulong_xor_reduce_scatter, __VA_ARGS__)
#define ishmemx_ulonglong_xor_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_ulonglong_xor_reduce_scatter, __VA_ARGS__)
#define ishmemx_int8_xor_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_int8_xor_reduce_scatter, __VA_ARGS__)
#define ishmemx_int16_xor_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_int16_xor_reduce_scatter, __VA_ARGS__)
#define ishmemx_int32_xor_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_int32_xor_reduce_scatter, __VA_ARGS__)
#define ishmemx_int64_xor_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_int64_xor_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint8_xor_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_uint8_xor_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint16_xor_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_uint16_xor_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint32_xor_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_uint32_xor_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint64_xor_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_uint64_xor_reduce_scatter, __VA_ARGS__)
#define ishmemx_size_xor_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_size_xor_reduce_scatter, __VA_ARGS__)

/* max_reduce and max_reduce_scatter. */
#define ishmem_char_max_reduce(...) ISHMEMI_TEAM(4, ishmem_char_max_reduce, __VA_ARGS__)
#define ishmem_schar_max_reduce(...) ISHMEMI_TEAM(4, ishmem_schar_max_reduce, __VA_ARGS__)
#define ishmem_short_max_reduce(...) ISHMEMI_TEAM(4, ishmem_short_max_reduce, __VA_ARGS__)
#define ishmem_uchar_max_reduce(...) ISHMEMI_TEAM(4, ishmem_uchar_max_reduce, __VA_ARGS__)
#define ishmem_ushort_max_reduce(...) ISHMEMI_TEAM(4, ishmem_ushort_max_reduce, __VA_ARGS__)
#define ishmem_int8_max_reduce(...) ISHMEMI_TEAM(4, ishmem_int8_max_reduce, __VA_ARGS__)
#define ishmem_int16_max_reduce(...) ISHMEMI_TEAM(4, ishmem_int16_max_reduce, __VA_ARGS__)
#define ishmem_uint8_max_reduce(...) ISHMEMI_TEAM(4, ishmem_uint8_max_reduce, __VA_ARGS__)
#define ishmem_uint16_max_reduce(...) ISHMEMI_TEAM(4, ishmem_uint16_max_reduce, __VA_ARGS__)
#define ishmem_float_max_reduce(...) ISHMEMI_TEAM(4, ishmem_float_max_reduce, __VA_ARGS__)
#define ishmem_double_max_reduce(...) ISHMEMI_TEAM(4, ishmem_double_max_reduce, __VA_ARGS__)
#define ishmem_int_max_reduce(...) ISHMEMI_TEAM(4, ishmem_int_max_reduce, __VA_ARGS__)
#define ishmem_long_max_reduce(...) ISHMEMI_TEAM(4, ishmem_long_max_reduce, __VA_ARGS__)
#define ishmem_longlong_max_reduce(...) ISHMEMI_TEAM(4, ishmem_longlong_max_reduce, __VA_ARGS__)
#define ishmem_uint_max_reduce(...) ISHMEMI_TEAM(4, ishmem_uint_max_reduce, __VA_ARGS__)
#define ishmem_ulong_max_reduce(...) ISHMEMI_TEAM(4, ishmem_ulong_max_reduce, __VA_ARGS__)
#define ishmem_ulonglong_max_reduce(...) ISHMEMI_TEAM(4, ishmem_ulonglong_max_reduce, __VA_ARGS__)
#define ishmem_int32_max_reduce(...) ISHMEMI_TEAM(4, ishmem_int32_max_reduce, __VA_ARGS__)
#define ishmem_int64_max_reduce(...) ISHMEMI_TEAM(4, ishmem_int64_max_reduce, __VA_ARGS__)
#define ishmem_uint32_max_reduce(...) ISHMEMI_TEAM(4, ishmem_uint32_max_reduce, __VA_ARGS__)
#define ishmem_uint64_max_reduce(...) ISHMEMI_TEAM(4, ishmem_uint64_max_reduce, __VA_ARGS__)
#define ishmem_size_max_reduce(...) ISHMEMI_TEAM(4, ishmem_size_max_reduce, __VA_ARGS__)
#define ishmem_ptrdiff_max_reduce(...) ISHMEMI_TEAM(4, ishmem_ptrdiff_max_reduce, __VA_ARGS__)
#define ishmemx_float16_max_reduce(...) ISHMEMI_TEAM(4, ishmemx_float16_max_reduce, __VA_ARGS__)
#define ishmemx_bfloat16_max_reduce(...) ISHMEMI_TEAM(4, ishmemx_bfloat16_max_reduce, __VA_ARGS__)
#define ishmemx_char_max_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_char_max_reduce_scatter, __VA_ARGS__)
#define ishmemx_schar_max_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_schar_max_reduce_scatter, __VA_ARGS__)
#define ishmemx_short_max_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_short_max_reduce_scatter, __VA_ARGS__)
#define ishmemx_uchar_max_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_uchar_max_reduce_scatter, __VA_ARGS__)
#define ishmemx_ushort_max_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_ushort_max_reduce_scatter, __VA_ARGS__)
#define ishmemx_int8_max_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_int8_max_reduce_scatter, __VA_ARGS__)
#define ishmemx_int16_max_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_int16_max_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint8_max_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_uint8_max_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint16_max_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_uint16_max_reduce_scatter, __VA_ARGS__)
#define ishmemx_float_max_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_float_max_reduce_scatter, __VA_ARGS__)
#define ishmemx_double_max_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_double_max_reduce_scatter, __VA_ARGS__)
#define ishmemx_int_max_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_int_max_reduce_scatter, __VA_ARGS__)
#define ishmemx_long_max_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_long_max_reduce_scatter, __VA_ARGS__)
#define ishmemx_longlong_max_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_longlong_max_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint_max_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_uint_max_reduce_scatter, __VA_ARGS__)
#define ishmemx_ulong_max_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_ulong_max_reduce_scatter, __VA_ARGS__)
#define ishmemx_ulonglong_max_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_ulonglong_max_reduce_scatter, __VA_ARGS__)
#define ishmemx_int32_max_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_int32_max_reduce_scatter, __VA_ARGS__)
#define ishmemx_int64_max_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_int64_max_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint32_max_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_uint32_max_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint64_max_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_uint64_max_reduce_scatter, __VA_ARGS__)
#define ishmemx_size_max_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_size_max_reduce_scatter, __VA_ARGS__)
#define ishmemx_ptrdiff_max_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_ptrdiff_max_reduce_scatter, __VA_ARGS__)

/* min_reduce and min_reduce_scatter. */
#define ishmem_char_min_reduce(...) ISHMEMI_TEAM(4, ishmem_char_min_reduce, __VA_ARGS__)
#define ishmem_schar_min_reduce(...) ISHMEMI_TEAM(4, ishmem_schar_min_reduce, __VA_ARGS__)
#define ishmem_short_min_reduce(...) ISHMEMI_TEAM(4, ishmem_short_min_reduce, __VA_ARGS__)
#define ishmem_uchar_min_reduce(...) ISHMEMI_TEAM(4, ishmem_uchar_min_reduce, __VA_ARGS__)
#define ishmem_ushort_min_reduce(...) ISHMEMI_TEAM(4, ishmem_ushort_min_reduce, __VA_ARGS__)
#define ishmem_int8_min_reduce(...) ISHMEMI_TEAM(4, ishmem_int8_min_reduce, __VA_ARGS__)
#define ishmem_int16_min_reduce(...) ISHMEMI_TEAM(4, ishmem_int16_min_reduce, __VA_ARGS__)
#define ishmem_uint8_min_reduce(...) ISHMEMI_TEAM(4, ishmem_uint8_min_reduce, __VA_ARGS__)
#define ishmem_uint16_min_reduce(...) ISHMEMI_TEAM(4, ishmem_uint16_min_reduce, __VA_ARGS__)
#define ishmem_float_min_reduce(...) ISHMEMI_TEAM(4, ishmem_float_min_reduce, __VA_ARGS__)
#define ishmem_double_min_reduce(...) ISHMEMI_TEAM(4, ishmem_double_min_reduce, __VA_ARGS__)
#define ishmem_int_min_reduce(...) ISHMEMI_TEAM(4, ishmem_int_min_reduce, __VA_ARGS__)
#define ishmem_long_min_reduce(...) ISHMEMI_TEAM(4, ishmem_long_min_reduce, __VA_ARGS__)
#define ishmem_longlong_min_reduce(...) ISHMEMI_TEAM(4, ishmem_longlong_min_reduce, __VA_ARGS__)
#define ishmem_uint_min_reduce(...) ISHMEMI_TEAM(4, ishmem_uint_min_reduce, __VA_ARGS__)
#define ishmem_ulong_min_reduce(...) ISHMEMI_TEAM(4, ishmem_ulong_min_reduce, __VA_ARGS__)
#define ishmem_ulonglong_min_reduce(...) ISHMEMI_TEAM(4, ishmem_ulonglong_min_reduce, __VA_ARGS__)
#define ishmem_int32_min_reduce(...) ISHMEMI_TEAM(4, ishmem_int32_min_reduce, __VA_ARGS__)
#define ishmem_int64_min_reduce(...) ISHMEMI_TEAM(4, ishmem_int64_min_reduce, __VA_ARGS__)
#define ishmem_uint32_min_reduce(...) ISHMEMI_TEAM(4, ishmem_uint32_min_reduce, __VA_ARGS__)
#define ishmem_uint64_min_reduce(...) ISHMEMI_TEAM(4, ishmem_uint64_min_reduce, __VA_ARGS__)
#define ishmem_size_min_reduce(...) ISHMEMI_TEAM(4, ishmem_size_min_reduce, __VA_ARGS__)
#define ishmem_ptrdiff_min_reduce(...) ISHMEMI_TEAM(4, ishmem_ptrdiff_min_reduce, __VA_ARGS__)
#define ishmemx_float16_min_reduce(...) ISHMEMI_TEAM(4, ishmemx_float16_min_reduce, __VA_ARGS__)
#define ishmemx_bfloat16_min_reduce(...) ISHMEMI_TEAM(4, ishmemx_bfloat16_min_reduce, __VA_ARGS__)
#define ishmemx_char_min_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_char_min_reduce_scatter, __VA_ARGS__)
#define ishmemx_schar_min_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_schar_min_reduce_scatter, __VA_ARGS__)
#define ishmemx_short_min_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_short_min_reduce_scatter, __VA_ARGS__)
#define ishmemx_uchar_min_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_uchar_min_reduce_scatter, __VA_ARGS__)
#define ishmemx_ushort_min_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_ushort_min_reduce_scatter, __VA_ARGS__)
#define ishmemx_int8_min_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_int8_min_reduce_scatter, __VA_ARGS__)
#define ishmemx_int16_min_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_int16_min_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint8_min_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_uint8_min_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint16_min_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_uint16_min_reduce_scatter, __VA_ARGS__)
#define ishmemx_float_min_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_float_min_reduce_scatter, __VA_ARGS__)
#define ishmemx_double_min_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_double_min_reduce_scatter, __VA_ARGS__)
#define ishmemx_int_min_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_int_min_reduce_scatter, __VA_ARGS__)
#define ishmemx_long_min_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_long_min_reduce_scatter, __VA_ARGS__)
#define ishmemx_longlong_min_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_longlong_min_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint_min_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_uint_min_reduce_scatter, __VA_ARGS__)
#define ishmemx_ulong_min_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_ulong_min_reduce_scatter, __VA_ARGS__)
#define ishmemx_ulonglong_min_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_ulonglong_min_reduce_scatter, __VA_ARGS__)
#define ishmemx_int32_min_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_int32_min_reduce_scatter, __VA_ARGS__)
#define ishmemx_int64_min_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_int64_min_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint32_min_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_uint32_min_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint64_min_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_uint64_min_reduce_scatter, __VA_ARGS__)
#define ishmemx_size_min_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_size_min_reduce_scatter, __VA_ARGS__)
#define ishmemx_ptrdiff_min_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_ptrdiff_min_reduce_scatter, __VA_ARGS__)

/* sum_reduce and sum_reduce_scatter. */
#define ishmem_char_sum_reduce(...) ISHMEMI_TEAM(4, ishmem_char_sum_reduce, __VA_ARGS__)
#define ishmem_schar_sum_reduce(...) ISHMEMI_TEAM(4, ishmem_schar_sum_reduce, __VA_ARGS__)
#define ishmem_short_sum_reduce(...) ISHMEMI_TEAM(4, ishmem_short_sum_reduce, __VA_ARGS__)
#define ishmem_uchar_sum_reduce(...) ISHMEMI_TEAM(4, ishmem_uchar_sum_reduce, __VA_ARGS__)
#define ishmem_ushort_sum_reduce(...) ISHMEMI_TEAM(4, ishmem_ushort_sum_reduce, __VA_ARGS__)
#define ishmem_int8_sum_reduce(...) ISHMEMI_TEAM(4, ishmem_int8_sum_reduce, __VA_ARGS__)
#define ishmem_int16_sum_reduce(...) ISHMEMI_TEAM(4, ishmem_int16_sum_reduce, __VA_ARGS__)
#define ishmem_uint8_sum_reduce(...) ISHMEMI_TEAM(4, ishmem_uint8_sum_reduce, __VA_ARGS__)
#define ishmem_uint16_sum_reduce(...) ISHMEMI_TEAM(4, ishmem_uint16_sum_reduce, __VA_ARGS__)
#define ishmem_float_sum_reduce(...) ISHMEMI_TEAM(4, ishmem_float_sum_reduce, __VA_ARGS__)
#define ishmem_double_sum_reduce(...) ISHMEMI_TEAM(4, ishmem_double_sum_reduce, __VA_ARGS__)
#define ishmem_int_sum_reduce(...) ISHMEMI_TEAM(4, ishmem_int_sum_reduce, __VA_ARGS__)
#define ishmem_long_sum_reduce(...) ISHMEMI_TEAM(4, ishmem_long_sum_reduce, __VA_ARGS__)
#define ishmem_longlong_sum_reduce(...) ISHMEMI_TEAM(4, ishmem_longlong_sum_reduce, __VA_ARGS__)
#define ishmem_uint_sum_reduce(...) ISHMEMI_TEAM(4, ishmem_uint_sum_reduce, __VA_ARGS__)
#define ishmem_ulong_sum_reduce(...) ISHMEMI_TEAM(4, ishmem_ulong_sum_reduce, __VA_ARGS__)
#define ishmem_ulonglong_sum_reduce(...) ISHMEMI_TEAM(4, ishmem_ulonglong_sum_reduce, __VA_ARGS__)
#define ishmem_int32_sum_reduce(...) ISHMEMI_TEAM(4, ishmem_int32_sum_reduce, __VA_ARGS__)
#define ishmem_int64_sum_reduce(...) ISHMEMI_TEAM(4, ishmem_int64_sum_reduce, __VA_ARGS__)
#define ishmem_uint32_sum_reduce(...) ISHMEMI_TEAM(4, ishmem_uint32_sum_reduce, __VA_ARGS__)
#define ishmem_uint64_sum_reduce(...) ISHMEMI_TEAM(4, ishmem_uint64_sum_reduce, __VA_ARGS__)
#define ishmem_size_sum_reduce(...) ISHMEMI_TEAM(4, ishmem_size_sum_reduce, __VA_ARGS__)
#define ishmem_ptrdiff_sum_reduce(...) ISHMEMI_TEAM(4, ishmem_ptrdiff_sum_reduce, __VA_ARGS__)
#define ishmemx_float16_sum_reduce(...) ISHMEMI_TEAM(4, ishmemx_float16_sum_reduce, __VA_ARGS__)
#define ishmemx_bfloat16_sum_reduce(...) ISHMEMI_TEAM(4, ishmemx_bfloat16_sum_reduce, __VA_ARGS__)
#define ishmemx_char_sum_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_char_sum_reduce_scatter, __VA_ARGS__)
#define ishmemx_schar_sum_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_schar_sum_reduce_scatter, __VA_ARGS__)
#define ishmemx_short_sum_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_short_sum_reduce_scatter, __VA_ARGS__)
#define ishmemx_uchar_sum_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_uchar_sum_reduce_scatter, __VA_ARGS__)
#define ishmemx_ushort_sum_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_ushort_sum_reduce_scatter, __VA_ARGS__)
#define ishmemx_int8_sum_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_int8_sum_reduce_scatter, __VA_ARGS__)
#define ishmemx_int16_sum_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_int16_sum_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint8_sum_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_uint8_sum_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint16_sum_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_uint16_sum_reduce_scatter, __VA_ARGS__)
#define ishmemx_float_sum_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_float_sum_reduce_scatter, __VA_ARGS__)
#define ishmemx_double_sum_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_double_sum_reduce_scatter, __VA_ARGS__)
#define ishmemx_int_sum_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_int_sum_reduce_scatter, __VA_ARGS__)
#define ishmemx_long_sum_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_long_sum_reduce_scatter, __VA_ARGS__)
#define ishmemx_longlong_sum_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_longlong_sum_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint_sum_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_uint_sum_reduce_scatter, __VA_ARGS__)
#define ishmemx_ulong_sum_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_ulong_sum_reduce_scatter, __VA_ARGS__)
#define ishmemx_ulonglong_sum_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_ulonglong_sum_reduce_scatter, __VA_ARGS__)
#define ishmemx_int32_sum_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_int32_sum_reduce_scatter, __VA_ARGS__)
#define ishmemx_int64_sum_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_int64_sum_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint32_sum_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_uint32_sum_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint64_sum_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_uint64_sum_reduce_scatter, __VA_ARGS__)
#define ishmemx_size_sum_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_size_sum_reduce_scatter, __VA_ARGS__)
#define ishmemx_ptrdiff_sum_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_ptrdiff_sum_reduce_scatter, __VA_ARGS__)

/* prod_reduce and prod_reduce_scatter. */
#define ishmem_char_prod_reduce(...) ISHMEMI_TEAM(4, ishmem_char_prod_reduce, __VA_ARGS__)
#define ishmem_schar_prod_reduce(...) ISHMEMI_TEAM(4, ishmem_schar_prod_reduce, __VA_ARGS__)
#define ishmem_short_prod_reduce(...) ISHMEMI_TEAM(4, ishmem_short_prod_reduce, __VA_ARGS__)
#define ishmem_uchar_prod_reduce(...) ISHMEMI_TEAM(4, ishmem_uchar_prod_reduce, __VA_ARGS__)
#define ishmem_ushort_prod_reduce(...) ISHMEMI_TEAM(4, ishmem_ushort_prod_reduce, __VA_ARGS__)
#define ishmem_int8_prod_reduce(...) ISHMEMI_TEAM(4, ishmem_int8_prod_reduce, __VA_ARGS__)
#define ishmem_int16_prod_reduce(...) ISHMEMI_TEAM(4, ishmem_int16_prod_reduce, __VA_ARGS__)
#define ishmem_uint8_prod_reduce(...) ISHMEMI_TEAM(4, ishmem_uint8_prod_reduce, __VA_ARGS__)
#define ishmem_uint16_prod_reduce(...) ISHMEMI_TEAM(4, ishmem_uint16_prod_reduce, __VA_ARGS__)
#define ishmem_float_prod_reduce(...) ISHMEMI_TEAM(4, ishmem_float_prod_reduce, __VA_ARGS__)
#define ishmem_double_prod_reduce(...) ISHMEMI_TEAM(4, ishmem_double_prod_reduce, __VA_ARGS__)
#define ishmem_int_prod_reduce(...) ISHMEMI_TEAM(4, ishmem_int_prod_reduce, __VA_ARGS__)
#define ishmem_long_prod_reduce(...) ISHMEMI_TEAM(4, ishmem_long_prod_reduce, __VA_ARGS__)
#define ishmem_longlong_prod_reduce(...) ISHMEMI_TEAM(4, ishmem_longlong_prod_reduce, __VA_ARGS__)
#define ishmem_uint_prod_reduce(...) ISHMEMI_TEAM(4, ishmem_uint_prod_reduce, __VA_ARGS__)
#define ishmem_ulong_prod_reduce(...) ISHMEMI_TEAM(4, ishmem_ulong_prod_reduce, __VA_ARGS__)
#define ishmem_ulonglong_prod_reduce(...) ISHMEMI_TEAM(4, ishmem_ulonglong_prod_reduce, __VA_ARGS__)
#define ishmem_int32_prod_reduce(...) ISHMEMI_TEAM(4, ishmem_int32_prod_reduce, __VA_ARGS__)
#define ishmem_int64_prod_reduce(...) ISHMEMI_TEAM(4, ishmem_int64_prod_reduce, __VA_ARGS__)
#define ishmem_uint32_prod_reduce(...) ISHMEMI_TEAM(4, ishmem_uint32_prod_reduce, __VA_ARGS__)
#define ishmem_uint64_prod_reduce(...) ISHMEMI_TEAM(4, ishmem_uint64_prod_reduce, __VA_ARGS__)
#define ishmem_size_prod_reduce(...) ISHMEMI_TEAM(4, ishmem_size_prod_reduce, __VA_ARGS__)
#define ishmem_ptrdiff_prod_reduce(...) ISHMEMI_TEAM(4, ishmem_ptrdiff_prod_reduce, __VA_ARGS__)
#define ishmemx_char_prod_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_char_prod_reduce_scatter, __VA_ARGS__)
#define ishmemx_schar_prod_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_schar_prod_reduce_scatter, __VA_ARGS__)
#define ishmemx_short_prod_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_short_prod_reduce_scatter, __VA_ARGS__)
#define ishmemx_uchar_prod_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_uchar_prod_reduce_scatter, __VA_ARGS__)
#define ishmemx_ushort_prod_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_ushort_prod_reduce_scatter, __VA_ARGS__)
#define ishmemx_int8_prod_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_int8_prod_reduce_scatter, __VA_ARGS__)
#define ishmemx_int16_prod_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_int16_prod_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint8_prod_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_uint8_prod_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint16_prod_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_uint16_prod_reduce_scatter, __VA_ARGS__)
#define ishmemx_float_prod_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_float_prod_reduce_scatter, __VA_ARGS__)
#define ishmemx_double_prod_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_double_prod_reduce_scatter, __VA_ARGS__)
#define ishmemx_int_prod_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_int_prod_reduce_scatter, __VA_ARGS__)
#define ishmemx_long_prod_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_long_prod_reduce_scatter, __VA_ARGS__)
#define ishmemx_longlong_prod_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_longlong_prod_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint_prod_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_uint_prod_reduce_scatter, __VA_ARGS__)
#define ishmemx_ulong_prod_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_ulong_prod_reduce_scatter, __VA_ARGS__)
#define ishmemx_ulonglong_prod_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_ulonglong_prod_reduce_scatter, __VA_ARGS__)
#define ishmemx_int32_prod_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_int32_prod_reduce_scatter, __VA_ARGS__)
#define ishmemx_int64_prod_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_int64_prod_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint32_prod_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_uint32_prod_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint64_prod_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_uint64_prod_reduce_scatter, __VA_ARGS__)
#define ishmemx_size_prod_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_size_prod_reduce_scatter, __VA_ARGS__)
#define ishmemx_ptrdiff_prod_reduce_scatter(...) \
    ISHMEMI_TEAM(4, ishmemx_ptrdiff_prod_reduce_scatter, __VA_ARGS__)

/* sum_inscan. */
#define ishmem_char_sum_inscan(...) ISHMEMI_TEAM(4, ishmem_char_sum_inscan, __VA_ARGS__)
#define ishmem_schar_sum_inscan(...) ISHMEMI_TEAM(4, ishmem_schar_sum_inscan, __VA_ARGS__)
#define ishmem_short_sum_inscan(...) ISHMEMI_TEAM(4, ishmem_short_sum_inscan, __VA_ARGS__)
#define ishmem_uchar_sum_inscan(...) ISHMEMI_TEAM(4, ishmem_uchar_sum_inscan, __VA_ARGS__)
#define ishmem_ushort_sum_inscan(...) ISHMEMI_TEAM(4, ishmem_ushort_sum_inscan, __VA_ARGS__)
#define ishmem_int8_sum_inscan(...) ISHMEMI_TEAM(4, ishmem_int8_sum_inscan, __VA_ARGS__)
#define ishmem_int16_sum_inscan(...) ISHMEMI_TEAM(4, ishmem_int16_sum_inscan, __VA_ARGS__)
#define ishmem_uint8_sum_inscan(...) ISHMEMI_TEAM(4, ishmem_uint8_sum_inscan, __VA_ARGS__)
#define ishmem_uint16_sum_inscan(...) ISHMEMI_TEAM(4, ishmem_uint16_sum_inscan, __VA_ARGS__)
#define ishmem_float_sum_inscan(...) ISHMEMI_TEAM(4, ishmem_float_sum_inscan, __VA_ARGS__)
#define ishmem_double_sum_inscan(...) ISHMEMI_TEAM(4, ishmem_double_sum_inscan, __VA_ARGS__)
#define ishmem_int_sum_inscan(...) ISHMEMI_TEAM(4, ishmem_int_sum_inscan, __VA_ARGS__)
#define ishmem_long_sum_inscan(...) ISHMEMI_TEAM(4, ishmem_long_sum_inscan, __VA_ARGS__)
#define ishmem_longlong_sum_inscan(...) ISHMEMI_TEAM(4, ishmem_longlong_sum_inscan, __VA_ARGS__)
#define ishmem_uint_sum_inscan(...) ISHMEMI_TEAM(4, ishmem_uint_sum_inscan, __VA_ARGS__)
#define ishmem_ulong_sum_inscan(...) ISHMEMI_TEAM(4, ishmem_ulong_sum_inscan, __VA_ARGS__)
#define ishmem_ulonglong_sum_inscan(...) ISHMEMI_TEAM(4, ishmem_ulonglong_sum_inscan, __VA_ARGS__)
#define ishmem_int32_sum_inscan(...) ISHMEMI_TEAM(4, ishmem_int32_sum_inscan, __VA_ARGS__)
#define ishmem_int64_sum_inscan(...) ISHMEMI_TEAM(4, ishmem_int64_sum_inscan, __VA_ARGS__)
#define ishmem_uint32_sum_inscan(...) ISHMEMI_TEAM(4, ishmem_uint32_sum_inscan, __VA_ARGS__)
#define ishmem_uint64_sum_inscan(...) ISHMEMI_TEAM(4, ishmem_uint64_sum_inscan, __VA_ARGS__)
#define ishmem_size_sum_inscan(...) ISHMEMI_TEAM(4, ishmem_size_sum_inscan, __VA_ARGS__)
#define ishmem_ptrdiff_sum_inscan(...) ISHMEMI_TEAM(4, ishmem_ptrdiff_sum_inscan, __VA_ARGS__)

/* sum_exscan. */
#define ishmem_char_sum_exscan(...) ISHMEMI_TEAM(4, ishmem_char_sum_exscan, __VA_ARGS__)
#define ishmem_schar_sum_exscan(...) ISHMEMI_TEAM(4, ishmem_schar_sum_exscan, __VA_ARGS__)
#define ishmem_short_sum_exscan(...) ISHMEMI_TEAM(4, ishmem_short_sum_exscan, __VA_ARGS__)
#define ishmem_uchar_sum_exscan(...) ISHMEMI_TEAM(4, ishmem_uchar_sum_exscan, __VA_ARGS__)
#define ishmem_ushort_sum_exscan(...) ISHMEMI_TEAM(4, ishmem_ushort_sum_exscan, __VA_ARGS__)
#define ishmem_int8_sum_exscan(...) ISHMEMI_TEAM(4, ishmem_int8_sum_exscan, __VA_ARGS__)
#define ishmem_int16_sum_exscan(...) ISHMEMI_TEAM(4, ishmem_int16_sum_exscan, __VA_ARGS__)
#define ishmem_uint8_sum_exscan(...) ISHMEMI_TEAM(4, ishmem_uint8_sum_exscan, __VA_ARGS__)
#define ishmem_uint16_sum_exscan(...) ISHMEMI_TEAM(4, ishmem_uint16_sum_exscan, __VA_ARGS__)
#define ishmem_float_sum_exscan(...) ISHMEMI_TEAM(4, ishmem_float_sum_exscan, __VA_ARGS__)
#define ishmem_double_sum_exscan(...) ISHMEMI_TEAM(4, ishmem_double_sum_exscan, __VA_ARGS__)
#define ishmem_int_sum_exscan(...) ISHMEMI_TEAM(4, ishmem_int_sum_exscan, __VA_ARGS__)
#define ishmem_long_sum_exscan(...) ISHMEMI_TEAM(4, ishmem_long_sum_exscan, __VA_ARGS__)
#define ishmem_longlong_sum_exscan(...) ISHMEMI_TEAM(4, ishmem_longlong_sum_exscan, __VA_ARGS__)
#define ishmem_uint_sum_exscan(...) ISHMEMI_TEAM(4, ishmem_uint_sum_exscan, __VA_ARGS__)
#define ishmem_ulong_sum_exscan(...) ISHMEMI_TEAM(4, ishmem_ulong_sum_exscan, __VA_ARGS__)
#define ishmem_ulonglong_sum_exscan(...) ISHMEMI_TEAM(4, ishmem_ulonglong_sum_exscan, __VA_ARGS__)
#define ishmem_int32_sum_exscan(...) ISHMEMI_TEAM(4, ishmem_int32_sum_exscan, __VA_ARGS__)
#define ishmem_int64_sum_exscan(...) ISHMEMI_TEAM(4, ishmem_int64_sum_exscan, __VA_ARGS__)
#define ishmem_uint32_sum_exscan(...) ISHMEMI_TEAM(4, ishmem_uint32_sum_exscan, __VA_ARGS__)
#define ishmem_uint64_sum_exscan(...) ISHMEMI_TEAM(4, ishmem_uint64_sum_exscan, __VA_ARGS__)
#define ishmem_size_sum_exscan(...) ISHMEMI_TEAM(4, ishmem_size_sum_exscan, __VA_ARGS__)
#define ishmem_ptrdiff_sum_exscan(...) ISHMEMI_TEAM(4, ishmem_ptrdiff_sum_exscan, __VA_ARGS__)

/* ---- The names without a type ---------------------------------------------------------------- */

/* The routine that the arguments after a team select. */
#define ISHMEMI_GENERIC_TEAM(TYPES, PREFIX, ROUTINE, ...)                                        \
    ISHMEMI_SELECT(, ISHMEMI_C_##TYPES, ISHMEMI_NEEDS_##TYPES, PREFIX, ROUTINE,                  \
                   ISHMEMI_SECOND(__VA_ARGS__), ishmemi_refused_team)
/* A call of it. */
#define ISHMEMI_CALL_TEAM(N, TYPES, PREFIX, ROUTINE, ...)                                        \
    ISHMEMI_COUNT_##N(__VA_ARGS__)(                                                              \
        ISHMEMI_GENERIC_TEAM(TYPES, PREFIX, ROUTINE, ISHMEMI_WORLD_##N(__VA_ARGS__) __VA_ARGS__), \
        #PREFIX "_" #ROUTINE, N, ISHMEMI_FIRST(__VA_ARGS__))                                     \
    (ISHMEMI_WORLD_##N(__VA_ARGS__) __VA_ARGS__)

/* The types of C that have bitwise reductions; the exact-width ones are among them. */
#define ISHMEMI_C_REDUCE_BIT(X, A)                                                               \
    X(int8, signed char, A)                                                                      \
    X(uchar, unsigned char, A)                                                                   \
    X(int16, short, A)                                                                           \
    X(ushort, unsigned short, A)                                                                 \
    ISHMEMI_C_BIT(X, A)

#define ishmem_broadcast(...) ISHMEMI_CALL_TEAM(5, RMA, ishmem, broadcast, __VA_ARGS__)
#define ishmem_collect(...) ISHMEMI_CALL_TEAM(4, RMA, ishmem, collect, __VA_ARGS__)
#define ishmem_fcollect(...) ISHMEMI_CALL_TEAM(4, RMA, ishmem, fcollect, __VA_ARGS__)
#define ishmem_alltoall(...) ISHMEMI_CALL_TEAM(4, RMA, ishmem, alltoall, __VA_ARGS__)
#define ishmem_alltoalls(...) ISHMEMI_CALL_TEAM(6, RMA, ishmem, alltoalls, __VA_ARGS__)
#define ishmem_and_reduce(...) ISHMEMI_CALL_TEAM(4, REDUCE_BIT, ishmem, and_reduce, __VA_ARGS__)
#define ishmem_or_reduce(...) ISHMEMI_CALL_TEAM(4, REDUCE_BIT, ishmem, or_reduce, __VA_ARGS__)
#define ishmem_xor_reduce(...) ISHMEMI_CALL_TEAM(4, REDUCE_BIT, ishmem, xor_reduce, __VA_ARGS__)
#define ishmem_max_reduce(...) ISHMEMI_CALL_TEAM(4, RMA, ishmem, max_reduce, __VA_ARGS__)
#define ishmem_min_reduce(...) ISHMEMI_CALL_TEAM(4, RMA, ishmem, min_reduce, __VA_ARGS__)
#define ishmem_sum_reduce(...) ISHMEMI_CALL_TEAM(4, RMA, ishmem, sum_reduce, __VA_ARGS__)
#define ishmem_prod_reduce(...) ISHMEMI_CALL_TEAM(4, RMA, ishmem, prod_reduce, __VA_ARGS__)
#define ishmemx_and_reduce_scatter(...) \
    ISHMEMI_CALL_TEAM(4, REDUCE_BIT, ishmemx, and_reduce_scatter, __VA_ARGS__)
#define ishmemx_or_reduce_scatter(...) \
    ISHMEMI_CALL_TEAM(4, REDUCE_BIT, ishmemx, or_reduce_scatter, __VA_ARGS__)
#define ishmemx_xor_reduce_scatter(...) \
    ISHMEMI_CALL_TEAM(4, REDUCE_BIT, ishmemx, xor_reduce_scatter, __VA_ARGS__)
#define ishmemx_max_reduce_scatter(...) \
    ISHMEMI_CALL_TEAM(4, RMA, ishmemx, max_reduce_scatter, __VA_ARGS__)
#define ishmemx_min_reduce_scatter(...) \
    ISHMEMI_CALL_TEAM(4, RMA, ishmemx, min_reduce_scatter, __VA_ARGS__)
#define ishmemx_sum_reduce_scatter(...) \
    ISHMEMI_CALL_TEAM(4, RMA, ishmemx, sum_reduce_scatter, __VA_ARGS__)
#define ishmemx_prod_reduce_scatter(...) \
    ISHMEMI_CALL_TEAM(4, RMA, ishmemx, prod_reduce_scatter, __VA_ARGS__)
#define ishmem_sum_inscan(...) ISHMEMI_CALL_TEAM(4, RMA, ishmem, sum_inscan, __VA_ARGS__)
#define ishmem_sum_exscan(...) ISHMEMI_CALL_TEAM(4, RMA, ishmem, sum_exscan, __VA_ARGS__)

#endif
