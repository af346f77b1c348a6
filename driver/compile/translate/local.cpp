/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Module-scope variables in local memory become offsets from the group's local base, whatever the
 * base is on the target.  Each kernel has a layout of its own, after the variables that are used in
 * functions which no kernel has inlined: these are at the same offsets in all kernels.
 */
#include "translate.h"

#include <algorithm>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IRBuilder.h>
#include <map>

#include "engine/abi.h"

namespace zed {
namespace {

using llvm::Function;
using llvm::GlobalVariable;
using llvm::Instruction;

constexpr uint64_t local_alignment = 128; /* of the base, and of memory after the variables */

/* Turns every use in a constant expression into a use in an instruction. */
void expand_constant_users(llvm::Constant *constant)
{
    for (llvm::User *user : llvm::make_early_inc_range(constant->users())) {
        auto *expression = llvm::dyn_cast<llvm::ConstantExpr>(user);
        if (!expression)
            continue;
        expand_constant_users(expression);
        while (!expression->use_empty()) {
            llvm::Use &use = *expression->use_begin();
            auto *instruction = llvm::dyn_cast<Instruction>(use.getUser());
            if (!instruction)
                break;
            Instruction *before = instruction;
            if (auto *phi = llvm::dyn_cast<llvm::PHINode>(instruction))
                before = phi->getIncomingBlock(use)->getTerminator();
            Instruction *made = llvm::IRBuilder<>(before).Insert(expression->getAsInstruction());
            if (auto *phi = llvm::dyn_cast<llvm::PHINode>(instruction)) {
                /* A block that is listed twice must bring the same value. */
                llvm::BasicBlock *from = before->getParent();
                for (unsigned i = 0; i < phi->getNumIncomingValues(); i++)
                    if (phi->getIncomingBlock(i) == from && phi->getIncomingValue(i) == expression)
                        phi->setIncomingValue(i, made);
            } else {
                use.set(made);
            }
        }
    }
    constant->removeDeadConstantUsers();
}

std::vector<GlobalVariable *> local_variables(llvm::Module &module)
{
    std::vector<GlobalVariable *> found;
    for (GlobalVariable &variable : module.globals())
        if (variable.getAddressSpace() == space_local && !variable.isDeclaration())
            found.push_back(&variable);
    return found;
}

uint64_t place(const GlobalVariable &variable, uint64_t *end)
{
    const llvm::DataLayout &layout = variable.getParent()->getDataLayout();
    uint64_t alignment = layout.getPreferredAlign(&variable).value();
    uint64_t offset = (*end + alignment - 1) / alignment * alignment;
    *end = offset + layout.getTypeAllocSize(variable.getValueType());
    return offset;
}

/* The variable's address in this function, computed at its entry. */
llvm::Value *address_in(Function &function, const GlobalVariable &variable, uint64_t offset)
{
    llvm::LLVMContext &context = function.getContext();
    llvm::IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
    llvm::Type *pointer = builder.getPtrTy();
    llvm::FunctionCallee view = function.getParent()->getOrInsertFunction(
        "zed_view", llvm::FunctionType::get(pointer, false));
    llvm::Type *byte = llvm::Type::getInt8Ty(context);
    llvm::Value *group = builder.CreateLoad(
        pointer, builder.CreateConstInBoundsGEP1_64(byte, builder.CreateCall(view),
                                                    offsetof(zed_item_t, group)));
    llvm::Value *local = builder.CreateLoad(
        pointer, builder.CreateConstInBoundsGEP1_64(byte, group, offsetof(zed_group_t, local)));
    return builder.CreateAddrSpaceCast(builder.CreateConstInBoundsGEP1_64(byte, local, offset),
                                       variable.getType());
}

} // namespace

void place_locals(llvm::Module &module, std::vector<KernelDraft> &kernels)
{
    const auto first = [](const Function &) { return uint64_t{0}; };
    place_locals(module, kernels, {true, first, address_in});
}

void place_locals(llvm::Module &module, std::vector<KernelDraft> &kernels,
                  const LocalLayout &layout)
{
    std::map<Function *, KernelDraft *> kernel_of;
    for (KernelDraft &kernel : kernels)
        kernel_of[kernel.body] = &kernel;
    std::vector<GlobalVariable *> variables = local_variables(module);
    std::map<GlobalVariable *, std::map<Function *, std::vector<llvm::Use *>>> uses;
    std::map<GlobalVariable *, uint64_t> shared;
    uint64_t shared_end = 0;
    for (GlobalVariable *variable : variables) {
        expand_constant_users(variable);
        for (llvm::Use &use : variable->uses())
            if (auto *instruction = llvm::dyn_cast<Instruction>(use.getUser()))
                uses[variable][instruction->getFunction()].push_back(&use);
        for (const auto &entry : uses[variable])
            if (!kernel_of.count(entry.first) && !shared.count(variable))
                shared[variable] = layout.functions_too ? place(*variable, &shared_end) : 0;
    }
    const auto start_of = [&](const Function &kernel) {
        return std::max(shared_end, layout.first(kernel));
    };
    std::map<Function *, uint64_t> ends;
    for (GlobalVariable *variable : variables) {
        if (shared.count(variable) && !layout.functions_too)
            continue;
        for (const auto &entry : uses[variable]) {
            uint64_t offset;
            if (shared.count(variable)) {
                offset = shared[variable];
            } else {
                uint64_t &end = ends.try_emplace(entry.first, start_of(*entry.first)).first->second;
                offset = place(*variable, &end);
            }
            llvm::Value *here = layout.address(*entry.first, *variable, offset);
            for (llvm::Use *use : entry.second)
                use->set(here);
        }
        if (variable->use_empty())
            variable->eraseFromParent();
    }
    for (KernelDraft &kernel : kernels) {
        uint64_t end = ends.count(kernel.body) ? ends[kernel.body] : start_of(*kernel.body);
        kernel.local_bytes =
            static_cast<uint32_t>((end + local_alignment - 1) / local_alignment * local_alignment);
    }
}

} // namespace zed
