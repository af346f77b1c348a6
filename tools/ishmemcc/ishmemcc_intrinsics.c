/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See ishmemcc_intrinsics.h.  Optimisers make these from plain C: a sum that stops at the largest
 * value, a shift by 16 that swaps bytes, a loop over a vector's lanes.  If OpenCL C has a function
 * for one, it becomes a call of that function, which the translator turns into one instruction.
 */
#include "ishmemcc_intrinsics.h"

#include "ishmemcc_values.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Returns the value that replaces the call; NULL if nothing does, and the call itself if it
 * stays. */
typedef LLVMValueRef expand_t(LLVMBuilderRef builder, LLVMValueRef call);

static LLVMValueRef argument(LLVMValueRef call, unsigned index)
{
    return LLVMGetOperand(call, index);
}

/* ---- Functions of OpenCL C ---------------------------------------------------------------------- */

/* The letter for an integer or floating-point type in the mangled name of a function. */
static const char *type_code(LLVMTypeRef element, bool is_signed)
{
    switch (LLVMGetTypeKind(element)) {
    case LLVMHalfTypeKind:
        return "Dh";
    case LLVMFloatTypeKind:
        return "f";
    case LLVMDoubleTypeKind:
        return "d";
    default:
        break;
    }
    switch (LLVMGetIntTypeWidth(element)) {
    case 8:
        return is_signed ? "c" : "h";
    case 16:
        return is_signed ? "s" : "t";
    case 32:
        return is_signed ? "i" : "j";
    default:
        return is_signed ? "l" : "m";
    }
}

/* Calls name(a, b).  All types are that of `a`. */
static LLVMValueRef call_of_two(LLVMBuilderRef builder, const char *name, bool is_signed,
                                LLVMValueRef a, LLVMValueRef b)
{
    const LLVMTypeRef type = LLVMTypeOf(a);
    const char *const code = type_code(element_type(type), is_signed);
    LLVMTypeRef parameters[] = {type, type};
    LLVMValueRef arguments[] = {a, b};
    const LLVMTypeRef function_type = LLVMFunctionType(type, parameters, 2, false);
    const LLVMModuleRef module =
        LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInsertBlock(builder)));
    char mangled[64];

    if (LLVMGetTypeKind(type) == LLVMVectorTypeKind)
        snprintf(mangled, sizeof(mangled), "_Z%zu%sDv%u_%sS_", strlen(name), name,
                 LLVMGetVectorSize(type), code);
    else
        snprintf(mangled, sizeof(mangled), "_Z%zu%s%s%s", strlen(name), name, code, code);
    LLVMValueRef function = LLVMGetNamedFunction(module, mangled);
    if (function == NULL) {
        function = LLVMAddFunction(module, mangled, function_type);
        LLVMSetFunctionCallConv(function, LLVMSPIRFUNCCallConv);
    }
    const LLVMValueRef call = LLVMBuildCall2(builder, function_type, function, arguments, 2, "");
    LLVMSetInstructionCallConv(call, LLVMSPIRFUNCCallConv);
    return call;
}

/* ---- Sums and differences that stop at the limits ------------------------------------------------ */

#define EXPAND_BY_CALL(name, function, is_signed)                                               \
    static LLVMValueRef expand_##name(LLVMBuilderRef builder, LLVMValueRef call)                \
    {                                                                                           \
        return call_of_two(builder, function, is_signed, argument(call, 0), argument(call, 1)); \
    }
EXPAND_BY_CALL(uadd_sat, "add_sat", false)
EXPAND_BY_CALL(sadd_sat, "add_sat", true)
EXPAND_BY_CALL(usub_sat, "sub_sat", false)
EXPAND_BY_CALL(ssub_sat, "sub_sat", true)

static LLVMValueRef expand_ushl_sat(LLVMBuilderRef builder, LLVMValueRef call)
{
    const LLVMValueRef x = argument(call, 0), by = argument(call, 1);
    const LLVMValueRef shifted = LLVMBuildShl(builder, x, by, "");
    const LLVMValueRef back = LLVMBuildLShr(builder, shifted, by, "");
    const LLVMValueRef fits = LLVMBuildICmp(builder, LLVMIntEQ, back, x, "");

    return LLVMBuildSelect(builder, fits, shifted, LLVMConstAllOnes(LLVMTypeOf(x)), "");
}

