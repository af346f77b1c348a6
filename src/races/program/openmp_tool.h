/* SPDX-License-Identifier: BSD-3-Clause */
/* The tool with which LLVM's OpenMP reports what threads wait for. */
#ifndef ISHMEMI_OPENMP_TOOL_H
#define ISHMEMI_OPENMP_TOOL_H

/* Called so that the linker keeps the tool. */
void ishmemi_accesses_open_openmp(void);

#endif
