/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Runs a layer, checks what it computes, and measures it.
 */
#ifndef MEASURE_H
#define MEASURE_H

#include "layer.h"

/* The same on all PEs. */
typedef struct result {
    double seconds[LAYER_STEPS]; /* medians over the repetitions, each of its slowest PE */
    double bytes_out;            /* that a PE sends to others in a dispatch, at most */
    double bytes_back;           /* likewise in a combine */
    double pes_of_token;         /* mean number of PEs that a token goes to */
    double differences;          /* values that differ from the serial result */
    double check_seconds;        /* of the serial result */
    bool checked;
} result_t;

/* Collective. */
void measure(const layer_t *layer, const options_t *options, const moe_choice_t *choices,
             result_t *result);

#endif
