/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What libcuda returns, as results of Level Zero and sentences on stderr.
 *
 * After some errors, of kernels above all, every later call of the process fails.  The first of them is
 * told once, with the name of the kernel if one can be named; from then on everything is
 * ZE_RESULT_ERROR_DEVICE_LOST.
 */
#ifndef ZED_CUDA_STATUS_H
#define ZED_CUDA_STATUS_H

#include "cuda/libcuda.h"

#include <level_zero/ze_api.h>

/* `what` was tried, in words: "copy 8 bytes"; `kernel` is what the queue ran last, or NULL. */
ze_result_t zed_cuda_status(CUresult result, const char *what, const char *kernel);

const char *zed_cuda_error_text(CUresult result);

#endif
