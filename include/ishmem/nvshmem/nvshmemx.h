/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * NVSHMEM's extensions for the host: start-up with attributes, and operations on command lists, which take
 * the place of streams.  In OpenCL C the same as nvshmem.h.
 */
#ifndef ISHMEM_NVSHMEM_NVSHMEMX_H
#define ISHMEM_NVSHMEM_NVSHMEMX_H

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC system_header
#endif

#include "nvshmem.h"

#ifndef __OPENCL_C_VERSION__
#include <ishmemx.h>

/* ---- Start-up with attributes -------------------------------------------------------------------- */

/* What nvshmemx_init_attr finds in its attributes; one of them, or 0. */
#define NVSHMEMX_INIT_THREAD_PES 1u
#define NVSHMEMX_INIT_WITH_MPI_COMM 2u
#define NVSHMEMX_INIT_WITH_SHMEM 4u
#define NVSHMEMX_INIT_WITH_UNIQUEID 8u

/* What start-up returns. */
#define NVSHMEMX_SUCCESS 0
#define NVSHMEMX_ERROR_INVALID_VALUE 1
#define NVSHMEMX_ERROR_NOT_SUPPORTED 3

/* What nvshmemx_init_status returns. */
#define NVSHMEM_STATUS_NOT_INITIALIZED 0
#define NVSHMEM_STATUS_IS_INITIALIZED 2

/* May be copied, sent and stored byte by byte. */
typedef ishmemx_uniqueid_t nvshmemx_uniqueid_t;
#define NVSHMEMX_UNIQUEID_INITIALIZER \
    {                                 \
        {                             \
            0                         \
        }                             \
    }

typedef struct nvshmemx_uniqueid_args_t {
    int version; /* ignored, here and below */
    const nvshmemx_uniqueid_t *id;
    int myrank;
    int nranks;
} nvshmemx_uniqueid_args_t;

typedef struct nvshmemx_init_args_t {
    int version;
    nvshmemx_uniqueid_args_t uid_args;
} nvshmemx_init_args_t;

typedef struct nvshmemx_init_attr_t {
    int version;
    void *mpi_comm; /* the address of an MPI_Comm */
    nvshmemx_init_args_t args;
} nvshmemx_init_attr_t;
#define NVSHMEMX_INIT_ATTR_INITIALIZER \
    {                                  \
        0, NULL,                       \
        {                              \
            0,                         \
            {                          \
                0, NULL, -1, -1        \
            }                          \
        }                              \
    }

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

/* These return NVSHMEMX_SUCCESS, or another value after a message with the reason. */
int nvshmemx_init_attr(unsigned int flags, nvshmemx_init_attr_t *attributes);
int nvshmemx_hostlib_init_attr(unsigned int flags, nvshmemx_init_attr_t *attributes);
int nvshmemx_get_uniqueid(nvshmemx_uniqueid_t *uniqueid);
int nvshmemx_set_attr_uniqueid_args(int myrank, int nranks, const nvshmemx_uniqueid_t *uniqueid,
                                    nvshmemx_init_attr_t *attributes);
int nvshmemx_set_attr_mpi_comm_args(void *mpi_comm, nvshmemx_init_attr_t *attributes);
void nvshmemx_hostlib_finalize(void);
/* NVSHMEM_STATUS_... */
int nvshmemx_init_status(void);
/* NVSHMEM_VENDOR_MAJOR_VERSION and its neighbours. */
void nvshmemx_vendor_get_version_info(int *major, int *minor, int *patch);
/* Binds a module of kernels, of Level Zero here, to this job. */
int nvshmemx_cumodule_init(ze_module_handle_t module);

/* ---- Signals ------------------------------------------------------------------------------------- */

/* Updates a signal word on PE pe as put_signal does, without data. */
void nvshmemx_signal_op(uint64_t *sig_addr, uint64_t signal, int sig_op, int pe);

/* ---- Operations on command lists ------------------------------------------------------------------- */
/*
 * nvshmemx_NAME_on_stream appends the operation to a command list, in order after what was appended
 * before if the list is an in-order one.  The list is of the kind that ishmemx.h describes.  Where an operation
 * cannot be appended, a message gives the reason; routines that return a status return it, the others end the
 * job.
 */
void nvshmemx_barrier_all_on_stream(ze_command_list_handle_t stream);
void nvshmemx_sync_all_on_stream(ze_command_list_handle_t stream);
void nvshmemx_quiet_on_stream(ze_command_list_handle_t stream);
void nvshmemx_signal_op_on_stream(uint64_t *sig_addr, uint64_t signal, int sig_op, int pe,
                                  ze_command_list_handle_t stream);
void nvshmemx_signal_wait_until_on_stream(uint64_t *sig_addr, int cmp, uint64_t cmp_value,
                                          ze_command_list_handle_t stream);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#ifndef NVSHMEMX_ROUTINES_H /* else it is what an editor shows */
#include "ishmem/nvshmem/extensions.h"
#endif

#endif
#endif
