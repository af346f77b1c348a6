/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The command line.
 */
#include "options.h"

#include "help.h"
#include "number.h"
#include "plot.h"
#include "tool.h"
#include "types.h"
#include <getopt.h>
#include <stdio.h>
#include <string.h>

enum {
    OPTION_DEVICE = 256,
    OPTION_BIDIR,
    OPTION_RATE,
    OPTION_JSON,
    OPTION_CSV,
    OPTION_MPI,
    OPTION_PLOT,
    OPTION_LIST
};

#define NAME "ishmem-perf"

static const struct option long_options[] = {{"min", required_argument, NULL, 'b'},
                                             {"max", required_argument, NULL, 'e'},
                                             {"factor", required_argument, NULL, 'f'},
                                             {"iterations", required_argument, NULL, 'n'},
                                             {"warm-up", required_argument, NULL, 'w'},
                                             {"groups", required_argument, NULL, 'c'},
                                             {"items", required_argument, NULL, 't'},
                                             {"type", required_argument, NULL, 'd'},
                                             {"operation", required_argument, NULL, 'o'},
                                             {"scope", required_argument, NULL, 's'},
                                             {"device", no_argument, NULL, OPTION_DEVICE},
                                             {"bidir", no_argument, NULL, OPTION_BIDIR},
                                             {"msgrate", no_argument, NULL, OPTION_RATE},
                                             {"json", no_argument, NULL, OPTION_JSON},
                                             {"csv", no_argument, NULL, OPTION_CSV},
                                             {"compare-mpi", no_argument, NULL, OPTION_MPI},
                                             {"plot", required_argument, NULL, OPTION_PLOT},
                                             {"list", no_argument, NULL, OPTION_LIST},
                                             {"version", no_argument, NULL, 'V'},
                                             {"help", no_argument, NULL, 'h'},
                                             {0}};

static _Noreturn void refuse(const char *option, const char *value, const char *expected)
{
    tool_misused(NAME, "%s %s: expected %s", option, value, expected);
}

static size_t read_number(const char *option, const char *text, size_t least)
{
    size_t number;
    if (!perf_number_read(text, least, SIZE_MAX, &number)) {
        char expected[64];
        snprintf(expected, sizeof expected, "a number of at least %zu", least);
        refuse(option, text, expected);
    }
    return number;
}

static perf_scope_t read_scope(const char *text)
{
    for (perf_scope_t scope = PERF_WORK_ITEM; scope <= PERF_WORK_GROUP; scope++) {
        const char *const name = perf_scope_name(scope);
        const char *const hyphen = strpbrk(text, "-_");
        const size_t length = strcspn(name, "_");
        if (hyphen == text + length && strncmp(text, name, length) == 0 &&
            strcmp(hyphen + 1, name + length + 1) == 0) {
            return scope;
        }
    }
    refuse("--scope", text, "work-item, sub-group or work-group");
}

static void check(const perf_options_t *options)
{
    if (options->max_bytes < options->min_bytes) {
        char value[32];
        snprintf(value, sizeof value, "%zu", options->max_bytes);
        refuse("--max", value, "at least the smallest size (--min)");
    }
    if (!perf_type_find(options->type)) {
        refuse("--type", options->type,
               "a type as in the names of routines, such as int32 or double");
    }
    if (options->plot && tool_is_first() && !perf_plot_check(options->plot)) {
        tool_fail();
    }
}

void perf_options_read(int argc, char **argv, perf_options_t *options, int *first)
{
    *options = (perf_options_t){.min_bytes = 8,
                                .max_bytes = (size_t)4 << 20,
                                .factor = 2,
                                .samples = 100,
                                .warm_up = 10,
                                .groups = 1,
                                .type = "int32",
                                .scope = PERF_WORK_GROUP};
    opterr = 0;
    int option;
    while ((option = getopt_long(argc, argv, ":b:e:f:n:w:c:t:d:o:s:hV", long_options, NULL)) !=
           -1) {
        switch (option) {
        case 'b':
            options->min_bytes = read_number("--min", optarg, 1);
            break;
        case 'e':
            options->max_bytes = read_number("--max", optarg, 1);
            break;
        case 'f':
            options->factor = read_number("--factor", optarg, 2);
            break;
        case 'n':
            options->samples = read_number("--iterations", optarg, 1);
            break;
        case 'w':
            options->warm_up = read_number("--warm-up", optarg, 0);
            break;
        case 'c':
            options->groups = (unsigned)read_number("--groups", optarg, 1);
            break;
        case 't':
            options->items = (unsigned)read_number("--items", optarg, 1);
            break;
        case 'd':
            options->type = optarg;
            break;
        case 'o':
            options->operation = optarg;
            break;
        case 's':
            options->scope = read_scope(optarg);
            break;
        case OPTION_DEVICE:
            options->device = true;
            break;
        case OPTION_BIDIR:
            options->bidirectional = true;
            break;
        case OPTION_RATE:
            options->message_rate = true;
            break;
        case OPTION_JSON:
            options->format = PERF_JSON;
            break;
        case OPTION_CSV:
            options->format = PERF_CSV;
            break;
        case OPTION_MPI:
            options->compare_mpi = true;
            break;
        case OPTION_PLOT:
            options->plot = optarg;
            break;
        case OPTION_LIST:
            perf_list();
        case 'V':
            tool_answer_version(NAME);
        case 'h':
            perf_help();
        default:
            tool_misused_option(NAME, option, argv, long_options);
        }
    }
    check(options);
    if (optind == argc) {
        tool_misused(NAME, "no benchmark is named; " NAME " --help lists the options");
    }
    *first = optind;
}
