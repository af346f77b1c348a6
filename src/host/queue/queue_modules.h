/* SPDX-License-Identifier: BSD-3-Clause */
/* The modules of the kernels of src/device/kernels/queue_*.cl. */
#ifndef ISHMEMI_QUEUE_MODULES_H
#define ISHMEMI_QUEUE_MODULES_H

#include <level_zero/ze_api.h>

/* Separate modules, so that an operation waits only for its own to be built. */
typedef enum ishmemi_queue_module {
    ISHMEMI_QUEUE_MAIN,
    ISHMEMI_QUEUE_MAIN_DOUBLE,
    ISHMEMI_QUEUE_COLLECTIVES,
    ISHMEMI_QUEUE_REDUCTIONS,
    ISHMEMI_QUEUE_REDUCTIONS_DOUBLE,
    ISHMEMI_QUEUE_QUICK,
    ISHMEMI_QUEUE_QUICK_REDUCTIONS,
    ISHMEMI_QUEUE_QUICK_REDUCTIONS_DOUBLE,
    ISHMEMI_QUEUE_MODULES
} ishmemi_queue_module_t;

/* Builds the module if it has not been built; NULL after an error message. */
ze_module_handle_t ishmemi_queue_module(ishmemi_queue_module_t which);

/* What the module is for, for messages. */
const char *ishmemi_queue_module_purpose(ishmemi_queue_module_t which);

/*
 * Called by ishmem_init: begin as soon as there is a context, so that the modules are compiled while the PEs
 * open their heaps, and end when all else has been done.  NVIDIA's driver loads code only while no kernel runs
 * on the GPU.  It would wait for a kernel that waits for another PE, which may wait for the operation that
 * needs the code.  Therefore all modules for such GPUs are loaded before the program's first kernel.  A module
 * that cannot be loaded is reported here, and again by the operation that needs it.
 */
void ishmemi_queue_prepare_begin(void);
void ishmemi_queue_prepare_end(void);

/* No kernel object of a module exists any more. */
void ishmemi_queue_modules_close(void);

#endif
