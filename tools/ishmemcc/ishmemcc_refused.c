/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See ishmemcc_refused.h.  Values of OpenCL's own types come from parameters and results of
 * functions and from variables, so only the types of these are checked.
 */
#include "ishmemcc_refused.h"

#include "ishmemcc_location.h"

#include "spirv/kernel_bodies.h"
#include <stdio.h>
#include <string.h>

typedef struct refused {
    const char *what, *instead;
} refused_t;

static const refused_t image = {"an image", "use a pointer to global memory"};
static const refused_t sampler = {"a sampler", "use an index into global memory"};
static const refused_t pipe = {"a pipe", "use global memory and atomic operations"};
static const refused_t queue = {"queues of the device (enqueue_kernel)",
                                "let the host launch the kernels"};
static const refused_t assembly = {"assembly (asm)", "write it in OpenCL C"};
static const refused_t function_pointer = {"a pointer to a function",
                                           "call functions by their names"};

static bool refuse(const char *source, LLVMValueRef function, LLVMValueRef at,
                   const refused_t *refused)
{
    print_location(source, function, at);
    fprintf(stderr, " uses %s, which the drivers do not support; %s\n", refused->what,
            refused->instead);
    return false;
}

/* ---- Types -------------------------------------------------------------------------------------- */

/* As LLVM writes them: %opencl.image2d_ro_t with typed pointers, target("spirv.Image", ...) with
 * others. */
static const struct {
    const char *name;
    const refused_t *refused;
} types[] = {
    {"opencl.image", &image},     {"spirv.Image", &image},       {"opencl.sampler", &sampler},
    {"spirv.Sample", &sampler}, /* also SampledImage */
    {"opencl.pipe", &pipe},       {"spirv.Pipe", &pipe},         {"opencl.reserve_id", &pipe},
    {"spirv.ReserveId", &pipe},   {"opencl.queue", &queue},      {"spirv.Queue", &queue},
    {"opencl.clk_event", &queue}, {"spirv.DeviceEvent", &queue},
};

/* What is refused in a type and the types that it is made of, or NULL. */
static const refused_t *refused_type(LLVMTypeRef type)
{
    char *const text = LLVMPrintTypeToString(type);
    const refused_t *refused = NULL;

    for (size_t i = 0; i < sizeof(types) / sizeof(*types) && refused == NULL; i++)
        if (strstr(text, types[i].name) != NULL)
            refused = types[i].refused;
    LLVMDisposeMessage(text);
    return refused;
}

/* ---- Functions ---------------------------------------------------------------------------------- */

/* Built-in functions of queues that have none as a parameter. */
static bool serves_queues(const char *name)
{
    return strncmp(name, "__get_kernel_", sizeof("__get_kernel_") - 1) == 0 ||
           strncmp(name, "_Z10ndrange_", sizeof("_Z10ndrange_") - 1) == 0;
}

/* An instruction that uses the value, also within a constant, or NULL. */
static LLVMValueRef find_user(LLVMValueRef value)
{
    LLVMValueRef found = NULL;

    for (LLVMUseRef use = LLVMGetFirstUse(value); use != NULL && found == NULL;
         use = LLVMGetNextUse(use)) {
        const LLVMValueRef user = LLVMGetUser(use);
        found = LLVMIsAInstruction(user) != NULL ? user : find_user(user);
    }
    return found;
}

static LLVMValueRef function_of(LLVMValueRef instruction)
{
    return LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction));
}

/* A function that no input defines counts where it is used. */
static bool check_signature(LLVMValueRef function, const char *source)
{
    const bool is_defined = !LLVMIsDeclaration(function);
    const refused_t *refused = refused_type(LLVMGlobalGetValueType(function));

    if (refused == NULL && !is_defined && serves_queues(ishmemi_function_name(function)))
        refused = &queue;
    if (refused == NULL)
        return true;
    if (is_defined)
        return refuse(source, function, function, refused);
    const LLVMValueRef user = find_user(function);
    return user == NULL || refuse(source, function_of(user), user, refused);
}

/* ---- Instructions ------------------------------------------------------------------------------- */

static const refused_t *refused_call(LLVMValueRef call)
{
    LLVMValueRef called = LLVMGetCalledValue(call);

    /* A function that is declared without a prototype. */
    while (LLVMIsAConstantExpr(called) != NULL)
        called = LLVMGetOperand(called, 0);
    if (LLVMIsAInlineAsm(called) != NULL)
        return &assembly;
    return LLVMIsAFunction(called) == NULL ? &function_pointer : NULL;
}

static bool check_instruction(LLVMValueRef instruction, const char *source)
{
    const refused_t *refused = NULL;

    if (LLVMIsACallInst(instruction) != NULL)
        refused = refused_call(instruction);
    else if (LLVMIsAAllocaInst(instruction) != NULL)
        refused = refused_type(LLVMGetAllocatedType(instruction));
    return refused == NULL || refuse(source, function_of(instruction), instruction, refused);
}

static bool check_body(LLVMValueRef function, const char *source)
{
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block != NULL;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef i = LLVMGetFirstInstruction(block); i != NULL;
             i = LLVMGetNextInstruction(i))
            if (!check_instruction(i, source))
                return false;
    return true;
}

/* ---- All ---------------------------------------------------------------------------------------- */

static bool check_module_assembly(LLVMModuleRef module, const char *source)
{
    size_t length;

    LLVMGetModuleInlineAsm(module, &length);
    if (length != 0)
        fprintf(stderr,
                "ishmemcc: %s: there is %s outside of functions, which the drivers do not support; "
                "%s\n",
                source, assembly.what, assembly.instead);
    return length == 0;
}

bool check_refused(LLVMModuleRef module, const char *source)
{
    if (!check_module_assembly(module, source))
        return false;
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f != NULL; f = LLVMGetNextFunction(f))
        if (!check_signature(f, source))
            return false;
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f != NULL; f = LLVMGetNextFunction(f))
        if (!check_body(f, source))
            return false;
    return true;
}
