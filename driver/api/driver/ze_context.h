/* SPDX-License-Identifier: BSD-3-Clause */
/* A context.  Each one reaches all devices and has no state of its own. */
#ifndef ZED_ZE_CONTEXT_H
#define ZED_ZE_CONTEXT_H

#include "driver.h"

typedef struct zed_context {
    zed_object_t object;
} zed_context_t;

/* Checks the context, and the device if the call names one. */
ze_result_t zed_context_check(ze_context_handle_t context_handle, ze_device_handle_t device_handle);

#endif
