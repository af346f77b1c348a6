/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See ishmemcc_express.h.  SPIR-V has
 *   - no integers but those of 8, 16, 32 and 64 bits, and booleans, which are not integers;
 *   - no vectors but those of 2, 3, 4, 8 and 16 lanes;
 *   - no freeze, and few of LLVM's intrinsics;
 *   - one entry of a phi for each predecessor, not for each edge;
 *   - no variable after another instruction, and no block before one that dominates it.
 *
 * Two things are dropped: the hints of loops, which the translator puts in a wrong place, and the
 * attribute that a function does not touch what a parameter points to, at which the translator of
 * LLVM 15 stops when it reads the SPIR-V.
 */
#include "ishmemcc_express.h"

#include "ishmemcc_blocks.h"
#include "ishmemcc_booleans.h"
#include "ishmemcc_conversions.h"
#include "ishmemcc_intrinsics.h"
#include "ishmemcc_values.h"

#include "spirv/kernel_bodies.h"
#include <llvm/Config/llvm-config.h>
#include <string.h>

/* ---- Types -------------------------------------------------------------------------------------- */

static bool is_expressible_width(unsigned bits)
{
    return bits == 1 || bits == 8 || bits == 16 || bits == 32 || bits == 64;
}

static bool are_expressible_lanes(unsigned lanes)
{
    return lanes == 2 || lanes == 3 || lanes == 4 || lanes == 8 || lanes == 16;
}

static bool is_expressible(LLVMTypeRef type)
{
    switch (LLVMGetTypeKind(type)) {
    case LLVMIntegerTypeKind:
        return is_expressible_width(LLVMGetIntTypeWidth(type));
    case LLVMVectorTypeKind:
        return are_expressible_lanes(LLVMGetVectorSize(type)) &&
               is_expressible(LLVMGetElementType(type));
    case LLVMArrayTypeKind:
        return is_expressible(LLVMGetElementType(type));
    default:
        return true;
    }
}

/* Whether an instruction has other types, or a constant and those that it is made of. */
static bool has_other_types(LLVMValueRef value)
{
    if (!is_expressible(LLVMTypeOf(value)))
        return true;
    for (int i = 0; i < LLVMGetNumOperands(value); i++) {
        const LLVMValueRef operand = LLVMGetOperand(value, (unsigned)i);
        const bool is_constant =
            LLVMIsAConstant(operand) != NULL && LLVMIsAGlobalValue(operand) == NULL;
        if (!is_expressible(LLVMTypeOf(operand)) || (is_constant && has_other_types(operand)))
            return true;
    }
    return false;
}

static bool function_is_expressible(LLVMValueRef function)
{
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block != NULL;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef i = LLVMGetFirstInstruction(block); i != NULL;
             i = LLVMGetNextInstruction(i))
            if (has_other_types(i))
                return false;
    return true;
}

/* ---- Instructions ------------------------------------------------------------------------------- */

/* A frozen value becomes the value itself: freezing matters only for a value that has no
 * meaning. */
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

static void remove_readnone(LLVMValueRef function)
{
    const unsigned kind = LLVMGetEnumAttributeKindForName("readnone", strlen("readnone"));

    for (unsigned i = 1; i <= LLVMCountParams(function); i++)
        LLVMRemoveEnumAttributeAtIndex(function, i, kind);
}

static void for_each(LLVMValueRef function, void (*rewrite)(LLVMValueRef instruction))
{
    LLVMValueRef next;

    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block != NULL;
         block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef i = LLVMGetFirstInstruction(block); i != NULL; i = next) {
            next = LLVMGetNextInstruction(i);
            rewrite(i);
        }
}

/* What debuggers would see as a value that SPIR-V cannot express.  From LLVM 19 on such values are
 * no instructions; if the translator stops at one, ishmemcc leaves the variables out. */
