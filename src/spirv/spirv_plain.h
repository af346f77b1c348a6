/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A SPIR-V module without its debug information, for the validator: the translator of LLVM 15
 * writes members of structs before the structs that they name, which the validator refuses.
 */
#ifndef ISHMEMI_SPIRV_PLAIN_H
#define ISHMEMI_SPIRV_PLAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define ISHMEMI_SPIRV_HEADER_WORDS 5
#define ISHMEMI_SPIRV_IMPORT 11 /* OpExtInstImport */
#define ISHMEMI_SPIRV_CALL 12   /* OpExtInst */
#define ISHMEMI_SPIRV_DEBUG_SETS 4

/* Whether OpExtInstImport's words name a set of debug information. */
static inline bool ishmemi_spirv_imports_debug(const uint32_t *words, size_t count)
{
    static const char *const sets[] = {"OpenCL.DebugInfo.100", "SPIRV.debug",
                                       "NonSemantic.Shader.DebugInfo"};
    const size_t bytes = (count - 2) * sizeof *words;
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
        const size_t length = strlen(sets[i]);
        if (length <= bytes && memcmp(words + 2, sets[i], length) == 0) {
            return true;
        }
    }
    return false;
}

/* Copies `count` words, except those of debug information, to `plain`, which has room for them.
 * Returns how many were copied: `count` if there is no debug information, or if the instructions do
 * not fill the module. */
static inline size_t ishmemi_spirv_plain(const uint32_t *words, size_t count, uint32_t *plain)
{
    uint32_t sets[ISHMEMI_SPIRV_DEBUG_SETS];
    size_t set_count = 0, kept = ISHMEMI_SPIRV_HEADER_WORDS, length = 0;
    memcpy(plain, words, count * sizeof *words);
    for (size_t at = ISHMEMI_SPIRV_HEADER_WORDS; at < count; at += length) {
        const uint32_t operation = words[at] & 0xffff;
        length = words[at] >> 16;
        if (length == 0 || length > count - at) {
            memcpy(plain, words, count * sizeof *words);
            return count;
        }
        bool drops = false;
        if (operation == ISHMEMI_SPIRV_IMPORT && length > 2 &&
            set_count < ISHMEMI_SPIRV_DEBUG_SETS &&
            ishmemi_spirv_imports_debug(words + at, length)) {
            sets[set_count++] = words[at + 1];
            drops = true;
        } else if (operation == ISHMEMI_SPIRV_CALL && length > 4) {
            for (size_t i = 0; i < set_count; i++) {
                drops = drops || sets[i] == words[at + 3];
            }
        }
        if (!drops) {
            memmove(plain + kept, words + at, length * sizeof *words);
            kept += length;
        }
    }
    return kept < count ? kept : count;
}

#endif
