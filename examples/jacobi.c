/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * jacobi: 2-D heat conduction on a plate, solved by the Jacobi method.
 *
 *     mpiexec -n 4 jacobi [NX NY] [options]        options: jacobi --help
 *
 * The plate's rows are split over the PEs.  The whole solve is one kernel launch a PE (solve.c),
 * or, with --queued, launches with the communication between them on command lists
 * (solve_queued.c).  PE 0 makes or reads the plate, hands each PE its rows, collects them after the
 * solve and compares them with a serial solve of its own, bit by bit.
 */
#include "launch.h"
#include "solve.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    DEFAULT_COLUMNS = 1024,
    DEFAULT_ROWS = 768,
    DEFAULT_ITERATIONS = 10000,
    DEFAULT_CHECK_EVERY = 50,
    MAX_ITERATIONS = 1000000000,
    MAX_GROUPS = 65536,
    EXIT_USAGE = 2
};
#define DEFAULT_TOLERANCE 0.01f

/* ---- The command line ---------------------------------------------------------------------- */

static void print_usage(FILE *stream)
{
    fprintf(
        stream,
        "usage: jacobi [NX NY] [options]\n"
        "  NX NY              points of the plate across and down (default %d %d)\n"
        "  --iterations N     most iterations (default %d)\n"
        "  --tolerance T      stop when no point changes by more than T degrees in an "
        "iteration (default %g)\n"
        "  --check-every K    look at the change every K iterations (default %d)\n"
        "  --image-in FILE    take the plate from a PGM picture: its border and its brightest\n"
        "                     points keep their temperature\n"
        "  --image FILE       write the temperatures as a picture: FILE.png in colours, else PGM\n"
        "  --check, --no-check  compare with a serial solve (default), or do not\n"
        "  --queued           exchange halo rows by operations on command lists, and print when\n"
        "                     what ran\n"
        "  --groups N, --items N  work-groups a PE and work-items a work-group (default: to "
        "suit the device)\n",
        DEFAULT_COLUMNS, DEFAULT_ROWS, DEFAULT_ITERATIONS, (double)DEFAULT_TOLERANCE,
        DEFAULT_CHECK_EVERY);
}

static bool parse_number(const char *text, long low, long high, uint32_t *number)
{
    char *end;
    const long value = strtol(text, &end, 10);

    if (end == text || *end != '\0' || value < low || value > high)
        return false;
    *number = (uint32_t)value;
    return true;
}

static bool parse_tolerance(const char *text, float *tolerance)
{
    char *end;
    const float value = strtof(text, &end);

    if (end == text || *end != '\0' || !(value >= 0.0f) || !isfinite(value))
        return false;
    *tolerance = fabsf(value); /* never -0 */
    return true;
}

/* An option with a value; false: it is none, or the value is bad. */
static bool parse_option(const char *option, const char *value, options_t *options)
{
    if (strcmp(option, "--iterations") == 0)
        return parse_number(value, 0, MAX_ITERATIONS, &options->iterations);
    if (strcmp(option, "--check-every") == 0)
        return parse_number(value, 1, MAX_ITERATIONS, &options->check_every);
    if (strcmp(option, "--groups") == 0)
        return parse_number(value, 1, MAX_GROUPS, &options->groups);
    if (strcmp(option, "--items") == 0)
        return parse_number(value, 1, MAX_GROUPS, &options->items);
    if (strcmp(option, "--tolerance") == 0)
        return parse_tolerance(value, &options->tolerance);
    if (strcmp(option, "--image-in") == 0) {
        options->image_in = value;
        return true;
    }
    if (strcmp(option, "--image") == 0) {
        options->image_out = value;
        return true;
    }
    return false;
}

