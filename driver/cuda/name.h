/* SPDX-License-Identifier: BSD-3-Clause */
/* Names of kernels that outlive their modules, for messages about what a queue ran. */
#ifndef ZED_CUDA_NAME_H
#define ZED_CUDA_NAME_H

/* The only copy of this name, which is never freed.  NULL if host memory is exhausted. */
const char *zed_name_keep(const char *name);

#endif
