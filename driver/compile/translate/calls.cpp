/* SPDX-License-Identifier: BSD-3-Clause */
/* See calls.h. */
#include "calls.h"

#include "engine/abi.h"

#include <algorithm>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IRBuilder.h>

namespace zed {

using llvm::Function;
using llvm::Instruction;

FunctionsWith::FunctionsWith(const llvm::Module &module,
                             llvm::function_ref<bool(const Instruction &)> is_one,
                             llvm::function_ref<bool(const Function &)> has_one)
{
    llvm::SmallVector<const Function *, 64> work;
    for (const Function &function : module) {
        auto range = llvm::instructions(function);
        if (std::any_of(range.begin(), range.end(), is_one) || (has_one && has_one(function))) {
            found_.insert(&function);
            work.push_back(&function);
        }
    }
    while (!work.empty()) {
        for (const llvm::User *user : work.pop_back_val()->users()) {
            const auto *call = llvm::dyn_cast<llvm::CallBase>(user);
            if (call && found_.insert(call->getFunction()).second)
                work.push_back(call->getFunction());
        }
    }
}

bool calls_outside(const Instruction &instruction, llvm::StringRef *name)
{
    const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (!call || call->isInlineAsm())
        return false;
    const Function *callee = call->getCalledFunction();
    if (callee && (!callee->isDeclaration() || callee->isIntrinsic()))
        return false;
    *name = callee ? callee->getName() : "";
    return true;
}

const llvm::CallInst *call_of(const llvm::Value *value, llvm::StringRef name)
{
    const auto *call = llvm::dyn_cast<llvm::CallInst>(value);
    return call && call->getCalledFunction() && call->getCalledFunction()->getName() == name
               ? call
               : nullptr;
}

bool may_wait(const Instruction &instruction, const std::set<std::string> &imports)
{
    llvm::StringRef name;
    if (!calls_outside(instruction, &name))
        return false;
    return name.empty() || name == "zed_rt_poll" || is_meeting(instruction) ||
           imports.count(name.str()) != 0;
}

bool is_meeting(const Instruction &instruction)
{
    return call_of(&instruction, "zed_rt_barrier") || call_of(&instruction, "zed_rt_lead") ||
           call_of(&instruction, "zed_rt_exchange");
}

bool is_meeting_of_lanes(const Instruction &instruction)
{
    if (!is_meeting(instruction) || call_of(&instruction, "zed_rt_lead"))
        return false;
    const auto *scope =
        llvm::dyn_cast<llvm::ConstantInt>(llvm::cast<llvm::CallInst>(instruction).getArgOperand(1));
    return scope && scope->getZExtValue() >= ZED_SCOPE_LANES;
}

bool asks_for_item(const Instruction &instruction)
{
    llvm::StringRef name;
    return calls_outside(instruction, &name) && (name == "zed_view" || name == "zed_rt_item");
}

bool body_asks_for_item(const Function &function)
{
    for (const Instruction &instruction : llvm::instructions(function))
        if (asks_for_item(instruction))
            return true;
    return false;
}

bool has_loop(const Function &function)
{
    llvm::SmallVector<std::pair<const llvm::BasicBlock *, const llvm::BasicBlock *>, 4> edges;
    if (!function.isDeclaration())
        llvm::FindFunctionBackedges(function, edges);
    return !edges.empty();
}

void call_for_item(llvm::BasicBlock &block, llvm::StringRef routine,
                   llvm::ArrayRef<llvm::Value *> more)
{
    llvm::Module &module = *block.getModule();
    llvm::IRBuilder<> builder(block.getTerminator());
    llvm::Type *pointer = builder.getPtrTy();
    llvm::FunctionCallee item =
        module.getOrInsertFunction("zed_rt_item", llvm::FunctionType::get(pointer, false));
    llvm::SmallVector<llvm::Value *, 2> arguments = {builder.CreateCall(item)};
    arguments.append(more.begin(), more.end());
    llvm::SmallVector<llvm::Type *, 2> types;
    for (const llvm::Value *argument : arguments)
        types.push_back(argument->getType());
    builder.CreateCall(module.getOrInsertFunction(
                           routine, llvm::FunctionType::get(builder.getVoidTy(), types, false)),
                       arguments);
}

} // namespace zed