static bool shows_other_types(LLVMValueRef call)
{
#if LLVM_VERSION_MAJOR < 19
    const LLVMValueRef shown = LLVMGetOperand(call, 0);
    LLVMValueRef value = NULL;

    if (!ishmemi_is_debug_call(call) || LLVMGetMDNodeNumOperands(shown) != 1)
        return false;
    LLVMGetMDNodeOperands(shown, &value);
    return value != NULL && LLVMIsAConstant(value) != NULL && LLVMIsAGlobalValue(value) == NULL &&
           has_other_types(value);
#else
    (void)call;
    return false;
#endif
}

static void drop_inexpressible_value(LLVMValueRef instruction)
{
    if (LLVMIsACallInst(instruction) != NULL && shows_other_types(instruction))
        LLVMInstructionEraseFromParent(instruction);
}

/* The number's bytes as a vector of this type, or NULL. */
static LLVMValueRef bytes_of_number(LLVMValueRef number, LLVMTypeRef type)
{
    const LLVMContextRef context = LLVMGetTypeContext(type);
    const LLVMTypeKind element = LLVMGetTypeKind(element_type(type));
    const unsigned lanes = LLVMGetVectorSize(type);
    LLVMValueRef parts[8];

    if (LLVMGetTypeKind(LLVMTypeOf(number)) == LLVMDoubleTypeKind)
        number = LLVMConstBitCast(number, LLVMInt64TypeInContext(context));
    else if (LLVMGetTypeKind(LLVMTypeOf(number)) == LLVMFloatTypeKind)
        number = LLVMConstBitCast(number, LLVMInt32TypeInContext(context));
    if (LLVMIsAConstantInt(number) == NULL || lanes > 8 || element == LLVMPointerTypeKind)
        return NULL;
    const unsigned bits = integer_width(LLVMTypeOf(number)) / lanes;
    for (unsigned i = 0; i < lanes; i++)
        parts[i] = integer(LLVMIntTypeInContext(context, bits),
                           LLVMConstIntGetZExtValue(number) >> (i * bits));
    return LLVMConstBitCast(LLVMConstVector(parts, lanes), type);
}

/* To use a constant number as a vector of its parts, clang makes it a vector of one element. */
static void unwrap_numbers(LLVMValueRef instruction)
{
    for (int i = 0; i < LLVMGetNumOperands(instruction); i++) {
        const LLVMValueRef cast = LLVMIsAConstantExpr(LLVMGetOperand(instruction, (unsigned)i));
        if (cast == NULL || LLVMGetConstOpcode(cast) != LLVMBitCast ||
            LLVMGetTypeKind(LLVMTypeOf(cast)) != LLVMVectorTypeKind)
            continue;
        const LLVMValueRef vector = LLVMGetOperand(cast, 0);
        if (LLVMGetTypeKind(LLVMTypeOf(vector)) != LLVMVectorTypeKind ||
            LLVMGetVectorSize(LLVMTypeOf(vector)) != 1)
            continue;
        const LLVMValueRef parts =
            bytes_of_number(LLVMGetAggregateElement(vector, 0), LLVMTypeOf(cast));
        if (parts != NULL)
            LLVMSetOperand(instruction, (unsigned)i, parts);
    }
}

/* ---- All ---------------------------------------------------------------------------------------- */

static void express_function(LLVMValueRef function)
{
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block != NULL;
         block = LLVMGetNextBasicBlock(block))
        remove_freezes_and_hints(block);
    for_each(function, drop_inexpressible_value);
    for_each(function, part_from_phis);
    for_each(function, expand_intrinsic);
    for_each(function, settle_boolean); /* also what the expansions have made */
    move_variables_up(function);
    separate_edges(function);
    order_blocks(function);
}

bool express_module(LLVMModuleRef module)
{
    widen_boolean_variables(module);
    drop_idle_rounding(module);
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f != NULL; f = LLVMGetNextFunction(f)) {
        remove_readnone(f);
        if (LLVMIsDeclaration(f))
            continue;
        for_each(f, unwrap_numbers);
        if (!function_is_expressible(f))
            return false;
        express_function(f);
    }
    return true;
}
