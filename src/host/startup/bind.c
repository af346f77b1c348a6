/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * To bind a module is to store the address of the default context's state in its variable.
 *
 * set_variable   the driver's function, or NULL; written at each start, under the lock of init.c
 * binders        written by static initialisers of programs and their libraries, and read when the
 *                job has been joined; both under the mutex.  Nothing is ever removed.
 */
#include "bind.h"

#include "ishmem/device/handle.h"
#include "job.h"
#include "races/order/races.h"
#include "state.h"
#include "ze_cpu_ext.h"
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_(token) #token
#define TEXT(token) TEXT_(token)

typedef void (*binder_t)(void);

static ze_cpu_pfn_set_module_variable_t set_variable;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static binder_t *binders;
static size_t binder_count;

void ishmemi_bind_open(void)
{
    void *address = NULL;
    set_variable = NULL;
    if (zeDriverGetExtensionFunctionAddress(ishmemi_job.driver, ZE_CPU_SET_MODULE_VARIABLE,
                                            &address) != ZE_RESULT_SUCCESS) {
        return;
    }
    /* C has no cast from an object's address to a function's. */
    memcpy(&set_variable, &address, sizeof address);
    char value[ZE_CPU_MODULE_VARIABLE_MAX];
    const size_t bytes = ishmemi_state_variable(value);
    set_variable(TEXT(ISHMEMI_DEFAULT_CTX), value, bytes, ishmemi_races_expect_calls);
}

void ishmemi_bind_close(void)
{
    if (set_variable) {
        static const char zeros[ZE_CPU_MODULE_VARIABLE_MAX];
        set_variable(TEXT(ISHMEMI_DEFAULT_CTX), zeros, sizeof zeros, NULL);
        set_variable(NULL, NULL, 0, NULL);
    }
}

/* For include/ishmem/sycl/kernels.h: the library calls the function each time the process has
 * joined a job, unless the driver binds the program's kernels. */
__attribute__((visibility("default"))) void ishmemi_sycl_at_start(binder_t binder);

void ishmemi_sycl_at_start(binder_t binder)
{
    pthread_mutex_lock(&mutex);
    binder_t *const more = realloc(binders, (binder_count + 1) * sizeof *binders);
    if (more) {
        binders = more;
        binders[binder_count++] = binder;
    }
    pthread_mutex_unlock(&mutex);
}

bool ishmemi_bind_is_by_driver(void)
{
    return set_variable;
}

void ishmemi_bind_by_program(void)
{
    for (size_t i = 0;; i++) {
        pthread_mutex_lock(&mutex);
        const binder_t binder = i < binder_count ? binders[i] : NULL;
        pthread_mutex_unlock(&mutex);
        if (!binder) {
            return;
        }
        binder();
    }
}
