/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ishmemcc_module [-O0 ... -O3 | -Oleast] IN.bc OUT.bc
 * ishmemcc_module -undefined MODULE.spv [UNIT.bc SOURCE]...
 * ishmemcc_module -plain MODULE.spv PLAIN.spv
 * ishmemcc_module -join IN.bc OUT.bc
 *
 * The second says what the module lacks (ishmemcc_undefined.h), and fails if there is anything.  The
 * third writes the module without its debug information, for the validator.  The fourth joins kernels with
 * the bodies that clang has made of them (processor/kernel_bodies.h).  The first makes a module of
 * bitcode for SPIR one that SPIR-V can express, which knows
 *   - no integers but those of 8, 16, 32 and 64 bits, and bool;
 *   - no freeze;
 *   - no block that stands before one that dominates it;
 * and drops the hints of loops, which the translator sets down at a wrong place, and that a function does
 * not touch what a parameter points to, at which the translator of LLVM 15 stops when it reads the SPIR-V.
 *
 * Optimisers make integers of other widths where the data layout lists none as native, as SPIR's
 * does not.  With -O the module is optimised here, with a layout that lists them; -Oleast keeps to
 * passes that make no integers at all.  Exit status 3: there are other integers nevertheless.
 */
#include "ishmemcc_undefined.h"
#include "ishmemcc_words.h"

#include "processor/kernel_bodies.h"
#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Core.h>
#include <llvm-c/Error.h>
#include <llvm-c/Support.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <llvm/Config/llvm-config.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STATUS_OTHER_INTEGERS = 3 };

#define NATIVE_INTEGERS "-n8:16:32:64"
#define LEAST_PASSES "always-inline,function(sroa,early-cse,simplifycfg),globaldce"
#define NO_BUILTINS "no-builtins" /* printf must not become puts */

static _Noreturn void fail(const char *what, const char *why)
{
    fprintf(stderr, "ishmemcc: %s: %s\n", what, why);
    exit(EXIT_FAILURE);
}

/* ---- Optimising ----------------------------------------------------------------------------- */

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

static void optimise(LLVMModuleRef module, const char *level)
{
    /* Tables that answer a switch, and the closed forms of sums, have integers of their own.  And
     * vectors are the business of whoever compiles the SPIR-V. */
    static const char *const options[] = {"ishmemcc", "-switch-to-lookup=false",
                                          "-replexitval=never", "-vectorize-loops=false",
                                          "-vectorize-slp=false"};
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
    LLVMParseCommandLineOptions(5, options, NULL);
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

/* ---- Integers --------------------------------------------------------------------------------- */

static bool is_expressible(LLVMTypeRef type)
{
    switch (LLVMGetTypeKind(type)) {
    case LLVMIntegerTypeKind:
        switch (LLVMGetIntTypeWidth(type)) {
        case 1:
        case 8:
        case 16:
        case 32:
        case 64:
            return true;
        default:
            return false;
        }
    case LLVMVectorTypeKind:
    case LLVMArrayTypeKind:
        return is_expressible(LLVMGetElementType(type));
    default:
        return true;
    }
}

static bool has_other_integers(LLVMValueRef instruction)
{
    if (!is_expressible(LLVMTypeOf(instruction)))
        return true;
    for (int i = 0; i < LLVMGetNumOperands(instruction); i++)
        if (!is_expressible(LLVMTypeOf(LLVMGetOperand(instruction, (unsigned)i))))
            return true;
    return false;
}

/* ---- Functions ---------------------------------------------------------------------------------- */

/* A frozen value is taken for what it is: it was worth freezing where it has no meaning at all. */
static void remove_freezes_and_hints(LLVMBasicBlockRef block)
{
    const unsigned hints = LLVMGetMDKindID("llvm.loop", (unsigned)strlen("llvm.loop"));
    LLVMValueRef next;

    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i != NULL; i = next) {
        next = LLVMGetNextInstruction(i);
        if (LLVMGetInstructionOpcode(i) == LLVMFreeze) {
            LLVMReplaceAllUsesWith(i, LLVMGetOperand(i, 0));
            LLVMInstructionEraseFromParent(i);
        }
    }
    LLVMSetMetadata(LLVMGetBasicBlockTerminator(block), hints, NULL);
}

typedef struct visit {
    LLVMBasicBlockRef block;
    unsigned next; /* successor to go to */
} visit_t;

static int compare_blocks(const void *a, const void *b)
{
    const LLVMBasicBlockRef left = *(const LLVMBasicBlockRef *)a;
    const LLVMBasicBlockRef right = *(const LLVMBasicBlockRef *)b;

    return (left > right) - (left < right);
}

