/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Files of SPIR-V.
 */
#ifndef ISHMEMCC_WORDS_H
#define ISHMEMCC_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The file's words and a zero, which the caller frees; NULL if the file cannot be read. */
uint32_t *read_words(const char *path, size_t *count);

/* Leaves in the module the debug information that OpenCL.DebugInfo.100 has (ishmemcc_debug.h), and
 * writes to `plain` the module without any. */
bool rewrite_debug(const char *spirv, const char *plain);

#endif
