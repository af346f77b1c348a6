/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Answers queries for the address space of a generic pointer, where its origin shows it.  A branch
 * for another answer may still contain a cast to the wrong space; no item takes it, but the code
 * generator would fail on it, so the cast becomes undefined.
 */
#include "ptx.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsNVPTX.h>

namespace zed {
namespace {

enum class Space { Unknown, Global, Local, Private };

Space asked_space(const llvm::IntrinsicInst &question)
{
    switch (question.getIntrinsicID()) {
    case llvm::Intrinsic::nvvm_isspacep_global:
        return Space::Global;
    case llvm::Intrinsic::nvvm_isspacep_shared:
        return Space::Local;
    case llvm::Intrinsic::nvvm_isspacep_local:
        return Space::Private;
    default:
        return Space::Unknown;
    }
}

Space origin_of(const llvm::Value &pointer)
{
    const llvm::Value *origin = llvm::getUnderlyingObject(&pointer, 0);
    if (llvm::isa<llvm::AllocaInst>(origin))
        return Space::Private;
    switch (origin->getType()->getPointerAddressSpace()) {
    case space_global:
        return Space::Global;
    case space_local:
        return Space::Local;
    default:
        return Space::Unknown;
    }
}

/* The only possible value of the instruction, or NULL. */
llvm::Value *answer(const llvm::Instruction &instruction)
{
    if (const auto *question = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) {
        const Space asked = asked_space(*question);
        if (asked == Space::Unknown)
            return nullptr;
        const Space origin = origin_of(*question->getArgOperand(0));
        return origin == Space::Unknown
                   ? nullptr
                   : llvm::ConstantInt::getBool(instruction.getContext(), asked == origin);
    }
    const auto *cast = llvm::dyn_cast<llvm::AddrSpaceCastInst>(&instruction);
    return cast && cast->getSrcAddressSpace() != 0 && cast->getDestAddressSpace() != 0
               ? llvm::UndefValue::get(cast->getType())
               : nullptr;
}

} // namespace

void answer_generic(llvm::Module &module)
{
    for (llvm::Function &function : module)
        for (llvm::Instruction &instruction :
             llvm::make_early_inc_range(llvm::instructions(function)))
            if (llvm::Value *known = answer(instruction)) {
                instruction.replaceAllUsesWith(known);
                instruction.eraseFromParent();
            }
}

} // namespace zed
