/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Queue-ordered collectives without a team, in C: as without_team.h has the others, a macro of the
 * routine's name counts the arguments.  And those without a type.
 */
#ifndef ISHMEM_QUEUE_WITHOUT_TEAM_H
#define ISHMEM_QUEUE_WITHOUT_TEAM_H

#include "without_team.h"

/* As in ishmem.h. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC system_header
#endif

#define ISHMEMI_WORLD_9(...)                                                                     \
    ISHMEMI_THIRTEENTH(__VA_ARGS__, , , , , ISHMEMI_WORLD_COMMA, , , , , , , , )
#define ISHMEMI_COUNT_9(...)                                                                     \
    ISHMEMI_THIRTEENTH(__VA_ARGS__, ISHMEMI_NO, ISHMEMI_NO, ISHMEMI_NO, ISHMEMI_YES,             \
                       ISHMEMI_YES, ISHMEMI_NO, ISHMEMI_NO, ISHMEMI_NO, ISHMEMI_NO,              \
                       ISHMEMI_NO, ISHMEMI_NO, ISHMEMI_NO, )
#define ISHMEMI_WORLD_10(...)                                                                    \
    ISHMEMI_THIRTEENTH(__VA_ARGS__, , , , ISHMEMI_WORLD_COMMA, , , , , , , , , )
#define ISHMEMI_COUNT_10(...)                                                                    \
    ISHMEMI_THIRTEENTH(__VA_ARGS__, ISHMEMI_NO, ISHMEMI_NO, ISHMEMI_YES, ISHMEMI_YES,            \
                       ISHMEMI_NO, ISHMEMI_NO, ISHMEMI_NO, ISHMEMI_NO, ISHMEMI_NO,               \
                       ISHMEMI_NO, ISHMEMI_NO, ISHMEMI_NO, )
#define ISHMEMI_WORLD_11(...)                                                                    \
    ISHMEMI_THIRTEENTH(__VA_ARGS__, , , ISHMEMI_WORLD_COMMA, , , , , , , , , , )
#define ISHMEMI_COUNT_11(...)                                                                    \
    ISHMEMI_THIRTEENTH(__VA_ARGS__, ISHMEMI_NO, ISHMEMI_YES, ISHMEMI_YES, ISHMEMI_NO,            \
                       ISHMEMI_NO, ISHMEMI_NO, ISHMEMI_NO, ISHMEMI_NO, ISHMEMI_NO,               \
                       ISHMEMI_NO, ISHMEMI_NO, ISHMEMI_NO, )
#define ISHMEMI_QUEUE_TEAM_9(ROUTINE, ...) \
    ISHMEMI_TEAM(9, ishmemx_##ROUTINE##_on_queue, __VA_ARGS__)
#define ISHMEMI_QUEUE_TEAM_10(ROUTINE, ...) \
    ISHMEMI_TEAM(10, ishmemx_##ROUTINE##_on_queue, __VA_ARGS__)
#define ISHMEMI_QUEUE_TEAM_11(ROUTINE, ...) \
    ISHMEMI_TEAM(11, ishmemx_##ROUTINE##_on_queue, __VA_ARGS__)

/* alltoall. */
#define ishmemx_char_alltoall_on_queue(...) ISHMEMI_QUEUE_TEAM_9(char_alltoall, __VA_ARGS__)
#define ishmemx_schar_alltoall_on_queue(...) ISHMEMI_QUEUE_TEAM_9(schar_alltoall, __VA_ARGS__)
#define ishmemx_short_alltoall_on_queue(...) ISHMEMI_QUEUE_TEAM_9(short_alltoall, __VA_ARGS__)
#define ishmemx_uchar_alltoall_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uchar_alltoall, __VA_ARGS__)
#define ishmemx_ushort_alltoall_on_queue(...) ISHMEMI_QUEUE_TEAM_9(ushort_alltoall, __VA_ARGS__)
#define ishmemx_int8_alltoall_on_queue(...) ISHMEMI_QUEUE_TEAM_9(int8_alltoall, __VA_ARGS__)
#define ishmemx_int16_alltoall_on_queue(...) ISHMEMI_QUEUE_TEAM_9(int16_alltoall, __VA_ARGS__)
#define ishmemx_uint8_alltoall_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uint8_alltoall, __VA_ARGS__)
#define ishmemx_uint16_alltoall_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uint16_alltoall, __VA_ARGS__)
#define ishmemx_float_alltoall_on_queue(...) ISHMEMI_QUEUE_TEAM_9(float_alltoall, __VA_ARGS__)
#define ishmemx_double_alltoall_on_queue(...) ISHMEMI_QUEUE_TEAM_9(double_alltoall, __VA_ARGS__)
#define ishmemx_int_alltoall_on_queue(...) ISHMEMI_QUEUE_TEAM_9(int_alltoall, __VA_ARGS__)
#define ishmemx_long_alltoall_on_queue(...) ISHMEMI_QUEUE_TEAM_9(long_alltoall, __VA_ARGS__)
#define ishmemx_longlong_alltoall_on_queue(...) ISHMEMI_QUEUE_TEAM_9(longlong_alltoall, __VA_ARGS__)
#define ishmemx_uint_alltoall_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uint_alltoall, __VA_ARGS__)
#define ishmemx_ulong_alltoall_on_queue(...) ISHMEMI_QUEUE_TEAM_9(ulong_alltoall, __VA_ARGS__)
#define ishmemx_ulonglong_alltoall_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(ulonglong_alltoall, __VA_ARGS__)
#define ishmemx_int32_alltoall_on_queue(...) ISHMEMI_QUEUE_TEAM_9(int32_alltoall, __VA_ARGS__)
#define ishmemx_int64_alltoall_on_queue(...) ISHMEMI_QUEUE_TEAM_9(int64_alltoall, __VA_ARGS__)
#define ishmemx_uint32_alltoall_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uint32_alltoall, __VA_ARGS__)
#define ishmemx_uint64_alltoall_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uint64_alltoall, __VA_ARGS__)
#define ishmemx_size_alltoall_on_queue(...) ISHMEMI_QUEUE_TEAM_9(size_alltoall, __VA_ARGS__)
#define ishmemx_ptrdiff_alltoall_on_queue(...) ISHMEMI_QUEUE_TEAM_9(ptrdiff_alltoall, __VA_ARGS__)
#define ishmemx_alltoallmem_on_queue(...) ISHMEMI_QUEUE_TEAM_9(alltoallmem, __VA_ARGS__)

