/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Host memory that GPUs reach at the host's addresses: files of memory/, registered with libcuda
 * while they are mapped.  Shared memory is the same, and never migrates.
 */
#ifndef ZED_CUDA_HOST_MEMORY_H
#define ZED_CUDA_HOST_MEMORY_H

/* Called before the first allocation. */
void zed_host_memory_open(void);

#endif
