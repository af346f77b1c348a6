/* SPDX-License-Identifier: BSD-3-Clause */
/* Names of kernels that outlive their modules, for sentences about what a queue ran. */
#ifndef ZED_CUDA_NAME_H
#define ZED_CUDA_NAME_H

/* The one copy of this name, which is never freed.  NULL when host memory is exhausted. */
const char *zed_name_keep(const char *name);

#endif