/* alltoalls. */
#define ishmemx_char_alltoalls_on_queue(...) ISHMEMI_QUEUE_TEAM_11(char_alltoalls, __VA_ARGS__)
#define ishmemx_schar_alltoalls_on_queue(...) ISHMEMI_QUEUE_TEAM_11(schar_alltoalls, __VA_ARGS__)
#define ishmemx_short_alltoalls_on_queue(...) ISHMEMI_QUEUE_TEAM_11(short_alltoalls, __VA_ARGS__)
#define ishmemx_uchar_alltoalls_on_queue(...) ISHMEMI_QUEUE_TEAM_11(uchar_alltoalls, __VA_ARGS__)
#define ishmemx_ushort_alltoalls_on_queue(...) ISHMEMI_QUEUE_TEAM_11(ushort_alltoalls, __VA_ARGS__)
#define ishmemx_int8_alltoalls_on_queue(...) ISHMEMI_QUEUE_TEAM_11(int8_alltoalls, __VA_ARGS__)
#define ishmemx_int16_alltoalls_on_queue(...) ISHMEMI_QUEUE_TEAM_11(int16_alltoalls, __VA_ARGS__)
#define ishmemx_uint8_alltoalls_on_queue(...) ISHMEMI_QUEUE_TEAM_11(uint8_alltoalls, __VA_ARGS__)
#define ishmemx_uint16_alltoalls_on_queue(...) ISHMEMI_QUEUE_TEAM_11(uint16_alltoalls, __VA_ARGS__)
#define ishmemx_float_alltoalls_on_queue(...) ISHMEMI_QUEUE_TEAM_11(float_alltoalls, __VA_ARGS__)
#define ishmemx_double_alltoalls_on_queue(...) ISHMEMI_QUEUE_TEAM_11(double_alltoalls, __VA_ARGS__)
#define ishmemx_int_alltoalls_on_queue(...) ISHMEMI_QUEUE_TEAM_11(int_alltoalls, __VA_ARGS__)
#define ishmemx_long_alltoalls_on_queue(...) ISHMEMI_QUEUE_TEAM_11(long_alltoalls, __VA_ARGS__)
#define ishmemx_longlong_alltoalls_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_11(longlong_alltoalls, __VA_ARGS__)
#define ishmemx_uint_alltoalls_on_queue(...) ISHMEMI_QUEUE_TEAM_11(uint_alltoalls, __VA_ARGS__)
#define ishmemx_ulong_alltoalls_on_queue(...) ISHMEMI_QUEUE_TEAM_11(ulong_alltoalls, __VA_ARGS__)
#define ishmemx_ulonglong_alltoalls_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_11(ulonglong_alltoalls, __VA_ARGS__)
#define ishmemx_int32_alltoalls_on_queue(...) ISHMEMI_QUEUE_TEAM_11(int32_alltoalls, __VA_ARGS__)
#define ishmemx_int64_alltoalls_on_queue(...) ISHMEMI_QUEUE_TEAM_11(int64_alltoalls, __VA_ARGS__)
#define ishmemx_uint32_alltoalls_on_queue(...) ISHMEMI_QUEUE_TEAM_11(uint32_alltoalls, __VA_ARGS__)
#define ishmemx_uint64_alltoalls_on_queue(...) ISHMEMI_QUEUE_TEAM_11(uint64_alltoalls, __VA_ARGS__)
#define ishmemx_size_alltoalls_on_queue(...) ISHMEMI_QUEUE_TEAM_11(size_alltoalls, __VA_ARGS__)
#define ishmemx_ptrdiff_alltoalls_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_11(ptrdiff_alltoalls, __VA_ARGS__)
#define ishmemx_alltoallsmem_on_queue(...) ISHMEMI_QUEUE_TEAM_11(alltoallsmem, __VA_ARGS__)

/* broadcast. */
#define ishmemx_char_broadcast_on_queue(...) ISHMEMI_QUEUE_TEAM_10(char_broadcast, __VA_ARGS__)
#define ishmemx_schar_broadcast_on_queue(...) ISHMEMI_QUEUE_TEAM_10(schar_broadcast, __VA_ARGS__)
#define ishmemx_short_broadcast_on_queue(...) ISHMEMI_QUEUE_TEAM_10(short_broadcast, __VA_ARGS__)
#define ishmemx_uchar_broadcast_on_queue(...) ISHMEMI_QUEUE_TEAM_10(uchar_broadcast, __VA_ARGS__)
#define ishmemx_ushort_broadcast_on_queue(...) ISHMEMI_QUEUE_TEAM_10(ushort_broadcast, __VA_ARGS__)
#define ishmemx_int8_broadcast_on_queue(...) ISHMEMI_QUEUE_TEAM_10(int8_broadcast, __VA_ARGS__)
#define ishmemx_int16_broadcast_on_queue(...) ISHMEMI_QUEUE_TEAM_10(int16_broadcast, __VA_ARGS__)
#define ishmemx_uint8_broadcast_on_queue(...) ISHMEMI_QUEUE_TEAM_10(uint8_broadcast, __VA_ARGS__)
#define ishmemx_uint16_broadcast_on_queue(...) ISHMEMI_QUEUE_TEAM_10(uint16_broadcast, __VA_ARGS__)
#define ishmemx_float_broadcast_on_queue(...) ISHMEMI_QUEUE_TEAM_10(float_broadcast, __VA_ARGS__)
#define ishmemx_double_broadcast_on_queue(...) ISHMEMI_QUEUE_TEAM_10(double_broadcast, __VA_ARGS__)
#define ishmemx_int_broadcast_on_queue(...) ISHMEMI_QUEUE_TEAM_10(int_broadcast, __VA_ARGS__)
#define ishmemx_long_broadcast_on_queue(...) ISHMEMI_QUEUE_TEAM_10(long_broadcast, __VA_ARGS__)
#define ishmemx_longlong_broadcast_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_10(longlong_broadcast, __VA_ARGS__)
#define ishmemx_uint_broadcast_on_queue(...) ISHMEMI_QUEUE_TEAM_10(uint_broadcast, __VA_ARGS__)
#define ishmemx_ulong_broadcast_on_queue(...) ISHMEMI_QUEUE_TEAM_10(ulong_broadcast, __VA_ARGS__)
#define ishmemx_ulonglong_broadcast_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_10(ulonglong_broadcast, __VA_ARGS__)
#define ishmemx_int32_broadcast_on_queue(...) ISHMEMI_QUEUE_TEAM_10(int32_broadcast, __VA_ARGS__)
#define ishmemx_int64_broadcast_on_queue(...) ISHMEMI_QUEUE_TEAM_10(int64_broadcast, __VA_ARGS__)
#define ishmemx_uint32_broadcast_on_queue(...) ISHMEMI_QUEUE_TEAM_10(uint32_broadcast, __VA_ARGS__)
#define ishmemx_uint64_broadcast_on_queue(...) ISHMEMI_QUEUE_TEAM_10(uint64_broadcast, __VA_ARGS__)
#define ishmemx_size_broadcast_on_queue(...) ISHMEMI_QUEUE_TEAM_10(size_broadcast, __VA_ARGS__)
#define ishmemx_ptrdiff_broadcast_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_10(ptrdiff_broadcast, __VA_ARGS__)
#define ishmemx_broadcastmem_on_queue(...) ISHMEMI_QUEUE_TEAM_10(broadcastmem, __VA_ARGS__)

