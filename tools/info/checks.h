/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The checks of ishmem-info --check.  Each checks one thing and reports what it has found.  If that
 * hinders libishmem, it also reports what it should be, and the command that corrects it.  No check
 * changes anything.
 */
#ifndef ISHMEM_INFO_CHECKS_H
#define ISHMEM_INFO_CHECKS_H

#include "finding.h"

/* check_job.c: how the PEs of a job are started and find each other. */
void check_launcher(finding_t *finding);
void check_mpi_module(finding_t *finding);
void check_ucx_module(finding_t *finding);
void check_host_name(finding_t *finding);
void check_network(finding_t *finding);

/* check_system.c: what the system allows to a process. */
void check_shared_memory(finding_t *finding);
void check_locked_memory(finding_t *finding);
void check_descriptors(finding_t *finding);
void check_ptrace(finding_t *finding);
void check_autogroup(finding_t *finding);

/* check_device.c: where kernels run. */
void check_loader(finding_t *finding);
void check_driver(finding_t *finding);
void check_intel_gpus(finding_t *finding);
void check_nvidia_gpus(finding_t *finding);
void check_cache(finding_t *finding);

#endif
