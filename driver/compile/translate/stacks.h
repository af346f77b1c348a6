/* SPDX-License-Identifier: BSD-3-Clause */
/* What functions keep on the stack, and how much a kernel needs for it. */
#ifndef ZED_TRANSLATE_STACKS_H
#define ZED_TRANSLATE_STACKS_H

#include <cstdint>
#include <llvm/IR/Module.h>
#include <map>
#include <set>
#include <string>

namespace zed {

struct StackUse {
    uint64_t bytes = 0;       /* on the stack, by itself */
    uint64_t frame_bytes = 0; /* of a kernel that keeps a frame at its barriers */
    std::set<std::string> callees;
};

/* By function; names of a part's internal functions contain the part's number. */
using StackUses = std::map<std::string, StackUse>;

StackUses note_stacks(const llvm::Module &module, size_t part);

struct StackNeed {
    uint32_t stack;
    uint32_t all; /* with the frame */
};

StackNeed stack_need(const StackUses &uses, const std::string &function);

} // namespace zed

#endif
