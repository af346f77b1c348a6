/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Every routine that kernels call, a kernel for each function of every.h.  A file for each kind of caller
 * includes this.
 */
#ifndef NVSHMEM_KERNELS_H
#define NVSHMEM_KERNELS_H

#include <nvshmem.h>

#ifndef SIZE_MAX
#define SIZE_MAX (~(size_t)0)
#endif

#define REPORT long
#define BODY(NAME) __kernel void NAME(__global char *area, __global long *report)
#define LAST
#define FIRST_LAST
#define QUIET        \
    nvshmem_quiet(); \
    SETTLE
#define BARRIER CALL(barrier_all)()
#include "every.h"

#endif