static LLVMValueRef expand_sshl_sat(LLVMBuilderRef builder, LLVMValueRef call)
{
    const LLVMValueRef x = argument(call, 0), by = argument(call, 1);
    const LLVMTypeRef type = LLVMTypeOf(x);
    const unsigned last = integer_width(type) - 1;
    const LLVMValueRef shifted = LLVMBuildShl(builder, x, by, "");
    const LLVMValueRef back = LLVMBuildAShr(builder, shifted, by, "");
    const LLVMValueRef fits = LLVMBuildICmp(builder, LLVMIntEQ, back, x, "");
    /* The largest value, and for a negative one its complement. */
    const LLVMValueRef sign = LLVMBuildAShr(builder, x, integer(type, last), "");
    const LLVMValueRef limit =
        LLVMBuildXor(builder, sign, integer(type, (UINT64_C(1) << last) - 1), "");

    return LLVMBuildSelect(builder, fits, shifted, limit, "");
}

/* ---- Results with an overflow -------------------------------------------------------------------- */

static LLVMValueRef pair(LLVMBuilderRef builder, LLVMValueRef call, LLVMValueRef value,
                         LLVMValueRef overflows)
{
    LLVMValueRef both = LLVMGetUndef(LLVMTypeOf(call));

    both = LLVMBuildInsertValue(builder, both, value, 0, "");
    return LLVMBuildInsertValue(builder, both, overflows, 1, "");
}

static LLVMValueRef expand_uadd_overflow(LLVMBuilderRef builder, LLVMValueRef call)
{
    const LLVMValueRef a = argument(call, 0);
    const LLVMValueRef sum = LLVMBuildAdd(builder, a, argument(call, 1), "");

    return pair(builder, call, sum, LLVMBuildICmp(builder, LLVMIntULT, sum, a, ""));
}

static LLVMValueRef expand_usub_overflow(LLVMBuilderRef builder, LLVMValueRef call)
{
    const LLVMValueRef a = argument(call, 0), b = argument(call, 1);

    return pair(builder, call, LLVMBuildSub(builder, a, b, ""),
                LLVMBuildICmp(builder, LLVMIntULT, a, b, ""));
}

/* A sum overflows if both terms have a sign that the sum has not; a difference is a sum with ~b for
 * b. */
static LLVMValueRef expand_signed_overflow(LLVMBuilderRef builder, LLVMValueRef call, bool adds)
{
    const LLVMValueRef a = argument(call, 0), b = argument(call, 1);
    const LLVMValueRef result =
        adds ? LLVMBuildAdd(builder, a, b, "") : LLVMBuildSub(builder, a, b, "");
    const LLVMValueRef from_a = LLVMBuildXor(builder, a, result, "");
    const LLVMValueRef other = LLVMBuildXor(builder, adds ? result : a, b, "");
    const LLVMValueRef sign = LLVMBuildAnd(builder, from_a, other, "");

    return pair(builder, call, result,
                LLVMBuildICmp(builder, LLVMIntSLT, sign, LLVMConstNull(LLVMTypeOf(a)), ""));
}

static LLVMValueRef expand_sadd_overflow(LLVMBuilderRef builder, LLVMValueRef call)
{
    return expand_signed_overflow(builder, call, true);
}

static LLVMValueRef expand_ssub_overflow(LLVMBuilderRef builder, LLVMValueRef call)
{
    return expand_signed_overflow(builder, call, false);
}

static LLVMValueRef expand_umul_overflow(LLVMBuilderRef builder, LLVMValueRef call)
{
    const LLVMValueRef a = argument(call, 0), b = argument(call, 1);
    const LLVMValueRef high = call_of_two(builder, "mul_hi", false, a, b);

    return pair(builder, call, LLVMBuildMul(builder, a, b, ""),
                LLVMBuildICmp(builder, LLVMIntNE, high, LLVMConstNull(LLVMTypeOf(a)), ""));
}

static LLVMValueRef expand_smul_overflow(LLVMBuilderRef builder, LLVMValueRef call)
{
    const LLVMValueRef a = argument(call, 0), b = argument(call, 1);
    const LLVMTypeRef type = LLVMTypeOf(a);
    const LLVMValueRef low = LLVMBuildMul(builder, a, b, "");
    const LLVMValueRef high = call_of_two(builder, "mul_hi", true, a, b);
    const LLVMValueRef sign =
        LLVMBuildAShr(builder, low, integer(type, integer_width(type) - 1), "");

    return pair(builder, call, low, LLVMBuildICmp(builder, LLVMIntNE, high, sign, ""));
}

