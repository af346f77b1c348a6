/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Texts for Level Zero's results.
 */
#include "ze_error.h"

const char *ishmemi_ze_error(ze_result_t result)
{
    switch (result) {
    case ZE_RESULT_SUCCESS:
        return "success";
    case ZE_RESULT_NOT_READY:
        return "not ready";
    case ZE_RESULT_ERROR_DEVICE_LOST:
        return "device lost: it hung, was reset or met a bad address";
    case ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY:
        return "out of host memory";
    case ZE_RESULT_ERROR_OUT_OF_DEVICE_MEMORY:
        return "out of device memory";
    case ZE_RESULT_ERROR_MODULE_BUILD_FAILURE:
        return "module build failure";
    case ZE_RESULT_ERROR_MODULE_LINK_FAILURE:
        return "module link failure";
    case ZE_RESULT_ERROR_INSUFFICIENT_PERMISSIONS:
        return "insufficient permissions";
    case ZE_RESULT_ERROR_NOT_AVAILABLE:
        return "not available";
    case ZE_RESULT_ERROR_DEPENDENCY_UNAVAILABLE:
        return "a library that the driver needs is missing";
    case ZE_RESULT_ERROR_UNINITIALIZED:
        return "uninitialized: no driver that works was found";
    case ZE_RESULT_ERROR_UNSUPPORTED_VERSION:
        return "unsupported version";
    case ZE_RESULT_ERROR_UNSUPPORTED_FEATURE:
        return "unsupported feature";
    case ZE_RESULT_ERROR_INVALID_ARGUMENT:
        return "invalid argument";
    case ZE_RESULT_ERROR_INVALID_NULL_HANDLE:
        return "invalid null handle";
    case ZE_RESULT_ERROR_INVALID_NULL_POINTER:
        return "invalid null pointer";
    case ZE_RESULT_ERROR_INVALID_SIZE:
    case ZE_RESULT_ERROR_UNSUPPORTED_SIZE:
        return "size not supported";
    case ZE_RESULT_ERROR_UNSUPPORTED_ALIGNMENT:
        return "alignment not supported";
    case ZE_RESULT_ERROR_INVALID_NATIVE_BINARY:
        return "invalid native binary";
    case ZE_RESULT_ERROR_INVALID_GLOBAL_NAME:
        return "no global of that name";
    default:
        return "see ze_result_t";
    }
}
