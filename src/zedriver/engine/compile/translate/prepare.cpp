/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Turns a module for SPIR into one for this machine: triple, layout, calling
 * conventions (of functions and of call sites alike, else calls vanish as
 * undefined), attributes.  Finds the kernels and lays out their arguments.
 */
#include "translate.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

namespace zed {
namespace {

uint32_t round_up(uint64_t value, uint64_t alignment)
{
    return static_cast<uint32_t>((value + alignment - 1) / alignment * alignment);
}

zed_argument_t argument_of(const llvm::Argument &argument, const llvm::DataLayout &layout,
                           uint64_t *alignment)
{
    zed_argument_t made = {ZED_ARGUMENT_VALUE, 0, 8};
    *alignment = 8;
    if (argument.hasByValAttr()) {
        llvm::Type *type = argument.getParamByValType();
        made.bytes = static_cast<uint32_t>(layout.getTypeAllocSize(type));
        *alignment = argument.getParamAlign().valueOrOne().value();
    } else if (const auto *pointer = llvm::dyn_cast<llvm::PointerType>(argument.getType())) {
        made.kind =
            pointer->getAddressSpace() == space_local ? ZED_ARGUMENT_LOCAL : ZED_ARGUMENT_POINTER;
    } else {
        made.bytes = static_cast<uint32_t>(layout.getTypeAllocSize(argument.getType()));
        *alignment = layout.getABITypeAlign(argument.getType()).value();
    }
    return made;
}

} // namespace

KernelDraft draft_kernel(llvm::Function &function, uint64_t unit)
{
    const llvm::DataLayout &layout = function.getParent()->getDataLayout();
    KernelDraft kernel;
    kernel.name = function.getName().str();
    kernel.body = &function;
    for (const llvm::Argument &argument : function.args()) {
        uint64_t alignment;
        zed_argument_t made = argument_of(argument, layout, &alignment);
        made.offset = round_up(kernel.block_bytes, alignment);
        kernel.block_bytes = made.offset + made.bytes;
        kernel.arguments.push_back(made);
    }
    kernel.block_bytes = round_up(kernel.block_bytes, unit);
    if (const llvm::MDNode *size = function.getMetadata("reqd_work_group_size"))
        for (unsigned i = 0; i < 3 && i < size->getNumOperands(); i++)
            kernel.required_group_size[i] = static_cast<uint32_t>(
                llvm::mdconst::extract<llvm::ConstantInt>(size->getOperand(i))->getZExtValue());
    return kernel;
}

std::vector<KernelDraft> prepare_module(llvm::Module &module, const llvm::TargetMachine &machine)
{
    module.setTargetTriple(machine.getTargetTriple().str());
    module.setDataLayout(machine.createDataLayout());
    std::vector<KernelDraft> kernels;
    for (llvm::Function &function : module) {
        if (function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL &&
            !function.isDeclaration())
            kernels.push_back(draft_kernel(function, 8));
        if (!function.isIntrinsic())
            function.setCallingConv(llvm::CallingConv::C);
        function.setComdat(nullptr);
        for (llvm::Instruction &instruction : llvm::instructions(function))
            if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
                call->setCallingConv(llvm::CallingConv::C);
    }
    return kernels;
}

} // namespace zed
