/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads which names SPIR-V images import and export. */
#include "linkage.h"

#include "spirv.h"

#include <stdlib.h>

enum { OP_DECORATE = 71, DECORATION_LINKAGE_ATTRIBUTES = 41, LINKAGE_IMPORT = 1 };

/* Work-item ids and similar values, which producers declare as imported variables. */
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

/* Skips a name that does not end within `limit` bytes, and a name that SPIR-V reserves. */
static bool add_symbol(zed_linkage_t *linkage, const char *name, size_t limit, bool import)
{
    return strnlen(name, limit) == limit ||
           strncmp(name, builtin_prefix, sizeof builtin_prefix - 1) == 0 ||
           zed_linkage_add(linkage, name, import);
}

bool zed_linkage_read(zed_linkage_t *linkage, const uint8_t *image, size_t bytes)
{
    zed_spirv_t spirv = {.image = image, .words = bytes / sizeof(uint32_t)};
    bool good = true;
    while (good && zed_spirv_next(&spirv)) {
        if (spirv.operation == OP_DECORATE && spirv.length >= 5 &&
            zed_spirv_word(&spirv, 2) == DECORATION_LINKAGE_ATTRIBUTES) {
            size_t most;
            const char *name = zed_spirv_text(&spirv, 3, &most);
            const bool import = zed_spirv_word(&spirv, spirv.length - 1) == LINKAGE_IMPORT;
            good = add_symbol(linkage, name, most - sizeof(uint32_t), import);
        }
    }
    return good;
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
