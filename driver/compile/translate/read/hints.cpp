/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Removes or repairs what DPC++ writes and the validator or the translator rejects, although the
 * code does not need it.  Hints on which accesses do not alias (SPV_INTEL_memory_access_aliasing)
 * are removed.  From SPIR-V 1.4 on the list of variables that an entry point uses has all variables
 * of the module, but older compilers wrote the old list; the missing ones are added.
 *
 * LLVM 19's translator writes hints that translators of LLVM 15's time reject.  They are removed,
 * too: the errors that a result may have (SPV_INTEL_fp_max_error), and attributes of parameters
 * from NoReadWrite on.  LLVM 15's translator writes a decoration twice, which newer validators
 * reject; the second one is removed.
 *
 * A module whose instructions do not fill it exactly is not changed: the validator reports what is
 * wrong with it.
 */
#include "operations.h"
#include "words.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>

namespace zed {
namespace {

enum : uint32_t {
    version_1_4 = 0x00010400,
    attribute_no_read_write = 7, /* of a parameter; attributes that code needs have lower numbers */
    decoration_parameter = 38,
    capability_aliasing = 5910,
    capability_max_error = 6169,
    decoration_alias_scope = 5914,
    decoration_no_alias = 5915,
    decoration_max_error = 6170,
    access_aligned = 0x2,
    access_available = 0x8,
    access_visible = 0x10,
    access_alias_scope = 0x10000,
    access_no_alias = 0x20000
};

bool is_hint(const Spirv &instruction)
{
    const uint32_t second = instruction.count > 2 ? instruction.words[2] : 0;
    const uint32_t third = instruction.count > 3 ? instruction.words[3] : 0;
    switch (instruction.operation) {
    case op_extension:
        return names_extension(instruction,
                               {"SPV_INTEL_memory_access_aliasing", "SPV_INTEL_fp_max_error"});
    case op_capability:
        return instruction.count == 2 && (instruction.words[1] == capability_aliasing ||
                                          instruction.words[1] == capability_max_error);
    case op_decorate:
    case op_decorate_id:
        return second == decoration_alias_scope || second == decoration_no_alias ||
               second == decoration_max_error ||
               (second == decoration_parameter && third >= attribute_no_read_write);
    default:
        return instruction.operation >= op_alias_domain &&
               instruction.operation <= op_alias_scope_list;
    }
}

/* Whether a decoration is new; `seen` has the words of the previous ones. */
bool is_first(const Spirv &instruction, std::unordered_set<std::string_view> &seen)
{
    if (instruction.operation != op_decorate)
        return true;
    const size_t bytes = instruction.count * sizeof(uint32_t);
    return seen.emplace(reinterpret_cast<const char *>(instruction.words), bytes).second;
}

/* The index of an access's memory operands; 0: it has none. */
uint32_t access_at(uint32_t operation)
{
    switch (operation) {
    case op_load:
    case op_copy_memory_sized:
        return 4;
    case op_store:
    case op_copy_memory:
        return 3;
    default:
        return 0;
    }
}

/* Each set of memory operands is a mask and one word for each of certain bits, in their order. */
void add_access(const Spirv &access, Words &out)
{
    const size_t begin = out.size();
    uint32_t at = access_at(access.operation);
    out.insert(out.end(), access.words, access.words + std::min(at, access.count));
    while (at < access.count) {
        const uint32_t mask = access.words[at++];
        out.push_back(mask & ~(access_alias_scope | access_no_alias));
        for (uint32_t bit : {access_aligned, access_available, access_visible}) {
            if ((mask & bit) != 0 && at < access.count)
                out.push_back(access.words[at++]);
        }
        at += (mask & access_alias_scope ? 1 : 0) + (mask & access_no_alias ? 1 : 0);
    }
    out[begin] = first_word(access.operation, out.size() - begin);
}

void add_entry_point(const Spirv &entry, const Words &variables, Words &out)
{
    const size_t begin = out.size();
    out.insert(out.end(), entry.words, entry.words + entry.count);
    if (entry.count < 4)
        return;
    const uint32_t listed = 3 + string_words(entry.words + 3, entry.count - 3);
    for (uint32_t variable : variables) {
        if (std::find(entry.words + listed, entry.words + entry.count, variable) ==
            entry.words + entry.count)
            out.push_back(variable);
    }
    out[begin] = first_word(entry.operation, out.size() - begin);
}

/* The module's variables, which an entry point lists from version 1.4 on. */
Words global_variables(const Words &module)
{
    Words variables;
    bool in_function = false;
    for_each(module, [&](const Spirv &instruction) {
        in_function |= instruction.operation == op_function;
        if (!in_function && instruction.operation == op_variable && instruction.count > 2)
            variables.push_back(instruction.words[2]);
    });
    return variables;
}

} // namespace

Words without_hints(const Words &module)
{
    if (module.size() < header_words)
        return module;
    const Words variables = module[1] >= version_1_4 ? global_variables(module) : Words();
    Words out(module.begin(), module.begin() + header_words);
    std::unordered_set<std::string_view> decorations;
    const bool whole = for_each(module, [&](const Spirv &instruction) {
        if (is_hint(instruction) || !is_first(instruction, decorations))
            return;
        if (access_at(instruction.operation) != 0)
            add_access(instruction, out);
        else if (instruction.operation == op_entry_point)
            add_entry_point(instruction, variables, out);
        else
            add(instruction, &out);
    });
    return whole ? out : module;
}

} // namespace zed
