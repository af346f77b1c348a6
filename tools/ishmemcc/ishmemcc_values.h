/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Values and types of LLVM that are scalars or vectors of scalars, and instructions that replace
 * others.
 */
#ifndef ISHMEMCC_VALUES_H
#define ISHMEMCC_VALUES_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>

/* The type itself if it is no vector. */
LLVMTypeRef element_type(LLVMTypeRef type);

/* 0 if the type is neither an integer nor a vector of integers. */
unsigned integer_width(LLVMTypeRef type);

/* Whether this is bool or a vector of bool. */
bool is_boolean(LLVMTypeRef type);

/* `element`, or a vector of it with as many lanes as `like` has. */
LLVMTypeRef of_same_lanes(LLVMTypeRef element, LLVMTypeRef like);

/* The integer, in each lane, cut to the type's width. */
LLVMValueRef integer(LLVMTypeRef type, uint64_t value);

/* A vector of `lanes` times the value. */
LLVMValueRef build_splat(LLVMBuilderRef builder, LLVMValueRef value, unsigned lanes);

LLVMValueRef build_lane(LLVMBuilderRef builder, LLVMValueRef vector, unsigned index);

LLVMContextRef value_context(LLVMValueRef value);

/* Builds before the instruction, with its line; to be disposed of. */
LLVMBuilderRef builder_before(LLVMValueRef instruction);

/* Erases the instruction; its uses get the value, which may be NULL if there are none. */
void replace(LLVMValueRef instruction, LLVMValueRef value);

#endif
