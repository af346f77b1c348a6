/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The steps from SPIR-V to a blob, in the order in which entry.cpp takes them.  A step that can
 * fail returns false or NULL and adds a sentence to the log.
 */
#ifndef ZED_TRANSLATE_H
#define ZED_TRANSLATE_H

#include "../wire.h"
#include "engine/engine.h"
#include "llvm_versions.h"
#include "stacks.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace zed {

/* Address spaces of SPIR. */
enum : unsigned { space_private, space_global, space_constant, space_local, space_generic };

/* A kernel during compilation; `body` is the function as written, until its shape contains it. */
struct KernelDraft {
    std::string name;
    std::string attributes; /* of its source */
    llvm::Function *body = nullptr;
    bool is_group = false; /* the shape */
    std::vector<zed_argument_t> arguments;
    uint32_t block_bytes = 0;
    uint32_t local_bytes = 0;
    uint32_t required_group_size[3] = {0, 0, 0};
    std::set<std::string> needs; /* imports */
};

/* read/reader.cpp: validates, translates and links the images into one module of opaque
 * pointers. */
std::unique_ptr<llvm::Module> read_images(const std::vector<CompileImage> &images,
                                          llvm::LLVMContext &context, std::string *warnings,
                                          std::string *log);

/* read/scopes.cpp: whether barriers and operations of groups have scopes that the translator
 * handles. */
bool check_scopes(const std::vector<uint32_t> &words, std::string *log);

/* The record of a kernel's function; the size of the block of arguments is a multiple of `unit`. */
KernelDraft draft_kernel(llvm::Function &function, uint64_t unit);

/* debug.cpp: the source's lines and variables, if the module has them.  The first step adapts them
 * to this machine. */
void prepare_debug(llvm::Module &module);
/* Whether the source was compiled for a debugger: with lines and without optimisation. */
bool is_for_debugger(const llvm::Module &module);
/* The call and the function around it are ours, and the callee has a source.  Describes both, so
 * that the source's lines survive where the call is inlined. */
void describe_caller(llvm::CallInst &call);

/* prepare.cpp: finds the kernels and adapts the module to this machine. */
std::vector<KernelDraft> prepare_module(llvm::Module &module, const llvm::TargetMachine &machine);

/* The scopes of LLVM's atomic instructions, on a device that distinguishes them. */
constexpr const char *group_scope = "group", *device_scope = "device";

/* atomics.cpp, print.cpp: built-ins that become instructions or another call. */
void lower_atomics(llvm::Module &module, bool knows_scopes);
void lower_printf(llvm::Module &module);

/* checks.cpp: each access to memory is checked first, for CompileTarget::Checked. */
void insert_checks(llvm::Module &module);

/* races.cpp: accesses and calls are reported, for CompileTarget::Reporting. */
void insert_races(llvm::Module &module, const std::vector<KernelDraft> &kernels);

/* divisions.cpp: no integer division traps. */
void guard_divisions(llvm::Module &module);

/* library.cpp: defines the built-ins that the module calls.  Names that remain undefined are
 * imports and go into *imports. */
struct Builtins {
    llvm::StringRef own; /* bitcode */
    bool spaces_are_one; /* a pointer to any address space may stand for a pointer to another */
};
Builtins processor_builtins();
bool link_library(llvm::Module &module, const Builtins &builtins, std::string *log,
                  std::set<std::string> *imports);

/* parts.cpp: what one thread compiles. */
struct Part {
    std::set<std::string> functions; /* exported ones, and kernels */
    std::vector<KernelDraft> kernels;
    bool holds_variables = false;
    llvm::SmallVector<char, 0> object; /* the part's compiled code */
    StackUses stacks;
    std::string log;
    bool good = false;
};
std::vector<Part> divide_module(llvm::Module &module, const std::vector<KernelDraft> &kernels,
                                const std::set<std::string> &exports);
llvm::SmallVector<char, 0> module_bitcode(const llvm::Module &module);
/* The module with only the part's functions; sets the bodies of the part's kernels. */
std::unique_ptr<llvm::Module> read_part(llvm::StringRef bitcode, llvm::LLVMContext &context,
                                        Part *part, std::string *log);

/* inline.cpp: inlines what must or should be in the kernels. */
void inline_kernels(llvm::Module &module, const std::set<std::string> &imports, bool keeps_items,
                    std::vector<KernelDraft> &kernels);

/* spaces.cpp: answers what is known about generic pointers. */
void answer_spaces(llvm::Module &module);

/* local.cpp: module-scope local variables become offsets. */
struct LocalLayout {
    bool functions_too; /* also variables used in functions that no kernel has inlined */
    llvm::function_ref<uint64_t(const llvm::Function &kernel)> first; /* offset */
    llvm::function_ref<llvm::Value *(llvm::Function &, const llvm::GlobalVariable &, uint64_t)>
        address;
};
void place_locals(llvm::Module &module, std::vector<KernelDraft> &kernels);
void place_locals(llvm::Module &module, std::vector<KernelDraft> &kernels,
                  const LocalLayout &layout);

/* polls.cpp: loops that wait for memory yield once in each iteration. */
void insert_polls(llvm::Module &module);

/* meet/lead.cpp: moves barriers that only some items need. */
void move_barriers(llvm::Module &module);

/* meet/lanes.cpp: numbers the calls at which lanes of a sub-group meet. */
void number_lanes(llvm::Module &module, const std::vector<KernelDraft> &kernels);

/* shapes.cpp: makes the function that the executor calls, zed.kernel.<name>.  With `stays` it calls
 * the body, which stays a function of its own, and each work-item runs alone on a stack of its
 * own. */
void make_shape(llvm::Module &module, KernelDraft &kernel, const std::set<std::string> &imports,
                bool stays);

/* meet/frames.cpp: a kernel gives up its stack while it waits.  The second step comes after LLVM's
 * coroutine passes, and returns the functions that it has made. */
void keep_in_frames(llvm::Function &function);
std::vector<llvm::Function *> finish_turns(llvm::Module &module);

/* optimise.cpp */
enum class Effort {
    Debug, /* like None, and every function and variable of the source is kept */
    None,
    Some,
    Full
};
/* `baseline`: for any processor of the machine's architecture; else for this one, with the changes
 * to its features in ZECPU_FEATURES. */
void start_llvm(bool baseline);
std::unique_ptr<llvm::TargetMachine> host_machine(Effort effort, std::string *log);
void simplify_module(llvm::Module &module, llvm::TargetMachine &machine, Effort effort);
void simplify_kernels(std::vector<KernelDraft> &kernels, llvm::TargetMachine &machine,
                      Effort effort);
void optimise_module(llvm::Module &module, llvm::TargetMachine &machine, Effort effort,
                     bool has_kernels);
bool emit_object(llvm::Module &module, llvm::TargetMachine &machine,
                 llvm::SmallVectorImpl<char> *object, std::string *log);

/* half.cpp: replaces what the code generator cannot do. */
void call_fma_of_half(llvm::Module &module);
void widen_extremes_of_half(llvm::Module &module, const llvm::TargetMachine &machine);

/* link/layout.cpp: links the parts' objects and writes the blob. */
bool lay_out(CompileTarget target, const std::vector<Part> &parts,
             const std::set<std::string> &exports, const std::set<std::string> &imports,
             const std::string &warnings, Bytes *blob, std::string *log);

} // namespace zed

#endif
