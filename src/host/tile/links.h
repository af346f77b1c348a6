/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The driver's information about the links between this PE's tile and those of its peers on this
 * machine.
 */
#ifndef ISHMEMI_LINKS_H
#define ISHMEMI_LINKS_H

#include <stddef.h>

/* Writes "PES: link; PES: link; ...", at most `bytes` bytes, where PES with equal links are given
 * as ranges; "" if the machine has no other PE. */
void ishmemi_links_describe(char *text, size_t bytes);

#endif
