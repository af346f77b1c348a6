/* SPDX-License-Identifier: BSD-3-Clause */
/* See ishmemcc_booleans.h. */
#include "ishmemcc_booleans.h"

#include "ishmemcc_values.h"

#include <stdbool.h>
#include <stddef.h>

static bool is_vector(LLVMValueRef value)
{
    return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMVectorTypeKind;
}

static LLVMTypeRef byte_like(LLVMTypeRef type)
{
    return of_same_lanes(LLVMInt8TypeInContext(LLVMGetTypeContext(type)), type);
}

static LLVMValueRef build_test(LLVMBuilderRef builder, LLVMValueRef number)
{
    return LLVMBuildICmp(builder, LLVMIntNE, number, LLVMConstNull(LLVMTypeOf(number)), "");
}

/* Intel's compiler of Debian 12 (1.0.12504) crashes on a vector of booleans that is compared or
 * negated, which includes SPIR-V's xor.  It accepts a choice between two. */
static LLVMValueRef build_inverse(LLVMBuilderRef builder, LLVMValueRef boolean)
{
    const LLVMTypeRef type = LLVMTypeOf(boolean);

    return is_vector(boolean)
               ? LLVMBuildSelect(builder, boolean, LLVMConstNull(type), LLVMConstAllOnes(type), "")
               : LLVMBuildNot(builder, boolean, "");
}

static LLVMValueRef build_difference(LLVMBuilderRef builder, LLVMValueRef a, LLVMValueRef b)
{
    if (!is_vector(a))
        return LLVMBuildXor(builder, a, b, "");
    return b == LLVMConstAllOnes(LLVMTypeOf(b))
               ? build_inverse(builder, a)
               : LLVMBuildSelect(builder, a, build_inverse(builder, b), b, "");
}

/* ---- Arithmetic modulo 2 ------------------------------------------------------------------------- */

static LLVMValueRef number_of_one_bit(LLVMBuilderRef builder, LLVMOpcode code, LLVMValueRef a,
                                      LLVMValueRef b)
{
    switch (code) {
    case LLVMAdd:
    case LLVMSub:
        return build_difference(builder, a, b);
    case LLVMXor:
        return is_vector(a) ? build_difference(builder, a, b) : NULL;
    case LLVMMul:
        return LLVMBuildAnd(builder, a, b, "");
    case LLVMShl: /* by 0: neither a shift by 1 nor a division by 0 has a value */
    case LLVMLShr:
    case LLVMAShr:
    case LLVMUDiv:
    case LLVMSDiv:
        return a;
    case LLVMURem:
    case LLVMSRem:
        return LLVMConstNull(LLVMTypeOf(a));
    default:
        return NULL;
    }
}

/* true is 1 as an unsigned number and -1 as a signed one. */
static LLVMValueRef order_of_one_bit(LLVMBuilderRef builder, LLVMIntPredicate predicate,
                                     LLVMValueRef a, LLVMValueRef b)
{
    switch (predicate) {
    case LLVMIntUGT:
    case LLVMIntSLT:
        return LLVMBuildAnd(builder, a, build_inverse(builder, b), "");
    case LLVMIntULT:
    case LLVMIntSGT:
        return LLVMBuildAnd(builder, b, build_inverse(builder, a), "");
    case LLVMIntUGE:
    case LLVMIntSLE:
        return LLVMBuildOr(builder, a, build_inverse(builder, b), "");
    case LLVMIntULE:
    case LLVMIntSGE:
        return LLVMBuildOr(builder, b, build_inverse(builder, a), "");
    case LLVMIntNE:
        return is_vector(a) ? build_difference(builder, a, b) : NULL;
    case LLVMIntEQ:
        return is_vector(a) ? build_inverse(builder, build_difference(builder, a, b)) : NULL;
    default:
        return NULL;
    }
}

/* ---- Bits ------------------------------------------------------------------------------------------ */

/* A vector of booleans as the bits of an integer. */
static LLVMValueRef pack(LLVMBuilderRef builder, LLVMValueRef vector, LLVMTypeRef type)
{
    LLVMValueRef bits = LLVMConstNull(type);

    for (unsigned i = 0; i < integer_width(type); i++) {
        const LLVMValueRef bit =
            LLVMBuildSelect(builder, build_lane(builder, vector, i),
                            integer(type, UINT64_C(1) << i), LLVMConstNull(type), "");
        bits = LLVMBuildOr(builder, bits, bit, "");
    }
    return bits;
}

