/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Where NVSHMEM, NCCL and CUDA's compiler lie: where the dynamic linker finds them, in NVSHMEM_HOME,
 * NCCL_HOME and CUDA_HOME, or beside each other as PyPI's packages lay them down.
 */
#ifndef PERF_NVSHMEM_FIND_H
#define PERF_NVSHMEM_FIND_H

#include <stdbool.h>
#include <stddef.h>

/* Opens the first of `names`, ended by NULL, that is found.  NULL: there is none. */
void *perf_find_library(const char *const *names);

/* NVSHMEM is where the library with this symbol lies, from now on. */
void perf_find_beside(const void *symbol);

enum { PERF_FIND_PATH = 1024 };

/* An option "-I" for each directory of headers that is there, `most` at most; returns how many. */
size_t perf_find_includes(char (*options)[PERF_FIND_PATH], size_t most);

/* A program of CUDA's; false: it is neither on PATH nor in CUDA_HOME nor in CUDA's usual directory. */
bool perf_find_program(const char *name, char path[PERF_FIND_PATH]);

/* A file of NVSHMEM's, by its name from the directory above the library's; "" where there is none. */
void perf_find_nvshmem_file(const char *name, char path[PERF_FIND_PATH]);

#endif
