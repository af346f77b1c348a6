/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * In OpenCL, a division by zero, or of the least number by -1, yields an undefined value and raises
 * nothing.  LLVM treats both as impossible, and processors trap.  So such a division gets the
 * divisor 1, before any pass can conclude that the divisor is not zero.  A quotient and a remainder
 * of the same operands get the same guard, so one instruction still computes both.
 */
#include "translate.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IRBuilder.h>

namespace zed {
namespace {

using llvm::BinaryOperator;
using llvm::Constant;
using llvm::ConstantInt;
using llvm::Value;

bool is_signed(const BinaryOperator &division)
{
    return division.getOpcode() == llvm::Instruction::SDiv ||
           division.getOpcode() == llvm::Instruction::SRem;
}

bool divides(const llvm::Instruction &instruction)
{
    const auto *operation = llvm::dyn_cast<BinaryOperator>(&instruction);
    return operation && operation->isIntDivRem();
}

/* A division by this number never traps. */
bool number_is_safe(const Constant *divisor, bool with_sign)
{
    const auto *number = llvm::dyn_cast_or_null<ConstantInt>(divisor);
    return number && !number->isZero() && !(with_sign && number->isMinusOne());
}

bool is_safe(const Value *divisor, bool with_sign)
{
    const auto *constant = llvm::dyn_cast<Constant>(divisor);
    const auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(divisor->getType());
    if (!constant || !vector)
        return number_is_safe(constant, with_sign);
    for (unsigned lane = 0; lane < vector->getNumElements(); lane++)
        if (!number_is_safe(constant->getAggregateElement(lane), with_sign))
            return false;
    return true;
}

/* The divisor, or 1 where the division would trap.  Zeros are replaced with umax, not with a
 * select: given a select between 1 and a constant with a zero element, LLVM divides the other
 * elements by 1, too. */
Value *safe_divisor(llvm::IRBuilder<> &builder, const BinaryOperator &division)
{
    Value *dividend = division.getOperand(0), *divisor = division.getOperand(1);
    llvm::Type *type = divisor->getType();
    Constant *one = ConstantInt::get(type, 1);
    Value *safe = builder.CreateBinaryIntrinsic(llvm::Intrinsic::umax, divisor, one);
    if (!is_signed(division))
        return safe;
    Constant *least =
        ConstantInt::get(type, llvm::APInt::getSignedMinValue(type->getScalarSizeInBits()));
    Value *overflows =
        builder.CreateAnd(builder.CreateICmpEQ(safe, Constant::getAllOnesValue(type)),
                          builder.CreateICmpEQ(dividend, least));
    return builder.CreateSelect(overflows, one, safe);
}

} // namespace

void guard_divisions(llvm::Module &module)
{
    for (llvm::Function &function : module)
        for (llvm::Instruction &instruction : llvm::instructions(function)) {
            if (!divides(instruction))
                continue;
            auto &division = llvm::cast<BinaryOperator>(instruction);
            if (is_safe(division.getOperand(1), is_signed(division)))
                continue;
            llvm::IRBuilder<> builder(&division);
            division.setOperand(1, safe_divisor(builder, division));
        }
}

} // namespace zed
