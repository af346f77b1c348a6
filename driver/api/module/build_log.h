/* SPDX-License-Identifier: BSD-3-Clause */
/* The text that building or linking left. */
#ifndef ZED_BUILD_LOG_H
#define ZED_BUILD_LOG_H

#include "object.h"

typedef struct zed_build_log {
    zed_object_t object;
    char *text; /* NULL: empty */
} zed_build_log_t;

/* Takes over the text, which may be NULL and is freed if nobody wants a log.  When the record
 * cannot be had, the caller's log is set to null. */
void zed_build_log_hand_out(char *text, ze_module_build_log_handle_t *log_handle);

#endif
