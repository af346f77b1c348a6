/* SPDX-License-Identifier: BSD-3-Clause */
#include "serial.h"

#include "launch.h"
#include "values.h"
#include <stdlib.h>

#define SHORT_WORK (UINT64_C(1) << 32) /* multiplications */

bool serial_is_short(const moe_sizes_t *sizes)
{
    return (uint64_t)sizes->tokens * sizes->hidden * sizes->top_k * MOE_BLOCK <= SHORT_WORK;
}

/* The matrices of all experts: [expert][column][row]. */
static float *make_matrices(const moe_sizes_t *sizes, uint32_t seed)
{
    float *matrices = calloc((size_t)sizes->experts * MOE_BLOCK * MOE_BLOCK, sizeof(float));
    float *element = matrices;

    if (matrices == NULL)
        launch_fail("out of memory for %u experts", sizes->experts);
    for (uint32_t expert = 0; expert < sizes->experts; expert++) {
        for (uint32_t column = 0; column < MOE_BLOCK; column++) {
            for (uint32_t row = 0; row < MOE_BLOCK; row++)
                *element++ = values_of_expert(seed, expert, row, column);
        }
    }
    return matrices;
}

/* Adds one expert's result for a block to `sum`. */
static void add_expert(const float *matrix, const float *in, float weight, float *sum)
{
    float product[MOE_BLOCK] = {0.0f};

    for (uint32_t column = 0; column < MOE_BLOCK; column++) {
        for (uint32_t row = 0; row < MOE_BLOCK; row++)
            product[row] += matrix[column * MOE_BLOCK + row] * in[column];
    }
    for (uint32_t row = 0; row < MOE_BLOCK; row++)
        sum[row] += weight * product[row];
}

/* Adds the result of one PE's experts for a block to `sum`, in bfloat16 as it comes back from
 * there. */
static void add_pe(const moe_sizes_t *sizes, const float *matrices, const moe_choice_t *choices,
                   uint32_t pe, const float *in, float *sum)
{
    const uint32_t first = MOE_FIRST_EXPERT(sizes->experts, sizes->pes, pe);
    const uint32_t end = MOE_FIRST_EXPERT(sizes->experts, sizes->pes, pe + 1);
    float part[MOE_BLOCK] = {0.0f};

    for (uint32_t i = 0; i < sizes->top_k; i++) {
        const uint32_t expert = choices[i].expert;
        if (expert >= first && expert < end)
            add_expert(matrices + (size_t)expert * MOE_BLOCK * MOE_BLOCK, in, choices[i].weight,
                       part);
    }
    for (uint32_t row = 0; row < MOE_BLOCK; row++)
        sum[row] += values_from_bfloat16(values_to_bfloat16(part[row]));
}

uint64_t serial_differences(const moe_sizes_t *sizes, uint32_t seed, uint64_t filling,
                            const moe_choice_t *choices, const uint16_t *output)
{
    float *matrices = make_matrices(sizes, seed);
    uint64_t differences = 0;

    for (uint32_t token = 0; token < sizes->tokens; token++) {
        for (uint32_t block = 0; block < sizes->hidden; block += MOE_BLOCK) {
            const uint16_t *found = output + (size_t)token * sizes->hidden + block;
            float in[MOE_BLOCK];
            float sum[MOE_BLOCK] = {0.0f};
            for (uint32_t i = 0; i < MOE_BLOCK; i++)
                in[i] = values_of_token(filling, token, block + i);
            for (uint32_t pe = 0; pe < sizes->pes; pe++)
                add_pe(sizes, matrices, choices + (size_t)token * sizes->top_k, pe, in, sum);
            for (uint32_t i = 0; i < MOE_BLOCK; i++)
                differences += found[i] != values_to_bfloat16(sum[i]);
        }
    }
    free(matrices);
    return differences;
}
