/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A plate in the symmetric heaps: its inner rows, split over the PEs as evenly as they go.
 */
#ifndef LAYOUT_H
#define LAYOUT_H

#include "jacobi.h"
#include "plate.h"
#include <stddef.h>
#include <stdint.h>

/* How the plate lies in the symmetric heap of every PE: same addresses everywhere, sized for the
 * PE with the most rows. */
typedef struct layout {
    uint32_t columns;
    uint32_t rows; /* of the whole plate; all but the first and the last are split */
    int n_pes;
    size_t pitch;         /* floats from one row to the next */
    size_t buffer_floats; /* floats in one of the two buffers */
    float *field;         /* two buffers */
    uint8_t *fixed;
    uint64_t *signals;  /* 2 */
    uint64_t *partials; /* 2 * n_pes */
    jacobi_groups_t *groups;
} layout_t;

/* Rows of PE pe, and the plate's row that is its first. */
uint32_t layout_rows_of(const layout_t *layout, int pe);
uint32_t layout_first_row_of(const layout_t *layout, int pe);

/* Collective. */
void layout_create(uint32_t columns, uint32_t rows, layout_t *layout);
void layout_destroy(layout_t *layout);

/* On PE 0: gives every PE its rows and the rows around them. */
void layout_scatter(const plate_t *plate, const layout_t *layout);

/* On PE 0: collects the rows of all PEs as iteration `iterations` left them. */
void layout_gather(const layout_t *layout, uint32_t iterations, plate_t *plate);

#endif
