/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Files of SPIR-V.
 */
#ifndef ISHMEMCC_WORDS_H
#define ISHMEMCC_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The file's words and a zero; NULL if it cannot be read.  To be freed. */
uint32_t *read_words(const char *path, size_t *count);

/* Writes the module without its debug information. */
bool write_plain(const char *spirv, const char *output);

/* Leaves in the module the debug information that OpenCL.DebugInfo.100 has (ishmemcc_debug.h). */
bool rewrite_debug(const char *spirv);

#endif
