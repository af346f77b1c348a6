/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Runs LLVM's pipeline and code generator for NVPTX.  LLVM 15 knows GPUs up to sm_86; for later
 * ones the GPU's driver compiles the same text.
 */
#include "ptx.h"

#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/PassManager.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/InferAddressSpaces.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>

namespace zed {
namespace {

constexpr const char *gpu = "sm_80", *version = "+ptx75";
constexpr unsigned generic = 0;

struct Managers {
    llvm::LoopAnalysisManager loops;
    llvm::FunctionAnalysisManager functions;
    llvm::CGSCCAnalysisManager components;
    llvm::ModuleAnalysisManager modules;
    llvm::PassBuilder builder;

    Managers(llvm::TargetMachine &machine, const llvm::PipelineTuningOptions &tuning)
        : builder(&machine, tuning)
    {
        builder.registerModuleAnalyses(modules);
        builder.registerCGSCCAnalyses(components);
        builder.registerFunctionAnalyses(functions);
        builder.registerLoopAnalyses(loops);
        builder.crossRegisterProxies(loops, functions, components, modules);
    }
};

/* The lanes of a warp are the device's vectors. */
llvm::PipelineTuningOptions tuning()
{
    llvm::PipelineTuningOptions made;
    made.LoopVectorization = false;
    made.LoopInterleaving = false;
    made.SLPVectorization = false;
    return made;
}

llvm::FunctionPassManager tidy_passes()
{
    llvm::FunctionPassManager passes;
    passes.addPass(scalars_of_arrays());
    passes.addPass(llvm::EarlyCSEPass(true));
    passes.addPass(llvm::InferAddressSpacesPass(generic));
    passes.addPass(llvm::InstCombinePass());
    passes.addPass(llvm::SimplifyCFGPass());
    return passes;
}

bool is_routine(const llvm::Function &function)
{
    const llvm::StringRef name = function.getName();
    return function.hasLocalLinkage() && !function.isDeclaration() &&
           (starts_with(name, "ishmem_") || starts_with(name, "ishmemx_"));
}

/* The quick ways of collectives between two PEs, which do the work of routines. */
bool is_quick(const llvm::Function &function)
{
    return function.hasLocalLinkage() && !function.isDeclaration() &&
           starts_with(function.getName(), "ishmemi_quick_");
}

/* The number of instructions that a module's routines of at most `most` instructions, with the
 * quick ways that they call, would have if every call were inlined. */
size_t size_inlined(const llvm::Module &module, unsigned most)
{
    size_t all = 0;
    for (const llvm::Function &function : module) {
        if (!is_routine(function) || function.getInstructionCount() > most)
            continue;
        size_t each = function.getInstructionCount();
        for (const llvm::Instruction &instruction : llvm::instructions(function)) {
            const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
            if (call && call->getCalledFunction() && is_quick(*call->getCalledFunction()))
                each += call->getCalledFunction()->getInstructionCount();
        }
        all += each * function.getNumUses();
    }
    return all;
}

/* Inlines those of libishmem's routines that have few instructions: a call costs as much as they
 * do, and hides that all of them read the same state.  In a kernel with large work-groups, a call
 * also makes each lane keep registers in memory, and the next instruction that orders memory waits
 * for these stores.  So if a module has few calls, larger routines are inlined as well.
 * Collectives never are, but for their quick ways: with their many paths they would run out of registers, in
 * each round of their loops and on every lane. */
void inline_routines(llvm::Module &module)
{
    constexpr unsigned few = 48, not_large = 200;
    constexpr size_t little = 40000;
    const bool calls_little = size_inlined(module, not_large) <= little;
    for (llvm::Function &function : module) {
        const bool is_small = calls_little ? function.getInstructionCount() <= not_large
                                           : function.getInstructionCount() <= few &&
                                                 !function.getName().contains("_group");
        if (!function.isDeclaration() && (starts_with(function.getName(), "ishmemi_library_") ||
                                          (is_quick(function) && !calls_little)))
            function.addFnAttr(llvm::Attribute::NoInline);
        else if ((is_routine(function) && is_small) || (calls_little && is_quick(function)))
            function.addFnAttr(llvm::Attribute::AlwaysInline);
    }
}

} // namespace

void start_ptx()
{
    /* NVPTX's cost model multiplies the threshold by 5.  The text goes through another compiler,
     * whose time grows faster than the text, so a body that many kernels share stays a function. */
    static const char *const options[] = {"ze_compile", "-inline-threshold=20"};
    llvm::cl::ParseCommandLineOptions(2, options);
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
}

std::unique_ptr<llvm::TargetMachine> ptx_machine(Effort effort, std::string *log)
{
    const std::string triple = "nvptx64-nvidia-cuda";
    std::string reason;
    const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple, reason);
    if (!target) {
        *log += "error: " + reason + "\n";
        return nullptr;
    }
    return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(
        triple_of(llvm::Triple(triple)), gpu, version, llvm::TargetOptions(), llvm::Reloc::PIC_,
        llvm::CodeModel::Small, effort == Effort::None ? CodeLevel::None : CodeLevel::Aggressive));
}

void optimise_ptx(llvm::Module &module, llvm::TargetMachine &machine, Effort effort)
{
    Managers managers(machine, tuning());
    llvm::ModulePassManager passes;
    place_constants(module);
    if (effort == Effort::None) {
        passes.addPass(llvm::AlwaysInlinerPass());
        passes.addPass(llvm::GlobalDCEPass());
    } else {
        inline_routines(module);
        passes.addPass(llvm::GlobalDCEPass());
        /* Again after the inliner, because only then is the origin of a context visible. */
        managers.builder.registerPeepholeEPCallback(
            [](llvm::FunctionPassManager &more, auto...) { more.addPass(MarkConstants()); });
        passes.addPass(llvm::createModuleToFunctionPassAdaptor(MarkConstants()));
        passes.addPass(managers.builder.buildPerModuleDefaultPipeline(
            effort == Effort::Some ? llvm::OptimizationLevel::O1 : llvm::OptimizationLevel::O2));
        passes.addPass(llvm::GlobalDCEPass());
        llvm::FunctionPassManager moves;
        moves.addPass(llvm::LoopSimplifyPass());
        moves.addPass(MoveConstants());
        passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(moves)));
    }
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(tidy_passes()));
    passes.run(module, managers.modules);
}

void tidy_ptx(llvm::Module &module, llvm::TargetMachine &machine)
{
    Managers managers(machine, tuning());
    llvm::ModulePassManager passes;
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(AnswerWays()));
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(tidy_passes()));
    passes.addPass(llvm::GlobalDCEPass());
    passes.run(module, managers.modules);
}

bool emit_ptx(const llvm::Module &module, llvm::TargetMachine &machine,
              llvm::SmallVectorImpl<char> *text, std::string *log)
{
    llvm::raw_svector_ostream stream(*text);
    llvm::legacy::PassManager passes;
    /* LLVM stores kernels' annotations by the functions' addresses, so it would apply annotations
     * of functions that no longer exist to later ones at the same addresses. */
    const std::unique_ptr<llvm::Module> fresh = llvm::CloneModule(module);
    if (machine.addPassesToEmitFile(passes, stream, nullptr, assembly_file)) {
        *log += "error: cannot generate PTX\n";
        return false;
    }
    passes.run(*fresh);
    return true;
}

} // namespace zed
