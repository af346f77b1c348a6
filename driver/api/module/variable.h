/* SPDX-License-Identifier: BSD-3-Clause */
/* The variable that has the same value in all modules (ze_cpu_ext.h). */
#ifndef ZED_VARIABLE_H
#define ZED_VARIABLE_H

#include "module_object.h"

/* A ze_cpu_pfn_set_module_variable_t. */
void zed_variable_set(const char *name, const void *value, size_t bytes, void (*given)(void));

/* Called when the module exists, which sets its value, and before it is released. */
void zed_variable_add(zed_module_object_t *module);
void zed_variable_remove(zed_module_object_t *module);
/* Called when the module has been linked.  Until then it may have had no variables. */
void zed_variable_linked(zed_module_object_t *module);

#endif
