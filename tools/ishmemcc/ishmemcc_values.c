/* SPDX-License-Identifier: BSD-3-Clause */
/* See ishmemcc_values.h. */
#include "ishmemcc_values.h"

#include <stdlib.h>

enum { MAX_LANES = 64 };

LLVMTypeRef element_type(LLVMTypeRef type)
{
    return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetElementType(type) : type;
}

unsigned integer_width(LLVMTypeRef type)
{
    const LLVMTypeRef element = element_type(type);

    return LLVMGetTypeKind(element) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(element) : 0;
}

bool is_boolean(LLVMTypeRef type)
{
    return integer_width(type) == 1;
}

LLVMTypeRef of_same_lanes(LLVMTypeRef element, LLVMTypeRef like)
{
    return LLVMGetTypeKind(like) == LLVMVectorTypeKind
               ? LLVMVectorType(element, LLVMGetVectorSize(like))
               : element;
}

LLVMValueRef integer(LLVMTypeRef type, uint64_t value)
{
    const unsigned width = integer_width(type);
    LLVMValueRef lanes[MAX_LANES];

    if (width < 64)
        value &= (UINT64_C(1) << width) - 1;
    lanes[0] = LLVMConstInt(element_type(type), value, false);
    if (LLVMGetTypeKind(type) != LLVMVectorTypeKind)
        return lanes[0];
    const unsigned count = LLVMGetVectorSize(type);
    if (count > MAX_LANES)
        abort(); /* expressible vectors have 16 */
    for (unsigned i = 1; i < count; i++)
        lanes[i] = lanes[0];
    return LLVMConstVector(lanes, count);
}

LLVMValueRef build_splat(LLVMBuilderRef builder, LLVMValueRef value, unsigned lanes)
{
    const LLVMTypeRef index = LLVMInt32TypeInContext(value_context(value));
    const LLVMValueRef undefined = LLVMGetUndef(LLVMVectorType(LLVMTypeOf(value), lanes));
    const LLVMValueRef one =
        LLVMBuildInsertElement(builder, undefined, value, LLVMConstNull(index), "");

    return LLVMBuildShuffleVector(builder, one, undefined,
                                  LLVMConstNull(LLVMVectorType(index, lanes)), "");
}

LLVMValueRef build_lane(LLVMBuilderRef builder, LLVMValueRef vector, unsigned index)
{
    const LLVMTypeRef type = LLVMInt32TypeInContext(value_context(vector));

    return LLVMBuildExtractElement(builder, vector, LLVMConstInt(type, index, false), "");
}

LLVMContextRef value_context(LLVMValueRef value)
{
    return LLVMGetTypeContext(LLVMTypeOf(value));
}

LLVMBuilderRef builder_before(LLVMValueRef instruction)
{
    const LLVMBuilderRef builder = LLVMCreateBuilderInContext(value_context(instruction));

    LLVMPositionBuilderBefore(builder, instruction);
    return builder;
}

void replace(LLVMValueRef instruction, LLVMValueRef value)
{
    if (value != NULL)
        LLVMReplaceAllUsesWith(instruction, value);
    LLVMInstructionEraseFromParent(instruction);
}
