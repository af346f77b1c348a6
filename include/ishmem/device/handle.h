/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * This folder: what ishmem_device.h needs to declare the device API, for the compilers of kernels
 * alone.  Programs include ishmem_device.h.
 *
 * Here, the context handle as kernels see it, and the variable by which the host binds a module.
 * What a handle points to is the library's own.
 */
#ifndef ISHMEM_DEVICE_HANDLE_H
#define ISHMEM_DEVICE_HANDLE_H

/* The layout of what a handle points to; it is part of the variable's name. */
#define ISHMEMI_STATE_LAYOUT 13
#define ISHMEMI_NUMBERED(NAME, NUMBER) NAME##NUMBER
#define ISHMEMI_NUMBERED_BY(NAME, MACRO) ISHMEMI_NUMBERED(NAME, MACRO)

/* The program-scope variable that holds the default context in every module that links the device
 * library.  ishmemx_module_init stores the context's device address there. */
#define ISHMEMI_DEFAULT_CTX ISHMEMI_NUMBERED_BY(ishmemi_default_ctx_v, ISHMEMI_STATE_LAYOUT)
#define ISHMEMI_DEFAULT_CTX_PREFIX "ishmemi_default_ctx_v"

#ifdef __OPENCL_C_VERSION__
#if __OPENCL_C_VERSION__ < 200
#error "libishmem: kernels are written in OpenCL C 2.0 (-cl-std=CL2.0)"
#endif

/* A communication context: what the host's ishmem_ctx_t is. */
typedef __global const struct ishmemi_state *ishmem_ctx_t;
#endif

#endif