/* collect. */
#define ishmemx_char_collect_on_queue(...) ISHMEMI_QUEUE_TEAM_9(char_collect, __VA_ARGS__)
#define ishmemx_schar_collect_on_queue(...) ISHMEMI_QUEUE_TEAM_9(schar_collect, __VA_ARGS__)
#define ishmemx_short_collect_on_queue(...) ISHMEMI_QUEUE_TEAM_9(short_collect, __VA_ARGS__)
#define ishmemx_uchar_collect_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uchar_collect, __VA_ARGS__)
#define ishmemx_ushort_collect_on_queue(...) ISHMEMI_QUEUE_TEAM_9(ushort_collect, __VA_ARGS__)
#define ishmemx_int8_collect_on_queue(...) ISHMEMI_QUEUE_TEAM_9(int8_collect, __VA_ARGS__)
#define ishmemx_int16_collect_on_queue(...) ISHMEMI_QUEUE_TEAM_9(int16_collect, __VA_ARGS__)
#define ishmemx_uint8_collect_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uint8_collect, __VA_ARGS__)
#define ishmemx_uint16_collect_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uint16_collect, __VA_ARGS__)
#define ishmemx_float_collect_on_queue(...) ISHMEMI_QUEUE_TEAM_9(float_collect, __VA_ARGS__)
#define ishmemx_double_collect_on_queue(...) ISHMEMI_QUEUE_TEAM_9(double_collect, __VA_ARGS__)
#define ishmemx_int_collect_on_queue(...) ISHMEMI_QUEUE_TEAM_9(int_collect, __VA_ARGS__)
#define ishmemx_long_collect_on_queue(...) ISHMEMI_QUEUE_TEAM_9(long_collect, __VA_ARGS__)
#define ishmemx_longlong_collect_on_queue(...) ISHMEMI_QUEUE_TEAM_9(longlong_collect, __VA_ARGS__)
#define ishmemx_uint_collect_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uint_collect, __VA_ARGS__)
#define ishmemx_ulong_collect_on_queue(...) ISHMEMI_QUEUE_TEAM_9(ulong_collect, __VA_ARGS__)
#define ishmemx_ulonglong_collect_on_queue(...) ISHMEMI_QUEUE_TEAM_9(ulonglong_collect, __VA_ARGS__)
#define ishmemx_int32_collect_on_queue(...) ISHMEMI_QUEUE_TEAM_9(int32_collect, __VA_ARGS__)
#define ishmemx_int64_collect_on_queue(...) ISHMEMI_QUEUE_TEAM_9(int64_collect, __VA_ARGS__)
#define ishmemx_uint32_collect_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uint32_collect, __VA_ARGS__)
#define ishmemx_uint64_collect_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uint64_collect, __VA_ARGS__)
#define ishmemx_size_collect_on_queue(...) ISHMEMI_QUEUE_TEAM_9(size_collect, __VA_ARGS__)
#define ishmemx_ptrdiff_collect_on_queue(...) ISHMEMI_QUEUE_TEAM_9(ptrdiff_collect, __VA_ARGS__)
#define ishmemx_collectmem_on_queue(...) ISHMEMI_QUEUE_TEAM_9(collectmem, __VA_ARGS__)

/* fcollect. */
#define ishmemx_char_fcollect_on_queue(...) ISHMEMI_QUEUE_TEAM_9(char_fcollect, __VA_ARGS__)
#define ishmemx_schar_fcollect_on_queue(...) ISHMEMI_QUEUE_TEAM_9(schar_fcollect, __VA_ARGS__)
#define ishmemx_short_fcollect_on_queue(...) ISHMEMI_QUEUE_TEAM_9(short_fcollect, __VA_ARGS__)
#define ishmemx_uchar_fcollect_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uchar_fcollect, __VA_ARGS__)
#define ishmemx_ushort_fcollect_on_queue(...) ISHMEMI_QUEUE_TEAM_9(ushort_fcollect, __VA_ARGS__)
#define ishmemx_int8_fcollect_on_queue(...) ISHMEMI_QUEUE_TEAM_9(int8_fcollect, __VA_ARGS__)
#define ishmemx_int16_fcollect_on_queue(...) ISHMEMI_QUEUE_TEAM_9(int16_fcollect, __VA_ARGS__)
#define ishmemx_uint8_fcollect_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uint8_fcollect, __VA_ARGS__)
#define ishmemx_uint16_fcollect_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uint16_fcollect, __VA_ARGS__)
#define ishmemx_float_fcollect_on_queue(...) ISHMEMI_QUEUE_TEAM_9(float_fcollect, __VA_ARGS__)
#define ishmemx_double_fcollect_on_queue(...) ISHMEMI_QUEUE_TEAM_9(double_fcollect, __VA_ARGS__)
#define ishmemx_int_fcollect_on_queue(...) ISHMEMI_QUEUE_TEAM_9(int_fcollect, __VA_ARGS__)
#define ishmemx_long_fcollect_on_queue(...) ISHMEMI_QUEUE_TEAM_9(long_fcollect, __VA_ARGS__)
#define ishmemx_longlong_fcollect_on_queue(...) ISHMEMI_QUEUE_TEAM_9(longlong_fcollect, __VA_ARGS__)
#define ishmemx_uint_fcollect_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uint_fcollect, __VA_ARGS__)
#define ishmemx_ulong_fcollect_on_queue(...) ISHMEMI_QUEUE_TEAM_9(ulong_fcollect, __VA_ARGS__)
#define ishmemx_ulonglong_fcollect_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(ulonglong_fcollect, __VA_ARGS__)
#define ishmemx_int32_fcollect_on_queue(...) ISHMEMI_QUEUE_TEAM_9(int32_fcollect, __VA_ARGS__)
#define ishmemx_int64_fcollect_on_queue(...) ISHMEMI_QUEUE_TEAM_9(int64_fcollect, __VA_ARGS__)
#define ishmemx_uint32_fcollect_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uint32_fcollect, __VA_ARGS__)
#define ishmemx_uint64_fcollect_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uint64_fcollect, __VA_ARGS__)
#define ishmemx_size_fcollect_on_queue(...) ISHMEMI_QUEUE_TEAM_9(size_fcollect, __VA_ARGS__)
#define ishmemx_ptrdiff_fcollect_on_queue(...) ISHMEMI_QUEUE_TEAM_9(ptrdiff_fcollect, __VA_ARGS__)
#define ishmemx_fcollectmem_on_queue(...) ISHMEMI_QUEUE_TEAM_9(fcollectmem, __VA_ARGS__)

/* and_reduce. */
#define ishmemx_uchar_and_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uchar_and_reduce, __VA_ARGS__)
#define ishmemx_ushort_and_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(ushort_and_reduce, __VA_ARGS__)
#define ishmemx_uint_and_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uint_and_reduce, __VA_ARGS__)
#define ishmemx_ulong_and_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(ulong_and_reduce, __VA_ARGS__)
#define ishmemx_ulonglong_and_reduce_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(ulonglong_and_reduce, __VA_ARGS__)
#define ishmemx_int8_and_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(int8_and_reduce, __VA_ARGS__)
#define ishmemx_int16_and_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(int16_and_reduce, __VA_ARGS__)
#define ishmemx_int32_and_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(int32_and_reduce, __VA_ARGS__)
#define ishmemx_int64_and_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(int64_and_reduce, __VA_ARGS__)
#define ishmemx_uint8_and_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uint8_and_reduce, __VA_ARGS__)
#define ishmemx_uint16_and_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uint16_and_reduce, __VA_ARGS__)
#define ishmemx_uint32_and_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uint32_and_reduce, __VA_ARGS__)
#define ishmemx_uint64_and_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uint64_and_reduce, __VA_ARGS__)
#define ishmemx_size_and_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(size_and_reduce, __VA_ARGS__)

