/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Start-up, finalization, versions, and routines that bind kernels.
 */
#include "define.h"
#include "refuse.h"

#include <stdio.h>

void nvshmem_init(void)
{
    ishmem_init();
}

int nvshmem_init_thread(int requested, int *provided)
{
    return ishmem_init_thread(requested, provided);
}

void nvshmem_query_thread(int *provided)
{
    ishmem_query_thread(provided);
}

void nvshmem_finalize(void)
{
    ishmem_finalize();
}

void nvshmem_global_exit(int status)
{
    ishmem_global_exit(status);
}

void nvshmem_info_get_version(int *major, int *minor)
{
    ishmem_info_get_version(major, minor); /* checks its arguments */
    *major = NVSHMEM_MAJOR_VERSION;
    *minor = NVSHMEM_MINOR_VERSION;
}

void nvshmemx_vendor_get_version_info(int *major, int *minor, int *patch)
{
    *major = NVSHMEM_VENDOR_MAJOR_VERSION;
    *minor = NVSHMEM_VENDOR_MINOR_VERSION;
    *patch = NVSHMEM_VENDOR_PATCH_VERSION;
}

/* ---- Start-up with attributes ---------------------------------------------------------------------- */

static int complain(const char *argument, const char *value, const char *expected, int status)
{
    nvshmem_complain("nvshmemx_init_attr", argument, value, expected);
    return status;
}

static int refuse_flags(unsigned int flags)
{
    char value[32];
    snprintf(value, sizeof value, "0x%x", flags);
    return complain("flags", value, "0, NVSHMEMX_INIT_WITH_MPI_COMM or NVSHMEMX_INIT_WITH_UNIQUEID",
                    NVSHMEMX_ERROR_NOT_SUPPORTED);
}

static int init_with_comm(const nvshmemx_init_attr_t *attributes)
{
    ishmemx_attr_t attr = ISHMEMX_ATTR_INIT;
    if (!attributes->mpi_comm) {
        return complain("attributes->mpi_comm", "NULL", "the address of an MPI_Comm",
                        NVSHMEMX_ERROR_INVALID_VALUE);
    }
    attr.mpi_comm = attributes->mpi_comm;
    attr.initialize_runtime = false;
    ishmemx_init_attr(&attr);
    return NVSHMEMX_SUCCESS;
}

static int init_with_id(const nvshmemx_uniqueid_args_t *args)
{
    ishmemx_attr_t attr = ISHMEMX_ATTR_INIT;
    if (!args->id) {
        return complain("attributes->args.uid_args.id", "NULL", "the address of a unique id",
                        NVSHMEMX_ERROR_INVALID_VALUE);
    }
    nvshmemx_uniqueid_t id = *args->id;
    attr.use_uid = true;
    attr.rank = args->myrank;
    attr.nranks = args->nranks;
    attr.uid = &id;
    ishmemx_init_attr(&attr);
    return NVSHMEMX_SUCCESS;
}

int nvshmemx_init_attr(unsigned int flags, nvshmemx_init_attr_t *attributes)
{
    if (flags == 0) {
        ishmem_init();
        return NVSHMEMX_SUCCESS;
    }
    if (flags != NVSHMEMX_INIT_WITH_MPI_COMM && flags != NVSHMEMX_INIT_WITH_UNIQUEID) {
        return refuse_flags(flags);
    }
    if (!attributes) {
        return complain("attributes", "NULL", "the attributes that flags selects",
                        NVSHMEMX_ERROR_INVALID_VALUE);
    }
    return flags == NVSHMEMX_INIT_WITH_MPI_COMM ? init_with_comm(attributes)
                                                : init_with_id(&attributes->args.uid_args);
}

int nvshmemx_hostlib_init_attr(unsigned int flags, nvshmemx_init_attr_t *attributes)
{
    return nvshmemx_init_attr(flags, attributes);
}

void nvshmemx_hostlib_finalize(void)
{
    ishmem_finalize();
}

int nvshmemx_init_status(void)
{
    int is_initialized = 0;
    ishmemx_query_initialized(&is_initialized);
    return is_initialized ? NVSHMEM_STATUS_IS_INITIALIZED : NVSHMEM_STATUS_NOT_INITIALIZED;
}

int nvshmemx_get_uniqueid(nvshmemx_uniqueid_t *uniqueid)
{
    return ishmemx_get_uniqueid(uniqueid);
}

static int refuse_attributes(const char *routine)
{
    nvshmem_complain(routine, "attributes", "NULL", "the address of attributes");
    return NVSHMEMX_ERROR_INVALID_VALUE;
}

int nvshmemx_set_attr_uniqueid_args(int myrank, int nranks, const nvshmemx_uniqueid_t *uniqueid,
                                    nvshmemx_init_attr_t *attributes)
{
    if (!attributes) {
        return refuse_attributes("nvshmemx_set_attr_uniqueid_args");
    }
    attributes->args.uid_args.myrank = myrank;
    attributes->args.uid_args.nranks = nranks;
    attributes->args.uid_args.id = uniqueid;
    return NVSHMEMX_SUCCESS;
}

int nvshmemx_set_attr_mpi_comm_args(void *mpi_comm, nvshmemx_init_attr_t *attributes)
{
    if (!attributes) {
        return refuse_attributes("nvshmemx_set_attr_mpi_comm_args");
    }
    attributes->mpi_comm = mpi_comm;
    return NVSHMEMX_SUCCESS;
}

/* ---- Kernels and signals --------------------------------------------------------------------------- */

int nvshmemx_cumodule_init(ze_module_handle_t module)
{
    return ishmemx_module_init(module);
}

void nvshmemx_signal_op(uint64_t *sig_addr, uint64_t signal, int sig_op, int pe)
{
    if (sig_op == NVSHMEM_SIGNAL_ADD) {
        ishmemx_signal_add(sig_addr, signal, pe);
    } else {
        nvshmem_check_sig_op("nvshmemx_signal_op", sig_op);
        ishmemx_signal_set(sig_addr, signal, pe);
    }
}
