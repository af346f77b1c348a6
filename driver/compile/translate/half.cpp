/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Functions of halves that LLVM can generate for processors only if these have an extension for
 * them.
 *
 * The larger and the smaller of two halves, for x86 without AVX512-FP16: for vectors of them LLVM
 * 15 selects an instruction of that extension.  They are exact in single precision.
 *
 * fma: from LLVM 20 on the translator reads it as an intrinsic, which LLVM rounds twice.  The
 * built-in function rounds once.
 */
#include "translate.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/MC/MCSubtargetInfo.h>

namespace zed {
namespace {

bool is_extreme_of_half(const llvm::Instruction &instruction)
{
    const auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    return call && call->getType()->getScalarType()->isHalfTy() &&
           (call->getIntrinsicID() == llvm::Intrinsic::maxnum ||
            call->getIntrinsicID() == llvm::Intrinsic::minnum);
}

void widen(llvm::Instruction &instruction)
{
    auto &call = llvm::cast<llvm::IntrinsicInst>(instruction);
    llvm::IRBuilder<> builder(&call);
    llvm::Type *wide = call.getType()->getWithNewType(builder.getFloatTy());
    llvm::Value *a = builder.CreateFPExt(call.getArgOperand(0), wide);
    llvm::Value *b = builder.CreateFPExt(call.getArgOperand(1), wide);
    llvm::Value *extreme = builder.CreateBinaryIntrinsic(call.getIntrinsicID(), a, b);
    call.replaceAllUsesWith(builder.CreateFPTrunc(extreme, call.getType()));
    call.eraseFromParent();
}

/* The mangled name, of fma(half4, half4, half4) for instance. */
std::string name_of_fma(const llvm::Type &type)
{
    const auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(&type);
    return vector ? "_Z3fmaDv" + std::to_string(vector->getNumElements()) + "_DhS_S_"
                  : "_Z3fmaDhDhDh";
}

} // namespace

void call_fma_of_half(llvm::Module &module)
{
    for (llvm::Function &function : llvm::make_early_inc_range(module)) {
        llvm::Type *type = function.getReturnType();
        if (function.getIntrinsicID() != llvm::Intrinsic::fma || !type->getScalarType()->isHalfTy())
            continue;
        auto *built_in = llvm::cast<llvm::Function>(
            module.getOrInsertFunction(name_of_fma(*type), function.getFunctionType()).getCallee());
        for (llvm::User *user : function.users())
            llvm::cast<llvm::CallBase>(user)->setAttributes({});
        function.replaceAllUsesWith(built_in);
        function.eraseFromParent();
    }
}

void widen_extremes_of_half(llvm::Module &module, const llvm::TargetMachine &machine)
{
    if (machine.getTargetTriple().getArch() != llvm::Triple::x86_64 ||
        machine.getMCSubtargetInfo()->checkFeatures("+avx512fp16"))
        return;
    for (llvm::Function &function : module)
        for (llvm::Instruction &instruction :
             llvm::make_early_inc_range(llvm::instructions(function)))
            if (is_extreme_of_half(instruction))
                widen(instruction);
}

} // namespace zed
