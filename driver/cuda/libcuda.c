/* SPDX-License-Identifier: BSD-3-Clause */
/* Loads libcuda.so.1. */
#include "cuda/libcuda.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#define LIBRARY "libcuda.so.1"

zed_cuda_t zed_cuda;

/* The field is a pointer to a function; POSIX allows the conversion between the two kinds of
 * pointer. */
static bool find(void *library, const char *symbol, void *field)
{
    void *address = dlsym(library, symbol);
    memcpy(field, &address, sizeof address);
    return address;
}

bool zed_cuda_load(char *why, size_t bytes)
{
    void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        snprintf(why, bytes, "NVIDIA's driver is not installed: %s", dlerror());
        return false;
    }
#define FIND(field, symbol, arguments)                                               \
    if (!find(library, symbol, &zed_cuda.field)) {                                   \
        snprintf(why, bytes,                                                         \
                 "NVIDIA's driver is too old: %s has no %s; install version 525 or " \
                 "newer",                                                            \
                 LIBRARY, symbol);                                                   \
        dlclose(library);                                                            \
        return false;                                                                \
    }
    ZED_CUDA_CALLS(FIND)
#undef FIND
    return true;
}
