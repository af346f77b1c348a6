/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Booleans.  LLVM's are integers of one bit; SPIR-V's have no bits and cannot be stored in memory.
 */
#ifndef ISHMEMCC_BOOLEANS_H
#define ISHMEMCC_BOOLEANS_H

#include <llvm-c/Core.h>

/* Replaces an instruction that uses a boolean as a number, loads or stores one, uses its bits, or
 * selects whole vectors or structs by one.  Other instructions stay as they are. */
void settle_boolean(LLVMValueRef instruction);

/* A variable that the optimiser has made a boolean gets a byte.  To be called before
 * settle_boolean(). */
void widen_boolean_variables(LLVMModuleRef module);

#endif
