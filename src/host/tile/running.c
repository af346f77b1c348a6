/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Asks the driver (processor/running_kernels.h).  Only libishmem's own drivers know such questions; the CUDA driver
 * knows some.
 */
#include "running.h"

#include "job.h"
#include <string.h>

/* Written while no other thread asks. */
static ishmemi_running_kernels_fn list_kernels;
static ishmemi_tell_launches_fn tell_launches;
static ishmemi_listen_kernels_fn listen_kernels;

/* function: where its address goes, of any type. */
static void find(const char *name, void *function)
{
    void *address = NULL;
    if (zeDriverGetExtensionFunctionAddress(ishmemi_job.driver, name, &address) ==
        ZE_RESULT_SUCCESS) {
        /* C has no cast from an object's address to a function's. */
        memcpy(function, &address, sizeof address);
    }
}

void ishmemi_running_open(void)
{
    find(ISHMEMI_RUNNING_KERNELS, &list_kernels);
    find(ISHMEMI_TELL_LAUNCHES, &tell_launches);
    find(ISHMEMI_LISTEN_KERNELS, &listen_kernels);
}

void ishmemi_running_close(void)
{
    list_kernels = NULL;
    tell_launches = NULL;
    listen_kernels = NULL;
}

void ishmemi_running_tell(ishmemi_told_launch_fn told)
{
    if (tell_launches) {
        tell_launches(told);
    }
}

bool ishmemi_running_listen(const ishmemi_kernel_listener_t *listener)
{
    if (listen_kernels) {
        listen_kernels(listener);
    }
    return listen_kernels != NULL;
}

size_t ishmemi_running_list(ishmemi_running_t *list, size_t most)
{
    return list_kernels ? list_kernels(list, most) : 0;
}
