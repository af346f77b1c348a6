/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * printf: variable arguments in C cannot be vectors or halves, so their elements are passed,
 * promoted by C's rules.
 */
#include "mangled.h"
#include "translate.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/IRBuilder.h>

namespace zed {
namespace {

void add_promoted(llvm::IRBuilder<> &builder, llvm::Value *value,
                  llvm::SmallVectorImpl<llvm::Value *> *arguments)
{
    llvm::Type *type = value->getType();
    if (const auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
        for (unsigned i = 0; i < vector->getNumElements(); i++)
            add_promoted(builder, builder.CreateExtractElement(value, i), arguments);
        return;
    }
    if (type->isFloatingPointTy())
        value = builder.CreateFPExt(value, builder.getDoubleTy());
    else if (type->isIntegerTy() && type->getIntegerBitWidth() < 32)
        value = builder.CreateSExt(value, builder.getInt32Ty());
    else if (type->isPointerTy())
        value = builder.CreateAddrSpaceCast(value, builder.getPtrTy());
    arguments->push_back(value);
}

} // namespace

void lower_printf(llvm::Module &module)
{
    llvm::LLVMContext &context = module.getContext();
    llvm::FunctionCallee target = module.getOrInsertFunction(
        "zed_rt_printf",
        llvm::FunctionType::get(llvm::Type::getInt32Ty(context),
                                {llvm::PointerType::get(context, space_private)}, true));
    for (llvm::Function &function : llvm::make_early_inc_range(module)) {
        MangledName parts;
        bool named = function.getName() == "printf" ||
                     (demangle(function.getName(), &parts) && parts.base == "printf");
        if (!named || !function.isDeclaration())
            continue;
        for (llvm::User *user : llvm::make_early_inc_range(function.users())) {
            auto *call = llvm::dyn_cast<llvm::CallInst>(user);
            if (!call)
                continue;
            llvm::IRBuilder<> builder(call);
            llvm::SmallVector<llvm::Value *, 16> arguments;
            for (llvm::Value *argument : call->args())
                add_promoted(builder, argument, &arguments);
            call->replaceAllUsesWith(builder.CreateCall(target, arguments));
            call->eraseFromParent();
        }
        if (function.use_empty())
            function.eraseFromParent();
    }
}

} // namespace zed
