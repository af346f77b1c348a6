/* SPDX-License-Identifier: BSD-3-Clause */
/* Which address space a generic pointer points into. */
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

/* There is no fence for private memory, which nobody else sees: the global one will do. */
uint get_fence(const void *pointer)
{
    return __nvvm_isspacep_shared(pointer) ? fence_local : fence_global;
}
