/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Runs LLVM's pipelines for the processor of this process.  The module is simplified first, so that
 * inlining into kernels and the search for poll loops get clean code, and passes the whole pipeline
 * when the shapes are complete.
 */
#include "translate.h"

#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/PassManager.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/GVN.h>
#include <llvm/Transforms/Scalar/InferAddressSpaces.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>

namespace zed {
namespace {

bool for_any_processor; /* set before other threads start */

struct Managers {
    llvm::LoopAnalysisManager loops;
    llvm::FunctionAnalysisManager functions;
    llvm::CGSCCAnalysisManager components;
    llvm::ModuleAnalysisManager modules;
    llvm::PassBuilder builder;

    explicit Managers(llvm::TargetMachine &machine) : builder(&machine)
    {
        builder.registerModuleAnalyses(modules);
        builder.registerCGSCCAnalyses(components);
        builder.registerFunctionAnalyses(functions);
        builder.registerLoopAnalyses(loops);
        builder.crossRegisterProxies(loops, functions, components, modules);
    }
};

llvm::OptimizationLevel level_of(Effort effort)
{
    switch (effort) {
    case Effort::Debug:
    case Effort::None:
        return llvm::OptimizationLevel::O0;
    case Effort::Some:
        return llvm::OptimizationLevel::O1;
    default:
        return llvm::OptimizationLevel::O3;
    }
}

CodeLevel code_level_of(Effort effort)
{
    switch (effort) {
    case Effort::Debug:
    case Effort::None:
        return CodeLevel::None;
    case Effort::Some:
        return CodeLevel::Less;
    default:
        return CodeLevel::Aggressive;
    }
}

void run_function_passes(llvm::Function &function, Managers &managers)
{
    llvm::FunctionPassManager passes;
    passes.addPass(scalars_of_arrays());
    passes.addPass(llvm::InferAddressSpacesPass(space_generic));
    passes.addPass(scalars_of_arrays());
    passes.addPass(llvm::EarlyCSEPass(true));
    passes.addPass(llvm::InstCombinePass());
    passes.addPass(llvm::SimplifyCFGPass());
    passes.addPass(scalars_of_arrays());
    passes.addPass(llvm::LoopSimplifyPass());
    passes.run(function, managers.functions);
}

/* A locked instruction orders everything that mfence orders except streaming stores, whose authors
 * add an sfence, and takes a quarter of the time.  LLVM emits one only for processors without
 * mfence. */
void lighten_fences(llvm::Module &module)
{
    llvm::FunctionType *nothing =
        llvm::FunctionType::get(llvm::Type::getVoidTy(module.getContext()), false);
    llvm::InlineAsm *locked =
        llvm::InlineAsm::get(nothing, "lock orl $$0, -64(%rsp)", "~{memory},~{flags}", true);
    for (llvm::Function &function : module)
        for (llvm::BasicBlock &block : function)
            for (llvm::Instruction &instruction : llvm::make_early_inc_range(block)) {
                auto *fence = llvm::dyn_cast<llvm::FenceInst>(&instruction);
                if (fence && fence->getSyncScopeID() == llvm::SyncScope::System &&
                    fence->getOrdering() == llvm::AtomicOrdering::SequentiallyConsistent) {
                    llvm::IRBuilder<>(fence).CreateCall(locked);
                    fence->eraseFromParent();
                }
            }
}

/* These passes forward the value that one item stores when it stops, which decides about the next
 * item. */
void optimise_turns(llvm::Module &module, llvm::TargetMachine &machine)
{
    std::vector<llvm::Function *> made = finish_turns(module);
    if (made.empty())
        return;
    Managers managers(machine);
    for (llvm::Function *turns : made) {
        llvm::FunctionPassManager passes;
        passes.addPass(llvm::EarlyCSEPass(true));
        passes.addPass(llvm::GVNPass());
        passes.addPass(llvm::SimplifyCFGPass());
        passes.addPass(llvm::InstCombinePass());
        passes.run(*turns, managers.functions);
    }
}

bool stays_as_written(const llvm::Function &function, Effort effort)
{
    return effort == Effort::Debug && function.getSubprogram();
}

} // namespace

void start_llvm(bool baseline)
{
    for_any_processor = baseline;
    /* Vector loops are wide enough: unrolled further, they would double in size and compile time
     * and gain little.  And a call is not hot just because it is in the loop over the work-items,
     * which contains every call of a kernel. */
    static const char *const options[] = {"ze_compile", "-unroll-runtime=false",
                                          "-locally-hot-callsite-threshold=225"};
    llvm::cl::ParseCommandLineOptions(3, options);
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
    llvm::InitializeNativeTargetAsmParser();
}

std::unique_ptr<llvm::TargetMachine> host_machine(Effort effort, std::string *log)
{
    std::string triple = llvm::sys::getProcessTriple(), reason;
    const llvm::Target *target = llvm::TargetRegistry::lookupTarget(triple, reason);
    if (!target) {
        *log += "error: " + reason + "\n";
        return nullptr;
    }
    llvm::SubtargetFeatures features;
    if (!for_any_processor)
        for (const auto &feature : processor_features())
            features.AddFeature(feature.first(), feature.second);
    if (const char *wanted = for_any_processor ? nullptr : secure_getenv("ZECPU_FEATURES")) {
        llvm::SmallVector<llvm::StringRef, 8> names;
        llvm::StringRef(wanted).split(names, ',', -1, false);
        for (const llvm::StringRef name : names)
            if (starts_with(name, "+") || starts_with(name, "-"))
                features.AddFeature(name.drop_front(), name.front() == '+');
    }
    return std::unique_ptr<llvm::TargetMachine>(target->createTargetMachine(
        triple_of(llvm::Triple(triple)), for_any_processor ? "" : llvm::sys::getHostCPUName(),
        features.getString(), llvm::TargetOptions(), llvm::Reloc::PIC_, llvm::CodeModel::Small,
        code_level_of(effort)));
}

void simplify_module(llvm::Module &module, llvm::TargetMachine &machine, Effort effort)
{
    Managers managers(machine);
    if (effort <= Effort::None) {
        for (llvm::Function &function : module)
            if (!function.isDeclaration() && !stays_as_written(function, effort))
                run_function_passes(function, managers);
        return;
    }
    managers.builder
        .buildModuleSimplificationPipeline(level_of(effort), llvm::ThinOrFullLTOPhase::None)
        .run(module, managers.modules);
}

void simplify_kernels(std::vector<KernelDraft> &kernels, llvm::TargetMachine &machine,
                      Effort effort)
{
    Managers managers(machine);
    for (KernelDraft &kernel : kernels)
        if (!stays_as_written(*kernel.body, effort))
            run_function_passes(*kernel.body, managers);
}

void optimise_module(llvm::Module &module, llvm::TargetMachine &machine, Effort effort,
                     bool has_kernels)
{
    Managers managers(machine);
    llvm::ModulePassManager passes;
    if (effort <= Effort::None)
        passes = managers.builder.buildO0DefaultPipeline(llvm::OptimizationLevel::O0);
    else if (has_kernels)
        passes = managers.builder.buildPerModuleDefaultPipeline(level_of(effort));
    else /* a library, which has already been simplified */
        passes = managers.builder.buildModuleOptimizationPipeline(level_of(effort),
                                                                  llvm::ThinOrFullLTOPhase::None);
    passes.run(module, managers.modules);
    optimise_turns(module, machine);
}

bool emit_object(llvm::Module &module, llvm::TargetMachine &machine,
                 llvm::SmallVectorImpl<char> *object, std::string *log)
{
    widen_extremes_of_half(module, machine);
    if (machine.getTargetTriple().getArch() == llvm::Triple::x86_64)
        lighten_fences(module);
    llvm::raw_svector_ostream stream(*object);
    llvm::legacy::PassManager passes;
    if (machine.addPassesToEmitFile(passes, stream, nullptr, object_file)) {
        *log += "error: cannot generate object code for this machine\n";
        return false;
    }
    passes.run(module);
    return true;
}

} // namespace zed
