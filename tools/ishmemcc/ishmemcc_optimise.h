/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * LLVM's optimiser, kept to what SPIR-V can express.
 */
#ifndef ISHMEMCC_OPTIMISE_H
#define ISHMEMCC_OPTIMISE_H

#include <llvm-c/Core.h>

/* Optimisers make integers of other widths where the data layout lists none as native, as SPIR's does not. Here
 * the module has a layout that lists them, at level "0" to "3"; "least" keeps to passes that make no integers at
 * all. */
void optimise_module(LLVMModuleRef module, const char *level);

#endif
