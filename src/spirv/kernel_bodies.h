/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Makes kernels as they are in their source.  From version 21 on clang writes the body of the
 * OpenCL kernel `k` as a function `__clang_ocl_kern_imp_k`, and a kernel that passes its arguments
 * on to it.  In optimised code the body exists twice.  In other code, the kernel's code, lines and
 * local memory are those of another function.
 */
#ifndef ISHMEMI_KERNEL_BODIES_H
#define ISHMEMI_KERNEL_BODIES_H

#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#define ISHMEMI_KERNEL_BODY "__clang_ocl_kern_imp_"

/* The name that something has in the source, if it has this name in a module. */
static inline const char *ishmemi_source_name(const char *name)
{
    const size_t length = sizeof(ISHMEMI_KERNEL_BODY) - 1;
    return strncmp(name, ISHMEMI_KERNEL_BODY, length) == 0 ? name + length : name;
}

static inline const char *ishmemi_function_name(LLVMValueRef function)
{
    size_t length;
    return LLVMGetValueName2(function, &length);
}

static inline bool ishmemi_is_debug_call(LLVMValueRef call)
{
    const LLVMValueRef called = LLVMGetCalledValue(call);
    return LLVMIsAFunction(called) != NULL &&
           strncmp(ishmemi_function_name(called), "llvm.dbg.", sizeof("llvm.dbg.") - 1) == 0;
}

/* Whether the kernel calls the function once and does nothing else. */
static inline bool ishmemi_passes_on(LLVMValueRef kernel, LLVMValueRef body)
{
    unsigned calls = 0;
    if (LLVMCountBasicBlocks(kernel) != 1 || LLVMCountParams(kernel) != LLVMCountParams(body)) {
        return false;
    }
    for (unsigned i = 0; i < LLVMCountParams(kernel); i++) {
        if (LLVMTypeOf(LLVMGetParam(kernel, i)) != LLVMTypeOf(LLVMGetParam(body, i))) {
            return false;
        }
    }
    for (LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(kernel)); i != NULL;
         i = LLVMGetNextInstruction(i)) {
        const LLVMOpcode code = LLVMGetInstructionOpcode(i);
        if (code == LLVMCall && LLVMGetCalledValue(i) == body) {
            calls++;
        } else if (code == LLVMCall ? !ishmemi_is_debug_call(i)
                                    : code != LLVMAlloca && code != LLVMLoad && code != LLVMStore &&
                                          code != LLVMRet) {
            return false;
        }
    }
    return calls == 1;
}

static inline void ishmemi_take_body(LLVMValueRef kernel, LLVMValueRef body)
{
    const LLVMMetadataRef source = LLVMGetSubprogram(body);
    LLVMBasicBlockRef block;
    for (unsigned i = 0; i < LLVMCountParams(kernel); i++) {
        LLVMReplaceAllUsesWith(LLVMGetParam(body, i), LLVMGetParam(kernel, i));
    }
    LLVMDeleteBasicBlock(LLVMGetEntryBasicBlock(kernel));
    while ((block = LLVMGetFirstBasicBlock(body)) != NULL) {
        /* LLVM's move stays within a function. */
        LLVMRemoveBasicBlockFromParent(block);
        LLVMAppendExistingBasicBlock(kernel, block);
    }
    if (source != NULL) {
        LLVMSetSubprogram(kernel, source);
    }
    LLVMDeleteFunction(body);
}

/* Moves bodies into their kernels, and removes those that have been copied into their kernel. */
static inline void ishmemi_join_kernels(LLVMModuleRef module)
{
    LLVMValueRef next;
    for (LLVMValueRef body = LLVMGetFirstFunction(module); body != NULL; body = next) {
        const char *const name = ishmemi_function_name(body);
        const char *const source_name = ishmemi_source_name(name);
        next = LLVMGetNextFunction(body);
        if (source_name == name || LLVMIsDeclaration(body)) {
            continue;
        }
        const LLVMValueRef kernel = LLVMGetNamedFunction(module, source_name);
        if (kernel == NULL || LLVMIsDeclaration(kernel) ||
            LLVMGetFunctionCallConv(kernel) != LLVMSPIRKERNELCallConv) {
            continue;
        }
        const LLVMUseRef use = LLVMGetFirstUse(body);
        if (use == NULL) {
            LLVMDeleteFunction(body);
        } else if (LLVMGetNextUse(use) == NULL && ishmemi_passes_on(kernel, body)) {
            ishmemi_take_body(kernel, body);
        }
    }
}

#endif
