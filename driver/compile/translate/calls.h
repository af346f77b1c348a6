/* SPDX-License-Identifier: BSD-3-Clause */
/* Properties of functions that depend on their calls, and calls that the compiler adds. */
#ifndef ZED_TRANSLATE_CALLS_H
#define ZED_TRANSLATE_CALLS_H

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <set>
#include <string>

namespace zed {

/* The functions that contain an instruction of some kind, or have some other property of their own,
 * and all functions that reach one of these by calls. */
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

/* Whether the instruction calls something that is not defined in this module and is not an
 * intrinsic. *name is the callee's name, empty if the callee is known only at run time. */
bool calls_outside(const llvm::Instruction &instruction, llvm::StringRef *name);

/* The value as a call of the function with that name; NULL if it is not such a call. */
const llvm::CallInst *call_of(const llvm::Value *value, llvm::StringRef name);

/* Whether another work-item may have to run before this one continues. */
bool may_wait(const llvm::Instruction &instruction, const std::set<std::string> &imports);

/* Whether items wait for each other there. */
bool is_meeting(const llvm::Instruction &instruction);

/* Whether only the lanes of a sub-group that reach the instruction wait for each other there. */
bool is_meeting_of_lanes(const llvm::Instruction &instruction);

/* Whether the instruction asks for the work-item. */
bool asks_for_item(const llvm::Instruction &instruction);

/* Whether one of the function's own instructions does. */
bool body_asks_for_item(const llvm::Function &function);

bool has_loop(const llvm::Function &function);

/* Adds a call of routine(zed_rt_item(), more), which returns nothing, at the end of the block. */
void call_for_item(llvm::BasicBlock &block, llvm::StringRef routine,
                   llvm::ArrayRef<llvm::Value *> more = {});

} // namespace zed

#endif
