/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The exit of a poll loop depends on an atomic access or a volatile load in the loop.  Such a loop
 * may wait for another work-item, so it calls zed_rt_poll before each further iteration, and not
 * when it ends: a routine that hardly ever waits would give way for nothing.  A loop that only
 * retries a failed compare-exchange waits for nobody and gets no call; nor does a loop that counts
 * its iterations and whose other exits depend only on what poll loops in it have read.
 */
#include "calls.h"
#include "translate.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace zed {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::Loop;
using llvm::Value;

bool asks_memory(const Instruction &instruction)
{
    llvm::StringRef name;
    if (llvm::isa<llvm::AtomicRMWInst>(instruction) ||
        llvm::isa<llvm::AtomicCmpXchgInst>(instruction))
        return true;
    if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
        return load->isAtomic() || load->isVolatile();
    return calls_outside(instruction, &name) &&
           !llvm::cast<llvm::CallBase>(instruction).doesNotAccessMemory();
}

/* Extends the test to a function's instruction, which may call another function. */
class Asks {
public:
    explicit Asks(const llvm::Module &module) : functions_(module, asks_memory)
    {
    }

    bool operator()(const Instruction &instruction) const
    {
        const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
        return asks_memory(instruction) || (call && functions_.has(call->getCalledFunction()));
    }

    bool any(const Loop &loop) const
    {
        for (const BasicBlock *block : loop.blocks())
            for (const Instruction &instruction : *block)
                if ((*this)(instruction))
                    return true;
        return false;
    }

private:
    FunctionsWith functions_;
};

/* Everything that the loop's exits depend on, through values and through the branches that choose
 * them. */
class ExitSlice {
public:
    using Predicate = llvm::function_ref<bool(const Instruction &)>;

    /* others: instructions whose accesses do not count. */
    ExitSlice(const Loop &loop, const llvm::DominatorTree &tree, const Asks &asks, Predicate others)
        : loop_(loop), tree_(tree), asks_(asks), others_(others)
    {
    }

    bool asks()
    {
        llvm::SmallVector<BasicBlock *, 8> exiting;
        loop_.getExitingBlocks(exiting);
        for (BasicBlock *block : exiting)
            add_condition(block);
        while (!work_.empty()) {
            const Instruction *instruction = work_.pop_back_val();
            const bool counts = !others_(*instruction);
            if (counts && asks_(*instruction))
                return true;
            /* A value in private memory may come from anywhere in the loop. */
            if (const auto *load = counts ? llvm::dyn_cast<llvm::LoadInst>(instruction) : nullptr)
                if (llvm::isa<llvm::AllocaInst>(
                        llvm::getUnderlyingObject(load->getPointerOperand())))
                    return true;
            for (const Value *operand : instruction->operands())
                add(operand);
            if (const auto *phi = llvm::dyn_cast<llvm::PHINode>(instruction))
                add_choices(*phi);
        }
        return false;
    }

private:
    void add(const Value *value)
    {
        const auto *instruction = llvm::dyn_cast<Instruction>(value);
        if (instruction && loop_.contains(instruction) && seen_.insert(instruction).second)
            work_.push_back(instruction);
    }

    void add_condition(const BasicBlock *block)
    {
        for (const Value *operand : block->getTerminator()->operands())
            add(operand);
    }

    /* The branches between a phi's immediate dominator and the blocks of its values. */
    void add_choices(const llvm::PHINode &phi)
    {
        if (phi.getParent() == loop_.getHeader())
            return;
        const llvm::DomTreeNode *top = tree_.getNode(phi.getParent())->getIDom();
        for (const BasicBlock *from : phi.blocks())
            for (const llvm::DomTreeNode *node = tree_.getNode(from);
                 node && loop_.contains(node->getBlock()); node = node->getIDom()) {
                add_condition(node->getBlock());
                if (node == top)
                    break;
            }
    }

    const Loop &loop_;
    const llvm::DominatorTree &tree_;
    const Asks &asks_;
    Predicate others_;
    llvm::SmallVector<const Instruction *, 32> work_;
    llvm::SmallPtrSet<const Instruction *, 32> seen_;
};

/* If `value` is result number `index` of a compare-exchange, that instruction, else NULL. */
const llvm::AtomicCmpXchgInst *result_of_exchange(const Value *value, unsigned index)
{
    if (const auto *cast = llvm::dyn_cast<llvm::BitCastInst>(value))
        value = cast->getOperand(0);
    const auto *extract = llvm::dyn_cast<llvm::ExtractValueInst>(value);
    if (!extract || extract->getIndices()[0] != index)
        return nullptr;
    return llvm::dyn_cast<llvm::AtomicCmpXchgInst>(extract->getAggregateOperand());
}

const Value *without_cast(const Value *value)
{
    const auto *cast = llvm::dyn_cast<llvm::BitCastInst>(value);
    return cast ? cast->getOperand(0) : value;
}

/* Whether the expected value was read from the same address just before: by a load in the loop or
 * by the previous iteration's exchange. */
bool expects_what_was_there(const llvm::AtomicCmpXchgInst &exchange, const Loop &loop)
{
    const Value *expected = without_cast(exchange.getCompareOperand());
    if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(expected))
        return loop.contains(load) && load->getPointerOperand() == exchange.getPointerOperand();
    const auto *phi = llvm::dyn_cast<llvm::PHINode>(expected);
    if (!phi || phi->getParent() != loop.getHeader())
        return false;
    for (unsigned i = 0; i < phi->getNumIncomingValues(); i++)
        if (loop.contains(phi->getIncomingBlock(i)) &&
            result_of_exchange(phi->getIncomingValue(i), 0) != &exchange)
            return false;
    return true;
}

