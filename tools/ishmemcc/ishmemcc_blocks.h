/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Puts a function's blocks and variables, and the edges between blocks, into the form that SPIR-V
 * requires.
 */
#ifndef ISHMEMCC_BLOCKS_H
#define ISHMEMCC_BLOCKS_H

#include <llvm-c/Core.h>

/* Variables come first. */
void move_variables_up(LLVMValueRef function);

/* Makes sure that there is at most one edge between two blocks if the second one has phis, because
 * SPIR-V's phis name each predecessor once.  Also replaces switches over booleans. */
void separate_edges(LLVMValueRef function);

/* A block stands before those that it dominates. */
void order_blocks(LLVMValueRef function);

#endif
