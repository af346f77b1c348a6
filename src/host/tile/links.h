/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the driver says of the links between this PE's tile and those of its peers on this machine.
 */
#ifndef ISHMEMI_LINKS_H
#define ISHMEMI_LINKS_H

#include <stddef.h>

/* Writes "PES: link; PES: link; ..." with PES that are linked alike as ranges, at most so many
 * bytes of it; "" where the machine has no other PE. */
void ishmemi_links_describe(char *text, size_t bytes);

#endif
