/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Functions that call themselves, which OpenCL C does not allow and SPIR-V does not have for
 * kernels.
 */
#ifndef ISHMEMCC_RECURSION_H
#define ISHMEMCC_RECURSION_H

#include <llvm-c/Core.h>
#include <stdbool.h>

/* False if a function of the source calls itself, also through others; prints which one and
 * where. */
bool check_recursion(LLVMModuleRef module, const char *source);

#endif