static LLVMValueRef unpack(LLVMBuilderRef builder, LLVMValueRef bits, LLVMTypeRef type)
{
    const LLVMTypeRef index = LLVMInt32TypeInContext(value_context(bits));
    LLVMValueRef vector = LLVMGetUndef(type);

    for (unsigned i = 0; i < LLVMGetVectorSize(type); i++) {
        const LLVMValueRef bit =
            LLVMBuildAnd(builder, bits, integer(LLVMTypeOf(bits), UINT64_C(1) << i), "");
        vector = LLVMBuildInsertElement(builder, vector, build_test(builder, bit),
                                        LLVMConstInt(index, i, false), "");
    }
    return vector;
}

static LLVMValueRef settle_bitcast(LLVMBuilderRef builder, LLVMValueRef cast)
{
    const LLVMValueRef value = LLVMGetOperand(cast, 0);
    const LLVMTypeRef from = LLVMTypeOf(value), to = LLVMTypeOf(cast);
    const bool is_vector = LLVMGetTypeKind(from) == LLVMVectorTypeKind;

    if (is_boolean(from) && is_vector && LLVMGetTypeKind(to) == LLVMIntegerTypeKind)
        return pack(builder, value, to);
    if (is_boolean(to) && !is_vector && LLVMGetTypeKind(to) == LLVMVectorTypeKind)
        return unpack(builder, value, to);
    return NULL;
}

/* ---- Memory ------------------------------------------------------------------------------------------ */

/* The pointer, as one to bytes if pointers have types. */
static LLVMValueRef pointer_to_bytes(LLVMBuilderRef builder, LLVMValueRef pointer, LLVMTypeRef byte)
{
    const unsigned space = LLVMGetPointerAddressSpace(LLVMTypeOf(pointer));

    return LLVMBuildBitCast(builder, pointer, LLVMPointerType(byte, space), "");
}

static LLVMValueRef settle_load(LLVMBuilderRef builder, LLVMValueRef load)
{
    const LLVMTypeRef byte = byte_like(LLVMTypeOf(load));
    const LLVMValueRef bytes =
        LLVMBuildLoad2(builder, byte, pointer_to_bytes(builder, LLVMGetOperand(load, 0), byte), "");

    LLVMSetVolatile(bytes, LLVMGetVolatile(load));
    LLVMSetAlignment(bytes, LLVMGetAlignment(load));
    return build_test(builder, bytes);
}

static void settle_store(LLVMBuilderRef builder, LLVMValueRef store)
{
    const LLVMValueRef value = LLVMGetOperand(store, 0);
    const LLVMTypeRef byte = byte_like(LLVMTypeOf(value));
    const LLVMValueRef bytes =
        LLVMBuildStore(builder, LLVMBuildZExt(builder, value, byte, ""),
                       pointer_to_bytes(builder, LLVMGetOperand(store, 1), byte));

    LLVMSetVolatile(bytes, LLVMGetVolatile(store));
    LLVMSetAlignment(bytes, LLVMGetAlignment(store));
    LLVMInstructionEraseFromParent(store);
}

static void widen_variable(LLVMModuleRef module, LLVMValueRef variable)
{
    const LLVMTypeRef byte = byte_like(LLVMGlobalGetValueType(variable));
    const LLVMTypeRef pointer = LLVMTypeOf(variable);
    const LLVMValueRef first = LLVMGetInitializer(variable);
    size_t length;
    const char *const name = LLVMGetValueName2(variable, &length);
    const LLVMValueRef wide =
        LLVMAddGlobalInAddressSpace(module, byte, name, LLVMGetPointerAddressSpace(pointer));

    LLVMSetInitializer(wide,
                       LLVMConstInt(byte, LLVMIsNull(first) || LLVMIsUndef(first) ? 0 : 1, false));
    LLVMSetLinkage(wide, LLVMGetLinkage(variable));
    LLVMSetAlignment(wide, LLVMGetAlignment(variable));
    LLVMSetGlobalConstant(wide, LLVMIsGlobalConstant(variable));
    LLVMReplaceAllUsesWith(variable, LLVMConstBitCast(wide, pointer));
    LLVMDeleteGlobal(variable);
}

