/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The command line.
 */
#include "tune.h"

#include "number.h"
#include "tool.h"
#include <getopt.h>
#include <string.h>

#define NAME "ishmem-tune"

static const struct option long_options[] = {{"min", required_argument, NULL, 'b'},
                                             {"max", required_argument, NULL, 'e'},
                                             {"factor", required_argument, NULL, 'f'},
                                             {"iterations", required_argument, NULL, 'n'},
                                             {"warm-up", required_argument, NULL, 'w'},
                                             {"output", required_argument, NULL, 'o'},
                                             {"repeats", required_argument, NULL, 'r'},
                                             {"append", no_argument, NULL, 'a'},
                                             {"version", no_argument, NULL, 'V'},
                                             {"help", no_argument, NULL, 'h'},
                                             {0}};

static const char usage[] =
    "usage: mpiexec -n PES ishmem-tune [OPTION]...\n"
    "\n"
    "Measures the algorithms of each collective, and on command lists kernels against the\n"
    "copy engine, for each size and team size.  Writes the table that libishmem reads if\n"
    "ISHMEM_TUNING names it.\n"
    "\n"
    "  -o, --output FILE       write the table to FILE (default ishmem.tuning)\n"
    "  -a, --append            append to FILE: first near, then far PEs, then several hosts\n"
    "  -b, --min BYTES         smallest size, with an optional suffix K, M or G (default 8)\n"
    "  -e, --max BYTES         largest size (default 4M)\n"
    "  -f, --factor N          multiply the size by N for the next one (default 2)\n"
    "  -n, --iterations N      take the median of N samples (default 25)\n"
    "  -w, --warm-up N         discard N samples first (default 3)\n"
    "  -r, --repeats N         measure N times and keep the smallest medians (default 3)\n"
    "  -h, --help              print this text\n"
    "  -V, --version           print the version\n";

static size_t read_number(const char *option, const char *text, size_t least)
{
    size_t number;
    if (!perf_number_read(text, least, (size_t)1 << 30, &number)) {
        tool_misused(NAME, "%s %s: expected a number%s", option, text,
                     strcmp(option, "--factor") == 0 ? " of at least 2" : " of at most 1G");
    }
    return number;
}

void tune_options_read(int argc, char **argv, tune_options_t *options)
{
    *options = (tune_options_t){.perf = {.min_bytes = 8,
                                         .max_bytes = (size_t)4 << 20,
                                         .factor = 2,
                                         .samples = 25,
                                         .warm_up = 3,
                                         .groups = 1,
                                         .items = 256,
                                         .type = "float",
                                         .scope = PERF_WORK_GROUP},
                                .file = "ishmem.tuning",
                                .repeats = 3};
    perf_options_t *const perf = &options->perf;
    opterr = 0;
    int option;
    while ((option = getopt_long(argc, argv, ":b:e:f:n:w:r:o:ahV", long_options, NULL)) != -1) {
        switch (option) {
        case 'b':
            perf->min_bytes = read_number("--min", optarg, sizeof(float));
            break;
        case 'e':
            perf->max_bytes = read_number("--max", optarg, sizeof(float));
            break;
        case 'f':
            perf->factor = read_number("--factor", optarg, 2);
            break;
        case 'n':
            perf->samples = read_number("--iterations", optarg, 1);
            break;
        case 'w':
            perf->warm_up = read_number("--warm-up", optarg, 0);
            break;
        case 'r':
            options->repeats = read_number("--repeats", optarg, 1);
            break;
        case 'o':
            options->file = optarg;
            break;
        case 'a':
            options->append = true;
            break;
        case 'V':
            tool_answer_version(NAME);
        case 'h':
            tool_answer(usage);
        default:
            tool_misused_option(NAME, option, argv, long_options);
        }
    }
    if (optind < argc) {
        tool_misused(NAME, "unexpected argument '%s'; " NAME " --help lists the options",
                     argv[optind]);
    }
    if (perf->max_bytes < perf->min_bytes) {
        tool_misused(NAME, "--max %zu: expected at least the smallest size (--min)",
                     perf->max_bytes);
    }
}
