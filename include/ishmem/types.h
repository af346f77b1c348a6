/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Constants and handles that the host API, the device API and C++ share.  A constant that Intel SHMEM
 * also has, has the same value there.
 */
/* Not ISHMEM_TYPES_H, which is the guard of Intel's header of this name: a program may bring that one. */
#ifndef ISHMEM_CONSTANTS_AND_HANDLES_H
#define ISHMEM_CONSTANTS_AND_HANDLES_H

#include "for_sycl.h"
#include "type_lists.h"

/* The version of the API that this library follows, and the library's name. */
#define ISHMEM_MAJOR_VERSION 1
#define ISHMEM_MINOR_VERSION 5
#define ISHMEM_PATCH_VERSION 1
#define ISHMEM_MAX_NAME_LEN 256
#define ISHMEM_VENDOR_STRING "libishmem"

/* Comparisons of the waiting and testing routines. */
#define ISHMEM_CMP_EQ 1
#define ISHMEM_CMP_NE 2
#define ISHMEM_CMP_GT 3
#define ISHMEM_CMP_GE 4
#define ISHMEM_CMP_LT 5
#define ISHMEM_CMP_LE 6

/* What put_signal does to the signal word. */
#define ISHMEM_SIGNAL_SET 0
#define ISHMEM_SIGNAL_ADD 1

/* A team: a handle that host and kernels share.  Each PE has its own handles, which are not valid on
 * other PEs; only the handles of the predefined teams are the same on all PEs.  SHARED: the PEs that
 * this one reaches by load and store.  NODE: the PEs of this host. */
typedef int ishmem_team_t;
#define ISHMEM_TEAM_INVALID ((ishmem_team_t)-1)
#define ISHMEM_TEAM_WORLD ((ishmem_team_t)0)
#define ISHMEM_TEAM_SHARED ((ishmem_team_t)1)
#define ISHMEM_TEAM_NODE ((ishmem_team_t)2)
#define ISHMEMX_TEAM_NODE ISHMEM_TEAM_NODE

/* The configuration of a team; a mask selects the members that are used. */
typedef struct ishmem_team_config {
    int num_contexts; /* how many contexts will be made from the team; a hint */
} ishmem_team_config_t;
#define ISHMEM_TEAM_NUM_CONTEXTS 1L

/* Options of ishmem_ctx_create, which may be ORed.  SERIALIZED: threads of this PE use the context one
 * at a time.  PRIVATE: only the thread that created the context uses it.  NOSTORE: fence and quiet need
 * not act on stores. */
#define ISHMEM_CTX_SERIALIZED 1L
#define ISHMEM_CTX_PRIVATE 2L
#define ISHMEM_CTX_NOSTORE 4L

/* Hints for ishmem_ctx_session_start: many operations follow, and at most how many. */
#define ISHMEM_CTX_SESSION_BATCH 1L
#define ISHMEM_CTX_SESSION_TOTAL_OPS 1L
typedef struct ishmem_ctx_session_config_t {
    size_t total_ops;
} ishmem_ctx_session_config_t;

/* Thread levels, in increasing order. */
#define ISHMEM_THREAD_SINGLE 0
#define ISHMEM_THREAD_FUNNELED 1
#define ISHMEM_THREAD_SERIALIZED 2
#define ISHMEM_THREAD_MULTIPLE 3

/* The kind of text that ishmemx_print prints.  All but STDOUT go to stderr, and DEBUG is printed only
 * with ISHMEM_DEBUG=1.  Programs for SYCL have the names also without the type's in front. */
#ifdef ISHMEMI_FOR_SYCL
enum ishmemx_print_msg_type_t : int { DEBUG, WARNING, ERROR, STDOUT, STDERR };
#elif defined(__cplusplus)
enum class ishmemx_print_msg_type_t : int { DEBUG, WARNING, ERROR, STDOUT, STDERR };
#else
typedef int ishmemx_print_msg_type_t;
#endif
#define ISHMEMX_MSG_DEBUG ((ishmemx_print_msg_type_t)0)
#define ISHMEMX_MSG_WARNING ((ishmemx_print_msg_type_t)1)
#define ISHMEMX_MSG_ERROR ((ishmemx_print_msg_type_t)2)
#define ISHMEMX_MSG_STDOUT ((ishmemx_print_msg_type_t)3)
#define ISHMEMX_MSG_STDERR ((ishmemx_print_msg_type_t)4)

/* Where ishmemx_timestamp stores the time: the address of a uint64_t in host memory. */
typedef uintptr_t ishmemx_ts_handle_t;

/* Hints of ishmem_malloc_with_hints, which may be ORed. */
#define ISHMEM_MALLOC_ATOMICS_REMOTE 1L
#define ISHMEM_MALLOC_SIGNAL_REMOTE 2L

#endif
