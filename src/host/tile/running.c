/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Queries the driver (ze_cpu_ext.h).  Only libishmem's own drivers support these calls; the CUDA
 * driver supports some of them.
 */
#include "running.h"

#include "job.h"
#include <string.h>

/* Written while no other thread calls. */
static ze_cpu_pfn_get_running_kernels_t list_kernels;
static ze_cpu_pfn_set_launch_callback_t set_launch_callback;
static ze_cpu_pfn_set_kernel_listener_t set_kernel_listener;

/* function: points to where the address goes, of any type. */
static void find(const char *name, void *function)
{
    void *address = NULL;
    if (zeDriverGetExtensionFunctionAddress(ishmemi_job.driver, name, &address) ==
        ZE_RESULT_SUCCESS) {
        /* C has no cast between pointers to objects and to functions. */
        memcpy(function, &address, sizeof address);
    }
}

void ishmemi_running_open(void)
{
    find(ZE_CPU_GET_RUNNING_KERNELS, &list_kernels);
    find(ZE_CPU_SET_LAUNCH_CALLBACK, &set_launch_callback);
    find(ZE_CPU_SET_KERNEL_LISTENER, &set_kernel_listener);
}

void ishmemi_running_close(void)
{
    list_kernels = NULL;
    set_launch_callback = NULL;
    set_kernel_listener = NULL;
}

void ishmemi_running_set_callback(ze_cpu_launch_callback_t callback)
{
    if (set_launch_callback) {
        set_launch_callback(callback);
    }
}

bool ishmemi_running_listen(const ze_cpu_kernel_listener_t *listener)
{
    if (set_kernel_listener) {
        set_kernel_listener(listener);
    }
    return set_kernel_listener != NULL;
}

size_t ishmemi_running_list(ze_cpu_running_kernel_t *list, size_t most)
{
    return list_kernels ? list_kernels(list, most) : 0;
}
