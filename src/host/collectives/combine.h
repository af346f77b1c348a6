/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Combining arrays on the host (shared/collective/combine.h), with the widest instructions that the
 * processor has.
 */
#ifndef ISHMEMI_COMBINE_H
#define ISHMEMI_COMBINE_H

#include "shared/collective/task.h"

typedef void (*ishmemi_combine_fn)(ishmemi_kind_t kind, ishmemi_reduce_op_t op, void *dest,
                                   const void *left, const void *right, size_t count);

/* Set by ishmemi_combine_choose; before that, it works on every processor. */
extern ishmemi_combine_fn ishmemi_host_combine;

void ishmemi_combine_choose(void);

/* For kinds that only the host has. */
void ishmemi_combine_long(ishmemi_kind_t kind, ishmemi_reduce_op_t op, void *dest, const void *left,
                          const void *right, size_t count);

#endif
