/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Keeps a list of the live modules, to set the variable's value in each.  `mutex` guards the list,
 * its links in the modules, and the value.
 */
#include "variable.h"

#include "ze_cpu_ext.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static zed_module_object_t *first;
static struct {
    char name[64]; /* empty: no variable */
    uint8_t value[ZE_CPU_MODULE_VARIABLE_MAX];
    size_t bytes;
    void (*given)(void);
} variable;

/* Does nothing for a module without the variable. */
static void give(const zed_module_object_t *module)
{
    void *address;
    size_t bytes;
    if (variable.name[0] != '\0' &&
        zed_driver_engine()->module_global(module->module, variable.name, &address, &bytes) ==
            ZE_RESULT_SUCCESS &&
        zed_driver_engine()->copy(address, variable.value,
                                  bytes < variable.bytes ? bytes : variable.bytes) ==
            ZE_RESULT_SUCCESS &&
        variable.given) {
        variable.given();
    }
}

void zed_variable_set(const char *name, const void *value, size_t bytes, void (*given)(void))
{
    pthread_mutex_lock(&mutex);
    snprintf(variable.name, sizeof variable.name, "%s", name ? name : "");
    variable.bytes = bytes < sizeof variable.value ? bytes : sizeof variable.value;
    if (value) {
        memcpy(variable.value, value, variable.bytes);
    }
    variable.given = given;
    for (const zed_module_object_t *module = first; module; module = module->next) {
        give(module);
    }
    pthread_mutex_unlock(&mutex);
}

void zed_variable_add(zed_module_object_t *module)
{
    pthread_mutex_lock(&mutex);
    module->next = first;
    module->previous = &first;
    if (first) {
        first->previous = &module->next;
    }
    first = module;
    give(module);
    pthread_mutex_unlock(&mutex);
}

void zed_variable_remove(zed_module_object_t *module)
{
    pthread_mutex_lock(&mutex);
    if (module->previous) {
        *module->previous = module->next;
        if (module->next) {
            module->next->previous = module->previous;
        }
    }
    pthread_mutex_unlock(&mutex);
}

void zed_variable_linked(zed_module_object_t *module)
{
    pthread_mutex_lock(&mutex);
    give(module);
    pthread_mutex_unlock(&mutex);
}