void widen_boolean_variables(LLVMModuleRef module)
{
    LLVMValueRef next;

    for (LLVMValueRef variable = LLVMGetFirstGlobal(module); variable != NULL; variable = next) {
        const LLVMTypeRef type = LLVMGlobalGetValueType(variable);
        next = LLVMGetNextGlobal(variable);
        if (LLVMGetTypeKind(type) == LLVMIntegerTypeKind && is_boolean(type) &&
            LLVMGetInitializer(variable) != NULL)
            widen_variable(module, variable);
    }
}

/* ---- Choices ----------------------------------------------------------------------------------------- */

static LLVMValueRef choose(LLVMBuilderRef builder, LLVMValueRef condition, LLVMValueRef yes,
                           LLVMValueRef no)
{
    const LLVMTypeRef type = LLVMTypeOf(yes);
    const LLVMTypeKind kind = LLVMGetTypeKind(type);

    if (kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind) {
        const unsigned count = kind == LLVMStructTypeKind ? LLVMCountStructElementTypes(type)
                                                          : LLVMGetArrayLength(type);
        LLVMValueRef chosen = LLVMGetUndef(type);
        for (unsigned i = 0; i < count; i++) {
            const LLVMValueRef member =
                choose(builder, condition, LLVMBuildExtractValue(builder, yes, i, ""),
                       LLVMBuildExtractValue(builder, no, i, ""));
            chosen = LLVMBuildInsertValue(builder, chosen, member, i, "");
        }
        return chosen;
    }
    if (kind == LLVMVectorTypeKind && !is_vector(condition))
        condition = build_splat(builder, condition, LLVMGetVectorSize(type));
    return LLVMBuildSelect(builder, condition, yes, no, "");
}

static bool chooses_whole(LLVMValueRef select)
{
    const LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(select));

    return kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind ||
           (kind == LLVMVectorTypeKind && !is_vector(LLVMGetOperand(select, 0)));
}

/* ---- All ----------------------------------------------------------------------------------------------- */

static LLVMValueRef settled(LLVMBuilderRef builder, LLVMValueRef instruction)
{
    const LLVMOpcode code = LLVMGetInstructionOpcode(instruction);
    const LLVMValueRef first = LLVMGetOperand(instruction, 0);

    switch (code) {
    case LLVMSelect:
        return chooses_whole(instruction) ? choose(builder, first, LLVMGetOperand(instruction, 1),
                                                   LLVMGetOperand(instruction, 2))
                                          : NULL;
    case LLVMBitCast:
        return settle_bitcast(builder, instruction);
    case LLVMLoad:
        return is_boolean(LLVMTypeOf(instruction)) ? settle_load(builder, instruction) : NULL;
    case LLVMICmp:
        return is_boolean(LLVMTypeOf(first))
                   ? order_of_one_bit(builder, LLVMGetICmpPredicate(instruction), first,
                                      LLVMGetOperand(instruction, 1))
                   : NULL;
    case LLVMFCmp: /* false and true, which are no comparison */
        switch (LLVMGetFCmpPredicate(instruction)) {
        case LLVMRealPredicateFalse:
            return LLVMConstNull(LLVMTypeOf(instruction));
        case LLVMRealPredicateTrue:
            return LLVMConstAllOnes(LLVMTypeOf(instruction));
        default:
            return NULL;
        }
    case LLVMFPToUI:
    case LLVMFPToSI:
        return is_boolean(LLVMTypeOf(instruction))
                   ? build_test(builder, LLVMBuildCast(builder, code, first,
                                                       byte_like(LLVMTypeOf(instruction)), ""))
                   : NULL;
    default:
        return LLVMGetNumOperands(instruction) == 2 && is_boolean(LLVMTypeOf(instruction))
                   ? number_of_one_bit(builder, code, first, LLVMGetOperand(instruction, 1))
                   : NULL;
    }
}

void settle_boolean(LLVMValueRef instruction)
{
    if (LLVMGetNumOperands(instruction) == 0)
        return;
    const LLVMBuilderRef builder = builder_before(instruction);
    if (LLVMIsAStoreInst(instruction) != NULL) {
        if (is_boolean(LLVMTypeOf(LLVMGetOperand(instruction, 0))))
            settle_store(builder, instruction);
    } else {
        const LLVMValueRef value = settled(builder, instruction);
        if (value != NULL)
            replace(instruction, value);
    }
    LLVMDisposeBuilder(builder);
}