/* ---- Bits ---------------------------------------------------------------------------------------- */

/* Two values side by side, shifted together: with the same value twice, a rotation. */
static LLVMValueRef expand_funnel(LLVMBuilderRef builder, LLVMValueRef call, bool left)
{
    const LLVMValueRef high = argument(call, 0), low = argument(call, 1);
    const LLVMTypeRef type = LLVMTypeOf(high);
    const LLVMValueRef last = integer(type, integer_width(type) - 1), one = integer(type, 1);
    LLVMValueRef by = argument(call, 2);

    if (high == low) {
        if (!left)
            by = LLVMBuildNeg(builder, by, "");
        return call_of_two(builder, "rotate", false, high, by);
    }
    by = LLVMBuildAnd(builder, by, last, "");
    /* In two steps, because a shift by all bits has no value. */
    const LLVMValueRef rest = LLVMBuildSub(builder, last, by, "");
    if (left)
        return LLVMBuildOr(builder, LLVMBuildShl(builder, high, by, ""),
                           LLVMBuildLShr(builder, LLVMBuildLShr(builder, low, one, ""), rest, ""),
                           "");
    return LLVMBuildOr(builder,
                       LLVMBuildShl(builder, LLVMBuildShl(builder, high, one, ""), rest, ""),
                       LLVMBuildLShr(builder, low, by, ""), "");
}

static LLVMValueRef expand_fshl(LLVMBuilderRef builder, LLVMValueRef call)
{
    return expand_funnel(builder, call, true);
}

static LLVMValueRef expand_fshr(LLVMBuilderRef builder, LLVMValueRef call)
{
    return expand_funnel(builder, call, false);
}

/* Swaps neighbours of `from` bits, then of twice as many, up to half of the value. */
static LLVMValueRef swap_neighbours(LLVMBuilderRef builder, LLVMValueRef x, unsigned from)
{
    const LLVMTypeRef type = LLVMTypeOf(x);
    const unsigned width = integer_width(type);

    for (unsigned bits = from; bits < width; bits *= 2) {
        /* The lower one of each pair: ~0 / (2^bits + 1). */
        const LLVMValueRef lower = integer(type, UINT64_MAX / ((UINT64_C(1) << bits) + 1));
        const LLVMValueRef by = integer(type, bits);
        const LLVMValueRef up = LLVMBuildShl(builder, LLVMBuildAnd(builder, x, lower, ""), by, "");
        const LLVMValueRef down =
            LLVMBuildAnd(builder, LLVMBuildLShr(builder, x, by, ""), lower, "");
        x = LLVMBuildOr(builder, up, down, "");
    }
    return x;
}

static LLVMValueRef expand_bswap(LLVMBuilderRef builder, LLVMValueRef call)
{
    return swap_neighbours(builder, argument(call, 0), 8);
}

static LLVMValueRef expand_bitreverse(LLVMBuilderRef builder, LLVMValueRef call)
{
    return swap_neighbours(builder, argument(call, 0), 1);
}

static LLVMValueRef expand_ptrmask(LLVMBuilderRef builder, LLVMValueRef call)
{
    const LLVMValueRef mask = argument(call, 1);
    const LLVMValueRef address =
        LLVMBuildPtrToInt(builder, argument(call, 0), LLVMTypeOf(mask), "");

    return LLVMBuildIntToPtr(builder, LLVMBuildAnd(builder, address, mask, ""), LLVMTypeOf(call),
                             "");
}

/* ---- Comparisons ---------------------------------------------------------------------------------- */

/* 1, 0 or -1. */
static LLVMValueRef expand_three_way(LLVMBuilderRef builder, LLVMValueRef call,
                                     LLVMIntPredicate greater, LLVMIntPredicate less)
{
    const LLVMValueRef a = argument(call, 0), b = argument(call, 1);
    const LLVMTypeRef type = LLVMTypeOf(call);
    const LLVMValueRef above =
        LLVMBuildZExt(builder, LLVMBuildICmp(builder, greater, a, b, ""), type, "");
    const LLVMValueRef below =
        LLVMBuildZExt(builder, LLVMBuildICmp(builder, less, a, b, ""), type, "");

    return LLVMBuildSub(builder, above, below, "");
}

