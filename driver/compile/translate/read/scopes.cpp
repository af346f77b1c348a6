/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The scope of a barrier or of an operation of a group must be a constant, a work-group or a
 * sub-group.  The validator accepts more.  The translator stops at some of these with an assertion,
 * and treats the rest, among them a barrier of the whole device, as a sub-group's.
 */
#include "../translate.h"
#include "operations.h"
#include "words.h"

#include <map>

namespace zed {
namespace {

enum : uint32_t { scope_work_group = 2, scope_sub_group = 3 };

/* The word of the instruction that is the id of its execution scope; 0: none. */
uint32_t scope_word(uint32_t operation)
{
    if (operation == op_control_barrier || operation == op_group_wait_events)
        return 1;
    if (operation == op_group_async_copy ||
        (operation >= op_group_all && operation <= op_group_smax) ||
        (operation >= op_non_uniform_elect && operation <= op_non_uniform_quad_swap))
        return 3;
    return 0;
}

} // namespace

bool check_scopes(const std::vector<uint32_t> &words, std::string *log)
{
    std::map<uint32_t, uint32_t> constants;
    for (size_t at = header_words; at < words.size();) {
        uint32_t count = words[at] >> 16, operation = words[at] & 0xffffU;
        if (count == 0 || count > words.size() - at)
            break;
        if ((operation == op_constant || operation == op_spec_constant) && count == 4)
            constants[words[at + 2]] = words[at + 3];
        uint32_t word = scope_word(operation);
        if (word != 0 && word < count) {
            auto scope = constants.find(words[at + word]);
            bool constant = scope != constants.end();
            if (operation == op_control_barrier && count > 2)
                constant = constant && constants.count(words[at + 2]) != 0;
            if (!constant ||
                (scope->second != scope_work_group && scope->second != scope_sub_group)) {
                *log += "error: SPIR-V word " + std::to_string(at) + ": instruction " +
                        std::to_string(operation) +
                        (constant ? " has a scope other than work-group and sub-group\n"
                                  : " has a scope that is not a constant\n");
                return false;
            }
        }
        at += count;
    }
    return true;
}

} // namespace zed
