/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Queue-ordered collectives by their quick ways: those that only move data.
 */
#include "carry_out_quick.h"

QUICK_KERNEL(gather_words, quick_alone, ISHMEMI_CLASS_INTEGER, ishmemi_gather_words,
             (ctx, group, team, collective, asked->dest, source, bytes))
QUICK_KERNEL(gather_slices, quick_join, ISHMEMI_CLASS_INTEGER, ishmemi_gather_slices,
             (ctx, group, team, crew, collective, asked->dest, source, bytes))
QUICK_KERNEL(broadcast_words, quick_alone, ISHMEMI_CLASS_INTEGER, ishmemi_broadcast_words,
             (ctx, group, team, asked->dest, source, bytes, root, keeps))
QUICK_KERNEL(broadcast_slices, quick_join, ISHMEMI_CLASS_INTEGER, ishmemi_broadcast_slices,
             (ctx, group, team, crew, asked->dest, source, bytes, root, keeps))
