/* SPDX-License-Identifier: BSD-3-Clause */
/* See status.h. */
#include "cuda/status.h"

#include <stdatomic.h>
#include <stdio.h>

/* Whether the loss of the device has been reported.  The thread that finds it exchanges the word.
 * Nothing else depends on the order. */
static _Atomic bool reported;

const char *zed_cuda_error_text(CUresult result)
{
    const char *text = NULL;
    if (zed_cuda.cuGetErrorString(result, &text) != CUDA_SUCCESS || !text) {
        text = "an unknown error";
    }
    return text;
}

/* Errors after which the context is unusable. */
static bool is_final(CUresult result)
{
    switch (result) {
    case CUDA_ERROR_ILLEGAL_ADDRESS:
    case CUDA_ERROR_LAUNCH_TIMEOUT:
    case CUDA_ERROR_ASSERT:
    case CUDA_ERROR_HARDWARE_STACK_ERROR:
    case CUDA_ERROR_ILLEGAL_INSTRUCTION:
    case CUDA_ERROR_MISALIGNED_ADDRESS:
    case CUDA_ERROR_INVALID_ADDRESS_SPACE:
    case CUDA_ERROR_INVALID_PC:
    case CUDA_ERROR_LAUNCH_FAILED:
        return true;
    default:
        return false;
    }
}

static void report_end(CUresult result, const char *what, const char *kernel)
{
    if (atomic_exchange(&reported, true)) {
        return;
    }
    if (kernel) {
        fprintf(stderr, "zed: kernel %s, or one that ran before it, failed: %s (CUDA error %d)\n",
                kernel, zed_cuda_error_text(result), result);
    } else {
        fprintf(stderr, "zed: cannot %s, because a kernel has failed: %s (CUDA error %d)\n", what,
                zed_cuda_error_text(result), result);
    }
}

ze_result_t zed_cuda_status(CUresult result, const char *what, const char *kernel)
{
    if (result == CUDA_SUCCESS) {
        return ZE_RESULT_SUCCESS;
    }
    if (result == CUDA_ERROR_NOT_READY) {
        return ZE_RESULT_NOT_READY;
    }
    /* The process is ending, and libcuda was unloaded before its users. */
    if (result == CUDA_ERROR_DEINITIALIZED) {
        return ZE_RESULT_ERROR_UNINITIALIZED;
    }
    if (is_final(result)) {
        report_end(result, what, kernel);
        return ZE_RESULT_ERROR_DEVICE_LOST;
    }
    fprintf(stderr, "zed: cannot %s: %s (CUDA error %d)\n", what, zed_cuda_error_text(result),
            result);
    switch (result) {
    case CUDA_ERROR_OUT_OF_MEMORY:
        return ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY;
    case CUDA_ERROR_INVALID_VALUE:
        return ZE_RESULT_ERROR_INVALID_ARGUMENT;
    default:
        return ZE_RESULT_ERROR_UNKNOWN;
    }
}
