/* SPDX-License-Identifier: BSD-3-Clause */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */
#include "measure.h"

#include "serial.h"
#include <stdlib.h>
#include <time.h>

/* ---- Numbers over all PEs ------------------------------------------------------------------- */

typedef enum over_pes { THE_LARGEST, THE_SUM } over_pes_t;

/* Replaces each number by the largest of all PEs, or by their sum. */
static void reduce(double *numbers, size_t count, over_pes_t how)
{
    double *source = ishmem_calloc(count, sizeof(double));
    double *dest = ishmem_calloc(count, sizeof(double));
    const int me = ishmem_my_pe();

    if (source == NULL || dest == NULL)
        launch_fail("no room for %zu results in the symmetric heap", count);
    ishmem_double_put(source, numbers, count, me);
    const int failed = how == THE_SUM ? ishmem_double_sum_reduce(dest, source, count)
                                      : ishmem_double_max_reduce(dest, source, count);
    if (failed != 0)
        launch_fail("the results of the PEs cannot be collected");
    ishmem_double_get(numbers, dest, count, me);
    ishmem_free(dest);
    ishmem_free(source);
}

static int compare(const void *a, const void *b)
{
    const double left = *(const double *)a;
    const double right = *(const double *)b;

    return (left > right) - (left < right);
}

/* Sorts the samples. */
static double median(double *samples, size_t count)
{
    qsort(samples, count, sizeof(*samples), compare);
    return count % 2 != 0 ? samples[count / 2]
                          : (samples[count / 2 - 1] + samples[count / 2]) / 2.0;
}

/* ---- The result ----------------------------------------------------------------------------- */

/* A number for the values of this PE's tokens in the first or in all further repetitions. */
static uint64_t filling_of(const layer_t *layer, const options_t *options, uint32_t round)
{
    return ((uint64_t)options->seed * 2 + round) * layer->sizes.pes + (uint64_t)ishmem_my_pe();
}

static double processor_seconds(void)
{
    struct timespec time;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Adds the differences in the output of a round to the result. */
static void check(const layer_t *layer, const options_t *options, uint32_t round,
                  const moe_choice_t *choices, result_t *result)
{
    const size_t bytes = (size_t)layer->sizes.tokens * layer->sizes.value_bytes;
    uint16_t *output = malloc(bytes);
    const double start = processor_seconds();

    if (output == NULL)
        launch_fail("out of memory for %zu bytes of results", bytes);
    ishmem_getmem(output, layer->output, bytes, ishmem_my_pe());
    result->differences += (double)serial_differences(
        &layer->sizes, options->seed, filling_of(layer, options, round), choices, output);
    result->check_seconds += processor_seconds() - start;
    free(output);
}

/* ---- The times ------------------------------------------------------------------------------ */

/* Runs `steps` steps from `first` on, `repetitions` times: [repetition][step]. */
static void run_steps(const layer_t *layer, layer_step_t first, int steps, uint32_t repetitions,
                      double *seconds)
{
    for (uint32_t i = 0; i < repetitions; i++) {
        for (int step = 0; step < steps; step++)
            *seconds++ = layer_run(layer, (layer_step_t)((int)first + step));
    }
}

/* The same, and the medians. */
static void time_steps(const layer_t *layer, layer_step_t first, int steps, uint32_t repetitions,
                       double *medians)
{
    const size_t count = (size_t)repetitions * (size_t)steps;
    double *seconds = malloc(count * sizeof(double));
    double *samples = malloc(repetitions * sizeof(double));

    if (seconds == NULL || samples == NULL)
        launch_fail("out of memory for the times of %u repetitions", repetitions);
    run_steps(layer, first, steps, repetitions, seconds);
    reduce(seconds, count, THE_LARGEST);
    for (int step = 0; step < steps; step++) {
        for (uint32_t i = 0; i < repetitions; i++)
            samples[i] = seconds[(size_t)i * (size_t)steps + (size_t)step];
        medians[(int)first + step] = median(samples, repetitions);
    }
    free(samples);
    free(seconds);
}

/* What went over the wires. */
static void count_bytes(const layer_t *layer, result_t *result)
{
    const layer_traffic_t traffic = layer_traffic(layer);
    double bytes[] = {(double)traffic.sent_away * layer->sizes.row_bytes,
                      (double)traffic.received_away * layer->sizes.value_bytes};
    double rows = (double)traffic.sent;

    reduce(bytes, 2, THE_LARGEST);
    reduce(&rows, 1, THE_SUM);
    result->bytes_out = bytes[0];
    result->bytes_back = bytes[1];
    result->pes_of_token = rows / ((double)layer->sizes.tokens * layer->sizes.pes);
}

/* The first round includes late compilation.  The second has other values, so nothing from the
 * first can pass for its result. */
void measure(const layer_t *layer, const options_t *options, const moe_choice_t *choices,
             result_t *result)
{
    enum { PARTS = LAYER_COMBINE + 1 };
    double ignored[LAYER_STEPS];
    double seconds[LAYER_STEPS];

    *result =
        (result_t){.checked = options->check == CHECK_ALWAYS ||
                              (options->check == CHECK_IF_SMALL && serial_is_short(&layer->sizes))};
    layer_fill(layer, filling_of(layer, options, 0), choices);
    run_steps(layer, LAYER_DISPATCH, PARTS, 1, ignored);
    if (result->checked)
        check(layer, options, 0, choices, result);

    layer_fill(layer, filling_of(layer, options, 1), choices);
    time_steps(layer, LAYER_DISPATCH, PARTS, options->repetitions, result->seconds);
    if (result->checked)
        check(layer, options, 1, choices, result);
    count_bytes(layer, result);

    run_steps(layer, LAYER_PLAIN_PUT, LAYER_STEPS - PARTS, 1, seconds);
    time_steps(layer, LAYER_PLAIN_PUT, LAYER_STEPS - PARTS, options->repetitions, result->seconds);
    reduce(&result->differences, 1, THE_SUM);
    reduce(&result->check_seconds, 1, THE_LARGEST);
}
