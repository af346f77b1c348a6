/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Answers a query for the address space of a generic pointer, if the pointer's origin shows it.
 * Only the remaining queries keep a kernel from its group shape: the executor answers them for the
 * item that asks.
 */
#include "translate.h"

#include "engine/abi.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/Local.h>

namespace zed {
namespace {

/* False if the value's type does not show it. */
bool space_of(const llvm::Value &origin, zed_space_t *space)
{
    if (llvm::isa<llvm::AllocaInst>(origin)) {
        *space = ZED_SPACE_PRIVATE;
        return true;
    }
    if (llvm::isa<llvm::ConstantPointerNull>(origin)) {
        *space = ZED_SPACE_GLOBAL;
        return true;
    }
    switch (origin.getType()->getPointerAddressSpace()) {
    case space_global:
    case space_constant:
        *space = ZED_SPACE_GLOBAL;
        return true;
    case space_local:
        *space = ZED_SPACE_LOCAL;
        return true;
    default:
        return false;
    }
}

} // namespace

void answer_spaces(llvm::Module &module)
{
    llvm::Function *query = module.getFunction("zed_rt_space");
    if (!query)
        return;
    for (llvm::User *user : llvm::make_early_inc_range(query->users())) {
        auto *call = llvm::dyn_cast<llvm::CallInst>(user);
        zed_space_t space;
        if (!call || !space_of(*llvm::getUnderlyingObject(call->getArgOperand(1), 0), &space))
            continue;
        call->replaceAllUsesWith(llvm::ConstantInt::get(call->getType(), space));
        llvm::RecursivelyDeleteTriviallyDeadInstructions(call);
    }
}

} // namespace zed