/* 0; or EXIT_USAGE, and `bad` is the argument that is wrong; or -1: help is asked for. */
static int parse_options(int argc, char **argv, options_t *options, const char **bad)
{
    int sizes = 0;

    for (int i = 1; i < argc; i++) {
        const char *argument = argv[i];
        *bad = argument;
        if (strcmp(argument, "--help") == 0 || strcmp(argument, "-h") == 0)
            return -1;
        if (strcmp(argument, "--check") == 0) {
            options->check = true;
        } else if (strcmp(argument, "--no-check") == 0) {
            options->check = false;
        } else if (strcmp(argument, "--queued") == 0) {
            options->queued = true;
        } else if (argument[0] == '-') {
            if (i + 1 == argc || !parse_option(argument, argv[i + 1], options))
                return EXIT_USAGE;
            i++;
        } else {
            uint32_t *side = sizes == 0 ? &options->columns : &options->rows;
            if (++sizes > 2 || !parse_number(argument, PLATE_MIN_SIDE, PLATE_MAX_SIDE, side))
                return EXIT_USAGE;
        }
    }
    *bad = "NX NY";
    return sizes == 1 || (sizes == 2 && options->image_in != NULL) ? EXIT_USAGE : 0;
}

/* ---- PE 0: the plate, the check and the report ---------------------------------------------- */

static void open_plate(const options_t *options, plate_t *plate)
{
    char error[256];

    if (options->image_in != NULL) {
        if (plate_read(options->image_in, plate, error) != 0)
            launch_fail("%s: %s", options->image_in, error);
    } else if (plate_create(options->columns, options->rows, plate, error) != 0) {
        launch_fail("%s", error);
    }
}

static uint32_t bits_of(float value)
{
    uint32_t bits;

    memcpy(&bits, &value, sizeof(bits));
    return bits;
}

/* Solves `start` serially and counts the points of `field` that differ from it in any bit. */
static size_t count_differences(plate_t *start, const plate_t *field, uint32_t iterations,
                                double *seconds)
{
    const size_t points = (size_t)start->columns * start->rows;
    const double begin = solve_now();
    size_t differences = 0;
    char error[256];

    if (plate_solve(start, iterations, error) != 0)
        launch_fail("%s", error);
    *seconds = solve_now() - begin;
    for (size_t i = 0; i < points; i++)
        differences += bits_of(start->temperature[i]) != bits_of(field->temperature[i]);
    return differences;
}

static void print_problem(const layout_t *layout)
{
    const uint32_t most = layout_rows_of(layout, 0);
    const uint32_t least = layout_rows_of(layout, layout->n_pes - 1);

    printf("plate         %u x %u points, %.0f of them updated\n", layout->columns, layout->rows,
           (layout->columns - 2.0) * (layout->rows - 2.0));
    if (most == least)
        printf("PEs           %d, %u rows each\n", layout->n_pes, most);
    else
        printf("PEs           %d, %u to %u rows each\n", layout->n_pes, least, most);
    fflush(stdout);
}

static void print_outcome(const layout_t *layout, const options_t *options,
                          const outcome_t *outcome)
{
    const double updates =
        (layout->columns - 2.0) * (layout->rows - 2.0) * (double)outcome->iterations;

    printf("launch        %s: %u work-group%s of %u work-item%s on PE 0\n",
           options->queued ? "one for each iteration and part" : "one a PE", outcome->groups,
           outcome->groups == 1 ? "" : "s", outcome->items, outcome->items == 1 ? "" : "s");
    printf("iterations    %u of at most %u%s\n", outcome->iterations, options->iterations,
           outcome->iterations < options->iterations ? ": tolerance reached" : "");
    printf("residual      %.3g degrees of change in the last iteration (tolerance %.3g)\n",
           (double)outcome->residual, (double)options->tolerance);
    printf("time          %.3f s\n", outcome->seconds);
    printf("speed         %.1f million updates/s\n", updates / outcome->seconds / 1e6);
    fflush(stdout);
}

