/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Whether this is a program for SYCL: then libishmem's headers include <sycl/sycl.hpp>.  A compiler
 * for SYCL defines a macro.  With any other one the program first includes <sycl/sycl.hpp> of
 * Intel's runtime.
 *
 * ISHMEMI_FOR_SYCL        libishmem's own forms for SYCL are there: the implementation is DPC++'s
 * ISHMEM_DEVICE_ATTRIBUTES what a function has in its declaration that kernels of another file call
 */
// IWYU pragma: private, include <ishmem.h>
#ifndef ISHMEM_FOR_SYCL_H
#define ISHMEM_FOR_SYCL_H

#ifdef __cplusplus
#if defined(SYCL_LANGUAGE_VERSION) || defined(__SYCL_DEVICE_ONLY__) || defined(__ADAPTIVECPP__) || \
    defined(__ACPP__)
#include <sycl/sycl.hpp>
#endif
#ifdef SYCL_EXT_ONEAPI_BACKEND_LEVEL_ZERO
#define ISHMEMI_FOR_SYCL
#endif
#endif

#ifdef SYCL_EXTERNAL
#define ISHMEM_DEVICE_ATTRIBUTES SYCL_EXTERNAL
#else
#define ISHMEM_DEVICE_ATTRIBUTES
#endif

#endif
