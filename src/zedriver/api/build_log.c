/* SPDX-License-Identifier: BSD-3-Clause */
/* Handing out, reading and destroying build logs. */
#include "build_log.h"

#include "entries.h"
#include "error.h"

#include <stdlib.h>
#include <string.h>

void zed_build_log_hand_out(char *text, ze_module_build_log_handle_t *log_handle)
{
    zed_build_log *log =
        log_handle != NULL ? zed_object_new(ZED_KIND_BUILD_LOG, sizeof *log) : NULL;
    if (log != NULL) {
        log->text = text;
    } else {
        free(text);
    }
    if (log_handle != NULL) {
        *log_handle = (ze_module_build_log_handle_t)log;
    }
}

ze_result_t zed_module_build_log_destroy(ze_module_build_log_handle_t log_handle)
{
    ze_result_t result = zed_object_check(log_handle, ZED_KIND_BUILD_LOG);
    if (result == ZE_RESULT_SUCCESS) {
        zed_build_log *log = (zed_build_log *)log_handle;
        free(log->text);
        zed_object_delete(log, ZED_KIND_BUILD_LOG);
    }
    return result;
}

/* The size counts the terminating zero. */
ze_result_t zed_module_build_log_get_string(ze_module_build_log_handle_t log_handle, size_t *bytes,
                                            char *text)
{
    ze_result_t result = zed_object_check(log_handle, ZED_KIND_BUILD_LOG);
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    if (bytes == NULL) {
        return zed_fail_null("pSize");
    }
    const zed_build_log *log = (const zed_build_log *)log_handle;
    const char *source = log->text != NULL ? log->text : "";
    size_t needed = strlen(source) + 1;
    if (text != NULL && *bytes > 0) {
        size_t copied = *bytes < needed ? *bytes : needed;
        memcpy(text, source, copied);
        text[copied - 1] = '\0';
        *bytes = copied;
    } else {
        *bytes = needed;
    }
    return ZE_RESULT_SUCCESS;
}
