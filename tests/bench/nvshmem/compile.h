/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * kernels.cu for this GPU, by nvcc, or by NVIDIA's run-time compiler (NVRTC) and linker (nvJitLink).  What
 * they make is kept in the user's cache directory, so that they are needed once.
 */
#ifndef PERF_NVSHMEM_COMPILE_H
#define PERF_NVSHMEM_COMPILE_H

#include <stddef.h>

/* The machine code of kernels.cu with these definitions ("-D..."), ended by NULL, in memory of
 * malloc.  Failures end the job, having said why. */
void *perf_compile(const char *const *definitions);

#endif
