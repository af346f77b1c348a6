/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Computes how much private memory a work-item needs: what the code keeps on the stack, along the
 * call chain that needs most, and its frame (meet/frames.cpp).  Each part notes the needs of its
 * functions when nothing can change them any more; chains are followed when all parts are known,
 * because they cross parts.
 *
 * What the code generator adds, above all spilled registers, is an estimate.  A recursion counts as
 * one call, and nothing is known about functions of other modules.
 */
#include "stacks.h"

#include "llvm_versions.h"

#include <algorithm>

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace zed {
namespace {

using llvm::Function;

/* A listener for races prints what it finds, and so needs more than other routines. */
constexpr const char *listener = "zed_rt_race_";
constexpr uint64_t listener_bytes = 16384;

constexpr uint64_t call_bytes = 256; /* saved registers, the return address, some spills */

/* Internal functions of different parts may have the same name. */
std::string unique_name(const Function &function, size_t part)
{
    std::string name = function.getName().str();
    return function.hasLocalLinkage() ? name + "#" + std::to_string(part) : name;
}

uint64_t array_bytes(const llvm::AllocaInst &array, const llvm::DataLayout &layout)
{
    const auto bits = array.getAllocationSizeInBits(layout);
    const uint64_t unit = std::max<uint64_t>(array.getAlign().value(), 16);
    return bits ? (bits->getFixedValue() / 8 + unit - 1) / unit * unit + (unit > 16 ? unit : 0) : 0;
}

void note_call(const llvm::CallBase &call, size_t part, StackUse *use)
{
    const Function *callee = call.getCalledFunction();
    if (!callee || callee->isIntrinsic())
        return;
    use->callees.insert(unique_name(*callee, part));
    if (starts_with(callee->getName(), "zed_rt_race_"))
        use->callees.insert(listener);
    /* This call has the frame's size and the function that resumes it. */
    if (callee->getName() != "zed_rt_frame")
        return;
    if (const auto *bytes = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(1)))
        use->frame_bytes = bytes->getZExtValue();
    if (const auto *turns = llvm::dyn_cast<Function>(call.getArgOperand(3)->stripPointerCasts()))
        use->callees.insert(unique_name(*turns, part));
}

class Chains {
public:
    explicit Chains(const StackUses &uses) : uses_(uses)
    {
    }

    uint64_t deepest(const std::string &name)
    {
        auto use = uses_.find(name);
        if (use == uses_.end())
            return 0;
        auto [known, is_new] = known_.try_emplace(name, 0); /* 0 while on the chain */
        if (!is_new)
            return known->second;
        uint64_t most = 0;
        for (const std::string &callee : use->second.callees)
            most = std::max(most, deepest(callee));
        return known_[name] = most + use->second.bytes;
    }

private:
    const StackUses &uses_;
    std::map<std::string, uint64_t> known_;
};

uint32_t saturated(uint64_t bytes)
{
    return static_cast<uint32_t>(std::min<uint64_t>(bytes, UINT32_MAX));
}

} // namespace

StackUses note_stacks(const llvm::Module &module, size_t part)
{
    StackUses uses;
    uses[listener].bytes = listener_bytes;
    const llvm::DataLayout &layout = module.getDataLayout();
    for (const Function &function : module) {
        if (function.isDeclaration())
            continue;
        StackUse &use = uses[unique_name(function, part)];
        use.bytes = call_bytes;
        for (const llvm::Instruction &instruction : llvm::instructions(function))
            if (const auto *array = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
                use.bytes += array_bytes(*array, layout);
            else if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
                note_call(*call, part, &use);
    }
    return uses;
}

StackNeed stack_need(const StackUses &uses, const std::string &function)
{
    const uint64_t stack = Chains(uses).deepest(function);
    auto use = uses.find(function);
    const uint64_t frame = use == uses.end() ? 0 : use->second.frame_bytes;
    return {saturated(stack), saturated(stack + frame)};
}

} // namespace zed