/* or_reduce. */
#define ishmemx_uchar_or_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uchar_or_reduce, __VA_ARGS__)
#define ishmemx_ushort_or_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(ushort_or_reduce, __VA_ARGS__)
#define ishmemx_uint_or_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uint_or_reduce, __VA_ARGS__)
#define ishmemx_ulong_or_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(ulong_or_reduce, __VA_ARGS__)
#define ishmemx_ulonglong_or_reduce_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(ulonglong_or_reduce, __VA_ARGS__)
#define ishmemx_int8_or_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(int8_or_reduce, __VA_ARGS__)
#define ishmemx_int16_or_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(int16_or_reduce, __VA_ARGS__)
#define ishmemx_int32_or_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(int32_or_reduce, __VA_ARGS__)
#define ishmemx_int64_or_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(int64_or_reduce, __VA_ARGS__)
#define ishmemx_uint8_or_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uint8_or_reduce, __VA_ARGS__)
#define ishmemx_uint16_or_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uint16_or_reduce, __VA_ARGS__)
#define ishmemx_uint32_or_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uint32_or_reduce, __VA_ARGS__)
#define ishmemx_uint64_or_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uint64_or_reduce, __VA_ARGS__)
#define ishmemx_size_or_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(size_or_reduce, __VA_ARGS__)

/* xor_reduce. */
#define ishmemx_uchar_xor_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uchar_xor_reduce, __VA_ARGS__)
#define ishmemx_ushort_xor_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(ushort_xor_reduce, __VA_ARGS__)
#define ishmemx_uint_xor_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uint_xor_reduce, __VA_ARGS__)
#define ishmemx_ulong_xor_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(ulong_xor_reduce, __VA_ARGS__)
#define ishmemx_ulonglong_xor_reduce_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(ulonglong_xor_reduce, __VA_ARGS__)
#define ishmemx_int8_xor_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(int8_xor_reduce, __VA_ARGS__)
#define ishmemx_int16_xor_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(int16_xor_reduce, __VA_ARGS__)
#define ishmemx_int32_xor_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(int32_xor_reduce, __VA_ARGS__)
#define ishmemx_int64_xor_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(int64_xor_reduce, __VA_ARGS__)
#define ishmemx_uint8_xor_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uint8_xor_reduce, __VA_ARGS__)
#define ishmemx_uint16_xor_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uint16_xor_reduce, __VA_ARGS__)
#define ishmemx_uint32_xor_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uint32_xor_reduce, __VA_ARGS__)
#define ishmemx_uint64_xor_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uint64_xor_reduce, __VA_ARGS__)
#define ishmemx_size_xor_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(size_xor_reduce, __VA_ARGS__)

/* and_reduce_scatter. */
#define ishmemx_uchar_and_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(uchar_and_reduce_scatter, __VA_ARGS__)
#define ishmemx_ushort_and_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(ushort_and_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint_and_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(uint_and_reduce_scatter, __VA_ARGS__)
#define ishmemx_ulong_and_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(ulong_and_reduce_scatter, __VA_ARGS__)
#define ishmemx_ulonglong_and_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(ulonglong_and_reduce_scatter, __VA_ARGS__)
#define ishmemx_int8_and_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(int8_and_reduce_scatter, __VA_ARGS__)
#define ishmemx_int16_and_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(int16_and_reduce_scatter, __VA_ARGS__)
#define ishmemx_int32_and_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(int32_and_reduce_scatter, __VA_ARGS__)
#define ishmemx_int64_and_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(int64_and_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint8_and_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(uint8_and_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint16_and_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(uint16_and_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint32_and_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(uint32_and_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint64_and_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(uint64_and_reduce_scatter, __VA_ARGS__)
#define ishmemx_size_and_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(size_and_reduce_scatter, __VA_ARGS__)

/* or_reduce_scatter. */
#define ishmemx_uchar_or_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(uchar_or_reduce_scatter, __VA_ARGS__)
#define ishmemx_ushort_or_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(ushort_or_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint_or_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(uint_or_reduce_scatter, __VA_ARGS__)
#define ishmemx_ulong_or_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(ulong_or_reduce_scatter, __VA_ARGS__)
#define ishmemx_ulonglong_or_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(ulonglong_or_reduce_scatter, __VA_ARGS__)
#define ishmemx_int8_or_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(int8_or_reduce_scatter, __VA_ARGS__)
#define ishmemx_int16_or_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(int16_or_reduce_scatter, __VA_ARGS__)
#define ishmemx_int32_or_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(int32_or_reduce_scatter, __VA_ARGS__)
#define ishmemx_int64_or_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(int64_or_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint8_or_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(uint8_or_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint16_or_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(uint16_or_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint32_or_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(uint32_or_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint64_or_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(uint64_or_reduce_scatter, __VA_ARGS__)
#define ishmemx_size_or_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(size_or_reduce_scatter, __VA_ARGS__)

/* xor_reduce_scatter. */
#define ishmemx_uchar_xor_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(uchar_xor_reduce_scatter, __VA_ARGS__)
#define ishmemx_ushort_xor_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(ushort_xor_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint_xor_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(uint_xor_reduce_scatter, __VA_ARGS__)
#define ishmemx_ulong_xor_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(ulong_xor_reduce_scatter, __VA_ARGS__)
#define ishmemx_ulonglong_xor_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(ulonglong_xor_reduce_scatter, __VA_ARGS__)
#define ishmemx_int8_xor_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(int8_xor_reduce_scatter, __VA_ARGS__)
#define ishmemx_int16_xor_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(int16_xor_reduce_scatter, __VA_ARGS__)
#define ishmemx_int32_xor_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(int32_xor_reduce_scatter, __VA_ARGS__)
#define ishmemx_int64_xor_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(int64_xor_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint8_xor_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(uint8_xor_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint16_xor_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(uint16_xor_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint32_xor_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(uint32_xor_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint64_xor_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(uint64_xor_reduce_scatter, __VA_ARGS__)
#define ishmemx_size_xor_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(size_xor_reduce_scatter, __VA_ARGS__)

