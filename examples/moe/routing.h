/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Which experts each token goes to, with which weights.
 *
 * The weights, and all values of tokens and experts (values.h), are small multiples of a power of
 * two.  Sums of their products are exact in a float, in whatever order they are added, so that a
 * device's result equals a serial one in every bit.
 */
#ifndef ROUTING_H
#define ROUTING_H

#include "moe.h"
#include "options.h"
#include <stddef.h>

/* What `options` ask for with this many PEs. */
moe_sizes_t routing_sizes(const options_t *options, int n_pes);

/* Makes the choices of PE `pe`, [token][top_k], from the seed. */
void routing_from_seed(const moe_sizes_t *sizes, uint32_t seed, int pe, moe_choice_t *choices);

/* Reads the choices of all PEs, [pe][token][top_k], from a file with a line of top_k different
 * experts for each token; false, and a sentence in `error`, if it has none. */
bool routing_from_file(const moe_sizes_t *sizes, uint32_t seed, const char *path,
                       moe_choice_t *choices, char error[256]);

#endif