static LLVMValueRef expand_ucmp(LLVMBuilderRef builder, LLVMValueRef call)
{
    return expand_three_way(builder, call, LLVMIntUGT, LLVMIntULT);
}

static LLVMValueRef expand_scmp(LLVMBuilderRef builder, LLVMValueRef call)
{
    return expand_three_way(builder, call, LLVMIntSGT, LLVMIntSLT);
}

/* ---- A vector's lanes taken together --------------------------------------------------------------- */

typedef LLVMValueRef combine_t(LLVMBuilderRef builder, LLVMValueRef a, LLVMValueRef b);

static LLVMValueRef reduce(LLVMBuilderRef builder, LLVMValueRef vector, LLVMValueRef start,
                           combine_t *combine)
{
    const unsigned lanes = LLVMGetVectorSize(LLVMTypeOf(vector));
    LLVMValueRef all = start == NULL ? build_lane(builder, vector, 0)
                                     : combine(builder, start, build_lane(builder, vector, 0));

    for (unsigned i = 1; i < lanes; i++)
        all = combine(builder, all, build_lane(builder, vector, i));
    return all;
}

#define COMBINE_BY_BUILD(name, Build)                                                          \
    static LLVMValueRef combine_##name(LLVMBuilderRef builder, LLVMValueRef a, LLVMValueRef b) \
    {                                                                                          \
        return LLVMBuild##Build(builder, a, b, "");                                            \
    }
#define COMBINE_BY_CALL(name, function, is_signed)                                             \
    static LLVMValueRef combine_##name(LLVMBuilderRef builder, LLVMValueRef a, LLVMValueRef b) \
    {                                                                                          \
        return call_of_two(builder, function, is_signed, a, b);                                \
    }
