/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * OpenSHMEM 1.6 by libishmem, in C99 and C++11, with the names that versions 1.0 to 1.5 had.  Names without
 * a type need C11 or C++.  Compile with ishmem-oshcc, or with what pkg-config says for ishmem-openshmem.
 *
 * shmem_NAME does what ishmem_NAME does: see ishmem.h and the reference.  A program may call both.  The
 * declarations are in ishmem/openshmem/routines.h.
 */
#ifndef SHMEM_H
#define SHMEM_H

/* As in ishmem.h. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC system_header
#endif

#if defined(__cplusplus) ? __cplusplus < 201103L : __STDC_VERSION__ + 0 < 199901L
#error "shmem.h needs C99 or C++11: compile with -std=c11 or -std=c++17"
#else

#include "ishmem/types.h"
#include <stddef.h>
#include <stdint.h>

/* ---- Constants ----------------------------------------------------------------------------- */

#define SHMEM_MAJOR_VERSION 1
#define SHMEM_MINOR_VERSION 6
/* Not of the specification, but programs for Open MPI compare it: major * 10000 + minor * 100. */
#define OSHMEM_SPEC_VERSION 10600
#define SHMEM_MAX_NAME_LEN ISHMEM_MAX_NAME_LEN
#define SHMEM_VENDOR_STRING ISHMEM_VENDOR_STRING

#define SHMEM_THREAD_SINGLE ISHMEM_THREAD_SINGLE
#define SHMEM_THREAD_FUNNELED ISHMEM_THREAD_FUNNELED
#define SHMEM_THREAD_SERIALIZED ISHMEM_THREAD_SERIALIZED
#define SHMEM_THREAD_MULTIPLE ISHMEM_THREAD_MULTIPLE

#define SHMEM_CMP_EQ ISHMEM_CMP_EQ
#define SHMEM_CMP_NE ISHMEM_CMP_NE
#define SHMEM_CMP_GT ISHMEM_CMP_GT
#define SHMEM_CMP_GE ISHMEM_CMP_GE
#define SHMEM_CMP_LT ISHMEM_CMP_LT
#define SHMEM_CMP_LE ISHMEM_CMP_LE

#define SHMEM_SIGNAL_SET ISHMEM_SIGNAL_SET
#define SHMEM_SIGNAL_ADD ISHMEM_SIGNAL_ADD

#define SHMEM_MALLOC_ATOMICS_REMOTE ISHMEM_MALLOC_ATOMICS_REMOTE
#define SHMEM_MALLOC_SIGNAL_REMOTE ISHMEM_MALLOC_SIGNAL_REMOTE

/* Options and hints of contexts. */
#define SHMEM_CTX_SERIALIZED ISHMEM_CTX_SERIALIZED
#define SHMEM_CTX_PRIVATE ISHMEM_CTX_PRIVATE
#define SHMEM_CTX_NOSTORE ISHMEM_CTX_NOSTORE
#define SHMEM_CTX_SESSION_BATCH ISHMEM_CTX_SESSION_BATCH
#define SHMEM_CTX_SESSION_TOTAL_OPS ISHMEM_CTX_SESSION_TOTAL_OPS

#define SHMEM_TEAM_NUM_CONTEXTS ISHMEM_TEAM_NUM_CONTEXTS

/* Deprecated: sizes and contents of the work arrays of active sets, which this library does not use. */
#define SHMEM_SYNC_VALUE 0L
#define SHMEM_SYNC_SIZE 1
#define SHMEM_BARRIER_SYNC_SIZE SHMEM_SYNC_SIZE
#define SHMEM_BCAST_SYNC_SIZE SHMEM_SYNC_SIZE
#define SHMEM_COLLECT_SYNC_SIZE SHMEM_SYNC_SIZE
#define SHMEM_REDUCE_SYNC_SIZE SHMEM_SYNC_SIZE
#define SHMEM_ALLTOALL_SYNC_SIZE SHMEM_SYNC_SIZE
#define SHMEM_ALLTOALLS_SYNC_SIZE SHMEM_SYNC_SIZE
#define SHMEM_REDUCE_MIN_WRKDATA_SIZE 1

/* Deprecated: the same with an underscore. */
#define _SHMEM_MAJOR_VERSION SHMEM_MAJOR_VERSION
#define _SHMEM_MINOR_VERSION SHMEM_MINOR_VERSION
#define _SHMEM_MAX_NAME_LEN SHMEM_MAX_NAME_LEN
#define _SHMEM_VENDOR_STRING SHMEM_VENDOR_STRING
#define _SHMEM_CMP_EQ SHMEM_CMP_EQ
#define _SHMEM_CMP_NE SHMEM_CMP_NE
#define _SHMEM_CMP_GT SHMEM_CMP_GT
#define _SHMEM_CMP_GE SHMEM_CMP_GE
#define _SHMEM_CMP_LT SHMEM_CMP_LT
#define _SHMEM_CMP_LE SHMEM_CMP_LE
#define _SHMEM_SYNC_VALUE SHMEM_SYNC_VALUE
#define _SHMEM_BARRIER_SYNC_SIZE SHMEM_BARRIER_SYNC_SIZE
#define _SHMEM_BCAST_SYNC_SIZE SHMEM_BCAST_SYNC_SIZE
#define _SHMEM_COLLECT_SYNC_SIZE SHMEM_COLLECT_SYNC_SIZE
#define _SHMEM_REDUCE_SYNC_SIZE SHMEM_REDUCE_SYNC_SIZE
#define _SHMEM_ALLTOALL_SYNC_SIZE SHMEM_ALLTOALL_SYNC_SIZE
#define _SHMEM_ALLTOALLS_SYNC_SIZE SHMEM_ALLTOALLS_SYNC_SIZE
#define _SHMEM_REDUCE_MIN_WRKDATA_SIZE SHMEM_REDUCE_MIN_WRKDATA_SIZE

/* ---- Handles ------------------------------------------------------------------------------- */

/* A pointer, as in other implementations, to nothing that a program could read: the number of
 * libishmem's team, plus one (shmemx.h converts them). */
typedef struct shmemi_team *shmem_team_t;
#define SHMEM_TEAM_INVALID ((shmem_team_t)0)
#define SHMEM_TEAM_WORLD ((shmem_team_t)(ISHMEM_TEAM_WORLD + (uintptr_t)1))
#define SHMEM_TEAM_SHARED ((shmem_team_t)(ISHMEM_TEAM_SHARED + (uintptr_t)1))
typedef ishmem_team_config_t shmem_team_config_t;

typedef struct ishmemi_state *shmem_ctx_t;
#define SHMEM_CTX_INVALID ((shmem_ctx_t)0)
/* A variable of libishmem, which shmem_init sets. */
#define SHMEM_CTX_DEFAULT ishmem_ctx_default
typedef ishmem_ctx_session_config_t shmem_ctx_session_config_t;

#if defined(__GNUC__)
#define SHMEM_NORETURN __attribute__((noreturn))
#else
#define SHMEM_NORETURN
#endif

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif
extern shmem_ctx_t ishmem_ctx_default;
/* Ends every process of the job. */
SHMEM_NORETURN void shmem_global_exit(int status);
#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#ifndef SHMEM_ROUTINES_H /* else it is what an editor shows */
#include "ishmem/openshmem/routines.h"
#endif
#include "ishmem/watch_exit.h"
#ifdef __cplusplus
#include "ishmem/openshmem/overloads.h"
#elif __STDC_VERSION__ >= 201112L
#include "ishmem/openshmem/generic.h"
#endif

#endif
#endif
