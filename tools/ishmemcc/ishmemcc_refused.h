/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What OpenCL C has but the drivers do not: images, samplers, pipes, kernels that start kernels.
 * Also what clang adds to OpenCL C: assembly, pointers to functions.
 */
#ifndef ISHMEMCC_REFUSED_H
#define ISHMEMCC_REFUSED_H

#include <llvm-c/Core.h>
#include <stdbool.h>

/* Whether the module of this source has none of these; otherwise prints the first use and what to
 * do instead. */
bool check_refused(LLVMModuleRef module, const char *source);

#endif
