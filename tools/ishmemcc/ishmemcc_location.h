/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The location in the sources of something that ishmemcc refuses.
 */
#ifndef ISHMEMCC_LOCATION_H
#define ISHMEMCC_LOCATION_H

#include <llvm-c/Core.h>

/* Begins a sentence with the file, the line and the function: "ishmemcc: a.cl:3: kernel 'k'".  at:
 * the function or one of its instructions.  The file is `source` if the module has no lines. */
void print_location(const char *source, LLVMValueRef function, LLVMValueRef at);

#endif
