/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Inlines into each kernel whatever is defined and does not recurse, so that
 * the questions of a kernel's functions (which work-item am I?) can be answered
 * where the kernel is.
 */
#include "translate.h"

#include <llvm/ADT/SCCIterator.h>
#include <llvm/Analysis/CallGraph.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/Cloning.h>

namespace zed {
namespace {

/* A kernel beyond this size calls the rest, rather than take minutes to compile. */
constexpr unsigned largest_kernel = 400000;

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

void inline_kernels(llvm::Module &module, std::vector<KernelDraft> &kernels)
{
    std::set<const llvm::Function *> recursive = recursive_functions(module);
    for (KernelDraft &kernel : kernels) {
        std::vector<llvm::CallBase *> calls;
        for (llvm::Instruction &instruction : llvm::instructions(*kernel.body))
            if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
                calls.push_back(call);
        unsigned size = kernel.body->getInstructionCount();
        while (!calls.empty() && size < largest_kernel) {
            llvm::CallBase *call = calls.back();
            calls.pop_back();
            llvm::Function *callee = call->getCalledFunction();
            if (!callee || callee->isDeclaration() || recursive.count(callee))
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
