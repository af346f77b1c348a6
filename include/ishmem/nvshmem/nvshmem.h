/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * NVSHMEM's names for libishmem: the host API in C99 and C++11, and the device API in OpenCL C 2.0.
 * Extensions of the host, nvshmemx_NAME, are in nvshmemx.h; those of kernels are here, too.
 *
 * nvshmem_NAME does what ishmem_NAME does, which ishmem.h, ishmem_device.h and the reference describe, and
 * a program may call both.  lists.h says which routine of libishmem each name stands for.
 */
#ifndef ISHMEM_NVSHMEM_H
#define ISHMEM_NVSHMEM_H

/* As in ishmem.h. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC system_header
#endif

#if defined(__OPENCL_C_VERSION__)
#include "../../ishmem_device.h"
#elif defined(__cplusplus) ? __cplusplus < 201103L : __STDC_VERSION__ + 0 < 199901L
#error "nvshmem.h needs C99 or C++11: compile with -std=c11 or -std=c++17"
#endif

#include "../types.h"
#ifndef __OPENCL_C_VERSION__
#include <stddef.h>
#include <stdint.h>
#endif

/* ---- Constants ----------------------------------------------------------------------------- */

/* The version of OpenSHMEM's API that NVSHMEM follows, and the release of NVSHMEM whose names these are. */
#define NVSHMEM_MAJOR_VERSION 1
#define NVSHMEM_MINOR_VERSION 3
#define NVSHMEM_VENDOR_MAJOR_VERSION 3
#define NVSHMEM_VENDOR_MINOR_VERSION 8
#define NVSHMEM_VENDOR_PATCH_VERSION 0
#define NVSHMEM_VENDOR_VERSION                                                   \
    (NVSHMEM_VENDOR_MAJOR_VERSION * 10000 + NVSHMEM_VENDOR_MINOR_VERSION * 100 + \
     NVSHMEM_VENDOR_PATCH_VERSION)
#define NVSHMEM_VENDOR_STRING ISHMEM_VENDOR_STRING
#define NVSHMEM_MAX_NAME_LEN ISHMEM_MAX_NAME_LEN

#define NVSHMEM_THREAD_SINGLE ISHMEM_THREAD_SINGLE
#define NVSHMEM_THREAD_FUNNELED ISHMEM_THREAD_FUNNELED
#define NVSHMEM_THREAD_SERIALIZED ISHMEM_THREAD_SERIALIZED
#define NVSHMEM_THREAD_MULTIPLE ISHMEM_THREAD_MULTIPLE

#define NVSHMEM_CMP_EQ ISHMEM_CMP_EQ
#define NVSHMEM_CMP_NE ISHMEM_CMP_NE
#define NVSHMEM_CMP_GT ISHMEM_CMP_GT
#define NVSHMEM_CMP_GE ISHMEM_CMP_GE
#define NVSHMEM_CMP_LT ISHMEM_CMP_LT
#define NVSHMEM_CMP_LE ISHMEM_CMP_LE

#define NVSHMEM_SIGNAL_SET ISHMEM_SIGNAL_SET
#define NVSHMEM_SIGNAL_ADD ISHMEM_SIGNAL_ADD

/* ---- Handles ------------------------------------------------------------------------------- */

typedef ishmem_team_t nvshmem_team_t;
typedef nvshmem_team_t nvshmemx_team_t;
#define NVSHMEM_TEAM_INVALID ISHMEM_TEAM_INVALID
#define NVSHMEM_TEAM_WORLD ISHMEM_TEAM_WORLD
#define NVSHMEM_TEAM_SHARED ISHMEM_TEAM_SHARED
#define NVSHMEMX_TEAM_NODE ISHMEMX_TEAM_NODE

#ifdef __OPENCL_C_VERSION__
#include "device.h"
#else

/* The configuration of a team; a mask selects the members that are used. */
typedef struct nvshmem_team_config_t {
    int version; /* ignored */
    int num_contexts;
} nvshmem_team_config_t;
#define NVSHMEM_TEAM_CONFIG_INITIALIZER \
    {                                   \
        0, 0                            \
    }
#define NVSHMEM_TEAM_CONFIG_MASK_NUM_CONTEXTS ISHMEM_TEAM_NUM_CONTEXTS

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

/* ---- Setup, exit and query ----------------------------------------------------------------- */

void nvshmem_init(void);
int nvshmem_init_thread(int requested, int *provided);
void nvshmem_query_thread(int *provided);
void nvshmem_finalize(void);
/* Ends every process of the job. */
void nvshmem_global_exit(int status);
/* NVSHMEM_MAJOR_VERSION and NVSHMEM_MINOR_VERSION. */
void nvshmem_info_get_version(int *major, int *minor);

/* ---- Memory management --------------------------------------------------------------------- */

void *nvshmem_malloc(size_t size);
void *nvshmem_calloc(size_t count, size_t size);
/* alignment: as of ishmem_align. */
void *nvshmem_align(size_t alignment, size_t size);
void nvshmem_free(void *ptr);

/* ---- Teams --------------------------------------------------------------------------------- */

/* Stores num_contexts, or 0 for a team that does not exist. */
void nvshmem_team_get_config(nvshmem_team_t team, nvshmem_team_config_t *config);
int nvshmem_team_split_strided(nvshmem_team_t parent_team, int PE_start, int PE_stride, int PE_size,
                               const nvshmem_team_config_t *config, long config_mask,
                               nvshmem_team_t *new_team);
int nvshmem_team_split_2d(nvshmem_team_t parent_team, int xrange,
                          const nvshmem_team_config_t *xaxis_config, long xaxis_mask,
                          nvshmem_team_t *xaxis_team, const nvshmem_team_config_t *yaxis_config,
                          long yaxis_mask, nvshmem_team_t *yaxis_team);
void nvshmem_team_destroy(nvshmem_team_t team);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#include "ishmem/watch_exit.h"
#ifndef NVSHMEM_ROUTINES_H /* else it is what an editor shows */
#include "ishmem/nvshmem/routines.h"
#endif

#endif
#endif
