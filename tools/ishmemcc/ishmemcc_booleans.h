/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Booleans. LLVM's are integers of one bit; SPIR-V's have no bits and no place in memory.
 */
#ifndef ISHMEMCC_BOOLEANS_H
#define ISHMEMCC_BOOLEANS_H

#include <llvm-c/Core.h>

/* Replaces an instruction that takes a boolean for a number, moves one from or to memory, looks at its bits, or
 * chooses whole vectors or structs by one; other instructions stay as they are. */
void settle_boolean(LLVMValueRef instruction);

/* A variable that the optimiser has made a boolean gets a byte. To be called before settle_boolean(). */
void widen_boolean_variables(LLVMModuleRef module);

#endif