#define EXPAND_REDUCE(name)                                                             \
    static LLVMValueRef expand_reduce_##name(LLVMBuilderRef builder, LLVMValueRef call) \
    {                                                                                   \
        return reduce(builder, argument(call, 0), NULL, combine_##name);                \
    }
/* Those of floating-point values begin with a value of their own. */
#define EXPAND_REDUCE_FROM(name)                                                        \
    static LLVMValueRef expand_reduce_##name(LLVMBuilderRef builder, LLVMValueRef call) \
    {                                                                                   \
        return reduce(builder, argument(call, 1), argument(call, 0), combine_##name);   \
    }
COMBINE_BY_BUILD(add, Add)
COMBINE_BY_BUILD(mul, Mul)
COMBINE_BY_BUILD(and, And)
COMBINE_BY_BUILD(or, Or)
COMBINE_BY_BUILD(xor, Xor)
COMBINE_BY_BUILD(fadd, FAdd)
COMBINE_BY_BUILD(fmul, FMul)
COMBINE_BY_CALL(smax, "max", true)
COMBINE_BY_CALL(smin, "min", true)
COMBINE_BY_CALL(umax, "max", false)
COMBINE_BY_CALL(umin, "min", false)
COMBINE_BY_CALL(fmax, "fmax", true)
COMBINE_BY_CALL(fmin, "fmin", true)
EXPAND_REDUCE(add)
EXPAND_REDUCE(mul)
EXPAND_REDUCE(and)
EXPAND_REDUCE(or)
EXPAND_REDUCE(xor)
EXPAND_REDUCE(smax)
EXPAND_REDUCE(smin)
EXPAND_REDUCE(umax)
EXPAND_REDUCE(umin)
EXPAND_REDUCE(fmax)
EXPAND_REDUCE(fmin)
EXPAND_REDUCE_FROM(fadd)
EXPAND_REDUCE_FROM(fmul)

/* ---- Memory ------------------------------------------------------------------------------------- */

/* What the call promises of its argument that is a pointer. */
static unsigned alignment_of(LLVMValueRef call, unsigned index)
{
    const unsigned kind = LLVMGetEnumAttributeKindForName("align", strlen("align"));
    const LLVMAttributeRef promise = LLVMGetCallSiteEnumAttribute(call, index + 1, kind);

    return promise == NULL ? 1 : (unsigned)LLVMGetEnumAttributeValue(promise);
}

/* Goes through a variable, which the translator would put where SPIR-V allows none. */
static LLVMValueRef expand_memmove(LLVMBuilderRef builder, LLVMValueRef call)
{
    const LLVMValueRef size = argument(call, 2);
    if (LLVMIsAConstantInt(size) == NULL)
        return call;
    const LLVMTypeRef byte = LLVMInt8TypeInContext(value_context(call));
    const LLVMTypeRef bytes = LLVMArrayType(byte, (unsigned)LLVMConstIntGetZExtValue(size));
    const LLVMValueRef variable = LLVMBuildAlloca(builder, bytes, "");

    LLVMSetAlignment(variable, 16);
    const LLVMValueRef between = LLVMBuildBitCast(builder, variable, LLVMPointerType(byte, 0), "");
    LLVMBuildMemCpy(builder, between, 16, argument(call, 1), alignment_of(call, 1), size);
    LLVMBuildMemCpy(builder, argument(call, 0), alignment_of(call, 0), between, 16, size);
    return NULL;
}

/* ---- Hints ------------------------------------------------------------------------------------------ */

static LLVMValueRef expand_to_first(LLVMBuilderRef builder, LLVMValueRef call)
{
    (void)builder;
    return argument(call, 0);
}

/* Nothing replaces it. */
static LLVMValueRef expand_to_nothing(LLVMBuilderRef builder, LLVMValueRef call)
{
    (void)builder;
    (void)call;
    return NULL;
}

static const struct {
    const char *name; /* and the types after it */
    expand_t *expand;
} expansions[] = {
    {"uadd.sat.", expand_uadd_sat},
    {"sadd.sat.", expand_sadd_sat},
    {"usub.sat.", expand_usub_sat},
    {"ssub.sat.", expand_ssub_sat},
    {"ushl.sat.", expand_ushl_sat},
    {"sshl.sat.", expand_sshl_sat},
    {"uadd.with.overflow.", expand_uadd_overflow},
    {"sadd.with.overflow.", expand_sadd_overflow},
    {"usub.with.overflow.", expand_usub_overflow},
    {"ssub.with.overflow.", expand_ssub_overflow},
    {"umul.with.overflow.", expand_umul_overflow},
    {"smul.with.overflow.", expand_smul_overflow},
    {"fshl.", expand_fshl},
    {"fshr.", expand_fshr},
    {"bswap.", expand_bswap},
    {"bitreverse.", expand_bitreverse},
    {"ptrmask.", expand_ptrmask},
    {"ucmp.", expand_ucmp},
    {"scmp.", expand_scmp},
    {"vector.reduce.add.", expand_reduce_add},
    {"vector.reduce.mul.", expand_reduce_mul},
    {"vector.reduce.and.", expand_reduce_and},
    {"vector.reduce.or.", expand_reduce_or},
    {"vector.reduce.xor.", expand_reduce_xor},
    {"vector.reduce.smax.", expand_reduce_smax},
    {"vector.reduce.smin.", expand_reduce_smin},
    {"vector.reduce.umax.", expand_reduce_umax},
    {"vector.reduce.umin.", expand_reduce_umin},
    {"vector.reduce.fadd.", expand_reduce_fadd},
    {"vector.reduce.fmul.", expand_reduce_fmul},
    {"vector.reduce.fmax.", expand_reduce_fmax},
    {"vector.reduce.fmin.", expand_reduce_fmin},
    {"memmove.", expand_memmove},
    {"canonicalize.", expand_to_first},
    {"prefetch.", expand_to_nothing},
    {"debugtrap", expand_to_nothing},
};

static expand_t *find_expansion(LLVMValueRef function)
{
    static const char prefix[] = "llvm.";
    size_t length;
    const char *name = LLVMGetValueName2(function, &length);

    if (strncmp(name, prefix, sizeof(prefix) - 1) != 0)
        return NULL;
    name += sizeof(prefix) - 1;
    for (size_t i = 0; i < sizeof(expansions) / sizeof(*expansions); i++)
        if (strncmp(name, expansions[i].name, strlen(expansions[i].name)) == 0)
            return expansions[i].expand;
    return NULL;
}

void expand_intrinsic(LLVMValueRef instruction)
{
    if (LLVMIsACallInst(instruction) == NULL)
        return;
    const LLVMValueRef function = LLVMIsAFunction(LLVMGetCalledValue(instruction));
    expand_t *const expand = function == NULL ? NULL : find_expansion(function);
    if (expand != NULL) {
        const LLVMBuilderRef builder = builder_before(instruction);
        const LLVMValueRef value = expand(builder, instruction);
        if (value != instruction)
            replace(instruction, value);
        LLVMDisposeBuilder(builder);
    }
}
