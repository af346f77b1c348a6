/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Chooses which functions are inlined into kernels.
 *
 * A loop vectorises only if its calls are inlined, so a kernel inlines what it calls.  A function
 * marked noinline stays a function, and so does a large body that has loops or atomics of its own:
 * a loop around it is not vectorised in any case, and the module then has it only once.  Barriers
 * and polls work in functions as in kernels.
 *
 * A kernel that never waits becomes a loop over its work-items, in which no work-item is the
 * thread's current one: there, every function that asks for the work-item must be inlined.  In
 * other kernels, and where kernels keep their items for a debugger, such a function asks the
 * executor.
 */
#include "calls.h"
#include "translate.h"

#include <llvm/ADT/SCCIterator.h>
#include <llvm/Analysis/CallGraph.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace zed {
namespace {

/* A larger kernel would take too long to compile. */
constexpr unsigned largest_kernel = 50000;

/* Below this number of instructions, a call costs as much as the callee. */
constexpr unsigned large_body = 50;

/* Below this, a function with barriers is inlined so that its items wait in frames: a team sync by
 * a group takes twice as long on stacks. */
constexpr unsigned large_waiting_body = 400;

llvm::DenseSet<const llvm::Function *> recursive_functions(llvm::Module &module)
{
    llvm::DenseSet<const llvm::Function *> found;
    llvm::CallGraph graph(module);
    for (auto it = llvm::scc_begin(&graph); !it.isAtEnd(); ++it)
        if (it.hasCycle())
            for (const llvm::CallGraphNode *node : *it)
                if (node->getFunction())
                    found.insert(node->getFunction());
    return found;
}

bool orders_something(const llvm::Instruction &instruction)
{
    return instruction.isAtomic() || instruction.isVolatile();
}

class Choice {
public:
    explicit Choice(llvm::Module &module)
        : recursive_(recursive_functions(module)), asking_(module, asks_for_item),
          meeting_(module, is_meeting), lanes_(module, is_meeting_of_lanes),
          scalar_(module, orders_something, has_loop)
    {
    }

    bool goes_in(const llvm::Function &callee, bool kernel_waits) const
    {
        if (callee.isDeclaration() || recursive_.count(&callee))
            return false;
        if ((!kernel_waits && asking_.has(&callee)) || lanes_.has(&callee))
            return true;
        return !callee.hasFnAttribute(llvm::Attribute::NoInline) &&
               (callee.getInstructionCount() < large_body || !scalar_.has(&callee) ||
                (meeting_.has(&callee) && callee.getInstructionCount() < large_waiting_body));
    }

private:
    llvm::DenseSet<const llvm::Function *> recursive_;
    FunctionsWith asking_;
    FunctionsWith meeting_;
    FunctionsWith lanes_;  /* their calls have places in the kernel's order (meet/lanes.cpp) */
    FunctionsWith scalar_; /* a loop around these is not vectorised */
};

} // namespace

void inline_kernels(llvm::Module &module, const std::set<std::string> &imports, bool keeps_items,
                    std::vector<KernelDraft> &kernels)
{
    FunctionsWith waiting(module, [&](const llvm::Instruction &instruction) {
        return may_wait(instruction, imports);
    });
    Choice choice(module);
    for (KernelDraft &kernel : kernels) {
        const bool waits = keeps_items || waiting.has(kernel.body);
        std::vector<llvm::CallBase *> calls;
        for (llvm::Instruction &instruction : llvm::instructions(*kernel.body))
            if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
                calls.push_back(call);
        unsigned size = kernel.body->getInstructionCount();
        while (!calls.empty() && size < largest_kernel) {
            llvm::CallBase *call = calls.back();
            calls.pop_back();
            llvm::Function *callee = call->getCalledFunction();
            if (!callee || !choice.goes_in(*callee, waits))
                continue;
            unsigned more = callee->getInstructionCount();
            llvm::InlineFunctionInfo info;
            if (!llvm::InlineFunction(*call, info).isSuccess())
                continue;
            size += more;
            calls.insert(calls.end(), info.InlinedCallSites.begin(), info.InlinedCallSites.end());
        }
    }
}

} // namespace zed
