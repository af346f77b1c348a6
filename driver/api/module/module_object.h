/* SPDX-License-Identifier: BSD-3-Clause */
/* Modules. */
#ifndef ZED_MODULE_OBJECT_H
#define ZED_MODULE_OBJECT_H

#include "linkage.h"
#include "ze_context.h"

typedef struct zed_module_object {
    zed_object_t object;
    zed_context_t *context;
    zed_device_t *device;
    zed_module_t *module;
    zed_linkage_t linkage;
    uint64_t id; /* unique in this process */
    /* Links in the list of variable.c; NULL: not in it. */
    struct zed_module_object *next;
    struct zed_module_object **previous;
} zed_module_object_t;

#endif
