/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What a layer's result must be, computed by one processor without any communication.
 */
#ifndef SERIAL_H
#define SERIAL_H

#include "moe.h"
#include <stdbool.h>
#include <stdint.h>

/* Whether the serial result of a PE's tokens takes only seconds. */
bool serial_is_short(const moe_sizes_t *sizes);

/* Counts the values of `output`, [token][hidden] in bfloat16, that differ in any bit from the serial
 * result for tokens of this filling with these choices. */
uint64_t serial_differences(const moe_sizes_t *sizes, uint32_t seed, uint64_t filling,
                            const moe_choice_t *choices, const uint16_t *output);

#endif
