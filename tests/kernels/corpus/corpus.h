/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What all files of the corpus share.  Each kernel has the signature
 *
 *     kernel void name(global uint *out, global const uint *in, uint n)
 *
 * where n is the number of items; `in` and `out` have 16 words of each item.  Groups have 64 items at most.
 * A kernel whose name ends in _2d is launched in two dimensions.
 *
 * The same text runs on the host.  So there is nothing whose result the language leaves open: no signed
 * overflow, no wide shift, no race, no rounding that a compiler may choose.
 */
#ifndef CORPUS_H
#define CORPUS_H

#pragma OPENCL FP_CONTRACT OFF

#define WORDS 16
#define MOST_ITEMS 64 /* of a group */

/* The item's own words. */
#define MINE(words) ((words) + WORDS * get_global_id(0))

/* Small whole numbers, which floating point holds exactly. */
#define SMALL(word) ((int)((word)&0x3ff) - 512)

#endif
