/* SPDX-License-Identifier: BSD-3-Clause */
#include "help.h"

#include "benchmarks.h"
#include "reductions.h"
#include "tool.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH 90

static const char usage[] =
    "usage: mpiexec -n PES ishmem-perf [OPTION]... BENCHMARK...\n"
    "\n"
    "Measures the benchmarks that are named; --list prints them.\n"
    "\n"
    "  -b, --min BYTES         smallest size, with an optional suffix K, M or G (default 8)\n"
    "  -e, --max BYTES         largest size (default 4M)\n"
    "  -f, --factor N          multiply the size by N for the next one (default 2)\n"
    "  -n, --iterations N      samples in a row of output (default 100); each sample is as\n"
    "                          many operations as the clock needs\n"
    "  -w, --warm-up N         samples that are discarded first (default 10)\n"
    "  -d, --type TYPE         element type, as in the names of routines (default int32)\n"
    "  -o, --operation OPERATION\n"
    "                          operation of atomics and reductions\n"
    "      --bidir             run on both PEs of a pair at the same time\n"
    "      --device            call the routines from kernels instead of the host\n"
    "  -c, --groups N          with --device, N work-groups (default 1)\n"
    "  -t, --items N           with --device, N work-items in a work-group (default: what the\n"
    "                          driver suggests, at most 256)\n"
    "  -s, --scope work-item|sub-group|work-group\n"
    "                          with --device, what makes a call (default work-group)\n"
    "      --msgrate           also print operations per second\n"
    "      --json              print JSON\n"
    "      --csv               print CSV\n"
    "      --compare-mpi       also measure the MPI equivalent of each row\n"
    "      --plot FILE         also draw latency and bandwidth over size, as SVG, PNG or PDF\n"
    "                          by the name's ending; needs Python with matplotlib\n"
    "      --list              print the benchmarks\n"
    "  -h, --help              print this text\n"
    "  -V, --version           print the version\n";

/* A text on its way to stdout, in lines of at most WIDTH characters. */
typedef struct text {
    FILE *file;
    size_t column;
} text_t;

static void add_word(text_t *text, const char *word)
{
    const size_t length = strlen(word);
    if (text->column > 0 && text->column + 1 + length > WIDTH) {
        fputc('\n', text->file);
        text->column = 0;
    }
    text->column += (size_t)fprintf(text->file, "%s%s", text->column > 0 ? " " : "", word);
}

/* "a, b and c"; the names end with NULL. */
static void add_names(text_t *text, const char *const *names)
{
    for (; *names; names++) {
        char word[64];
        const char *const after = !names[1] ? "" : names[2] ? "," : " and";
        snprintf(word, sizeof word, "%s%s", *names, after);
        add_word(text, word);
    }
}

static void add_sentence(text_t *text, const char *begin, const char *const *names, const char *end)
{
    fputs("\n", text->file);
    add_word(text, begin);
    add_names(text, names);
    add_word(text, end);
    fputc('\n', text->file);
    text->column = 0;
}

static void add_lists(text_t *text)
{
    const char *types[64] = {NULL};
    for (size_t i = 0; i + 1 < sizeof types / sizeof *types && perf_type_name(i); i++) {
        types[i] = perf_type_name(i);
    }
    add_sentence(text, "TYPE is one of", types, "in benchmarks that have elements.");
    add_sentence(text, "OPERATION is one of", perf_atomic_operations, "in atomics.");
    add_sentence(text, "OPERATION is one of", perf_reduce_operations, "in reductions.");
}

_Noreturn void perf_help(void)
{
    char *whole = NULL;
    size_t bytes = 0;
    text_t text = {.file = open_memstream(&whole, &bytes)};
    if (text.file) {
        fputs(usage, text.file);
        add_lists(&text);
        fclose(text.file);
    }
    tool_answer(whole ? whole : usage);
}

_Noreturn void perf_list(void)
{
    char text[8192];
    size_t used = 0;
    for (const perf_benchmark_t *benchmark = perf_benchmarks; benchmark->name && used < sizeof text;
         benchmark++) {
        used +=
            (size_t)snprintf(text + used, sizeof text - used, "%-24s %-4s %-6s  %s\n",
                             benchmark->name, benchmark->device && !benchmark->host ? "" : "host",
                             benchmark->device ? "device" : "", benchmark->meaning);
    }
    tool_answer(text);
}
