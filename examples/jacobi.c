/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * jacobi: 2-D heat conduction on a plate, solved by the Jacobi method.
 *
 *     mpiexec -n 4 jacobi [NX NY] [options]        options: jacobi --help
 *
 * The plate's rows are split over the PEs.  The whole solve is one kernel launch a PE (jacobi.cl):
 * the kernels exchange halo rows and residuals among themselves while the hosts wait.  PE 0 makes
 * or reads the plate, hands each PE its rows, collects them after the solve and compares them with
 * a serial solve of its own, bit by bit.
 */
#define _GNU_SOURCE /* sched_getaffinity */
#include "jacobi.h"
#include "launch.h"
#include "plate.h"

#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    DEFAULT_COLUMNS = 1024,
    DEFAULT_ROWS = 768,
    DEFAULT_ITERATIONS = 10000,
    DEFAULT_CHECK_EVERY = 50,
    MAX_ITERATIONS = 1000000000,
    MAX_GROUPS = 65536,
    GPU_GROUP_ITEMS = 256,
    ROW_ALIGNMENT = 16, /* floats: a cache line */
    EXIT_USAGE = 2
};
#define DEFAULT_TOLERANCE 0.01f

typedef struct options {
    uint32_t columns;
    uint32_t rows;
    uint32_t iterations;
    uint32_t check_every;
    uint32_t groups; /* 0: as many as suit the device */
    uint32_t items;  /* likewise */
    float tolerance;
    bool check;
    const char *image_in;
    const char *image_out;
} options_t;

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

/* One PE's launch: what was chosen and how it went. */
typedef struct outcome {
    uint32_t groups;
    uint32_t items;
    uint32_t iterations;
    float residual;
    double seconds;
} outcome_t;

/* ---- The command line ---------------------------------------------------------------------- */