/* max_reduce. */
#define ishmemx_char_max_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(char_max_reduce, __VA_ARGS__)
#define ishmemx_schar_max_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(schar_max_reduce, __VA_ARGS__)
#define ishmemx_short_max_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(short_max_reduce, __VA_ARGS__)
#define ishmemx_uchar_max_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uchar_max_reduce, __VA_ARGS__)
#define ishmemx_ushort_max_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(ushort_max_reduce, __VA_ARGS__)
#define ishmemx_int8_max_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(int8_max_reduce, __VA_ARGS__)
#define ishmemx_int16_max_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(int16_max_reduce, __VA_ARGS__)
#define ishmemx_uint8_max_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uint8_max_reduce, __VA_ARGS__)
#define ishmemx_uint16_max_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uint16_max_reduce, __VA_ARGS__)
#define ishmemx_float_max_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(float_max_reduce, __VA_ARGS__)
#define ishmemx_double_max_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(double_max_reduce, __VA_ARGS__)
#define ishmemx_int_max_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(int_max_reduce, __VA_ARGS__)
#define ishmemx_long_max_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(long_max_reduce, __VA_ARGS__)
#define ishmemx_longlong_max_reduce_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(longlong_max_reduce, __VA_ARGS__)
#define ishmemx_uint_max_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uint_max_reduce, __VA_ARGS__)
#define ishmemx_ulong_max_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(ulong_max_reduce, __VA_ARGS__)
#define ishmemx_ulonglong_max_reduce_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(ulonglong_max_reduce, __VA_ARGS__)
#define ishmemx_int32_max_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(int32_max_reduce, __VA_ARGS__)
#define ishmemx_int64_max_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(int64_max_reduce, __VA_ARGS__)
#define ishmemx_uint32_max_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uint32_max_reduce, __VA_ARGS__)
#define ishmemx_uint64_max_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uint64_max_reduce, __VA_ARGS__)
#define ishmemx_size_max_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(size_max_reduce, __VA_ARGS__)
#define ishmemx_ptrdiff_max_reduce_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(ptrdiff_max_reduce, __VA_ARGS__)
#define ishmemx_float16_max_reduce_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(float16_max_reduce, __VA_ARGS__)
#define ishmemx_bfloat16_max_reduce_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(bfloat16_max_reduce, __VA_ARGS__)

/* min_reduce. */
#define ishmemx_char_min_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(char_min_reduce, __VA_ARGS__)
#define ishmemx_schar_min_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(schar_min_reduce, __VA_ARGS__)
#define ishmemx_short_min_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(short_min_reduce, __VA_ARGS__)
#define ishmemx_uchar_min_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uchar_min_reduce, __VA_ARGS__)
#define ishmemx_ushort_min_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(ushort_min_reduce, __VA_ARGS__)
#define ishmemx_int8_min_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(int8_min_reduce, __VA_ARGS__)
#define ishmemx_int16_min_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(int16_min_reduce, __VA_ARGS__)
#define ishmemx_uint8_min_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uint8_min_reduce, __VA_ARGS__)
#define ishmemx_uint16_min_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uint16_min_reduce, __VA_ARGS__)
#define ishmemx_float_min_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(float_min_reduce, __VA_ARGS__)
#define ishmemx_double_min_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(double_min_reduce, __VA_ARGS__)
#define ishmemx_int_min_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(int_min_reduce, __VA_ARGS__)
#define ishmemx_long_min_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(long_min_reduce, __VA_ARGS__)
#define ishmemx_longlong_min_reduce_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(longlong_min_reduce, __VA_ARGS__)
#define ishmemx_uint_min_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uint_min_reduce, __VA_ARGS__)
#define ishmemx_ulong_min_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(ulong_min_reduce, __VA_ARGS__)
#define ishmemx_ulonglong_min_reduce_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(ulonglong_min_reduce, __VA_ARGS__)
#define ishmemx_int32_min_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(int32_min_reduce, __VA_ARGS__)
#define ishmemx_int64_min_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(int64_min_reduce, __VA_ARGS__)
#define ishmemx_uint32_min_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uint32_min_reduce, __VA_ARGS__)
#define ishmemx_uint64_min_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uint64_min_reduce, __VA_ARGS__)
#define ishmemx_size_min_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(size_min_reduce, __VA_ARGS__)
#define ishmemx_ptrdiff_min_reduce_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(ptrdiff_min_reduce, __VA_ARGS__)
#define ishmemx_float16_min_reduce_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(float16_min_reduce, __VA_ARGS__)
#define ishmemx_bfloat16_min_reduce_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(bfloat16_min_reduce, __VA_ARGS__)

/* sum_reduce. */
#define ishmemx_char_sum_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(char_sum_reduce, __VA_ARGS__)
#define ishmemx_schar_sum_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(schar_sum_reduce, __VA_ARGS__)
#define ishmemx_short_sum_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(short_sum_reduce, __VA_ARGS__)
#define ishmemx_uchar_sum_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uchar_sum_reduce, __VA_ARGS__)
#define ishmemx_ushort_sum_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(ushort_sum_reduce, __VA_ARGS__)
#define ishmemx_int8_sum_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(int8_sum_reduce, __VA_ARGS__)
#define ishmemx_int16_sum_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(int16_sum_reduce, __VA_ARGS__)
#define ishmemx_uint8_sum_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uint8_sum_reduce, __VA_ARGS__)
#define ishmemx_uint16_sum_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uint16_sum_reduce, __VA_ARGS__)
#define ishmemx_float_sum_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(float_sum_reduce, __VA_ARGS__)
#define ishmemx_double_sum_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(double_sum_reduce, __VA_ARGS__)
#define ishmemx_int_sum_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(int_sum_reduce, __VA_ARGS__)
#define ishmemx_long_sum_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(long_sum_reduce, __VA_ARGS__)
#define ishmemx_longlong_sum_reduce_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(longlong_sum_reduce, __VA_ARGS__)
#define ishmemx_uint_sum_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uint_sum_reduce, __VA_ARGS__)
#define ishmemx_ulong_sum_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(ulong_sum_reduce, __VA_ARGS__)
#define ishmemx_ulonglong_sum_reduce_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(ulonglong_sum_reduce, __VA_ARGS__)
#define ishmemx_int32_sum_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(int32_sum_reduce, __VA_ARGS__)
#define ishmemx_int64_sum_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(int64_sum_reduce, __VA_ARGS__)
#define ishmemx_uint32_sum_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uint32_sum_reduce, __VA_ARGS__)
#define ishmemx_uint64_sum_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uint64_sum_reduce, __VA_ARGS__)
#define ishmemx_size_sum_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(size_sum_reduce, __VA_ARGS__)
#define ishmemx_ptrdiff_sum_reduce_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(ptrdiff_sum_reduce, __VA_ARGS__)
#define ishmemx_float16_sum_reduce_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(float16_sum_reduce, __VA_ARGS__)
#define ishmemx_bfloat16_sum_reduce_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(bfloat16_sum_reduce, __VA_ARGS__)

