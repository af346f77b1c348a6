/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The constants and the layouts that programs and libraries pass on as numbers have the values of
 * Intel SHMEM 1.5.  Compiled as C, as C++ and as a kernel; there is nothing to run.
 */
#ifdef __OPENCL_C_VERSION__
#include "ishmem_device.h"
#else
#include "ishmemx.h"
#endif

#ifdef __cplusplus
#define SAME(A, B) static_assert((A) == (B), #A)
#else
#define SAME(A, B) _Static_assert((A) == (B), #A)
#endif

SAME(ISHMEM_MAJOR_VERSION, 1);
SAME(ISHMEM_MINOR_VERSION, 5);
SAME(ISHMEM_PATCH_VERSION, 1);
SAME(ISHMEM_MAX_NAME_LEN, 256);

SAME(ISHMEM_THREAD_SINGLE, 0);
SAME(ISHMEM_THREAD_FUNNELED, 1);
SAME(ISHMEM_THREAD_SERIALIZED, 2);
SAME(ISHMEM_THREAD_MULTIPLE, 3);

SAME(ISHMEM_CMP_EQ, 1);
SAME(ISHMEM_CMP_NE, 2);
SAME(ISHMEM_CMP_GT, 3);
SAME(ISHMEM_CMP_GE, 4);
SAME(ISHMEM_CMP_LT, 5);
SAME(ISHMEM_CMP_LE, 6);

SAME(ISHMEM_SIGNAL_SET, 0);
SAME(ISHMEM_SIGNAL_ADD, 1);

SAME(ISHMEM_TEAM_INVALID, -1);
SAME(ISHMEM_TEAM_WORLD, 0);
SAME(ISHMEM_TEAM_SHARED, 1);
SAME(ISHMEM_TEAM_NODE, 2);
SAME(ISHMEMX_TEAM_NODE, 2);
SAME(ISHMEM_TEAM_NUM_CONTEXTS, 1L);
SAME(sizeof(ishmem_team_t), sizeof(int));
SAME(sizeof(ishmem_team_config_t), sizeof(int));

SAME((int)ISHMEMX_MSG_DEBUG, 0);
SAME((int)ISHMEMX_MSG_WARNING, 1);
SAME((int)ISHMEMX_MSG_ERROR, 2);
SAME((int)ISHMEMX_MSG_STDOUT, 3);
SAME((int)ISHMEMX_MSG_STDERR, 4);

#ifndef __OPENCL_C_VERSION__
SAME((int)ISHMEMX_RUNTIME_MPI, 0);
SAME((int)ISHMEMX_RUNTIME_OPENSHMEM, 1);
SAME((int)ISHMEMX_RUNTIME_PMI, 2);
SAME((int)ISHMEMX_RUNTIME_INVALID, 3);
/* The members come in the order of Intel SHMEM; those of this library follow. */
SAME(offsetof(ishmemx_attr_t, runtime), 0);
SAME(offsetof(ishmemx_attr_t, runtime) < offsetof(ishmemx_attr_t, initialize_runtime), true);
SAME(offsetof(ishmemx_attr_t, initialize_runtime) < offsetof(ishmemx_attr_t, gpu), true);
SAME(offsetof(ishmemx_attr_t, gpu) < offsetof(ishmemx_attr_t, mpi_comm), true);
SAME(offsetof(ishmemx_attr_t, mpi_comm) < offsetof(ishmemx_attr_t, driver), true);
SAME(sizeof(ishmemx_ts_handle_t), sizeof(uintptr_t));
#endif
