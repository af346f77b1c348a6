/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Numbers the calls at which only those lanes of a sub-group meet that reach the call: ballots,
 * shuffles and similar ones, which a program may have in a branch.  Lanes at different calls do not
 * meet, and when all lanes wait, the executor resumes those at the call with the lowest number
 * (abi.h).  So numbers follow the order of the program: an earlier call has a lower number, and a
 * call after a loop has a higher number than all calls in the loop.  Lanes that have nothing to do
 * in a branch then wait for the others at the next call, wherever that is.
 *
 * This order does not distinguish the iterations of a loop: lanes that skip a call in one iteration
 * and reach it in the next must not meet lanes that are still at it.  So a loop whose iterations
 * may skip one of its calls has a meeting at its end.
 */
#include "../calls.h"
#include "../translate.h"
#include "engine/abi.h"

#include <algorithm>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Support/DJB.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace zed {
namespace {

using llvm::BasicBlock;
using llvm::CallInst;
using llvm::Function;
using llvm::Loop;

std::vector<CallInst *> calls_of_lanes(Function &function)
{
    std::vector<CallInst *> calls;
    for (llvm::Instruction &instruction : llvm::instructions(function))
        if (is_meeting_of_lanes(instruction))
            calls.push_back(llvm::cast<CallInst>(&instruction));
    return calls;
}

/* Whether an iteration of the loop may skip one of the calls in it. */
bool may_skip_call(const Loop &loop, const std::vector<CallInst *> &calls,
                   const llvm::DominatorTree &dominators)
{
    llvm::SmallVector<BasicBlock *, 4> latches;
    loop.getLoopLatches(latches);
    return llvm::any_of(calls, [&](const CallInst *call) {
        return loop.contains(call->getParent()) &&
               llvm::any_of(latches, [&](const BasicBlock *latch) {
                   return !dominators.dominates(call->getParent(), latch);
               });
    });
}

void meet_at_end(const Loop &loop)
{
    llvm::SmallVector<BasicBlock *, 4> latches;
    loop.getLoopLatches(latches);
    BasicBlock *end = latches.size() == 1
                          ? latches.front()
                          : llvm::SplitBlockPredecessors(loop.getHeader(), latches, ".end");
    call_for_item(
        *end, "zed_rt_barrier",
        llvm::ConstantInt::get(llvm::Type::getInt32Ty(end->getContext()), ZED_SCOPE_LANES));
}

void end_turns(Function &function, const std::vector<CallInst *> &calls)
{
    const llvm::DominatorTree dominators(function);
    const llvm::LoopInfo loops(dominators);
    std::vector<const Loop *> skipping;
    for (const Loop *loop : loops.getLoopsInPreorder())
        if (may_skip_call(*loop, calls, dominators))
            skipping.push_back(loop);
    for (const Loop *loop : skipping)
        meet_at_end(*loop);
}

/* The positions of blocks in the program, as lists of numbers that compare like the positions: the
 * numbers of the loops around a block, from the outermost inwards, and then the block's own
 * number. */
class Places {
public:
    explicit Places(Function &function) : dominators_(function), loops_(dominators_)
    {
        unsigned next = 0;
        for (const BasicBlock *block : llvm::ReversePostOrderTraversal<Function *>(&function))
            number_[block] = next++;
    }

    std::vector<unsigned> of(const BasicBlock *block) const
    {
        std::vector<unsigned> place = {number_.lookup(block)};
        for (const Loop *loop = loops_.getLoopFor(block); loop; loop = loop->getParentLoop())
            place.push_back(number_.lookup(loop->getHeader()));
        std::reverse(place.begin(), place.end());
        return place;
    }

private:
    llvm::DominatorTree dominators_;
    llvm::LoopInfo loops_;
    llvm::DenseMap<const BasicBlock *, unsigned> number_;
};

void number(Function &function, uint32_t first)
{
    const Places places(function);
    std::vector<CallInst *> calls = calls_of_lanes(function);
    std::stable_sort(calls.begin(), calls.end(), [&](const CallInst *a, const CallInst *b) {
        return places.of(a->getParent()) < places.of(b->getParent());
    });
    for (CallInst *call : calls)
        call->setArgOperand(1, llvm::ConstantInt::get(call->getArgOperand(1)->getType(), first++));
}

/* Kernels inline such functions unless they are recursive.  The order of the remaining ones is not
 * known, so each has its own range of numbers. */
uint32_t first_number(const Function &function, const std::vector<KernelDraft> &kernels)
{
    constexpr uint32_t most_calls = 4096, most_functions = 0x80000;
    if (llvm::any_of(kernels, [&](const KernelDraft &kernel) { return kernel.body == &function; }))
        return ZED_SCOPE_LANES;
    return (1 + llvm::djbHash(function.getName()) % most_functions) * most_calls + ZED_SCOPE_LANES;
}

} // namespace

void number_lanes(llvm::Module &module, const std::vector<KernelDraft> &kernels)
{
    for (Function &function : module) {
        const std::vector<CallInst *> calls = calls_of_lanes(function);
        if (calls.empty())
            continue;
        end_turns(function, calls);
        number(function, first_number(function, kernels));
    }
}

} // namespace zed
