/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The words of a SPIR-V module, for the steps that rewrite some of them before the translator reads
 * them.
 */
#ifndef ZED_TRANSLATE_WORDS_H
#define ZED_TRANSLATE_WORDS_H

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <vector>

namespace zed {

using Words = std::vector<uint32_t>;

/* The header's last word but one is the bound: all ids are below it. */
enum : size_t { header_bound = 3, header_words = 5 };

/* One instruction: its operation and all of its words. */
struct Spirv {
    uint32_t operation;
    const uint32_t *words;
    uint32_t count;
};

/* Calls visit(instruction); false if the instructions do not fill the module. */
template <typename Visit> bool for_each(const Words &module, const Visit &visit)
{
    size_t at = header_words;
    while (at < module.size()) {
        const uint32_t count = module[at] >> 16;
        if (count == 0 || count > module.size() - at)
            return false;
        visit(Spirv{module[at] & 0xffff, &module[at], count});
        at += count;
    }
    return at == module.size();
}

/* The number of words of the string that begins here, including the word that ends it. */
inline uint32_t string_words(const uint32_t *words, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        for (int byte = 0; byte < 4; byte++) {
            if ((words[i] >> (8 * byte) & 0xff) == 0)
                return i + 1;
        }
    }
    return count;
}

/* Whether this OpExtension has one of the names. */
inline bool names_extension(const Spirv &extension, std::initializer_list<const char *> names)
{
    const size_t bytes = (extension.count - 1) * sizeof(uint32_t);
    for (const char *name : names) {
        const size_t length = std::strlen(name) + 1;
        if (bytes >= length && std::memcmp(extension.words + 1, name, length) == 0)
            return true;
    }
    return false;
}

inline void add(const Spirv &instruction, Words *out)
{
    out->insert(out->end(), instruction.words, instruction.words + instruction.count);
}

inline uint32_t first_word(uint32_t operation, size_t count)
{
    return static_cast<uint32_t>(count) << 16 | operation;
}

/* hints.cpp: removes what the validator and the translator do not need. */
Words without_hints(const Words &module);

/* host_names.cpp: variables that the host looks up by a name are exported by that name. */
Words with_host_names(const Words &module);

/* built_in_loads.cpp: whole built-in variables are loaded. */
Words with_whole_loads(const Words &module);

} // namespace zed

#endif
