/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Changes a module of bitcode for SPIR to what SPIR-V and each version of its translator support.
 */
#ifndef ISHMEMCC_EXPRESS_H
#define ISHMEMCC_EXPRESS_H

#include <llvm-c/Core.h>
#include <stdbool.h>

/* Rewrites the module.  False if it has integers or vectors of sizes that SPIR-V lacks, which
 * another way of optimising may avoid. */
bool express_module(LLVMModuleRef module);

#endif
