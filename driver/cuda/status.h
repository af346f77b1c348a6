/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Turns libcuda's results into results of Level Zero and messages on stderr.
 *
 * After some errors, mostly of kernels, every later call of the process fails.  The first such
 * error is reported once, with the name of the kernel if it is known; from then on every result is
 * ZE_RESULT_ERROR_DEVICE_LOST.
 */
#ifndef ZED_CUDA_STATUS_H
#define ZED_CUDA_STATUS_H

#include "cuda/libcuda.h"

#include <level_zero/ze_api.h>

/* `what` says what was tried, such as "copy 8 bytes"; `kernel` is what the queue ran last, or
 * NULL. */
ze_result_t zed_cuda_status(CUresult result, const char *what, const char *kernel);

const char *zed_cuda_error_text(CUresult result);

#endif
