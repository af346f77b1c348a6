/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How libishmem binds modules that it does not see, such as those of a runtime for SYCL: its drivers give a variable of
 * each module a value.  The function is found by its name, with zeDriverGetExtensionFunctionAddress.
 */
#ifndef ISHMEMI_PROCESSOR_MODULE_VARIABLE_H
#define ISHMEMI_PROCESSOR_MODULE_VARIABLE_H

#include <stddef.h>

#define ISHMEMI_MODULE_VARIABLE_MOST 2048

/* libishmem's variable has the address of the default context's state.  In modules for NVIDIA's GPUs it is as long as
 * it may be, and has a copy of the state from here on. */
#define ISHMEMI_MODULE_STATE_OFFSET 16

/* From now on the variable of this name begins with the value in every module of the process: in those that there
 * are, and in others when they are built.  A variable may be longer than the value, which leaves the rest, or shorter,
 * and then has what fits.  bytes: at most ISHMEMI_MODULE_VARIABLE_MOST.  The last call counts; with NULL as the name,
 * later modules keep what they are built with.  given: called, by any thread, for each module that has the
 * variable; may be NULL.  No kernel of a module that has the variable runs during the call. */
typedef void (*ishmemi_set_module_variable_fn)(const char *name, const void *value, size_t bytes,
                                               void (*given)(void));
#define ISHMEMI_SET_MODULE_VARIABLE "zedSetModuleVariable"

#endif
