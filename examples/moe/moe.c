/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * moe: dispatch and combine of a mixture-of-experts layer.
 *
 *     mpiexec -n 2 moe --tokens 4096 --hidden 7168 --experts 64 --top-k 8
 *
 * Each PE has tokens, and its share of the experts.  Kernels send each token to the PEs of its
 * experts, apply the experts there, and bring the weighted results home (moe.cl).  The program
 * measures that, beside plain puts of the same bytes, and compares the values with a serial result.
 */
#include "measure.h"
#include "routing.h"

#include <stdlib.h>

enum { EXIT_USAGE = 2 };

/* ---- The report ----------------------------------------------------------------------------- */

/* Bytes that a PE sends to others in a step; 0: the step does not communicate. */
static double bytes_of(const result_t *result, layer_step_t step)
{
    switch (step) {
    case LAYER_DISPATCH:
    case LAYER_PLAIN_PUT:
        return result->bytes_out;
    case LAYER_COMBINE:
        return result->bytes_back;
    default:
        return 0.0;
    }
}

static double bytes_per_second(const result_t *result, layer_step_t step)
{
    return bytes_of(result, step) / result->seconds[step];
}

/* How a step compares with plain puts. */
static double share_of_limit(const result_t *result, layer_step_t step)
{
    return bytes_per_second(result, step) / bytes_per_second(result, LAYER_PLAIN_PUT);
}

static void print_step(const result_t *result, layer_step_t step, const char *name)
{
    printf("%-13s %10.1f us", name, 1e6 * result->seconds[step]);
    if (bytes_of(result, step) > 0.0)
        printf(" %10.2f GB/s", 1e-9 * bytes_per_second(result, step));
    if (bytes_of(result, step) > 0.0 && step != LAYER_PLAIN_PUT)
        printf(" %7.0f %% of a plain put", 100.0 * share_of_limit(result, step));
    printf("\n");
}

static void print_table(const layer_t *layer, const result_t *result)
{
    const moe_sizes_t *sizes = &layer->sizes;
    const uint32_t groups = layer->groups[LAYER_DISPATCH];
    const uint32_t items = layer->items[LAYER_DISPATCH];

    printf("layer         %u tokens of %u bfloat16 on each of %u PEs, top %u of %u experts\n",
           sizes->tokens, sizes->hidden, sizes->pes, sizes->top_k, sizes->experts);
    printf("dispatched    each token to %.2f PEs, %.3f MB from a PE to others\n",
           result->pes_of_token, 1e-6 * result->bytes_out);
    printf("launch        %u work-group%s of %u work-item%s on PE 0\n", groups,
           groups == 1 ? "" : "s", items, items == 1 ? "" : "s");
    print_step(result, LAYER_DISPATCH, "dispatch");
    print_step(result, LAYER_EXPERTS, "experts");
    print_step(result, LAYER_COMBINE, "combine");
    print_step(result, LAYER_PLAIN_PUT, "plain put");
    print_step(result, LAYER_NOTHING, "empty kernel");
    if (result->checked)
        printf("serial check  %.3f s on one processor; %.0f values differ\n", result->check_seconds,
               result->differences);
    if (result->differences > 0.0)
        printf("moe: FAIL: %.0f values differ from the serial result\n", result->differences);
    else
        printf("moe: PASS: %s\n",
               result->checked ? "bitwise identical to the serial result" : "not checked");
}

static void print_json_step(const result_t *result, layer_step_t step, const char *name)
{
    printf(",\n \"%s\": {\"seconds\": %.9f", name, result->seconds[step]);
    if (bytes_of(result, step) > 0.0)
        printf(", \"bytes\": %.0f, \"bytes_per_second\": %.0f, \"share_of_plain_put\": %.4f",
               bytes_of(result, step), bytes_per_second(result, step),
               share_of_limit(result, step));
    printf("}");
}

static void print_json(const layer_t *layer, const options_t *options, const result_t *result)
{
    const moe_sizes_t *sizes = &layer->sizes;

    printf("{\"pes\": %u, \"tokens\": %u, \"hidden\": %u, \"experts\": %u, \"top_k\": %u,\n"
           " \"groups\": %u, \"items\": %u, \"repetitions\": %u, \"pes_of_token\": %.4f",
           sizes->pes, sizes->tokens, sizes->hidden, sizes->experts, sizes->top_k,
           layer->groups[LAYER_DISPATCH], layer->items[LAYER_DISPATCH], options->repetitions,
           result->pes_of_token);
    print_json_step(result, LAYER_DISPATCH, "dispatch");
    print_json_step(result, LAYER_EXPERTS, "experts");
    print_json_step(result, LAYER_COMBINE, "combine");
    print_json_step(result, LAYER_PLAIN_PUT, "plain_put");
    print_json_step(result, LAYER_NOTHING, "empty_kernel");
    if (result->checked)
        printf(",\n \"checked\": true, \"differences\": %.0f}\n", result->differences);
    else
        printf(",\n \"checked\": false}\n");
}

/* ---- The run -------------------------------------------------------------------------------- */

/* PE 0 reads the file and gives each PE its choices. */
static void share_file(const moe_sizes_t *sizes, const options_t *options, moe_choice_t *choices)
{
    const size_t count = (size_t)sizes->tokens * sizes->top_k;
    const size_t bytes = count * sizeof(moe_choice_t);
    moe_choice_t *shared = ishmem_calloc(count, sizeof(moe_choice_t));
    char error[256];

    if (shared == NULL)
        launch_fail("no room for %zu choices in the symmetric heap", count);
    if (ishmem_my_pe() == 0) {
        moe_choice_t *all = calloc(count * sizes->pes, sizeof(moe_choice_t));
        if (all == NULL)
            launch_fail("out of memory for %zu choices", count * sizes->pes);
        if (!routing_from_file(sizes, options->seed, options->routing, all, error))
            launch_fail("%s: %s", options->routing, error);
        for (uint32_t pe = 0; pe < sizes->pes; pe++)
            ishmem_putmem(shared, all + pe * count, bytes, (int)pe);
        free(all);
    }
    ishmem_barrier_all();
    ishmem_getmem(choices, shared, bytes, ishmem_my_pe());
    ishmem_free(shared);
}

/* Collective.  Returns the exit status. */
static int run(const options_t *options)
{
    const moe_sizes_t sizes = routing_sizes(options, ishmem_n_pes());
    moe_choice_t *choices = calloc((size_t)sizes.tokens * sizes.top_k, sizeof(moe_choice_t));
    layer_t layer;
    result_t result;

    if (choices == NULL)
        launch_fail("out of memory for the choices of %u tokens", sizes.tokens);
    if (options->routing != NULL)
        share_file(&sizes, options, choices);
    else
        routing_from_seed(&sizes, options->seed, ishmem_my_pe(), choices);
    layer_create(&sizes, options, &layer);
    measure(&layer, options, choices, &result);
    if (ishmem_my_pe() == 0 && options->json)
        print_json(&layer, options, &result);
    else if (ishmem_my_pe() == 0)
        print_table(&layer, &result);
    layer_destroy(&layer);
    free(choices);
    return result.differences > 0.0 ? EXIT_FAILURE : EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    options_t options;
    char error[256];
    const bool good = options_read(argc, argv, &options, error);
    int status = good ? EXIT_SUCCESS : EXIT_USAGE;

    ishmem_init();
    if (good && !options.help) {
        status = run(&options);
    } else if (ishmem_my_pe() == 0) {
        if (!good)
            fprintf(stderr, "moe: %s\n", error);
        options_print_usage(good ? stdout : stderr);
    }
    ishmem_finalize();
    return status;
}
