/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The steps from SPIR-V to PTX, in the order in which build.cpp takes them, together with the steps
 * of translate.h that do not depend on the target.
 *
 * From retarget_module on, address spaces are NVPTX's: generic 0, which also has private memory;
 * global 1, which also has constants; local 3.
 */
#ifndef ZED_TRANSLATE_PTX_H
#define ZED_TRANSLATE_PTX_H

#include "../translate.h"

#include <llvm/IR/PassManager.h>

namespace zed {

/* The name of a work-group's local memory, which a launch provides as dynamic shared memory. */
constexpr const char *ptx_local_memory = "zed_local";

/* The function that built-ins call for the launch's global offset. */
constexpr const char *ptx_global_offset = "zed_global_offset";

/* build.cpp: takes all steps. */
bool build_for_ptx(const std::vector<CompileImage> &images, Effort effort, Bytes *blob,
                   std::string *log);

/* optimise.cpp */
void start_ptx();
std::unique_ptr<llvm::TargetMachine> ptx_machine(Effort effort, std::string *log);
void optimise_ptx(llvm::Module &module, llvm::TargetMachine &machine, Effort effort);
void tidy_ptx(llvm::Module &module, llvm::TargetMachine &machine);
bool emit_ptx(const llvm::Module &module, llvm::TargetMachine &machine,
              llvm::SmallVectorImpl<char> *text, std::string *log);

/* retarget.cpp: copies the module with NVPTX's layout and address spaces. */
std::unique_ptr<llvm::Module> retarget_module(llvm::Module &module,
                                              const llvm::TargetMachine &machine);

/* kernels.cpp: the first step finds the kernels; the second gives them the parameters of a
 * launch.  group_items: the most work-items of a group, which decide how many registers each has. */
std::vector<KernelDraft> prepare_kernels(llvm::Module &module, std::string *warnings);
void finish_kernels(llvm::Module &module, const std::set<std::string> &imports,
                    uint64_t group_items, std::vector<KernelDraft> &kernels);

/* spaces.cpp: answers what is known about generic pointers. */
void answer_generic(llvm::Module &module);

/* constants.cpp: code reads the state of libishmem's device library from constant memory, once, and
 * not after each instruction that orders memory.  The marks are for the optimiser. */
void place_constants(llvm::Module &module);
struct MarkConstants : llvm::PassInfoMixin<MarkConstants> {
    llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};
struct MoveConstants : llvm::PassInfoMixin<MoveConstants> {
    llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &manager);
};
void unmark_constants(llvm::Module &module);

/* ways.cpp: whether all items of a warp reach a call.  Functions that ask are inlined into the
 * kernels first. */
void inline_questions(llvm::Module &module);
struct AnswerWays : llvm::PassInfoMixin<AnswerWays> {
    llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &manager);
};

/* print.cpp: printf becomes the GPU driver's vprintf. */
bool lower_print(llvm::Module &module, std::string *log);

/* mend.cpp: avoids what the code generator would fail at or make wrong code of. take_in marks a
 * function so that all of its callers inline it. */
void take_in(llvm::Function &function);
void inline_uncallable(llvm::Module &module);
void mend_for_generator(llvm::Module &module);

/* orders.cpp: each atomic instruction and fence becomes PTX with its order and scope, because the
 * code generator would lose both. */
bool lower_orders(llvm::Module &module, std::string *log);

} // namespace zed

#endif