/* Returns the exit status. */
static int report(const layout_t *layout, const options_t *options, const outcome_t *outcome,
                  plate_t *start)
{
    plate_t field = {0};
    size_t differences = 0;
    char error[256];

    print_outcome(layout, options, outcome);
    if (plate_copy(start, &field, error) != 0) /* for the borders, which no PE sends back */
        launch_fail("%s", error);
    layout_gather(layout, outcome->iterations, &field);
    if (options->image_out != NULL) {
        if (plate_write(&field, options->image_out, error) != 0)
            launch_fail("%s: %s", options->image_out, error);
        printf("picture       %s\n", options->image_out);
    }
    if (options->check) {
        double seconds;
        differences = count_differences(start, &field, outcome->iterations, &seconds);
        printf("serial check  %.3f s on one processor; %zu points differ\n", seconds, differences);
    }
    plate_destroy(&field);
    if (differences != 0)
        printf("jacobi: FAIL: %zu points differ from the serial solve\n", differences);
    else
        printf("jacobi: PASS: %u iterations over %d PEs%s\n", outcome->iterations, layout->n_pes,
               options->check ? ", bitwise identical to the serial solve" : ", not checked");
    return differences != 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* Collective: the other PEs get the plate's size from PE 0. */
static void share_size(const plate_t *plate, layout_t *layout)
{
    const int n_pes = ishmem_n_pes();
    uint32_t *shared = ishmem_calloc(2, sizeof(uint32_t));
    uint32_t size[2];

    if (shared == NULL)
        launch_fail("no room in the symmetric heap");
    if (ishmem_my_pe() == 0) {
        size[0] = plate->columns;
        size[1] = plate->rows;
        for (int pe = 0; pe < n_pes; pe++)
            ishmem_uint32_put(shared, size, 2, pe);
    }
    ishmem_barrier_all();
    ishmem_uint32_get(size, shared, 2, ishmem_my_pe());
    ishmem_free(shared);
    layout->columns = size[0];
    layout->rows = size[1];
}

/* Collective.  Returns the exit status. */
static int run(const options_t *options)
{
    const int me = ishmem_my_pe();
    const int n_pes = ishmem_n_pes();
    plate_t plate = {0};
    layout_t layout = {0};
    outcome_t outcome = {0};
    int status = EXIT_SUCCESS;

    if (me == 0)
        open_plate(options, &plate);
    share_size(&plate, &layout);
    if (layout.rows - 2 < (uint32_t)n_pes) {
        if (me == 0) {
            fprintf(stderr, "jacobi: a plate of %u rows has %u inner ones: too few for %d PEs\n",
                    layout.rows, layout.rows - 2, n_pes);
            plate_destroy(&plate);
        }
        return EXIT_USAGE;
    }
    layout_create(layout.columns, layout.rows, &layout);
    if (me == 0) {
        print_problem(&layout);
        layout_scatter(&plate, &layout);
    }
    (options->queued ? solve_queued : solve_in_one_launch)(&layout, options, &outcome);
    if (me == 0) {
        status = report(&layout, options, &outcome, &plate);
        plate_destroy(&plate);
    }
    ishmem_barrier_all(); /* where the other PEs sleep while PE 0 checks */
    layout_destroy(&layout);
    return status;
}

int main(int argc, char **argv)
{
    options_t options = {
        .columns = DEFAULT_COLUMNS,
        .rows = DEFAULT_ROWS,
        .iterations = DEFAULT_ITERATIONS,
        .check_every = DEFAULT_CHECK_EVERY,
        .tolerance = DEFAULT_TOLERANCE,
        .check = true,
    };
    const char *bad = NULL;
    int status = parse_options(argc, argv, &options, &bad);

    ishmem_init();
    if (status == 0) {
        status = run(&options);
    } else if (ishmem_my_pe() == 0) {
        if (status == EXIT_USAGE)
            fprintf(stderr, "jacobi: bad argument: %s\n", bad);
        print_usage(status == EXIT_USAGE ? stderr : stdout);
    }
    ishmem_finalize();
    return status < 0 ? EXIT_SUCCESS : status;
}
