/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * LLVM's intrinsics for which SPIR-V has no instruction, or which some version of the translator
 * refuses.
 */
#ifndef ISHMEMCC_INTRINSICS_H
#define ISHMEMCC_INTRINSICS_H

#include <llvm-c/Core.h>

/* Replaces a call of such an intrinsic by instructions and by built-in functions of OpenCL C; other
 * instructions stay as they are. */
void expand_intrinsic(LLVMValueRef instruction);

#endif
