/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Calls of OpenCL C's convert_*() functions that translators do not handle.
 */
#ifndef ISHMEMCC_CONVERSIONS_H
#define ISHMEMCC_CONVERSIONS_H

#include <llvm-c/Core.h>

/* Replaces convert_uchar_rte(int) and its like, in which nothing is rounded, by functions without
 * the mode: SPIR-V has modes only where floating-point numbers are converted. */
void drop_idle_rounding(LLVMModuleRef module);

/* convert_uchar_sat() and its like: the translator of LLVM 15 loses a call if an earlier phi uses
 * it, as in loops.  The phi gets a sum with 0 instead. */
void part_from_phis(LLVMValueRef instruction);

#endif
