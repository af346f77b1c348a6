/* SPDX-License-Identifier: BSD-3-Clause */
/* Which symbols modules import and export; for SPIR-V, read from LinkageAttributes. */
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

/* Adds the symbols of one image, and stops silently where the image is malformed; the engine
 * reports that.  false if memory is exhausted. */
bool zed_linkage_read(zed_linkage_t *linkage, const uint8_t *image, size_t bytes);
/* Adds one symbol; false if memory is exhausted. */
bool zed_linkage_add(zed_linkage_t *linkage, const char *name, bool import);
void zed_linkage_release(zed_linkage_t *linkage);
bool zed_linkage_exports(const zed_linkage_t *linkage, const char *name);

/* Whether no image of the same module exports this import. */
bool zed_linkage_is_open(const zed_linkage_t *linkage, const zed_symbol_t *symbol);

#endif