/* prod_reduce. */
#define ishmemx_char_prod_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(char_prod_reduce, __VA_ARGS__)
#define ishmemx_schar_prod_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(schar_prod_reduce, __VA_ARGS__)
#define ishmemx_short_prod_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(short_prod_reduce, __VA_ARGS__)
#define ishmemx_uchar_prod_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uchar_prod_reduce, __VA_ARGS__)
#define ishmemx_ushort_prod_reduce_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(ushort_prod_reduce, __VA_ARGS__)
#define ishmemx_int8_prod_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(int8_prod_reduce, __VA_ARGS__)
#define ishmemx_int16_prod_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(int16_prod_reduce, __VA_ARGS__)
#define ishmemx_uint8_prod_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uint8_prod_reduce, __VA_ARGS__)
#define ishmemx_uint16_prod_reduce_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(uint16_prod_reduce, __VA_ARGS__)
#define ishmemx_float_prod_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(float_prod_reduce, __VA_ARGS__)
#define ishmemx_double_prod_reduce_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(double_prod_reduce, __VA_ARGS__)
#define ishmemx_int_prod_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(int_prod_reduce, __VA_ARGS__)
#define ishmemx_long_prod_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(long_prod_reduce, __VA_ARGS__)
#define ishmemx_longlong_prod_reduce_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(longlong_prod_reduce, __VA_ARGS__)
#define ishmemx_uint_prod_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uint_prod_reduce, __VA_ARGS__)
#define ishmemx_ulong_prod_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(ulong_prod_reduce, __VA_ARGS__)
#define ishmemx_ulonglong_prod_reduce_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(ulonglong_prod_reduce, __VA_ARGS__)
#define ishmemx_int32_prod_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(int32_prod_reduce, __VA_ARGS__)
#define ishmemx_int64_prod_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(int64_prod_reduce, __VA_ARGS__)
#define ishmemx_uint32_prod_reduce_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(uint32_prod_reduce, __VA_ARGS__)
#define ishmemx_uint64_prod_reduce_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(uint64_prod_reduce, __VA_ARGS__)
#define ishmemx_size_prod_reduce_on_queue(...) ISHMEMI_QUEUE_TEAM_9(size_prod_reduce, __VA_ARGS__)
#define ishmemx_ptrdiff_prod_reduce_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(ptrdiff_prod_reduce, __VA_ARGS__)

/* max_reduce_scatter. */
#define ishmemx_char_max_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(char_max_reduce_scatter, __VA_ARGS__)
#define ishmemx_schar_max_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(schar_max_reduce_scatter, __VA_ARGS__)
#define ishmemx_short_max_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(short_max_reduce_scatter, __VA_ARGS__)
#define ishmemx_uchar_max_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(uchar_max_reduce_scatter, __VA_ARGS__)
#define ishmemx_ushort_max_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(ushort_max_reduce_scatter, __VA_ARGS__)
#define ishmemx_int8_max_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(int8_max_reduce_scatter, __VA_ARGS__)
#define ishmemx_int16_max_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(int16_max_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint8_max_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(uint8_max_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint16_max_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(uint16_max_reduce_scatter, __VA_ARGS__)
#define ishmemx_float_max_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(float_max_reduce_scatter, __VA_ARGS__)
#define ishmemx_double_max_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(double_max_reduce_scatter, __VA_ARGS__)
#define ishmemx_int_max_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(int_max_reduce_scatter, __VA_ARGS__)
#define ishmemx_long_max_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(long_max_reduce_scatter, __VA_ARGS__)
#define ishmemx_longlong_max_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(longlong_max_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint_max_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(uint_max_reduce_scatter, __VA_ARGS__)
#define ishmemx_ulong_max_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(ulong_max_reduce_scatter, __VA_ARGS__)
#define ishmemx_ulonglong_max_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(ulonglong_max_reduce_scatter, __VA_ARGS__)
#define ishmemx_int32_max_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(int32_max_reduce_scatter, __VA_ARGS__)
#define ishmemx_int64_max_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(int64_max_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint32_max_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(uint32_max_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint64_max_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(uint64_max_reduce_scatter, __VA_ARGS__)
#define ishmemx_size_max_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(size_max_reduce_scatter, __VA_ARGS__)
#define ishmemx_ptrdiff_max_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(ptrdiff_max_reduce_scatter, __VA_ARGS__)

/* min_reduce_scatter. */
#define ishmemx_char_min_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(char_min_reduce_scatter, __VA_ARGS__)
#define ishmemx_schar_min_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(schar_min_reduce_scatter, __VA_ARGS__)
#define ishmemx_short_min_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(short_min_reduce_scatter, __VA_ARGS__)
#define ishmemx_uchar_min_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(uchar_min_reduce_scatter, __VA_ARGS__)
#define ishmemx_ushort_min_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(ushort_min_reduce_scatter, __VA_ARGS__)
#define ishmemx_int8_min_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(int8_min_reduce_scatter, __VA_ARGS__)
#define ishmemx_int16_min_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(int16_min_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint8_min_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(uint8_min_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint16_min_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(uint16_min_reduce_scatter, __VA_ARGS__)
#define ishmemx_float_min_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(float_min_reduce_scatter, __VA_ARGS__)
#define ishmemx_double_min_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(double_min_reduce_scatter, __VA_ARGS__)
#define ishmemx_int_min_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(int_min_reduce_scatter, __VA_ARGS__)
#define ishmemx_long_min_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(long_min_reduce_scatter, __VA_ARGS__)
#define ishmemx_longlong_min_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(longlong_min_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint_min_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(uint_min_reduce_scatter, __VA_ARGS__)
#define ishmemx_ulong_min_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(ulong_min_reduce_scatter, __VA_ARGS__)
#define ishmemx_ulonglong_min_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(ulonglong_min_reduce_scatter, __VA_ARGS__)
#define ishmemx_int32_min_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(int32_min_reduce_scatter, __VA_ARGS__)
#define ishmemx_int64_min_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(int64_min_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint32_min_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(uint32_min_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint64_min_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(uint64_min_reduce_scatter, __VA_ARGS__)
#define ishmemx_size_min_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(size_min_reduce_scatter, __VA_ARGS__)
#define ishmemx_ptrdiff_min_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(ptrdiff_min_reduce_scatter, __VA_ARGS__)

/* sum_reduce_scatter. */
#define ishmemx_char_sum_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(char_sum_reduce_scatter, __VA_ARGS__)
#define ishmemx_schar_sum_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(schar_sum_reduce_scatter, __VA_ARGS__)
#define ishmemx_short_sum_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(short_sum_reduce_scatter, __VA_ARGS__)
#define ishmemx_uchar_sum_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(uchar_sum_reduce_scatter, __VA_ARGS__)
#define ishmemx_ushort_sum_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(ushort_sum_reduce_scatter, __VA_ARGS__)
#define ishmemx_int8_sum_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(int8_sum_reduce_scatter, __VA_ARGS__)
#define ishmemx_int16_sum_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(int16_sum_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint8_sum_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(uint8_sum_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint16_sum_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(uint16_sum_reduce_scatter, __VA_ARGS__)
#define ishmemx_float_sum_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(float_sum_reduce_scatter, __VA_ARGS__)
#define ishmemx_double_sum_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(double_sum_reduce_scatter, __VA_ARGS__)
#define ishmemx_int_sum_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(int_sum_reduce_scatter, __VA_ARGS__)
#define ishmemx_long_sum_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(long_sum_reduce_scatter, __VA_ARGS__)
#define ishmemx_longlong_sum_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(longlong_sum_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint_sum_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(uint_sum_reduce_scatter, __VA_ARGS__)
#define ishmemx_ulong_sum_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(ulong_sum_reduce_scatter, __VA_ARGS__)
#define ishmemx_ulonglong_sum_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(ulonglong_sum_reduce_scatter, __VA_ARGS__)
#define ishmemx_int32_sum_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(int32_sum_reduce_scatter, __VA_ARGS__)
#define ishmemx_int64_sum_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(int64_sum_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint32_sum_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(uint32_sum_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint64_sum_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(uint64_sum_reduce_scatter, __VA_ARGS__)
#define ishmemx_size_sum_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(size_sum_reduce_scatter, __VA_ARGS__)
#define ishmemx_ptrdiff_sum_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(ptrdiff_sum_reduce_scatter, __VA_ARGS__)

