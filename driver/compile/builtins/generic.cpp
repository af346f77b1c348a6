/* SPDX-License-Identifier: BSD-3-Clause */
/* The address space of a generic pointer's target. */
#include "opencl.h"

using global_pointer = __attribute__((address_space(1))) void *;
using local_pointer = __attribute__((address_space(3))) void *;
using generic_pointer = __attribute__((address_space(4))) const void *;

static uint space_of(generic_pointer pointer)
{
    return zed_rt_space(zed_rt_item(), (const void *)pointer);
}

extern "C" global_pointer __to_global(generic_pointer pointer)
{
    return space_of(pointer) == ZED_SPACE_GLOBAL ? (global_pointer)pointer : nullptr;
}

extern "C" local_pointer __to_local(generic_pointer pointer)
{
    return space_of(pointer) == ZED_SPACE_LOCAL ? (local_pointer)pointer : nullptr;
}

extern "C" void *__to_private(generic_pointer pointer)
{
    return space_of(pointer) == ZED_SPACE_PRIVATE ? (void *)pointer : nullptr;
}

/* Private memory needs no fence, because nobody else sees it; OpenCL has none for it, so this is
 * the global one. */
uint get_fence(generic_pointer pointer)
{
    return space_of(pointer) == ZED_SPACE_LOCAL ? fence_local : fence_global;
}
