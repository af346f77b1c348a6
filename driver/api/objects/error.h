/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Every error leaves a message for zeDriverGetLastErrorDescription, which returns the calling
 * thread's last one.
 */
#ifndef ZED_ERROR_H
#define ZED_ERROR_H

#include <level_zero/ze_api.h>

void zed_error_keep(const char *format, ...) __attribute__((format(printf, 1, 2)));
const char *zed_error_last(void);

/* zed_fail(result, format, ...) keeps the message; its value is `result`. */
#define zed_fail(result, ...) (zed_error_keep(__VA_ARGS__), (result))

/* For an argument that must not be null. */
static inline ze_result_t zed_fail_null(const char *argument)
{
    return zed_fail(ZE_RESULT_ERROR_INVALID_NULL_POINTER, "%s is null", argument);
}

/* For exhausted host memory. */
static inline ze_result_t zed_fail_memory(void)
{
    return zed_fail(ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY, "host memory is exhausted");
}

#endif
