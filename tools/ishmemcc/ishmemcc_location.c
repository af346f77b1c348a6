/* SPDX-License-Identifier: BSD-3-Clause */
/* See ishmemcc_location.h. */
#include "ishmemcc_location.h"

#include "spirv/kernel_bodies.h"
#include <stdio.h>

static bool is_kernel(LLVMValueRef function)
{
    const char *const name = ishmemi_function_name(function);

    return LLVMGetFunctionCallConv(function) == LLVMSPIRKERNELCallConv ||
           ishmemi_source_name(name) != name;
}

void print_location(const char *source, LLVMValueRef function, LLVMValueRef at)
{
    unsigned length = 0;
    unsigned line = LLVMGetDebugLocLine(at);

    /* What compilers add to a function has no line of its own. */
    if (line == 0) {
        at = function;
        line = LLVMGetDebugLocLine(at);
    }
    const char *const file = line == 0 ? NULL : LLVMGetDebugLocFilename(at, &length);
    if (file == NULL)
        fprintf(stderr, "ishmemcc: %s: ", source);
    else
        fprintf(stderr, "ishmemcc: %.*s:%u: ", (int)length, file, line);
    fprintf(stderr, "%s '%s'", is_kernel(function) ? "kernel" : "function",
            ishmemi_source_name(ishmemi_function_name(function)));
}
