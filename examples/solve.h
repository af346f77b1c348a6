/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Two ways to solve a plate: in one launch a PE, whose kernel communicates (solve.c); and by lists
 * of small launches with the communication between them (solve_queued.c).
 */
#ifndef SOLVE_H
#define SOLVE_H

#include "layout.h"
#include <stdbool.h>

typedef struct options {
    uint32_t columns;
    uint32_t rows;
    uint32_t iterations;
    uint32_t check_every;
    uint32_t groups; /* 0: as many as suit the device */
    uint32_t items;  /* likewise */
    float tolerance;
    bool check;
    bool queued;
    const char *image_in;
    const char *image_out;
} options_t;

/* One PE's launch: what was chosen and how it went. */
typedef struct outcome {
    uint32_t groups;
    uint32_t items;
    uint32_t iterations;
    float residual;
    double seconds;
} outcome_t;

double solve_now(void); /* seconds */

/* Work-groups and their size, as the options say or to suit the device. */
void solve_choose_shape(const layout_t *layout, const options_t *options, outcome_t *outcome);

/* Both collective. */
void solve_in_one_launch(const layout_t *layout, const options_t *options, outcome_t *outcome);
void solve_queued(const layout_t *layout, const options_t *options, outcome_t *outcome);

#endif
