/* SPDX-License-Identifier: BSD-3-Clause */
/* The address space of a generic pointer's target. */
#include "../builtins/opencl.h"

using global_pointer = __attribute__((address_space(1))) void *;
using local_pointer = __attribute__((address_space(3))) void *;

extern "C" global_pointer __to_global(const void *pointer)
{
    return __nvvm_isspacep_global(pointer) ? (global_pointer)pointer : nullptr;
}

extern "C" local_pointer __to_local(const void *pointer)
{
    return __nvvm_isspacep_shared(pointer) ? (local_pointer)pointer : nullptr;
}

extern "C" void *__to_private(const void *pointer)
{
    return __nvvm_isspacep_local(pointer) ? (void *)pointer : nullptr;
}

/* Private memory needs no fence, because nobody else sees it; OpenCL has none for it, so this is
 * the global one. */
uint get_fence(const void *pointer)
{
    return __nvvm_isspacep_shared(pointer) ? fence_local : fence_global;
}
