/* SPDX-License-Identifier: BSD-3-Clause */
/* CUDA's own compiler and linker, as programs: nvcc and nvlink. */
#ifndef PERF_NVSHMEM_NVCC_H
#define PERF_NVSHMEM_NVCC_H

#include <stdbool.h>
#include <stddef.h>

/* Compiles the file for the architecture ("sm_90") and links it with NVSHMEM's library for kernels, which
 * becomes the file `code`.  options, n_options: for nvcc.  false: there is no nvcc, or it failed, which its own
 * messages say. */
bool perf_nvcc(const char *source, const char *architecture, const char *const *options,
               size_t n_options, const char *library, const char *code);

#endif
