/* SPDX-License-Identifier: BSD-3-Clause */
/* Returns, reads and destroys build logs. */
#include "build_log.h"

#include "entries.h"
#include "error.h"

#include <stdlib.h>
#include <string.h>

static void release_log(void *object)
{
    zed_build_log_t *log = object;
    free(log->text);
}

static const zed_class_t log_class = {
    .kind = ZED_KIND_BUILD_LOG,
    .bytes = sizeof(zed_build_log_t),
    .release = release_log,
};

void zed_build_log_hand_out(char *text, ze_module_build_log_handle_t *log_handle)
{
    zed_build_log_t *log = log_handle ? zed_object_new(&log_class) : NULL;
    if (log) {
        log->text = text;
    } else {
        free(text);
    }
    if (log_handle) {
        *log_handle = (ze_module_build_log_handle_t)log;
    }
}

ze_result_t zed_module_build_log_destroy(ze_module_build_log_handle_t log_handle)
{
    return zed_object_retire(log_handle, ZED_KIND_BUILD_LOG);
}

/* The size includes the terminating zero. */
ze_result_t zed_module_build_log_get_string(ze_module_build_log_handle_t log_handle, size_t *bytes,
                                            char *text)
{
    ze_result_t result = zed_object_check_with(log_handle, ZED_KIND_BUILD_LOG, bytes, "pSize");
    if (result != ZE_RESULT_SUCCESS) {
        return result;
    }
    const zed_build_log_t *log = (const zed_build_log_t *)log_handle;
    const char *source = log->text ? log->text : "";
    size_t needed = strlen(source) + 1;
    if (text && *bytes > 0) {
        size_t copied = *bytes < needed ? *bytes : needed;
        memcpy(text, source, copied);
        text[copied - 1] = '\0';
        *bytes = copied;
    } else {
        *bytes = needed;
    }
    return ZE_RESULT_SUCCESS;
}
