/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A layer: its memory in the symmetric heap, its kernels, and the launches of these.
 */
#ifndef LAYER_H
#define LAYER_H

#include "launch.h"
#include "moe.h"
#include "options.h"

/* The launches, in the order of a layer; the last two are only for comparison. */
typedef enum layer_step {
    LAYER_DISPATCH,
    LAYER_EXPERTS,
    LAYER_COMBINE,
    LAYER_PLAIN_PUT,
    LAYER_NOTHING,
    LAYER_STEPS
} layer_step_t;

typedef struct layer {
    moe_sizes_t sizes;
    void *rows;     /* this PE's tokens */
    void *inbox;    /* [PE][token] rows from the PEs */
    void *returns;  /* [PE][token] values that the PEs have given back */
    void *output;   /* [token] values */
    void *slots;    /* [token][PE] */
    void *taken;    /* [PE] */
    void *sent;     /* [PE] */
    void *received; /* [PE] */
    void *arrived;  /* [PE] signals */
    void *combined; /* [PE] signals */
    void *progress;
    void *matrices; /* of this PE's experts */
    launch_program_t program;
    ze_kernel_handle_t kernels[LAYER_STEPS];
    uint32_t groups[LAYER_STEPS];
    uint32_t items[LAYER_STEPS];
} layer_t;

/* Collective. */
void layer_create(const moe_sizes_t *sizes, const options_t *options, layer_t *layer);
void layer_destroy(layer_t *layer);

/* Gives this PE's tokens new values, which `filling` tells from others, and these choices, [token]
 * [top_k]; and clears the output. */
void layer_fill(const layer_t *layer, uint64_t filling, const moe_choice_t *choices);

/* Collective: all PEs launch a step together.  Returns this PE's seconds from there to its end. */
double layer_run(const layer_t *layer, layer_step_t step);

/* Rows that went to other PEs in the last dispatch, and to all; rows that came from others. */
typedef struct layer_traffic {
    uint64_t sent;
    uint64_t sent_away;
    uint64_t received_away;
} layer_traffic_t;

layer_traffic_t layer_traffic(const layer_t *layer);

#endif
