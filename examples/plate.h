/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A plate: temperatures on a grid of points, some of them held.  Plates come from a PGM picture or
 * from a built-in problem, and go to a PGM or PNG picture.
 *
 * A picture's brightest value stands for PLATE_HOTTEST degrees and 0 for none.  The points of its
 * border keep their temperature, and so do all points of the brightest value: they are the heat
 * sources.  The others start from their temperature.
 */
#ifndef PLATE_H
#define PLATE_H

#include <stddef.h>
#include <stdint.h>

#define PLATE_HOTTEST 100.0f

enum { PLATE_MIN_SIDE = 3, PLATE_MAX_SIDE = 1 << 20 };

typedef struct plate {
    uint32_t columns;
    uint32_t rows;
    float *temperature; /* [rows * columns] degrees */
    uint8_t *fixed;     /* [rows * columns] 1: the point keeps its temperature */
} plate_t;

/* All return 0, or -1 with a sentence in `error`. */

/* A cold plate whose upper edge is hot, with a hot disc. */
int plate_create(uint32_t columns, uint32_t rows, plate_t *plate, char error[256]);

int plate_copy(const plate_t *plate, plate_t *copy, char error[256]);

/* Reads a PGM picture, text (P2) or binary (P5), of 8 or 16 bits a point. */
int plate_read(const char *path, plate_t *plate, char error[256]);

/* Writes the temperatures as a picture of 8 bits a point: PNG if the name ends in .png, else binary PGM. */
int plate_write(const plate_t *plate, const char *path, char error[256]);

/* Does `iterations` sweeps on this processor alone. */
int plate_solve(plate_t *plate, uint32_t iterations, char error[256]);

void plate_destroy(plate_t *plate);

#endif
