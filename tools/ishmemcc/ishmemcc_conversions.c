/* SPDX-License-Identifier: BSD-3-Clause */
/* See ishmemcc_conversions.h. */
#include "ishmemcc_conversions.h"

#include "ishmemcc_values.h"

#include "spirv/kernel_bodies.h"
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* "convert_uchar_sat_rte", with which the rest of the mangled name begins; NULL if this is no such
 * function. */
static const char *conversion_name(LLVMValueRef function, size_t *length)
{
    const char *const mangled = ishmemi_function_name(function);
    char *name = NULL;

    if (strncmp(mangled, "_Z", 2) != 0)
        return NULL;
    *length = strtoul(mangled + 2, &name, 10);
    return strncmp(name, "convert_", strlen("convert_")) == 0 && strlen(name) > *length ? name
                                                                                        : NULL;
}

static bool has_mode(const char *name, size_t length)
{
    static const char *const modes[] = {"_rte", "_rtz", "_rtp", "_rtn"};

    for (size_t i = 0; i < sizeof(modes) / sizeof(modes[0]); i++) {
        if (strncmp(name + length - strlen(modes[i]), modes[i], strlen(modes[i])) == 0)
            return true;
    }
    return false;
}

/* Gives the function the name.  If another function has the name, gives the function's uses to that
 * one. */
static void rename_function(LLVMModuleRef module, LLVMValueRef function, const char *name)
{
    const LLVMValueRef other = LLVMGetNamedFunction(module, name);

    if (other == NULL) {
        LLVMSetValueName2(function, name, strlen(name));
        return;
    }
    LLVMReplaceAllUsesWith(function, other);
    LLVMDeleteFunction(function);
}

void drop_idle_rounding(LLVMModuleRef module)
{
    enum { MODE = sizeof("_rte") - 1 };
    LLVMValueRef next;

    for (LLVMValueRef f = LLVMGetFirstFunction(module); f != NULL; f = next) {
        size_t length = 0;
        const char *const name = conversion_name(f, &length);
        char plain[128];
        next = LLVMGetNextFunction(f);
        if (name == NULL || !has_mode(name, length) || LLVMCountParams(f) != 1 ||
            integer_width(LLVMTypeOf(LLVMGetParam(f, 0))) == 0 ||
            integer_width(LLVMGetReturnType(LLVMGlobalGetValueType(f))) == 0)
            continue;
        snprintf(plain, sizeof(plain), "_Z%zu%.*s%s", length - MODE, (int)(length - MODE), name,
                 name + length);
        rename_function(module, f, plain);
    }
}

void part_from_phis(LLVMValueRef call)
{
    const LLVMValueRef called =
        LLVMIsACallInst(call) == NULL ? NULL : LLVMIsAFunction(LLVMGetCalledValue(call));
    size_t length = 0;
    const char *const name = called == NULL ? NULL : conversion_name(called, &length);
    LLVMValueRef sum = NULL;
    LLVMUseRef next;

    if (name == NULL || strstr(name, "_sat") == NULL || integer_width(LLVMTypeOf(call)) == 0)
        return;
    for (LLVMUseRef use = LLVMGetFirstUse(call); use != NULL; use = next) {
        const LLVMValueRef phi = LLVMIsAPHINode(LLVMGetUser(use));
        next = LLVMGetNextUse(use);
        if (phi == NULL)
            continue;
        if (sum == NULL) {
            const LLVMBuilderRef builder = builder_before(LLVMGetNextInstruction(call));
            sum = LLVMBuildAdd(builder, call, LLVMConstNull(LLVMTypeOf(call)), "");
            LLVMDisposeBuilder(builder);
        }
        for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
            if (LLVMGetIncomingValue(phi, i) == call)
                LLVMSetOperand(phi, i, sum);
        next = LLVMGetFirstUse(call); /* the list has changed */
    }
}
