/* SPDX-License-Identifier: BSD-3-Clause */
/* The tool by which LLVM's OpenMP says what threads wait for. */
#ifndef ISHMEMI_OPENMP_TOOL_H
#define ISHMEMI_OPENMP_TOOL_H

/* So that the program has it. */
void ishmemi_accesses_open_openmp(void);

#endif
