/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The order of a function's blocks and variables, and the edges between blocks, as SPIR-V wants them.
 */
#ifndef ISHMEMCC_BLOCKS_H
#define ISHMEMCC_BLOCKS_H

#include <llvm-c/Core.h>

/* Variables come first. */
void move_variables_up(LLVMValueRef function);

/* Between two blocks is at most one edge where the second one has phis, since SPIR-V's phis name each
 * predecessor once. And no switch is over a boolean. */
void separate_edges(LLVMValueRef function);

/* A block stands before those that it dominates. */
void order_blocks(LLVMValueRef function);

#endif
