/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What goes into the kernels.
 *
 * A kernel that never waits becomes a loop over its work-items, in which no work-item is the
 * thread's current one: whatever asks for the work-item must dissolve in that loop, and the loop
 * vectorises only if nearly all else does, too.  So such a kernel takes in all that it calls, but
 * what is marked noinline and asks nothing.
 *
 * In a kernel that may wait, work-items run one by one, a function can ask the executor for its
 * own, and barriers and polls work in it as in the kernel.  There LLVM's judgement, which has been
 * passed by now, is as good as for any program: large bodies and those marked noinline stay
 * functions, of which the module has one.
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

/* No loop of this size is worth the time that it takes to compile. */
constexpr unsigned largest_kernel = 50000;

std::set<const llvm::Function *> recursive_functions(llvm::Module &module)
{
    std::set<const llvm::Function *> found;
    llvm::CallGraph graph(module);
    for (auto it = llvm::scc_begin(&graph); !it.isAtEnd(); ++it)
        if (it.hasCycle())
            for (const llvm::CallGraphNode *node : *it)
                if (node->getFunction())
                    found.insert(node->getFunction());
    return found;
}

} // namespace

void inline_kernels(llvm::Module &module, const std::set<std::string> &imports,
                    std::vector<KernelDraft> &kernels)
{
    std::set<const llvm::Function *> recursive = recursive_functions(module);
    FunctionsWith waits(module, [&](const llvm::Instruction &instruction) {
        return may_wait(instruction, imports);
    });
    FunctionsWith questions(module, asks_for_item);
    for (KernelDraft &kernel : kernels) {
        if (waits.has(kernel.body))
            continue;
        std::vector<llvm::CallBase *> calls;
        for (llvm::Instruction &instruction : llvm::instructions(*kernel.body))
            if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
                calls.push_back(call);
        unsigned size = kernel.body->getInstructionCount();
        while (!calls.empty() && size < largest_kernel) {
            llvm::CallBase *call = calls.back();
            calls.pop_back();
            llvm::Function *callee = call->getCalledFunction();
            if (!callee || callee->isDeclaration() || recursive.count(callee) ||
                (callee->hasFnAttribute(llvm::Attribute::NoInline) && !questions.has(callee)))
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