static void print_usage(FILE *stream)
{
    fprintf(stream,
            "usage: jacobi [NX NY] [options]\n"
            "  NX NY              points of the plate across and down (default %d %d)\n"
            "  --iterations N     most iterations (default %d)\n"
            "  --tolerance T      stop when no point changes by more than T degrees in an "
            "iteration (default %g)\n"
            "  --check-every K    look at the change every K iterations (default %d)\n"
            "  --image-in FILE    take the plate from a PGM picture: its border and its brightest\n"
            "                     points keep their temperature\n"
            "  --image FILE       write the temperatures as a PGM picture\n"
            "  --check, --no-check  compare with a serial solve (default), or do not\n"
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

/* ---- The split ------------------------------------------------------------------------------ */

/* Rows of PE pe: the plate's inner rows, as evenly as they go. */
static uint32_t rows_of(const layout_t *layout, int pe)
{
    const uint32_t inner = layout->rows - 2;
    const uint32_t n_pes = (uint32_t)layout->n_pes;

    return inner / n_pes + ((uint32_t)pe < inner % n_pes ? 1 : 0);
}

/* The plate's row that is the first of PE pe. */
static uint32_t first_row_of(const layout_t *layout, int pe)
{
    uint32_t first = 1;

    for (int before = 0; before < pe; before++)
        first += rows_of(layout, before);
    return first;
}

/* Collective. */
static void layout_create(uint32_t columns, uint32_t rows, layout_t *layout)
{
    layout->columns = columns;
    layout->rows = rows;
    layout->n_pes = ishmem_n_pes();
    layout->pitch = ((size_t)columns + ROW_ALIGNMENT - 1) / ROW_ALIGNMENT * ROW_ALIGNMENT;
    layout->buffer_floats = (rows_of(layout, 0) + 2) * layout->pitch;
    layout->field = ishmem_calloc(2 * layout->buffer_floats, sizeof(float));
    layout->fixed = ishmem_calloc(layout->buffer_floats, 1);
    layout->signals = ishmem_calloc(2, sizeof(uint64_t));
    layout->partials = ishmem_calloc(2 * (size_t)layout->n_pes, sizeof(uint64_t));
    layout->groups = ishmem_calloc(1, sizeof(jacobi_groups_t));
    if (layout->field == NULL || layout->fixed == NULL || layout->signals == NULL ||
        layout->partials == NULL || layout->groups == NULL)
        launch_fail("a plate of %u x %u points needs %zu MiB in the symmetric heap of each of %d "
                    "PEs: set ISHMEM_SYMMETRIC_SIZE, or use more PEs",
                    columns, rows, (9 * layout->buffer_floats >> 20) + 1, layout->n_pes);
}

static void layout_destroy(layout_t *layout)
{
    ishmem_free(layout->groups);
    ishmem_free(layout->partials);
    ishmem_free(layout->signals);
    ishmem_free(layout->fixed);
    ishmem_free(layout->field);
}

/* On PE 0: gives every PE its rows and the rows around them. */
static void scatter(const plate_t *plate, const layout_t *layout)
{
    float *temperature = calloc(layout->buffer_floats, sizeof(float));
    uint8_t *fixed = calloc(layout->buffer_floats, 1);

    if (temperature == NULL || fixed == NULL)
        launch_fail("no memory for the rows of one PE");
    for (int pe = 0; pe < layout->n_pes; pe++) {
        const size_t above = first_row_of(layout, pe) - 1;
        const size_t rows = rows_of(layout, pe) + 2;
        for (size_t y = 0; y < rows; y++) {
            const size_t from = (above + y) * plate->columns;
            memcpy(temperature + y * layout->pitch, plate->temperature + from,
                   plate->columns * sizeof(float));
            memcpy(fixed + y * layout->pitch, plate->fixed + from, plate->columns);
        }
        const size_t floats = rows * layout->pitch;
        ishmem_float_put(layout->field, temperature, floats, pe);
        ishmem_float_put(layout->field + layout->buffer_floats, temperature, floats, pe);
        ishmem_putmem(layout->fixed, fixed, floats, pe);
    }
    ishmem_quiet();
    free(fixed);
    free(temperature);
}

/* On PE 0: collects the rows of all PEs as iteration `iterations` left them. */
static void gather(const layout_t *layout, uint32_t iterations, plate_t *plate)
{
    const float *buffer = layout->field + (iterations % 2 ? layout->buffer_floats : 0);
    float *part = malloc(layout->buffer_floats * sizeof(float));

    if (part == NULL)
        launch_fail("no memory for the rows of one PE");
    for (int pe = 0; pe < layout->n_pes; pe++) {
        const size_t first = first_row_of(layout, pe);
        const size_t rows = rows_of(layout, pe);
        ishmem_float_get(part, buffer + layout->pitch, rows * layout->pitch, pe);
        for (size_t y = 0; y < rows; y++)
            memcpy(plate->temperature + (first + y) * plate->columns, part + y * layout->pitch,
                   plate->columns * sizeof(float));
    }
    free(part);
}

/* ---- The solve ------------------------------------------------------------------------------ */

/* PEs whose heap this PE reaches by load and store: on a CPU device these share the processors. */
static uint32_t neighbouring_pes(const layout_t *layout)
{
    uint32_t count = 0;

    for (int pe = 0; pe < layout->n_pes; pe++)
        count += ishmem_ptr(layout->field, pe) != NULL;
    return count > 0 ? count : 1;
}

/*
 * Work-groups and their size.  A CPU gets one work-item a work-group, which runs over whole rows,
 * and a work-group for each processor that is this PE's share; a GPU gets wide work-groups and as
 * many as stay resident.
 */
static void choose_shape(const layout_t *layout, const options_t *options, outcome_t *outcome)
{
    ze_device_properties_t properties = {.stype = ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES};
    cpu_set_t set;

    launch_check(zeDeviceGetProperties(ishmemx_ze_device(), &properties), "querying the tile");
    if (properties.type == ZE_DEVICE_TYPE_CPU) {
        const int processors = sched_getaffinity(0, sizeof(set), &set) == 0 ? CPU_COUNT(&set) : 1;
        outcome->items = 1;
        outcome->groups = (uint32_t)processors / neighbouring_pes(layout);
    } else {
        outcome->items = GPU_GROUP_ITEMS;
        outcome->groups = MAX_GROUPS;
    }
    if (options->items != 0)
        outcome->items = options->items;
    if (options->groups != 0)
        outcome->groups = options->groups;
}

/* Every work-group needs a row, and all must run at the same time. */
static void limit_groups(const layout_t *layout, ze_kernel_handle_t kernel, outcome_t *outcome)
{
    const uint32_t rows = rows_of(layout, ishmem_my_pe());
    const uint32_t resident = launch_max_resident_groups(kernel);

    if (outcome->groups > rows)
        outcome->groups = rows;
    if (outcome->groups > resident)
        outcome->groups = resident;
    if (outcome->groups < 1)
        outcome->groups = 1;
}

static double now_seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Collective: one launch, the whole solve. */
static void solve(const layout_t *layout, const options_t *options, outcome_t *outcome)
{
    const int me = ishmem_my_pe();
    const uint64_t buffer_floats = layout->buffer_floats;
    const uint64_t pitch = layout->pitch;
    const uint32_t rows = rows_of(layout, me);
    const uint32_t rows_above = me > 0 ? rows_of(layout, me - 1) : 0;
    const uint32_t has_below = me + 1 < layout->n_pes;
    void *shared = layout->groups;
    const launch_argument_t arguments[] = {
        LAUNCH_ARGUMENT(layout->field),       LAUNCH_ARGUMENT(buffer_floats),
        LAUNCH_ARGUMENT(layout->fixed),       LAUNCH_ARGUMENT(pitch),
        LAUNCH_ARGUMENT(layout->columns),     LAUNCH_ARGUMENT(rows),
        LAUNCH_ARGUMENT(rows_above),          LAUNCH_ARGUMENT(has_below),
        LAUNCH_ARGUMENT(options->iterations), LAUNCH_ARGUMENT(options->check_every),
        LAUNCH_ARGUMENT(options->tolerance),  LAUNCH_ARGUMENT(layout->signals),
        LAUNCH_ARGUMENT(layout->partials),    LAUNCH_ARGUMENT(shared),
    };
    const uint32_t argument_count = sizeof(arguments) / sizeof(arguments[0]);
    launch_program_t program;
    ze_kernel_handle_t kernel;
    jacobi_groups_t groups;

    choose_shape(layout, options, outcome);
    launch_open("jacobi.spv", &program);
    launch_kernel_create(&program, "jacobi", outcome->items, argument_count, arguments, &kernel);
    limit_groups(layout, kernel, outcome);

    ishmem_barrier_all();
    const double start = now_seconds();
    launch_start(&program, kernel, outcome->groups, true);
    launch_wait(&program);
    ishmem_barrier_all();
    outcome->seconds = now_seconds() - start;

    ishmem_getmem(&groups, layout->groups, sizeof(groups), me);
    outcome->iterations = groups.iterations;
    memcpy(&outcome->residual, &groups.residual, sizeof(float));
    launch_kernel_destroy(kernel);
    launch_close(&program);
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
    const double begin = now_seconds();
    size_t differences = 0;
    char error[256];

    if (plate_solve(start, iterations, error) != 0)
        launch_fail("%s", error);
    *seconds = now_seconds() - begin;
    for (size_t i = 0; i < points; i++)
        differences += bits_of(start->temperature[i]) != bits_of(field->temperature[i]);
    return differences;
}

static void print_problem(const layout_t *layout)
{
    const uint32_t most = rows_of(layout, 0);
    const uint32_t least = rows_of(layout, layout->n_pes - 1);

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

    printf("launch        one a PE: %u work-group%s of %u work-item%s on PE 0\n", outcome->groups,
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
    gather(layout, outcome->iterations, &field);
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
               options->check ? ", every bit as in the serial solve" : ", not checked");
    return differences != 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* Collective: the plate's size is PE 0's to know. */
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
        scatter(&plate, &layout);
    }
    solve(&layout, options, &outcome);
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
