/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Asks the driver (processor/running_kernels.h); others than the CPU driver do not know the question.
 */
#include "running.h"

#include "job.h"
#include <string.h>

/* Written while no other thread asks. */
static ishmemi_running_kernels_fn list_kernels;

void ishmemi_running_open(void)
{
    void *address = NULL;
    if (zeDriverGetExtensionFunctionAddress(ishmemi_job.driver, ISHMEMI_RUNNING_KERNELS,
                                            &address) == ZE_RESULT_SUCCESS) {
        /* C has no cast from an object's address to a function's. */
        memcpy(&list_kernels, &address, sizeof list_kernels);
    }
}

void ishmemi_running_close(void)
{
    list_kernels = NULL;
}

size_t ishmemi_running_list(ishmemi_running_t *list, size_t most)
{
    return list_kernels ? list_kernels(list, most) : 0;
}
