/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Often only one or a few work-items do something between two barriers, and the others go from one
 * barrier to the next:
 *
 *     barrier(...);
 *     if (get_local_id(0) == 0)
 *         ...
 *     barrier(...);
 *
 * Each barrier is a switch for every item.  The other items do not need the first barrier: nothing
 * that they do before the second one depends on it.  So the first one moves to where something is
 * done, as zed_rt_lead, which waits until the others have reached the second one.  The second one
 * stays: items that lead at two barriers with none between them would not wait for each other.
 */
#include "../calls.h"
#include "../translate.h"
#include "engine/abi.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace zed {
namespace {

using llvm::BasicBlock;
using llvm::BranchInst;
using llvm::CallInst;
using llvm::Instruction;
using llvm::Value;

bool is_of_work_group(const CallInst *call)
{
    const auto *scope = call ? llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(1)) : nullptr;
    return scope && scope->equalsInt(ZED_SCOPE_WORK_GROUP);
}

bool is_barrier(const Instruction &instruction)
{
    return is_of_work_group(call_of(&instruction, "zed_rt_barrier"));
}

/* Whether all items of a group wait for each other there. */
bool is_meeting_of_all(const Instruction &instruction)
{
    return is_barrier(instruction) || is_of_work_group(call_of(&instruction, "zed_rt_exchange"));
}

bool is_record(const Value *pointer)
{
    const Value *object = llvm::getUnderlyingObject(pointer, 0);
    return call_of(object, "zed_view") || call_of(object, "zed_rt_item");
}

/* Whether it accesses private memory, or the record of the item or of its group, which do not
 * change. */
bool is_nobody_elses(const Instruction &access)
{
    const Value *pointer = llvm::getLoadStorePointerOperand(&access);
    if (!pointer || access.isVolatile() || access.isAtomic())
        return false;
    const Value *object = llvm::getUnderlyingObject(pointer, 0);
    const auto *group = llvm::dyn_cast<llvm::LoadInst>(object);
    return llvm::isa<llvm::AllocaInst>(object) || is_record(object) ||
           (group && is_record(group->getPointerOperand()));
}

/* Whether the instruction may be before a barrier as well as after it. */
bool is_free(const Instruction &instruction)
{
    return llvm::isa<llvm::PHINode>(instruction) || instruction.isDebugOrPseudoInst() ||
           is_nobody_elses(instruction) ||
           (!instruction.mayReadOrWriteMemory() && !instruction.mayHaveSideEffects());
}

/* Whether everything in the block except its branch is free. */
bool only_branches(const BasicBlock &block)
{
    for (const Instruction &instruction : block)
        if (!instruction.isTerminator() && !is_free(instruction))
            return false;
    const auto *branch = llvm::dyn_cast<BranchInst>(block.getTerminator());
    return branch &&
           (!branch->isConditional() || branch->getSuccessor(0) != branch->getSuccessor(1));
}

using Barriers = llvm::SmallPtrSet<const Instruction *, 16>;

class Move {
public:
    explicit Move(Instruction *barrier) : barrier_(barrier)
    {
    }

    /* Whether paths with nothing but branches lead from the barrier to another meeting.  The next
     * barriers on these paths must stay. */
    bool prepare()
    {
        top_ = llvm::SplitBlock(barrier_->getParent(), barrier_->getNextNode());
        return leads_to_meeting(top_) || (only_branches(*top_) && find_work());
    }

    void make(Barriers *next) const
    {
        for (const auto &[from, to] : to_work_)
            call_for_item(*llvm::SplitEdge(from, to), "zed_rt_lead");
        barrier_->eraseFromParent();
        next->insert(next_.begin(), next_.end());
    }

private:
    /* Whether nothing is done between the block's beginning and another meeting. */
    bool leads_to_meeting(const BasicBlock *block)
    {
        llvm::SmallPtrSet<const BasicBlock *, 8> seen;
        while (block && seen.insert(block).second) {
            for (const Instruction &instruction : *block) {
                if (&instruction != barrier_ && is_meeting_of_all(instruction)) {
                    next_.insert(&instruction);
                    return true;
                }
                if (!instruction.isTerminator() && !is_free(instruction))
                    return false;
            }
            block = block->getSingleSuccessor();
        }
        return false;
    }

    /* Finds the edges to where something is done; false if no path leads to a meeting without
     * it. */
    bool find_work()
    {
        llvm::SmallVector<BasicBlock *, 8> work{top_};
        while (!work.empty()) {
            BasicBlock *from = work.pop_back_val();
            for (BasicBlock *to : llvm::successors(from)) {
                if (leads_to_meeting(to))
                    continue;
                if (to->getSinglePredecessor() && only_branches(*to))
                    work.push_back(to);
                else
                    to_work_.emplace_back(from, to);
            }
        }
        return !next_.empty();
    }

    Instruction *barrier_;
    BasicBlock *top_ = nullptr;
    Barriers next_;
    llvm::SmallVector<std::pair<BasicBlock *, BasicBlock *>, 8> to_work_;
};

} // namespace

void move_barriers(llvm::Module &module)
{
    llvm::SmallVector<Instruction *, 16> barriers;
    for (llvm::Function &function : module)
        for (BasicBlock &block : function)
            for (Instruction &instruction : block)
                if (is_barrier(instruction))
                    barriers.push_back(&instruction);
    Barriers next;
    /* From the last one backwards: a barrier directly before a meeting is then gone when the
     * previous barrier is examined. */
    for (Instruction *barrier : llvm::reverse(barriers)) {
        if (next.count(barrier))
            continue;
        Move move(barrier);
        if (move.prepare())
            move.make(&next);
    }
}

} // namespace zed
