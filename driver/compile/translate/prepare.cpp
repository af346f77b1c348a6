/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Turns a module for SPIR into one for this machine: triple, data layout, calling conventions (of
 * functions and also of calls, because a call with another convention is undefined and vanishes),
 * attributes.  Finds the kernels and lays out their arguments.
 */
#include "translate.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/MathExtras.h>

#include <algorithm>

namespace zed {
namespace {

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

std::vector<uint32_t> numbers_of(const llvm::Function &function, const char *attribute)
{
    std::vector<uint32_t> numbers;
    if (const llvm::MDNode *node = function.getMetadata(attribute))
        for (const llvm::MDOperand &operand : node->operands())
            numbers.push_back(static_cast<uint32_t>(
                llvm::mdconst::extract<llvm::ConstantInt>(operand)->getZExtValue()));
    return numbers;
}

/* As in the source: "work_group_size_hint(4,2,1)". */
std::string attributes_of(const llvm::Function &function)
{
    std::string text;
    for (const char *name :
         {"reqd_work_group_size", "work_group_size_hint", "intel_reqd_sub_group_size"}) {
        std::string numbers;
        for (uint32_t number : numbers_of(function, name))
            numbers += (numbers.empty() ? "" : ",") + std::to_string(number);
        if (!numbers.empty())
            text += (text.empty() ? "" : " ") + std::string(name) + "(" + numbers + ")";
    }
    return text;
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
        made.offset = static_cast<uint32_t>(llvm::alignTo(kernel.block_bytes, alignment));
        kernel.block_bytes = made.offset + made.bytes;
        kernel.arguments.push_back(made);
    }
    kernel.block_bytes = static_cast<uint32_t>(llvm::alignTo(kernel.block_bytes, unit));
    const std::vector<uint32_t> size = numbers_of(function, "reqd_work_group_size");
    std::copy_n(size.begin(), std::min<size_t>(size.size(), 3), kernel.required_group_size);
    kernel.attributes = attributes_of(function);
    return kernel;
}

std::vector<KernelDraft> prepare_module(llvm::Module &module, const llvm::TargetMachine &machine)
{
    module.setTargetTriple(triple_of(machine.getTargetTriple()));
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
