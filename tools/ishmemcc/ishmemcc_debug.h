/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Debug information of a module of SPIR-V.
 */
#ifndef ISHMEMCC_DEBUG_H
#define ISHMEMCC_DEBUG_H

#include <stddef.h>
#include <stdint.h>

/* Optimised code computes some variables by operations that OpenCL.DebugInfo.100 does not have.
 * The instructions that describe such a variable's place are removed.  Its lines stay, and so do
 * all other variables.  The number of words shrinks; returns how many are left, or 0 if there is no
 * memory. */
size_t keep_standard_expressions(uint32_t *words, size_t count);

#endif
