/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Routines that describe the job.
 */
#include "bootstrap.h"
#include "check.h"
#include "job.h"
#include <stdio.h>

int ishmem_my_pe(void)
{
    ISHMEMI_REQUIRE_OR(ishmemi_check_ready("ishmem_my_pe"), -1);
    return ishmemi_job.my_pe;
}

int ishmem_n_pes(void)
{
    ISHMEMI_REQUIRE_OR(ishmemi_check_ready("ishmem_n_pes"), -1);
    return ishmemi_job.n_pes;
}

void ishmem_query_thread(int *provided)
{
    ISHMEMI_REQUIRE(
        ishmemi_check_result("ishmem_query_thread", "provided", provided, sizeof *provided));
    *provided = ishmemi_job.thread_level;
}

void ishmem_info_get_version(int *major, int *minor)
{
    static const char routine[] = "ishmem_info_get_version";
    ISHMEMI_REQUIRE(ishmemi_check_result(routine, "major", major, sizeof *major));
    ISHMEMI_REQUIRE(ishmemi_check_result(routine, "minor", minor, sizeof *minor));
    *major = ISHMEM_MAJOR_VERSION;
    *minor = ISHMEM_MINOR_VERSION;
}

void ishmem_info_get_name(char *name)
{
    ISHMEMI_REQUIRE(ishmemi_check_result("ishmem_info_get_name", "name", name, 1));
    snprintf(name, ISHMEM_MAX_NAME_LEN, "%s", ISHMEM_VENDOR_STRING);
}

void *ishmem_ptr(const void *dest, int pe)
{
    ISHMEMI_REQUIRE_OR(ishmemi_check_ready("ishmem_ptr"), NULL);
    if (!ishmem_addr_accessible(dest, pe)) {
        return NULL;
    }
    const int64_t delta = ishmemi_peer_delta(dest, pe);
    return delta == ISHMEMI_UNREACHABLE ? NULL : ishmemi_shifted(dest, delta);
}

int ishmem_pe_accessible(int pe)
{
    ISHMEMI_REQUIRE_OR(ishmemi_check_ready("ishmem_pe_accessible"), 0);
    return ishmemi_check_pe(pe);
}

int ishmem_addr_accessible(const void *addr, int pe)
{
    ISHMEMI_REQUIRE_OR(ishmemi_check_ready("ishmem_addr_accessible"), 0);
    return ishmemi_check_pe(pe) && ishmemi_check_symmetric(addr, 1, 1);
}

void ishmemx_query_initialized(int *initialized)
{
    ISHMEMI_REQUIRE(ishmemi_check_result("ishmemx_query_initialized", "initialized", initialized,
                                         sizeof *initialized));
    *initialized = ishmemi_job.initialized;
}

ishmemx_runtime_type_t ishmemx_runtime_get_type(void)
{
    if (!ishmemi_job.initialized) {
        return ISHMEMX_RUNTIME_INVALID;
    }
    return ishmemi_job.bootstrap->mpi == ISHMEMI_MPI_UNKNOWN ? ISHMEMX_RUNTIME_PMI
                                                             : ISHMEMX_RUNTIME_MPI;
}

ze_driver_handle_t ishmemx_ze_driver(void)
{
    ISHMEMI_REQUIRE_OR(ishmemi_check_ready("ishmemx_ze_driver"), NULL);
    return ishmemi_job.driver;
}

ze_context_handle_t ishmemx_ze_context(void)
{
    ISHMEMI_REQUIRE_OR(ishmemi_check_ready("ishmemx_ze_context"), NULL);
    return ishmemi_job.context;
}

ze_device_handle_t ishmemx_ze_device(void)
{
    ISHMEMI_REQUIRE_OR(ishmemi_check_ready("ishmemx_ze_device"), NULL);
    return ishmemi_job.device;
}
