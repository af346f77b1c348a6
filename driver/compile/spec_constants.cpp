/* SPDX-License-Identifier: BSD-3-Clause */
/* See spec_constants.h.  Reads the module's words; the validator reports what cannot be read. */
#include "spec_constants.h"

#include <cstring>
#include <map>

namespace zed {
namespace {

enum : uint32_t {
    op_type_bool = 20,
    op_type_int = 21,
    op_type_float = 22,
    op_spec_true = 48,
    op_spec_false = 49,
    op_spec_constant = 50,
    op_decorate = 71,
    decoration_spec_id = 1,
    header_words = 5
};

/* The size in bytes of each specialisation constant, by its id. */
std::map<uint32_t, uint32_t> constant_sizes(const uint8_t *image, size_t bytes)
{
    std::vector<uint32_t> words(bytes / 4);
    if (!words.empty())
        std::memcpy(words.data(), image, words.size() * 4);
    std::map<uint32_t, uint32_t> spec_of_result, bytes_of_type, sizes;
    for (size_t at = header_words; at < words.size();) {
        uint32_t count = words[at] >> 16, operation = words[at] & 0xffffU;
        if (count == 0 || count > words.size() - at)
            break;
        const uint32_t *operand = &words[at + 1];
        if (operation == op_decorate && count >= 4 && operand[1] == decoration_spec_id)
            spec_of_result[operand[0]] = operand[2];
        else if (operation == op_type_bool && count >= 2)
            bytes_of_type[operand[0]] = 1;
        else if ((operation == op_type_int || operation == op_type_float) && count >= 3)
            bytes_of_type[operand[0]] = operand[1] / 8;
        else if (operation >= op_spec_true && operation <= op_spec_constant && count >= 3) {
            auto spec = spec_of_result.find(operand[1]);
            auto type = bytes_of_type.find(operand[0]);
            if (spec != spec_of_result.end() && type != bytes_of_type.end() && type->second <= 8)
                sizes[spec->second] = type->second;
        }
        at += count;
    }
    return sizes;
}

} // namespace

std::vector<std::pair<uint32_t, uint64_t>> spec_constants(const zed_module_desc_t &desc,
                                                          uint32_t index)
{
    std::vector<std::pair<uint32_t, uint64_t>> values;
    const ze_module_constants_t *given = desc.constants ? desc.constants[index] : nullptr;
    if (!given || given->numConstants == 0)
        return values;
    std::map<uint32_t, uint32_t> sizes =
        constant_sizes(desc.images[index], desc.image_bytes[index]);
    for (uint32_t i = 0; i < given->numConstants; i++) {
        auto size = sizes.find(given->pConstantIds[i]);
        if (size == sizes.end())
            continue;
        uint64_t value = 0;
        std::memcpy(&value, given->pConstantValues[i], size->second);
        values.emplace_back(size->first, value);
    }
    return values;
}

} // namespace zed