/* True the first time that it is asked of a block; `sorted` holds all of them. */
static bool is_new(LLVMBasicBlockRef block, const LLVMBasicBlockRef *sorted, bool *seen,
                   size_t count)
{
    const LLVMBasicBlockRef *const found =
        bsearch(&block, sorted, count, sizeof(*sorted), compare_blocks);
    bool *const entry = &seen[found - sorted];
    const bool was_seen = *entry;

    *entry = true;
    return !was_seen;
}

/* Each block is moved to the front when all that can be reached from it stand there, so that a
 * block stands before those that it dominates.  Blocks that nothing reaches end up last. */
static void order_blocks(LLVMValueRef function)
{
    const size_t count = LLVMCountBasicBlocks(function);
    LLVMBasicBlockRef *const sorted = malloc(count * sizeof(LLVMBasicBlockRef));
    bool *const seen = calloc(count, sizeof(bool));
    visit_t *const path = malloc(count * sizeof(visit_t));
    size_t depth = 1;

    if (sorted == NULL || seen == NULL || path == NULL)
        fail("block order", "out of memory");
    LLVMGetBasicBlocks(function, sorted);
    path[0] = (visit_t){LLVMGetEntryBasicBlock(function), 0};
    qsort(sorted, count, sizeof(*sorted), compare_blocks);
    is_new(path[0].block, sorted, seen, count);
    while (depth > 0) {
        visit_t *const top = &path[depth - 1];
        const LLVMValueRef end = LLVMGetBasicBlockTerminator(top->block);

        if (top->next < LLVMGetNumSuccessors(end)) {
            const LLVMBasicBlockRef successor = LLVMGetSuccessor(end, top->next++);
            if (is_new(successor, sorted, seen, count))
                path[depth++] = (visit_t){successor, 0};
        } else {
            const LLVMBasicBlockRef first = LLVMGetFirstBasicBlock(function);
            if (first != top->block)
                LLVMMoveBasicBlockBefore(top->block, first);
            depth--;
        }
    }
    free(path);
    free(seen);
    free(sorted);
}

static void remove_readnone(LLVMValueRef function)
{
    const unsigned kind = LLVMGetEnumAttributeKindForName("readnone", strlen("readnone"));

    for (unsigned i = 1; i <= LLVMCountParams(function); i++)
        LLVMRemoveEnumAttributeAtIndex(function, i, kind);
}

static bool prepare(LLVMValueRef function)
{
    bool good = true;

    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block != NULL;
         block = LLVMGetNextBasicBlock(block)) {
        remove_freezes_and_hints(block);
        for (LLVMValueRef i = LLVMGetFirstInstruction(block); i != NULL && good;
             i = LLVMGetNextInstruction(i))
            good = !has_other_integers(i);
    }
    order_blocks(function);
    return good;
}

int main(int argc, char **argv)
{
    const char *level = NULL;
    const bool joins = argc == 4 && strcmp(argv[1], "-join") == 0;
    LLVMContextRef context = LLVMGetGlobalContext();
    LLVMMemoryBufferRef buffer;
    LLVMModuleRef module;
    char *message = NULL;
    bool good = true;

#ifdef ISHMEM_TYPED_POINTERS
    LLVMContextSetOpaquePointers(context, 0);
#endif
    if (argc > 2 && strcmp(argv[1], "-undefined") == 0)
        return undefined_report(argv[2], argv + 3, (argc - 3) / 2) == 0 ? EXIT_SUCCESS
                                                                        : EXIT_FAILURE;
    if (argc == 4 && strcmp(argv[1], "-plain") == 0)
        return write_plain(argv[2], argv[3]) ? EXIT_SUCCESS : EXIT_FAILURE;
    if (joins || (argc > 1 && strncmp(argv[1], "-O", 2) == 0)) {
        level = joins ? NULL : argv[1] + 2;
        argv++;
        argc--;
    }
    if (argc != 3)
        fail("arguments", "[-O0 ... -O3 | -Oleast] IN.bc OUT.bc");
    LLVMContextSetDiscardValueNames(context, 1);
    if (LLVMCreateMemoryBufferWithContentsOfFile(argv[1], &buffer, &message))
        fail(argv[1], message);
    if (LLVMParseBitcodeInContext2(context, buffer, &module))
        fail(argv[1], "not bitcode of LLVM " LLVM_VERSION_STRING);
    if (level != NULL)
        optimise(module, level);
    if (joins)
        ishmemi_join_kernels(module);
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f != NULL && !joins;
         f = LLVMGetNextFunction(f)) {
        remove_readnone(f);
        if (!LLVMIsDeclaration(f))
            good = prepare(f) && good;
    }
    if (LLVMWriteBitcodeToFile(module, argv[2]) != 0)
        fail(argv[2], "cannot write the file");
    return good ? EXIT_SUCCESS : STATUS_OTHER_INTEGERS;
}
