/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The default context's variable, in a file of its own: a kernel's module has it under its external
 * name, by which the host binds the module, while all other symbols of this library become internal
 * there.
 */
#include "ishmem_device.h"

__global ishmem_ctx_t ISHMEMI_DEFAULT_CTX;
