/* SPDX-License-Identifier: BSD-3-Clause */
/* See ishmemcc_blocks.h. */
#include "ishmemcc_blocks.h"

#include "ishmemcc_fail.h"
#include "ishmemcc_values.h"

#include <stdbool.h>
#include <stdlib.h>

/* ---- Variables ---------------------------------------------------------------------------------- */

void move_variables_up(LLVMValueRef function)
{
    const LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
    LLVMValueRef first = LLVMGetFirstInstruction(entry), next;

    while (LLVMIsAAllocaInst(first) != NULL)
        first = LLVMGetNextInstruction(first);
    const LLVMBuilderRef builder = builder_before(first);
    for (LLVMBasicBlockRef block = entry; block != NULL; block = LLVMGetNextBasicBlock(block)) {
        LLVMValueRef i = block == entry ? first : LLVMGetFirstInstruction(block);
        for (; i != NULL; i = next) {
            next = LLVMGetNextInstruction(i);
            if (LLVMIsAAllocaInst(i) != NULL && LLVMIsAConstant(LLVMGetOperand(i, 0)) != NULL) {
                LLVMInstructionRemoveFromParent(i);
                LLVMInsertIntoBuilder(builder, i);
            }
        }
    }
    LLVMDisposeBuilder(builder);
}

/* ---- Edges ---------------------------------------------------------------------------------------- */

/* A switch with one case. */
static void branch_for_switch(LLVMValueRef end)
{
    const LLVMBuilderRef builder = builder_before(end);
    /* Operands: the condition, the default, and a value and a block for each case. */
    const bool value = LLVMConstIntGetZExtValue(LLVMGetOperand(end, 2)) != 0;

    LLVMBuildCondBr(builder, LLVMGetOperand(end, 0), LLVMGetSuccessor(end, value ? 1 : 0),
                    LLVMGetSuccessor(end, value ? 0 : 1));
    LLVMInstructionEraseFromParent(end);
    LLVMDisposeBuilder(builder);
}

static unsigned count_edges(LLVMValueRef end, LLVMBasicBlockRef to)
{
    unsigned count = 0;

    for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++)
        count += LLVMGetSuccessor(end, i) == to;
    return count;
}

/* Builds the phi anew, with one value for each block that it comes from; values from `end`'s block
 * now come from `through`. */
static void join_values(LLVMValueRef phi, LLVMBasicBlockRef from, LLVMBasicBlockRef through)
{
    const LLVMBuilderRef builder = builder_before(phi);
    const LLVMValueRef joined = LLVMBuildPhi(builder, LLVMTypeOf(phi), "");
    bool is_through = false;

    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        LLVMBasicBlockRef block = LLVMGetIncomingBlock(phi, i);
        LLVMValueRef value = LLVMGetIncomingValue(phi, i);
        if (block == from) {
            if (is_through)
                continue;
            is_through = true;
            block = through;
        }
        LLVMAddIncoming(joined, &value, &block, 1);
    }
    replace(phi, joined);
    LLVMDisposeBuilder(builder);
}

/* Leads the edges from a block to another one through a new block. */
static void join_edges(LLVMValueRef end, LLVMBasicBlockRef to)
{
    const LLVMBasicBlockRef from = LLVMGetInstructionParent(end);
    const LLVMContextRef context = value_context(end);
    const LLVMBasicBlockRef through = LLVMInsertBasicBlockInContext(context, to, "");
    const LLVMBuilderRef builder = LLVMCreateBuilderInContext(context);
    LLVMValueRef next;

    for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++)
        if (LLVMGetSuccessor(end, i) == to)
            LLVMSetSuccessor(end, i, through);
    LLVMPositionBuilderAtEnd(builder, through);
    LLVMBuildBr(builder, to);
    LLVMDisposeBuilder(builder);
    for (LLVMValueRef i = LLVMGetFirstInstruction(to); LLVMIsAPHINode(i) != NULL; i = next) {
        next = LLVMGetNextInstruction(i);
        join_values(i, from, through);
    }
}

void separate_edges(LLVMValueRef function)
{
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block != NULL;
         block = LLVMGetNextBasicBlock(block)) {
        const LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
        for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++) {
            const LLVMBasicBlockRef to = LLVMGetSuccessor(end, i);
            if (LLVMIsAPHINode(LLVMGetFirstInstruction(to)) != NULL && count_edges(end, to) > 1)
                join_edges(end, to);
        }
        if (LLVMIsASwitchInst(end) != NULL && LLVMGetNumSuccessors(end) == 2 &&
            is_boolean(LLVMTypeOf(LLVMGetOperand(end, 0))))
            branch_for_switch(end);
    }
}

/* ---- Order ---------------------------------------------------------------------------------------- */

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

/* Moves each block to the front when all blocks that can be reached from it are there, so that a
 * block comes before those that it dominates.  Blocks that nothing reaches end up last. */
void order_blocks(LLVMValueRef function)
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
