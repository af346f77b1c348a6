/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Where in the sources something is that ishmemcc refuses.
 */
#ifndef ISHMEMCC_PLACE_H
#define ISHMEMCC_PLACE_H

#include <llvm-c/Core.h>

/* Begins a sentence with the file, the line and the function: "ishmemcc: a.cl:3: kernel 'k'".  The place is the
 * function or one of its instructions; the file is `source` where the module has no lines. */
void print_place(const char *source, LLVMValueRef function, LLVMValueRef place);

#endif
