/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * LLVM's code generator for PTX makes wrong code of these (seen with LLVM 15 on an H100):
 *
 * - A vector of halves that is loaded and widened: it reads the halves' bits as floats.  A freeze
 *   between the two keeps it from combining them.
 * - A rotation of 64 bits by a number outside 1 to 63: it does not take the number modulo 64.
 *   Inline assembly reduces the number first, since LLVM would remove an ordinary reduction.
 *
 * It fails at these:
 *
 * - A call that passes vectors of four or more floats, with LLVM 21.  The callee is inlined.
 * - A comparison of vectors of halves for being numbers, with LLVM 19.  All such
 *   comparisons use floats.
 */
#include "ptx.h"

#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IRBuilder.h>

namespace zed {
namespace {

using llvm::IRBuilder;
using llvm::Value;

bool are_halves(const Value *vector)
{
    return vector->getType()->isVectorTy() && vector->getType()->getScalarType()->isHalfTy();
}

void keep_load_apart(llvm::FPExtInst &widening)
{
    if (are_halves(widening.getOperand(0)))
        widening.setOperand(0, IRBuilder<>(&widening).CreateFreeze(widening.getOperand(0)));
}

void compare_floats(llvm::FCmpInst &comparison)
{
    if (!are_halves(comparison.getOperand(0)))
        return;
    IRBuilder<> builder(&comparison);
    const auto widened = [&](Value *halves) {
        llvm::Type *floats = halves->getType()->getWithNewType(builder.getFloatTy());
        return builder.CreateFPExt(builder.CreateFreeze(halves), floats);
    };
    comparison.replaceAllUsesWith(builder.CreateFCmp(comparison.getPredicate(),
                                                     widened(comparison.getOperand(0)),
                                                     widened(comparison.getOperand(1))));
    comparison.eraseFromParent();
}

bool is_rotation(const llvm::IntrinsicInst &call)
{
    return (call.getIntrinsicID() == llvm::Intrinsic::fshl ||
            call.getIntrinsicID() == llvm::Intrinsic::fshr) &&
           call.getArgOperand(0) == call.getArgOperand(1) &&
           call.getType()->getScalarSizeInBits() == 64 &&
           !llvm::isa<llvm::Constant>(call.getArgOperand(2));
}

/* The number modulo 64. */
Value *reduced(IRBuilder<> &builder, Value *number)
{
    llvm::Type *word = builder.getInt32Ty();
    llvm::InlineAsm *reduce = llvm::InlineAsm::get(llvm::FunctionType::get(word, {word}, false),
                                                   "and.b32 $0, $1, 63;", "=r,r", false);
    return builder.CreateZExt(builder.CreateCall(reduce, {builder.CreateTrunc(number, word)}),
                              builder.getInt64Ty());
}

void reduce_number(llvm::IntrinsicInst &rotation)
{
    IRBuilder<> builder(&rotation);
    Value *number = rotation.getArgOperand(2);
    const auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(number->getType());
    if (!vector) {
        rotation.setArgOperand(2, reduced(builder, number));
        return;
    }
    Value *all = number;
    for (unsigned lane = 0; lane < vector->getNumElements(); lane++)
        all = builder.CreateInsertElement(
            all, reduced(builder, builder.CreateExtractElement(number, lane)), lane);
    rotation.setArgOperand(2, all);
}

bool takes_float4(const llvm::Function &function)
{
    return llvm::any_of(function.args(), [](const llvm::Argument &argument) {
        const auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(argument.getType());
        return vector && vector->getElementType()->isFloatTy() && vector->getNumElements() >= 4;
    });
}

} // namespace

void take_in(llvm::Function &function)
{
    if (function.isDeclaration() || function.getCallingConv() == llvm::CallingConv::PTX_Kernel ||
        function.hasFnAttribute(llvm::Attribute::OptimizeNone))
        return;
    function.removeFnAttr(llvm::Attribute::NoInline);
    function.addFnAttr(llvm::Attribute::AlwaysInline);
    for (llvm::User *user : function.users())
        if (auto *call = llvm::dyn_cast<llvm::CallBase>(user))
            call->removeFnAttr(llvm::Attribute::NoInline);
}

void inline_uncallable(llvm::Module &module)
{
    for (llvm::Function &function : module)
        if (!ptx_passes_float4 && takes_float4(function))
            take_in(function);
}

void mend_for_generator(llvm::Module &module)
{
    for (llvm::Function &function : module)
        for (llvm::Instruction &instruction :
             llvm::make_early_inc_range(llvm::instructions(function))) {
            if (auto *comparison = llvm::dyn_cast<llvm::FCmpInst>(&instruction))
                compare_floats(*comparison);
            else if (auto *widening = llvm::dyn_cast<llvm::FPExtInst>(&instruction))
                keep_load_apart(*widening);
            else if (auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction))
                if (is_rotation(*call))
                    reduce_number(*call);
        }
}

} // namespace zed
