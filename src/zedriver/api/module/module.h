/* SPDX-License-Identifier: BSD-3-Clause */
/* Modules, and the logs of building and linking them. */
#ifndef ZED_MODULE_H
#define ZED_MODULE_H

#include "linkage.h"
#include "ze_context.h"

typedef struct zed_module_object {
    zed_object object;
    zed_context *context;
    zed_device *device;
    zed_module *module;
    zed_linkage linkage;
    uint64_t id; /* unique in this process */
} zed_module_object;

#endif
