/* SPDX-License-Identifier: BSD-3-Clause */
/* What functions come upon in their own code or in that of those they call, and calls that are added. */
#ifndef ZED_TRANSLATE_CALLS_H
#define ZED_TRANSLATE_CALLS_H

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <set>
#include <string>

namespace zed {

/* The functions that have, or that reach by calls one that has, an instruction of some kind, or
 * else something of their own. */
class FunctionsWith {
public:
    FunctionsWith(const llvm::Module &module,
                  llvm::function_ref<bool(const llvm::Instruction &)> is_one,
                  llvm::function_ref<bool(const llvm::Function &)> has_one = nullptr);
    bool has(const llvm::Function *function) const
    {
        return found_.count(function) != 0;
    }

private:
    llvm::DenseSet<const llvm::Function *> found_;
};

/* A call of nothing that is defined here, nor of an intrinsic: the name of what is called, which is
 * empty if that is known at run time only.  False for any other instruction. */
bool calls_outside(const llvm::Instruction &instruction, llvm::StringRef *name);

/* The value as a call of the function of that name; NULL for any other. */
const llvm::CallInst *call_of(const llvm::Value *value, llvm::StringRef name);

/* May another work-item have to run before this one goes on? */
bool may_wait(const llvm::Instruction &instruction, const std::set<std::string> &imports);

/* Is it where items wait for each other? */
bool is_meeting(const llvm::Instruction &instruction);

/* Is it where those lanes of a sub-group wait for each other that come there? */
bool is_meeting_of_lanes(const llvm::Instruction &instruction);

/* Does it ask for the work-item? */
bool asks_for_item(const llvm::Instruction &instruction);

/* Whether any of the function's own instructions does. */
bool body_asks_for_item(const llvm::Function &function);

bool has_loop(const llvm::Function &function);

/* A call of routine(zed_rt_item(), more), which returns nothing, at the end of the block. */
void call_for_item(llvm::BasicBlock &block, llvm::StringRef routine,
                   llvm::ArrayRef<llvm::Value *> more = {});

} // namespace zed

#endif
