/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Variables that the host looks up by a name of their own (SPV_INTEL_global_variable_host_access,
 * and SPV_INTEL_global_variable_decorations as DPC++ writes it for device_global): each is exported
 * by that name, whether or not the module exported it by another.  These decorations, and those on
 * how an FPGA initialises and accesses a variable, are removed: validators and translators of some
 * versions do not know their numbers.
 */
#include "operations.h"
#include "words.h"

#include <unordered_map>
#include <utility>

namespace zed {
namespace {

enum : uint32_t {
    decoration_linkage = 41,
    decoration_host_access_first = 6147, /* the first extension's, like the next two */
    decoration_implement_in_csr_first = 6149,
    decoration_host_access = 6188,
    decoration_init_mode = 6190,
    decoration_implement_in_register_map = 6191,
    capability_first = 6146,
    capability_host_access = 6187,
    capability_fpga = 6189,
    linkage_export = 0,
    linkage_import = 1
};

bool is_left_out(const Spirv &is)
{
    if (is.operation == op_extension)
        return names_extension(is, {"SPV_INTEL_global_variable_decorations",
                                    "SPV_INTEL_global_variable_host_access",
                                    "SPV_INTEL_global_variable_fpga_decorations"});
    if (is.operation == op_capability && is.count == 2)
        return is.words[1] == capability_first || is.words[1] == capability_host_access ||
               is.words[1] == capability_fpga;
    if (is.operation != op_decorate || is.count < 4)
        return false;
    const uint32_t decoration = is.words[2];
    return (decoration >= decoration_host_access_first &&
            decoration <= decoration_implement_in_csr_first) ||
           decoration == decoration_host_access || decoration == decoration_init_mode ||
           decoration == decoration_implement_in_register_map;
}

/* OpDecorate %variable HostAccessINTEL access "name" */
bool names_variable(const Spirv &is)
{
    return is.operation == op_decorate && is.count > 4 &&
           (is.words[2] == decoration_host_access_first || is.words[2] == decoration_host_access);
}

/* OpDecorate %variable LinkageAttributes "name" linkage */
bool has_linkage(const Spirv &is)
{
    return is.operation == op_decorate && is.count > 4 && is.words[2] == decoration_linkage;
}

} // namespace

Words with_host_names(const Words &module)
{
    std::unordered_map<uint32_t, uint32_t> linkages; /* by the variable that the host names */
    if (module.size() < header_words || !for_each(module, [&](const Spirv &is) {
            if (names_variable(is))
                linkages.emplace(is.words[1], linkage_export);
        }))
        return module;
    for_each(module, [&](const Spirv &is) {
        const auto named = has_linkage(is) ? linkages.find(is.words[1]) : linkages.end();
        if (named != linkages.end())
            named->second = is.words[is.count - 1];
    });
    Words out(module.begin(), module.begin() + header_words);
    for_each(module, [&](const Spirv &is) {
        const auto named = is.count > 1 && is.operation == op_decorate ? linkages.find(is.words[1])
                                                                       : linkages.end();
        const bool renames = named != linkages.end() && named->second != linkage_import;
        if (renames && names_variable(is)) {
            const uint32_t length = string_words(is.words + 4, is.count - 4);
            out.insert(out.end(),
                       {first_word(op_decorate, 4 + length), is.words[1], decoration_linkage});
            out.insert(out.end(), is.words + 4, is.words + 4 + length);
            out.push_back(named->second);
        } else if (!is_left_out(is) && !(renames && has_linkage(is))) {
            add(is, &out);
        }
    });
    return out;
}

} // namespace zed
