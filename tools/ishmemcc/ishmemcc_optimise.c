/* SPDX-License-Identifier: BSD-3-Clause */
/* See ishmemcc_optimise.h. */
#include "ishmemcc_optimise.h"

#include "ishmemcc_fail.h"

#include <llvm-c/Error.h>
#include <llvm-c/Support.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NATIVE_INTEGERS "-n8:16:32:64"
#define LEAST_PASSES "always-inline,function(sroa,early-cse,simplifycfg),globaldce"
#define NO_BUILTINS "no-builtins" /* printf must not become puts */

static void mark_functions(LLVMModuleRef module, bool mark)
{
    const unsigned length = (unsigned)strlen(NO_BUILTINS);
    const LLVMAttributeIndex place = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;

    for (LLVMValueRef f = LLVMGetFirstFunction(module); f != NULL; f = LLVMGetNextFunction(f)) {
        if (mark)
            LLVMAddAttributeAtIndex(f, place,
                                    LLVMCreateStringAttribute(LLVMGetModuleContext(module),
                                                              NO_BUILTINS, length, "", 0));
        else
            LLVMRemoveStringAttributeAtIndex(f, place, NO_BUILTINS, length);
    }
}

void optimise_module(LLVMModuleRef module, const char *level)
{
    /* Tables for a switch, and closed forms of sums, have integers of their own widths.  Vectors
     * are the business of the compiler of the SPIR-V.  LLVM 15 would merge two calls in
     * different branches into one, although work-items at one of them must not meet work-items
     * at the other. */
    static const char *const options[] = {"ishmemcc",
                                          "-switch-to-lookup=false",
                                          "-replexitval=never",
                                          "-vectorize-loops=false",
                                          "-vectorize-slp=false",
                                          "-simplifycfg-sink-common=false"};
    char passes[sizeof(LEAST_PASSES) + 16];
    char *const own_layout = strdup(LLVMGetDataLayoutStr(module));
    char *const layout =
        own_layout == NULL ? NULL : malloc(strlen(own_layout) + sizeof(NATIVE_INTEGERS));

    if (layout == NULL)
        fail("optimiser", "out of memory");
    sprintf(layout, "%s" NATIVE_INTEGERS, own_layout);
    if (strcmp(level, "least") == 0)
        strcpy(passes, LEAST_PASSES);
    else
        snprintf(passes, sizeof(passes), "default<O%s>", level);
    LLVMParseCommandLineOptions((int)(sizeof(options) / sizeof(options[0])), options, NULL);
    LLVMSetDataLayout(module, layout);
    mark_functions(module, true);

    LLVMPassBuilderOptionsRef tuning = LLVMCreatePassBuilderOptions();
    LLVMErrorRef error = LLVMRunPasses(module, passes, NULL, tuning);
    if (error != NULL)
        fail("optimiser", LLVMGetErrorMessage(error));
    LLVMDisposePassBuilderOptions(tuning);

    mark_functions(module, false);
    LLVMSetDataLayout(module, own_layout);
    free(layout);
    free(own_layout);
}
