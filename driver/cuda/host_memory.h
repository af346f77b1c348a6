/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Host memory that GPUs reach at the host's addresses: files of memory/, registered with libcuda as
 * long as they are mapped.  Shared memory is the same: nothing migrates.
 */
#ifndef ZED_CUDA_HOST_MEMORY_H
#define ZED_CUDA_HOST_MEMORY_H

/* Before the first allocation. */
void zed_host_memory_open(void);

#endif
