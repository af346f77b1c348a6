/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What a finished module still lacks.
 */
#ifndef ISHMEMCC_UNDEFINED_H
#define ISHMEMCC_UNDEFINED_H

/* Prints for each symbol that the module of SPIR-V imports which source and which function use it,
 * as far as the sources' bitcode shows.  Returns how many there are, or -1 if a file cannot be
 * read.  units: `count` pairs of a file of bitcode and the name of its source. */
int undefined_report(const char *spirv, char *const *units, int count);

#endif
