/* SPDX-License-Identifier: BSD-3-Clause */
/* Which symbols modules import and export; of SPIR-V, read from its LinkageAttributes. */
#ifndef ZED_LINKAGE_H
#define ZED_LINKAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct zed_symbol {
    char *name;
    bool import;
} zed_symbol_t;

typedef struct zed_linkage {
    size_t count;
    zed_symbol_t *symbols;
} zed_linkage_t;

/* Adds the symbols of one image; stops quietly where the image is malformed, which the engine
 * judges. False when memory is exhausted. */
bool zed_linkage_read(zed_linkage_t *linkage, const uint8_t *image, size_t bytes);
/* Adds one symbol; false when memory is exhausted. */
bool zed_linkage_add(zed_linkage_t *linkage, const char *name, bool import);
void zed_linkage_release(zed_linkage_t *linkage);
bool zed_linkage_exports(const zed_linkage_t *linkage, const char *name);

/* An import that no image of the same module exports. */
bool zed_linkage_is_open(const zed_linkage_t *linkage, const zed_symbol_t *symbol);

#endif