/* prod_reduce_scatter. */
#define ishmemx_char_prod_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(char_prod_reduce_scatter, __VA_ARGS__)
#define ishmemx_schar_prod_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(schar_prod_reduce_scatter, __VA_ARGS__)
#define ishmemx_short_prod_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(short_prod_reduce_scatter, __VA_ARGS__)
#define ishmemx_uchar_prod_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(uchar_prod_reduce_scatter, __VA_ARGS__)
#define ishmemx_ushort_prod_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(ushort_prod_reduce_scatter, __VA_ARGS__)
#define ishmemx_int8_prod_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(int8_prod_reduce_scatter, __VA_ARGS__)
#define ishmemx_int16_prod_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(int16_prod_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint8_prod_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(uint8_prod_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint16_prod_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(uint16_prod_reduce_scatter, __VA_ARGS__)
#define ishmemx_float_prod_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(float_prod_reduce_scatter, __VA_ARGS__)
#define ishmemx_double_prod_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(double_prod_reduce_scatter, __VA_ARGS__)
#define ishmemx_int_prod_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(int_prod_reduce_scatter, __VA_ARGS__)
#define ishmemx_long_prod_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(long_prod_reduce_scatter, __VA_ARGS__)
#define ishmemx_longlong_prod_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(longlong_prod_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint_prod_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(uint_prod_reduce_scatter, __VA_ARGS__)
#define ishmemx_ulong_prod_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(ulong_prod_reduce_scatter, __VA_ARGS__)
#define ishmemx_ulonglong_prod_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(ulonglong_prod_reduce_scatter, __VA_ARGS__)
#define ishmemx_int32_prod_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(int32_prod_reduce_scatter, __VA_ARGS__)
#define ishmemx_int64_prod_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(int64_prod_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint32_prod_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(uint32_prod_reduce_scatter, __VA_ARGS__)
#define ishmemx_uint64_prod_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(uint64_prod_reduce_scatter, __VA_ARGS__)
#define ishmemx_size_prod_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(size_prod_reduce_scatter, __VA_ARGS__)
#define ishmemx_ptrdiff_prod_reduce_scatter_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(ptrdiff_prod_reduce_scatter, __VA_ARGS__)

/* sum_inscan. */
#define ishmemx_char_sum_inscan_on_queue(...) ISHMEMI_QUEUE_TEAM_9(char_sum_inscan, __VA_ARGS__)
#define ishmemx_schar_sum_inscan_on_queue(...) ISHMEMI_QUEUE_TEAM_9(schar_sum_inscan, __VA_ARGS__)
#define ishmemx_short_sum_inscan_on_queue(...) ISHMEMI_QUEUE_TEAM_9(short_sum_inscan, __VA_ARGS__)
#define ishmemx_uchar_sum_inscan_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uchar_sum_inscan, __VA_ARGS__)
#define ishmemx_ushort_sum_inscan_on_queue(...) ISHMEMI_QUEUE_TEAM_9(ushort_sum_inscan, __VA_ARGS__)
#define ishmemx_int8_sum_inscan_on_queue(...) ISHMEMI_QUEUE_TEAM_9(int8_sum_inscan, __VA_ARGS__)
#define ishmemx_int16_sum_inscan_on_queue(...) ISHMEMI_QUEUE_TEAM_9(int16_sum_inscan, __VA_ARGS__)
#define ishmemx_uint8_sum_inscan_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uint8_sum_inscan, __VA_ARGS__)
#define ishmemx_uint16_sum_inscan_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uint16_sum_inscan, __VA_ARGS__)
#define ishmemx_float_sum_inscan_on_queue(...) ISHMEMI_QUEUE_TEAM_9(float_sum_inscan, __VA_ARGS__)
#define ishmemx_double_sum_inscan_on_queue(...) ISHMEMI_QUEUE_TEAM_9(double_sum_inscan, __VA_ARGS__)
#define ishmemx_int_sum_inscan_on_queue(...) ISHMEMI_QUEUE_TEAM_9(int_sum_inscan, __VA_ARGS__)
#define ishmemx_long_sum_inscan_on_queue(...) ISHMEMI_QUEUE_TEAM_9(long_sum_inscan, __VA_ARGS__)
#define ishmemx_longlong_sum_inscan_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(longlong_sum_inscan, __VA_ARGS__)
#define ishmemx_uint_sum_inscan_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uint_sum_inscan, __VA_ARGS__)
#define ishmemx_ulong_sum_inscan_on_queue(...) ISHMEMI_QUEUE_TEAM_9(ulong_sum_inscan, __VA_ARGS__)
#define ishmemx_ulonglong_sum_inscan_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(ulonglong_sum_inscan, __VA_ARGS__)
#define ishmemx_int32_sum_inscan_on_queue(...) ISHMEMI_QUEUE_TEAM_9(int32_sum_inscan, __VA_ARGS__)
#define ishmemx_int64_sum_inscan_on_queue(...) ISHMEMI_QUEUE_TEAM_9(int64_sum_inscan, __VA_ARGS__)
#define ishmemx_uint32_sum_inscan_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uint32_sum_inscan, __VA_ARGS__)
#define ishmemx_uint64_sum_inscan_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uint64_sum_inscan, __VA_ARGS__)
#define ishmemx_size_sum_inscan_on_queue(...) ISHMEMI_QUEUE_TEAM_9(size_sum_inscan, __VA_ARGS__)
#define ishmemx_ptrdiff_sum_inscan_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(ptrdiff_sum_inscan, __VA_ARGS__)

