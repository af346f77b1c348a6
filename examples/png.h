/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Writes a PNG picture: values from 0 to 255 as colours, dark to bright.  Nothing is compressed, so that no
 * library is needed.
 */
#ifndef PNG_H
#define PNG_H

#include <stdint.h>
#include <stdio.h>

/* `values` are [rows * columns], from the upper left corner on.  Errors show in ferror(file). */
void png_write(FILE *file, uint32_t columns, uint32_t rows, const uint8_t *values);

#endif
