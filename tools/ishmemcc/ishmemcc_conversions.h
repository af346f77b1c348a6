/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Calls of OpenCL C's convert_*() functions that translators stumble over.
 */
#ifndef ISHMEMCC_CONVERSIONS_H
#define ISHMEMCC_CONVERSIONS_H

#include <llvm-c/Core.h>

/* From here on convert_uchar_rte(int) and its like, in which nothing is rounded, are called without the mode: SPIR-V
 * has modes only where floating-point numbers are converted. */
void drop_idle_rounding(LLVMModuleRef module);

/* convert_uchar_sat() and its like: the translator of LLVM 15 loses one that a phi uses which stands before it, as
 * those of loops do.  The phi gets a sum with 0 instead. */
void part_from_phis(LLVMValueRef instruction);

#endif