/* sum_exscan. */
#define ishmemx_char_sum_exscan_on_queue(...) ISHMEMI_QUEUE_TEAM_9(char_sum_exscan, __VA_ARGS__)
#define ishmemx_schar_sum_exscan_on_queue(...) ISHMEMI_QUEUE_TEAM_9(schar_sum_exscan, __VA_ARGS__)
#define ishmemx_short_sum_exscan_on_queue(...) ISHMEMI_QUEUE_TEAM_9(short_sum_exscan, __VA_ARGS__)
#define ishmemx_uchar_sum_exscan_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uchar_sum_exscan, __VA_ARGS__)
#define ishmemx_ushort_sum_exscan_on_queue(...) ISHMEMI_QUEUE_TEAM_9(ushort_sum_exscan, __VA_ARGS__)
#define ishmemx_int8_sum_exscan_on_queue(...) ISHMEMI_QUEUE_TEAM_9(int8_sum_exscan, __VA_ARGS__)
#define ishmemx_int16_sum_exscan_on_queue(...) ISHMEMI_QUEUE_TEAM_9(int16_sum_exscan, __VA_ARGS__)
#define ishmemx_uint8_sum_exscan_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uint8_sum_exscan, __VA_ARGS__)
#define ishmemx_uint16_sum_exscan_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uint16_sum_exscan, __VA_ARGS__)
#define ishmemx_float_sum_exscan_on_queue(...) ISHMEMI_QUEUE_TEAM_9(float_sum_exscan, __VA_ARGS__)
#define ishmemx_double_sum_exscan_on_queue(...) ISHMEMI_QUEUE_TEAM_9(double_sum_exscan, __VA_ARGS__)
#define ishmemx_int_sum_exscan_on_queue(...) ISHMEMI_QUEUE_TEAM_9(int_sum_exscan, __VA_ARGS__)
#define ishmemx_long_sum_exscan_on_queue(...) ISHMEMI_QUEUE_TEAM_9(long_sum_exscan, __VA_ARGS__)
#define ishmemx_longlong_sum_exscan_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(longlong_sum_exscan, __VA_ARGS__)
#define ishmemx_uint_sum_exscan_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uint_sum_exscan, __VA_ARGS__)
#define ishmemx_ulong_sum_exscan_on_queue(...) ISHMEMI_QUEUE_TEAM_9(ulong_sum_exscan, __VA_ARGS__)
#define ishmemx_ulonglong_sum_exscan_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(ulonglong_sum_exscan, __VA_ARGS__)
#define ishmemx_int32_sum_exscan_on_queue(...) ISHMEMI_QUEUE_TEAM_9(int32_sum_exscan, __VA_ARGS__)
#define ishmemx_int64_sum_exscan_on_queue(...) ISHMEMI_QUEUE_TEAM_9(int64_sum_exscan, __VA_ARGS__)
#define ishmemx_uint32_sum_exscan_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uint32_sum_exscan, __VA_ARGS__)
#define ishmemx_uint64_sum_exscan_on_queue(...) ISHMEMI_QUEUE_TEAM_9(uint64_sum_exscan, __VA_ARGS__)
#define ishmemx_size_sum_exscan_on_queue(...) ISHMEMI_QUEUE_TEAM_9(size_sum_exscan, __VA_ARGS__)
#define ishmemx_ptrdiff_sum_exscan_on_queue(...) \
    ISHMEMI_QUEUE_TEAM_9(ptrdiff_sum_exscan, __VA_ARGS__)

/* ---- Without a type --------------------------------------------------------------------- */

#define ishmemx_alltoall_on_queue(...) \
    ISHMEMI_CALL_TEAM(9, RMA, ishmemx, alltoall_on_queue, __VA_ARGS__)
#define ishmemx_alltoalls_on_queue(...) \
    ISHMEMI_CALL_TEAM(11, RMA, ishmemx, alltoalls_on_queue, __VA_ARGS__)
#define ishmemx_broadcast_on_queue(...) \
    ISHMEMI_CALL_TEAM(10, RMA, ishmemx, broadcast_on_queue, __VA_ARGS__)
#define ishmemx_collect_on_queue(...) \
    ISHMEMI_CALL_TEAM(9, RMA, ishmemx, collect_on_queue, __VA_ARGS__)
#define ishmemx_fcollect_on_queue(...) \
    ISHMEMI_CALL_TEAM(9, RMA, ishmemx, fcollect_on_queue, __VA_ARGS__)
#define ishmemx_and_reduce_on_queue(...) \
    ISHMEMI_CALL_TEAM(9, REDUCE_BIT, ishmemx, and_reduce_on_queue, __VA_ARGS__)
#define ishmemx_or_reduce_on_queue(...) \
    ISHMEMI_CALL_TEAM(9, REDUCE_BIT, ishmemx, or_reduce_on_queue, __VA_ARGS__)
#define ishmemx_xor_reduce_on_queue(...) \
    ISHMEMI_CALL_TEAM(9, REDUCE_BIT, ishmemx, xor_reduce_on_queue, __VA_ARGS__)
#define ishmemx_and_reduce_scatter_on_queue(...) \
    ISHMEMI_CALL_TEAM(9, REDUCE_BIT, ishmemx, and_reduce_scatter_on_queue, __VA_ARGS__)
#define ishmemx_or_reduce_scatter_on_queue(...) \
    ISHMEMI_CALL_TEAM(9, REDUCE_BIT, ishmemx, or_reduce_scatter_on_queue, __VA_ARGS__)
#define ishmemx_xor_reduce_scatter_on_queue(...) \
    ISHMEMI_CALL_TEAM(9, REDUCE_BIT, ishmemx, xor_reduce_scatter_on_queue, __VA_ARGS__)
#define ishmemx_max_reduce_on_queue(...) \
    ISHMEMI_CALL_TEAM(9, RMA, ishmemx, max_reduce_on_queue, __VA_ARGS__)
#define ishmemx_min_reduce_on_queue(...) \
    ISHMEMI_CALL_TEAM(9, RMA, ishmemx, min_reduce_on_queue, __VA_ARGS__)
#define ishmemx_sum_reduce_on_queue(...) \
    ISHMEMI_CALL_TEAM(9, RMA, ishmemx, sum_reduce_on_queue, __VA_ARGS__)
#define ishmemx_prod_reduce_on_queue(...) \
    ISHMEMI_CALL_TEAM(9, RMA, ishmemx, prod_reduce_on_queue, __VA_ARGS__)
#define ishmemx_max_reduce_scatter_on_queue(...) \
    ISHMEMI_CALL_TEAM(9, RMA, ishmemx, max_reduce_scatter_on_queue, __VA_ARGS__)
#define ishmemx_min_reduce_scatter_on_queue(...) \
    ISHMEMI_CALL_TEAM(9, RMA, ishmemx, min_reduce_scatter_on_queue, __VA_ARGS__)
#define ishmemx_sum_reduce_scatter_on_queue(...) \
    ISHMEMI_CALL_TEAM(9, RMA, ishmemx, sum_reduce_scatter_on_queue, __VA_ARGS__)
#define ishmemx_prod_reduce_scatter_on_queue(...) \
    ISHMEMI_CALL_TEAM(9, RMA, ishmemx, prod_reduce_scatter_on_queue, __VA_ARGS__)
#define ishmemx_sum_inscan_on_queue(...) \
    ISHMEMI_CALL_TEAM(9, RMA, ishmemx, sum_inscan_on_queue, __VA_ARGS__)
#define ishmemx_sum_exscan_on_queue(...) \
    ISHMEMI_CALL_TEAM(9, RMA, ishmemx, sum_exscan_on_queue, __VA_ARGS__)

#endif
