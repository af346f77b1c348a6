/* SPDX-License-Identifier: BSD-3-Clause */
/* See ishmemcc_recursion.h. */
#include "ishmemcc_recursion.h"

#include "ishmemcc_fail.h"
#include "ishmemcc_location.h"

#include "spirv/kernel_bodies.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* A function's state while the calls are followed, depth first. */
enum { NEW, OPEN, DONE };

typedef struct graph {
    const char *source;
    LLVMValueRef *functions; /* sorted by address */
    unsigned char *states;
    size_t count;
} graph_t;

static int compare_functions(const void *a, const void *b)
{
    const LLVMValueRef left = *(const LLVMValueRef *)a;
    const LLVMValueRef right = *(const LLVMValueRef *)b;

    return (left > right) - (left < right);
}

static unsigned char *state_of(const graph_t *graph, LLVMValueRef function)
{
    const LLVMValueRef *const found = bsearch(&function, graph->functions, graph->count,
                                              sizeof(*graph->functions), compare_functions);

    return found == NULL ? NULL : &graph->states[found - graph->functions];
}

static bool follow(const graph_t *graph, LLVMValueRef function);

static bool follow_call(const graph_t *graph, LLVMValueRef caller, LLVMValueRef call)
{
    const LLVMValueRef called = LLVMIsACallInst(call) == NULL ? NULL : LLVMGetCalledValue(call);
    unsigned char *const state = called == NULL ? NULL : state_of(graph, called);

    if (state == NULL || *state == DONE)
        return true;
    if (*state == NEW)
        return follow(graph, called);
    print_location(graph->source, called, call);
    fprintf(stderr, " calls itself");
    if (called != caller)
        fprintf(stderr, " through '%s'", ishmemi_source_name(ishmemi_function_name(caller)));
    fprintf(stderr, ", and kernels do not support recursion; use a loop, or for the CPU driver "
                    "--allow-recursion\n");
    return false;
}

/* The recursion is as deep as the source's calls are nested. */
static bool follow(const graph_t *graph, LLVMValueRef function)
{
    unsigned char *const state = state_of(graph, function);

    *state = OPEN;
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block != NULL;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef i = LLVMGetFirstInstruction(block); i != NULL;
             i = LLVMGetNextInstruction(i))
            if (!follow_call(graph, function, i))
                return false;
    *state = DONE;
    return true;
}

bool check_recursion(LLVMModuleRef module, const char *source)
{
    graph_t graph = {source, NULL, NULL, 0};
    bool good = true;

    for (LLVMValueRef f = LLVMGetFirstFunction(module); f != NULL; f = LLVMGetNextFunction(f))
        graph.count += !LLVMIsDeclaration(f);
    graph.functions = calloc(graph.count + 1, sizeof(*graph.functions));
    graph.states = calloc(graph.count + 1, sizeof(*graph.states));
    if (graph.functions == NULL || graph.states == NULL)
        fail("recursion", "out of memory");
    graph.count = 0;
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f != NULL; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f))
            graph.functions[graph.count++] = f;
    qsort(graph.functions, graph.count, sizeof(*graph.functions), compare_functions);
    for (size_t i = 0; i < graph.count && good; i++)
        if (graph.states[i] == NEW)
            good = follow(&graph, graph.functions[i]);
    free(graph.states);
    free(graph.functions);
    return good;
}
