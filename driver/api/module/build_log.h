/* SPDX-License-Identifier: BSD-3-Clause */
/* The log of building or linking a module. */
#ifndef ZED_BUILD_LOG_H
#define ZED_BUILD_LOG_H

#include "object.h"

typedef struct zed_build_log {
    zed_object_t object;
    char *text; /* NULL: empty */
} zed_build_log_t;

/* Takes ownership of the text, which may be NULL, and frees it if the caller wants no log.  If
 * memory for the record is exhausted, sets the caller's log to null. */
void zed_build_log_hand_out(char *text, ze_module_build_log_handle_t *log_handle);

#endif
