/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The part of device_bench that measures routines by who calls them.  Each row gives the time from
 * one operation to the next, those of all work-groups counted, or the bytes that all move in a
 * second; the limit is one thread of the host that does the same by the plain instruction or by
 * memcpy or, where work-groups meet at one word, as many threads as there are processors.
 */
#include "baseline.h"
#include "device_bench.h"
#include "table.h"

#include <stdio.h>

enum { GROUPS = 8, SUB_GROUP_ITEMS = 16, WORD_SAMPLE_OPS = 2000, COPY_SAMPLE_MOST = 1000 };
#define LARGE_BYTES ((uint64_t)16 << 20)

typedef struct form {
    const char *name;
    const char *suffix; /* of the kernel */
    uint32_t items;
    uint32_t groups;
} form_t;

static const form_t forms[] = {
    {"work-item", "", 1, 1},
    {"sub-group", "_sub_group", SUB_GROUP_ITEMS, 1},
    {"work-group", "_work_group", GROUP_ITEMS, 1},
    {"8 work-groups", "_work_group", GROUP_ITEMS, GROUPS},
};
enum { FORMS = sizeof(forms) / sizeof(forms[0]) };

static int32_t partner(const bench_t *bench)
{
    return bench->n_pes > 1 ? 1 : 0;
}

/* The address of a symmetric object of the partner that the host can use, or else this PE's. */
static void *reached(const bench_t *bench, void *object)
{
    void *view = ishmem_ptr(object, partner(bench));

    return view != NULL ? view : object;
}

static void create_kernel(const bench_t *bench, const char *routine, const form_t *form,
                          uint32_t count, const launch_argument_t *arguments,
                          ze_kernel_handle_t *kernel)
{
    char name[64];

    snprintf(name, sizeof(name), "bench_%s%s", routine, form->suffix);
    launch_kernel_create(&bench->program, name, form->items, count, arguments, kernel);
}

/* ---- Blocks ----------------------------------------------------------------------------------- */

/* bytes: by all work-groups together. */
static void measure_copy(const bench_t *bench, const char *routine, const form_t *form,
                         uint64_t bytes, const char *goal)
{
    const bool is_put = routine[0] == 'p';
    const uint64_t fitting = 2 * LARGE_BYTES / bytes;
    const uint32_t repetitions = fitting > COPY_SAMPLE_MOST ? COPY_SAMPLE_MOST : (uint32_t)fitting;
    const int32_t pe = partner(bench);
    const uint64_t share = bytes / form->groups;
    const launch_argument_t arguments[] = {LAUNCH_ARGUMENT(bench->destination),
                                           LAUNCH_ARGUMENT(bench->source), LAUNCH_ARGUMENT(share),
                                           LAUNCH_ARGUMENT(pe), LAUNCH_ARGUMENT(repetitions)};
    ze_kernel_handle_t kernel;
    double seconds;
    double limit;
    char size[16];
    char name[64];

    create_kernel(bench, routine, form, 5, arguments, &kernel);
    bench_against_memcpy(bench, kernel, form->groups,
                         is_put ? reached(bench, bench->destination) : bench->destination,
                         is_put ? bench->source : reached(bench, bench->source), bytes, &seconds,
                         &limit);
    launch_kernel_destroy(kernel);
    seconds /= repetitions;
    snprintf(name, sizeof(name), "%s to PE %d, %s, %s", routine, pe, form->name,
             table_bytes(size, bytes));
    if (bytes < 1 << 16)
        table_row(name, 1e6 * seconds, "us", "memcpy", 1e6 * limit, goal);
    else
        table_row(name, (double)bytes / seconds / 1e9, "GB/s", "memcpy",
                  (double)bytes / limit / 1e9, goal);
}

static void measure_copies(const bench_t *bench, const char *routine)
{
    for (size_t i = 0; i < FORMS; i++) {
        const char *goal =
            routine[0] == 'p' && forms[i].items == GROUP_ITEMS && forms[i].groups == 1
                ? "ratio at least 0.9"
                : "";
        measure_copy(bench, routine, &forms[i], (uint64_t)8 * forms[i].groups, "");
        measure_copy(bench, routine, &forms[i], (uint64_t)4096 * forms[i].groups, "");
        measure_copy(bench, routine, &forms[i], (uint64_t)256 << 10, "");
        measure_copy(bench, routine, &forms[i], (uint64_t)2 << 20, "");
        measure_copy(bench, routine, &forms[i], LARGE_BYTES, goal);
    }
}

/* ---- Words ------------------------------------------------------------------------------------ */

static void measure_word(const bench_t *bench, const char *routine, const form_t *form,
                         baseline_op_t op, bool shared)
{
    const uint32_t repetitions = WORD_SAMPLE_OPS;
    const int32_t pe = partner(bench);
    const launch_argument_t arguments[] = {LAUNCH_ARGUMENT(bench->destination), LAUNCH_ARGUMENT(pe),
                                           LAUNCH_ARGUMENT(repetitions)};
    const int processors = baseline_processors();
    const bool crowd = shared && form->groups > 1;
    uint64_t own = 0;
    uint64_t *word = bench->host_reaches ? reached(bench, bench->destination) : &own;
    double ours[SAMPLES];
    double limits[SAMPLES];
    char limit_name[32] = "plain";
    char name[64];
    ze_kernel_handle_t kernel;

    create_kernel(bench, routine, form, 3, arguments, &kernel);
    bench_launch(bench, kernel, form->groups);
    for (size_t i = 0; i < SAMPLES; i++) {
        ours[i] = bench_launch(bench, kernel, form->groups) / (repetitions * form->groups);
        limits[i] = crowd ? baseline_crowd(op, processors) : baseline_word(op, word);
    }
    launch_kernel_destroy(kernel);
    if (crowd)
        snprintf(limit_name, sizeof(limit_name), "%d threads", processors);
    snprintf(name, sizeof(name), "%s to PE %d, %s", routine, pe, form->name);
    table_row(name, 1e9 * baseline_median(ours, SAMPLES), "ns", limit_name,
              1e9 * baseline_median(limits, SAMPLES), "");
}

static void measure_words(const bench_t *bench, const char *routine, baseline_op_t op, bool shared)
{
    for (size_t i = 0; i < FORMS; i++)
        measure_word(bench, routine, &forms[i], op, shared);
}

void bench_forms(const bench_t *bench)
{
    measure_copies(bench, "put");
    measure_copies(bench, "get");
    measure_words(bench, "p", BASELINE_STORE, false);
    measure_words(bench, "g", BASELINE_LOAD, false);
    measure_words(bench, "add", BASELINE_ADD, true);
    measure_words(bench, "fetch_add", BASELINE_FETCH_ADD, true);
}
