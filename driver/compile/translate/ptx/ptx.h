/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The steps from SPIR-V to PTX, in the order in which build.cpp takes them; those
 * of translate.h that do not depend on the target stand between them.
 *
 * Address spaces from retarget_module on are NVPTX's: generic 0, in which private
 * memory lies, too; global 1, which has constants; local 3.
 */
#ifndef ZED_TRANSLATE_PTX_H
#define ZED_TRANSLATE_PTX_H

#include "../translate.h"

#include <llvm/IR/PassManager.h>

namespace zed {

/* The name of all of a work-group's local memory: what a launch gives as dynamic shared memory. */
constexpr const char *ptx_local_memory = "zed_local";

/* What the built-ins ask for the launch's global offset. */
constexpr const char *ptx_global_offset = "zed_global_offset";

/* build.cpp: the whole way. */
bool build_for_ptx(const std::vector<CompileImage> &images, Effort effort, Bytes *blob,
                   std::string *log);

/* optimise.cpp */
void start_ptx();
std::unique_ptr<llvm::TargetMachine> ptx_machine(Effort effort, std::string *log);
void optimise_ptx(llvm::Module &module, llvm::TargetMachine &machine, Effort effort);
void tidy_ptx(llvm::Module &module, llvm::TargetMachine &machine);
bool emit_ptx(const llvm::Module &module, llvm::TargetMachine &machine,
              llvm::SmallVectorImpl<char> *text, std::string *log);

/* retarget.cpp: the module over again, with NVPTX's layout and address spaces. */
std::unique_ptr<llvm::Module> retarget_module(llvm::Module &module,
                                              const llvm::TargetMachine &machine);

/* kernels.cpp: finds the kernels; later, makes them functions that take what a launch gives. */
std::vector<KernelDraft> prepare_kernels(llvm::Module &module, std::string *warnings);
void finish_kernels(llvm::Module &module, const std::set<std::string> &imports,
                    std::vector<KernelDraft> &kernels);

/* spaces.cpp: what is known about where generic pointers point. */
void answer_generic(llvm::Module &module);

/* constants.cpp: the state of libishmem's device library is read from constant memory, and once, not after each
 * instruction that orders memory.  The marks are for the optimiser. */
void place_constants(llvm::Module &module);
struct MarkConstants : llvm::PassInfoMixin<MarkConstants> {
    llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &);
};
struct MoveConstants : llvm::PassInfoMixin<MoveConstants> {
    llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &manager);
};
void unmark_constants(llvm::Module &module);

/* ways.cpp: whether all items of a warp come to a call; what asks goes into the kernels first. */
void inline_questions(llvm::Module &module);
struct AnswerWays : llvm::PassInfoMixin<AnswerWays> {
    llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &manager);
};

/* print.cpp: printf as the GPU's driver has it. */
bool lower_print(llvm::Module &module, std::string *log);

/* mend.cpp: what the code generator would stop at or make wrong code of.  Whoever calls a function that is taken in
 * will have it in its own code. */
void take_in(llvm::Function &function);
void inline_uncallable(llvm::Module &module);
void mend_for_generator(llvm::Module &module);

/* orders.cpp: each atomic instruction and fence becomes PTX of its order and scope, since the code
 * generator would lose both. */
bool lower_orders(llvm::Module &module, std::string *log);

} // namespace zed

#endif
