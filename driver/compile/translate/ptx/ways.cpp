/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Answers whether some items of a warp may not reach a call because they took another way
 * (zed_ways_differ).  All items reach it if no branch decides this that items may take differently.
 * Nothing is known about the callers of a function, so a call in a function is for the items that
 * reach it.
 */
#include "../calls.h"
#include "ptx.h"

#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace zed {
namespace {

using llvm::BasicBlock;
using llvm::Function;
using llvm::Instruction;

constexpr const char *question = "zed_ways_differ";

using Blocks = llvm::SmallPtrSet<const BasicBlock *, 16>;

/* Adds the blocks whose execution depends on the branch that `block` takes. */
void add_dependents(const BasicBlock &block, const llvm::PostDominatorTree &after, Blocks *found)
{
    const auto *here = after.getNode(&block);
    if (!here)
        return; /* nothing leads to the block's end */
    const auto *join = here->getIDom();
    for (const BasicBlock *way : llvm::successors(&block))
        for (const auto *node = after.getNode(way); node && node != join; node = node->getIDom())
            if (node->getBlock())
                found->insert(node->getBlock());
}

/* The blocks that some items may not reach. */
Blocks blocks_of_some(Function &function, llvm::FunctionAnalysisManager &manager)
{
    const auto &after = manager.getResult<llvm::PostDominatorTreeAnalysis>(function);
    const Divergence divergence(function, manager);
    Blocks found;
    size_t before;
    do {
        before = found.size();
        for (const BasicBlock &block : function)
            if (divergence.parts(block) || found.count(&block))
                add_dependents(block, after, &found);
    } while (found.size() != before);
    return found;
}

} // namespace

void inline_questions(llvm::Module &module)
{
    /* LLVM 15 would merge two calls in different branches into one, so that items of both could
     * meet. */
    for (Function &function : module)
        for (Instruction &instruction : llvm::instructions(function))
            if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
                if (call->isConvergent() && call->getCalledFunction() &&
                    (call->getCalledFunction()->isIntrinsic() || call_of(call, question)))
                    call->addFnAttr(llvm::Attribute::NoMerge);
    const FunctionsWith asking(
        module, [](const Instruction &instruction) { return call_of(&instruction, question); });
    for (Function &function : module)
        if (asking.has(&function)) {
            function.addFnAttr(llvm::Attribute::NoMerge);
            take_in(function);
        }
}

llvm::PreservedAnalyses AnswerWays::run(Function &function, llvm::FunctionAnalysisManager &manager)
{
    std::vector<Instruction *> calls;
    for (Instruction &instruction : llvm::instructions(function))
        if (call_of(&instruction, question))
            calls.push_back(&instruction);
    if (calls.empty())
        return llvm::PreservedAnalyses::all();
    const bool is_kernel = function.getCallingConv() == llvm::CallingConv::PTX_Kernel;
    const Blocks some = is_kernel ? blocks_of_some(function, manager) : Blocks();
    for (Instruction *call : calls) {
        const bool differ = !is_kernel || some.count(call->getParent());
        call->replaceAllUsesWith(llvm::ConstantInt::getBool(function.getContext(), differ));
        call->eraseFromParent();
    }
    return llvm::PreservedAnalyses::none();
}

} // namespace zed
