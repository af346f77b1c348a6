/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * LLVM's optimiser, limited to what SPIR-V can express.
 */
#ifndef ISHMEMCC_OPTIMISE_H
#define ISHMEMCC_OPTIMISE_H

#include <llvm-c/Core.h>

/* Optimisers make integers of other widths if the data layout lists none as native, as SPIR's
 * layout does not.  Here the module has a layout that lists them, at level "0" to "3"; "least" uses
 * only passes that make no integers at all. */
void optimise_module(LLVMModuleRef module, const char *level);

#endif
