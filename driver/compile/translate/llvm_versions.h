/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Differences between LLVM's versions, from 15 on: no other file of the compiler depends on the
 * version.  If one call works with all versions, the code makes that call, and this file has
 * nothing for it.
 */
#ifndef ZED_LLVM_VERSIONS_H
#define ZED_LLVM_VERSIONS_H

#include <llvm/ADT/StringMap.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/IR/Argument.h>
#include <llvm/IR/Attributes.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Object/ObjectFile.h>
#include <llvm/Support/CodeGen.h>
#include <llvm/Transforms/Scalar/SROA.h>

#include <algorithm>
#include <string>

#if LLVM_VERSION_MAJOR >= 17
#include <llvm/Analysis/UniformityAnalysis.h>
#include <llvm/IR/AttributeMask.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/TargetParser/SubtargetFeature.h>
#include <llvm/TargetParser/Triple.h>
#else
#include <llvm/ADT/Triple.h>
#include <llvm/Analysis/DivergenceAnalysis.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/PassManager.h>
#include <llvm/MC/SubtargetFeature.h>
#include <llvm/Support/Host.h>
#endif
#if LLVM_VERSION_MAJOR >= 21
#include <llvm/IR/AutoUpgrade.h>
#include <llvm/Support/ModRef.h>
#endif

namespace zed {

inline bool starts_with(llvm::StringRef text, llvm::StringRef prefix)
{
#if LLVM_VERSION_MAJOR >= 17
    return text.starts_with(prefix);
#else
    return text.startswith(prefix);
#endif
}

/* Up to 16 the translator works only on typed pointers; from 17 on there are none. */
#if LLVM_VERSION_MAJOR >= 17
constexpr bool translator_types_pointers = false;
inline void use_opaque_pointers(llvm::LLVMContext &, bool)
{
}
#else
constexpr bool translator_types_pointers = true;
inline void use_opaque_pointers(llvm::LLVMContext &context, bool opaque)
{
    context.setOpaquePointers(opaque);
}
#endif

#if LLVM_VERSION_MAJOR >= 18
using CodeLevel = llvm::CodeGenOptLevel;
constexpr llvm::CodeGenFileType object_file = llvm::CodeGenFileType::ObjectFile;
constexpr llvm::CodeGenFileType assembly_file = llvm::CodeGenFileType::AssemblyFile;
#else
using CodeLevel = llvm::CodeGenOpt::Level;
constexpr llvm::CodeGenFileType object_file = llvm::CGFT_ObjectFile;
constexpr llvm::CodeGenFileType assembly_file = llvm::CGFT_AssemblyFile;
#endif

inline llvm::SROAPass scalars_of_arrays()
{
#if LLVM_VERSION_MAJOR >= 16
    return llvm::SROAPass(llvm::SROAOptions::ModifyCFG);
#else
    return llvm::SROAPass();
#endif
}

inline llvm::StringMap<bool> processor_features()
{
#if LLVM_VERSION_MAJOR >= 19
    return llvm::sys::getHostCPUFeatures();
#else
    llvm::StringMap<bool> found;
    if (!llvm::sys::getHostCPUFeatures(found))
        found.clear();
    return found;
#endif
}

/* The type that modules and target machines accept. */
#if LLVM_VERSION_MAJOR >= 21
inline llvm::Triple triple_of(const llvm::Triple &triple)
{
    return triple;
}
#else
inline std::string triple_of(const llvm::Triple &triple)
{
    return triple.str();
}
#endif

inline void set_captured(llvm::Argument &argument, bool may_be)
{
#if LLVM_VERSION_MAJOR >= 21
    argument.removeAttr(llvm::Attribute::Captures);
    if (!may_be)
        argument.addAttr(
            llvm::Attribute::getWithCaptureInfo(argument.getContext(), llvm::CaptureInfo::none()));
#else
    if (may_be)
        argument.removeAttr(llvm::Attribute::NoCapture);
    else
        argument.addAttr(llvm::Attribute::NoCapture);
#endif
}

/* From 21 on the code generator reads attributes instead of !nvvm.annotations. */
inline void finish_annotations(llvm::Module &module)
{
#if LLVM_VERSION_MAJOR >= 21
    llvm::UpgradeNVVMAnnotations(module);
#else
    (void)module;
#endif
}

/* The operands of llvm.coro.end: the frame, whether this unwinds, and from 18 on what it
 * returns. */
inline llvm::SmallVector<llvm::Value *, 3> coroutine_end_arguments(llvm::Value *frame)
{
    llvm::LLVMContext &context = frame->getContext();
    llvm::SmallVector<llvm::Value *, 3> arguments = {frame, llvm::ConstantInt::getFalse(context)};
#if LLVM_VERSION_MAJOR >= 18
    arguments.push_back(llvm::ConstantTokenNone::get(context));
#endif
    return arguments;
}

/* Calls change(expression) for the location of each of the source's variables; change returns the
 * new one.  From 19 on locations are attached to instructions, before that they are calls. */
template <class Change> void change_variables(llvm::Function &function, const Change &change)
{
    for (llvm::BasicBlock &block : function)
        for (llvm::Instruction &instruction : block) {
            if (auto *call = llvm::dyn_cast<llvm::DbgVariableIntrinsic>(&instruction))
                call->setExpression(change(call->getExpression()));
#if LLVM_VERSION_MAJOR >= 19
            for (llvm::DbgVariableRecord &variable :
                 llvm::filterDbgVars(instruction.getDbgRecordRange()))
                variable.setExpression(change(variable.getExpression()));
#endif
        }
}

/* LLVM 21 fails at a call that passes vectors of four or more floats in PTX. */
constexpr bool ptx_passes_float4 = LLVM_VERSION_MAJOR < 20;

/* Finds where items of a warp may diverge. */
class Divergence {
public:
#if LLVM_VERSION_MAJOR >= 17
    Divergence(llvm::Function &function, llvm::FunctionAnalysisManager &manager)
        : found_(manager.getResult<llvm::UniformityInfoAnalysis>(function))
    {
    }
    /* Whether they may leave the block on different branches. */
    bool parts(const llvm::BasicBlock &block) const
    {
        return found_.hasDivergentTerminator(block);
    }

private:
    llvm::UniformityInfo &found_;
#else
    Divergence(llvm::Function &function, llvm::FunctionAnalysisManager &manager)
        : found_(function, manager.getResult<llvm::DominatorTreeAnalysis>(function),
                 manager.getResult<llvm::PostDominatorTreeAnalysis>(function),
                 manager.getResult<llvm::LoopAnalysis>(function),
                 manager.getResult<llvm::TargetIRAnalysis>(function), false)
    {
    }
    bool parts(const llvm::BasicBlock &block) const
    {
        const llvm::Instruction *end = block.getTerminator();
        return end->getNumSuccessors() > 1 && found_.isDivergent(*end->getOperand(0));
    }

private:
    llvm::DivergenceInfo found_;
#endif
};

inline uint64_t alignment_of(const llvm::object::SectionRef &section)
{
#if LLVM_VERSION_MAJOR >= 16
    return section.getAlignment().value();
#else
    return std::max<uint64_t>(section.getAlignment(), 1);
#endif
}

} // namespace zed

#endif
