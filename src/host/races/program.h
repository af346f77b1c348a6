/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What libishmem_accesses.a tells, in programs that are compiled with -fsanitize=thread.
 */
#ifndef ISHMEMI_RACES_PROGRAM_H
#define ISHMEMI_RACES_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>

/* The program is about to load or store; caller: behind the instruction. */
__attribute__((visibility("default"))) void ishmemi_races_access(const void *memory, size_t bytes,
                                                                 bool writes, const void *caller);

/* The program is about to write by an atomic operation, or has read by one. */
__attribute__((visibility("default"))) void ishmemi_races_atomic(const void *memory, bool writes);

#endif
