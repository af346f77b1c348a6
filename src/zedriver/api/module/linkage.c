/* SPDX-License-Identifier: BSD-3-Clause */
/* Walks the decorations of SPIR-V images. */
#include "linkage.h"

#include <stdlib.h>
#include <string.h>

enum {
    SPIRV_MAGIC = 0x07230203,
    SPIRV_HEADER_WORDS = 5,
    OP_FUNCTION = 54,
    OP_DECORATE = 71,
    DECORATION_LINKAGE_ATTRIBUTES = 41,
    LINKAGE_IMPORT = 1
};

static uint32_t word_at(const uint8_t *image, size_t index)
{
    uint32_t word;
    memcpy(&word, image + index * sizeof word, sizeof word);
    return word;
}

/* Work-item ids and the like, which producers declare as imported variables. */
static const char builtin_prefix[] = "__spirv_BuiltIn";

bool zed_linkage_add(zed_linkage_t *linkage, const char *name, bool import)
{
    zed_symbol_t *symbols = realloc(linkage->symbols, (linkage->count + 1) * sizeof *symbols);
    if (!symbols) {
        return false;
    }
    linkage->symbols = symbols;
    char *copy = strdup(name);
    if (!copy) {
        return false;
    }
    symbols[linkage->count++] = (zed_symbol_t){.name = copy, .import = import};
    return true;
}

/* A name that does not end within `limit` bytes, and one of SPIR-V's own, is skipped. */
static bool add_symbol(zed_linkage_t *linkage, const char *name, size_t limit, bool import)
{
    return strnlen(name, limit) == limit ||
           strncmp(name, builtin_prefix, sizeof builtin_prefix - 1) == 0 ||
           zed_linkage_add(linkage, name, import);
}

bool zed_linkage_read(zed_linkage_t *linkage, const uint8_t *image, size_t bytes)
{
    size_t words = bytes / sizeof(uint32_t);
    if (words < SPIRV_HEADER_WORDS || word_at(image, 0) != SPIRV_MAGIC) {
        return true;
    }
    for (size_t at = SPIRV_HEADER_WORDS, length; at < words; at += length) {
        uint32_t head = word_at(image, at);
        uint32_t operation = head & 0xffff;
        length = head >> 16;
        /* Decorations stand before the first function. */
        if (length == 0 || length > words - at || operation == OP_FUNCTION) {
            break;
        }
        if (operation != OP_DECORATE || length < 5 ||
            word_at(image, at + 2) != DECORATION_LINKAGE_ATTRIBUTES) {
            continue;
        }
        const char *name = (const char *)image + (at + 3) * sizeof(uint32_t);
        bool import = word_at(image, at + length - 1) == LINKAGE_IMPORT;
        if (!add_symbol(linkage, name, (length - 4) * sizeof(uint32_t), import)) {
            return false;
        }
    }
    return true;
}

void zed_linkage_release(zed_linkage_t *linkage)
{
    for (size_t i = 0; i < linkage->count; i++) {
        free(linkage->symbols[i].name);
    }
    free(linkage->symbols);
    *linkage = (zed_linkage_t){0};
}

bool zed_linkage_exports(const zed_linkage_t *linkage, const char *name)
{
    for (size_t i = 0; i < linkage->count; i++) {
        if (!linkage->symbols[i].import && strcmp(linkage->symbols[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

bool zed_linkage_is_open(const zed_linkage_t *linkage, const zed_symbol_t *symbol)
{
    return symbol->import && !zed_linkage_exports(linkage, symbol->name);
}