bool only_retries(const Loop &loop)
{
    const BasicBlock *exiting = loop.getExitingBlock();
    if (!exiting)
        return false;
    const auto *branch = llvm::dyn_cast<llvm::BranchInst>(exiting->getTerminator());
    if (!branch || !branch->isConditional())
        return false;
    const Value *condition = branch->getCondition();
    const llvm::AtomicCmpXchgInst *exchange = result_of_exchange(condition, 1);
    if (!exchange) {
        const auto *compare = llvm::dyn_cast<llvm::ICmpInst>(condition);
        if (!compare)
            return false;
        for (unsigned i = 0; i < 2 && !exchange; i++) {
            exchange = result_of_exchange(compare->getOperand(i), 0);
            if (exchange && without_cast(compare->getOperand(1 - i)) !=
                                without_cast(exchange->getCompareOperand()))
                exchange = nullptr;
        }
    }
    return exchange && loop.contains(exchange) && expects_what_was_there(*exchange, loop);
}

/* Whether the value is a header's phi in the next iteration, and is double the phi, or the phi plus
 * or times a constant. */
bool is_step(const Value *value, const Loop &loop)
{
    const auto *step = llvm::dyn_cast<llvm::BinaryOperator>(value);
    if (!step || !loop.getLoopLatch())
        return false;
    const auto is_count = [&](const Value *operand) {
        const auto *phi = llvm::dyn_cast<llvm::PHINode>(operand);
        return phi && phi->getParent() == loop.getHeader() &&
               phi->getIncomingValueForBlock(loop.getLoopLatch()) == step;
    };
    const Value *by = step->getOperand(is_count(step->getOperand(0)) ? 1 : 0);
    const auto *constant = llvm::dyn_cast<llvm::ConstantInt>(by);
    if (!is_count(step->getOperand(0)) && !is_count(step->getOperand(1)))
        return false;
    switch (step->getOpcode()) {
    case Instruction::Add:
        return is_count(by) || (constant && !constant->isZero());
    case Instruction::Mul:
        return constant && constant->getValue().ugt(1);
    case Instruction::Shl:
        return constant && !constant->isZero() && is_count(step->getOperand(0));
    default:
        return false;
    }
}

bool counts_turns(const Loop &loop, const llvm::DominatorTree &tree)
{
    llvm::SmallVector<BasicBlock *, 8> exiting;
    loop.getExitingBlocks(exiting);
    for (const BasicBlock *block : exiting) {
        const auto *branch = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
        if (!loop.getLoopLatch() || !tree.dominates(block, loop.getLoopLatch()) || !branch ||
            !branch->isConditional())
            continue;
        const auto *compare = llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition());
        for (unsigned i = 0; compare && i < 2; i++) {
            const Value *count = compare->getOperand(i);
            const auto *phi = llvm::dyn_cast<llvm::PHINode>(count);
            if (phi && phi->getParent() == loop.getHeader())
                count = phi->getIncomingValueForBlock(loop.getLoopLatch());
            if (loop.isLoopInvariant(compare->getOperand(1 - i)) && is_step(count, loop))
                return true;
        }
    }
    return false;
}

bool gives_way(const BasicBlock &block)
{
    for (const Instruction &instruction : block)
        if (call_of(&instruction, "zed_rt_poll"))
            return true;
    return false;
}

/* A block that runs only before a further iteration: the latch, unless the loop may end there. */
BasicBlock *only_back(BasicBlock *latch, BasicBlock *header)
{
    return latch->getUniqueSuccessor() ? latch : llvm::SplitEdge(latch, header);
}

void insert_polls(llvm::Function &function, const Asks &asks)
{
    llvm::DominatorTree tree(function);
    llvm::LoopInfo loops(tree);
    std::vector<std::pair<BasicBlock *, BasicBlock *>> back_edges;
    const auto polls = [&](const Loop &loop, ExitSlice::Predicate others) {
        return asks.any(loop) && !only_retries(loop) && ExitSlice(loop, tree, asks, others).asks();
    };
    llvm::SmallPtrSet<const Loop *, 8> polling;
    for (const Loop *loop : loops.getLoopsInPreorder())
        if (polls(*loop, [](const Instruction &) { return false; }))
            polling.insert(loop);
    for (const Loop *loop : loops.getLoopsInPreorder()) {
        const auto is_in_another = [&](const Instruction &instruction) {
            const Loop *inner = loops.getLoopFor(instruction.getParent());
            while (inner != loop && polling.count(inner) == 0)
                inner = inner->getParentLoop();
            return inner != loop;
        };
        if (polling.count(loop) == 0 || (counts_turns(*loop, tree) && !polls(*loop, is_in_another)))
            continue;
        llvm::SmallVector<BasicBlock *, 4> latches;
        loop->getLoopLatches(latches);
        for (BasicBlock *latch : latches)
            back_edges.emplace_back(latch, loop->getHeader());
    }
    for (const auto &[latch, header] : back_edges)
        if (!gives_way(*latch))
            call_for_item(*only_back(latch, header), "zed_rt_poll");
}

} // namespace

void insert_polls(llvm::Module &module)
{
    Asks asks(module);
    for (llvm::Function &function : module)
        if (!function.isDeclaration())
            insert_polls(function, asks);
}

} // namespace zed
