/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Stands before libpmix (LD_PRELOAD) and refuses the call by which a process gives its part of an exchange to
 * its server: the process cannot join the job.
 */
#include <pmix.h>

__attribute__((visibility("default"))) pmix_status_t PMIx_Commit(void)
{
    return PMIX_ERR_NOT_SUPPORTED;
}
