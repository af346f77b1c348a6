/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Prints the statistics, for people and for programs.
 */
#include "stats.h"

#include "observe.h"
#include "runtime/json.h"
#include "util/decimal.h"
#include <inttypes.h>

/* The largest matrix of PEs that fits a terminal. */
#define MOST_COLUMNS 16

static const char *const paths[ISHMEMI_PATHS] = {
    [ISHMEMI_PATH_NONE] = "-",      [ISHMEMI_PATH_NEAR] = "near",     [ISHMEMI_PATH_FAR] = "far",
    [ISHMEMI_PATH_QUEUE] = "queue", [ISHMEMI_PATH_KERNEL] = "kernel",
};

static void print_matrix(const ishmemi_stats_t *stats, FILE *out)
{
    if (stats->n_pes > MOST_COLUMNS) {
        fprintf(out, "ISHMEM_STATS=json also has the bytes from each PE to each other.\n");
        return;
    }
    fprintf(out, "Bytes from the memory of a PE (row) to another's (column):\n%8s", "");
    for (int to = 0; to < stats->n_pes; to++) {
        fprintf(out, " %12d", to);
    }
    for (int from = 0; from < stats->n_pes; from++) {
        fprintf(out, "\n%8d", from);
        for (int to = 0; to < stats->n_pes; to++) {
            fprintf(out, " %12" PRIu64, stats->moved[from * stats->n_pes + to]);
        }
    }
    fputc('\n', out);
}

void ishmemi_stats_print(const ishmemi_stats_t *stats, FILE *out)
{
    fprintf(out, "ISHMEM_STATS: calls of %d PEs in %s s\n", stats->n_pes,
            ISHMEMI_DECIMAL(stats->seconds, 3));
    fprintf(out, "%-44s %-6s %12s %16s %12s %12s\n", "routine", "path", "calls", "bytes", "time ms",
            "waiting ms");
    for (size_t i = 0; i < stats->n_rows; i++) {
        const ishmemi_stats_row_t *const row = &stats->rows[i];
        fprintf(out, "%-44s %-6s %12" PRIu64 " %16" PRIu64 " %12s %12s\n", row->routine,
                paths[row->path], row->calls, row->bytes, ISHMEMI_DECIMAL((double)row->ns / 1e6, 3),
                ISHMEMI_DECIMAL((double)row->waited_ns / 1e6, 3));
    }
    print_matrix(stats, out);
}

void ishmemi_stats_print_json(const ishmemi_stats_t *stats, FILE *out)
{
    fprintf(out, "{\"ishmem_stats\": 1, \"pes\": %d, \"seconds\": %s, \"routines\": [",
            stats->n_pes, ISHMEMI_DECIMAL(stats->seconds, 9));
    for (size_t i = 0; i < stats->n_rows; i++) {
        const ishmemi_stats_row_t *const row = &stats->rows[i];
        ishmemi_json_field(out, i > 0 ? ", {" : "{", "routine", row->routine);
        ishmemi_json_field(out, ", ", "path", paths[row->path]);
        fprintf(out,
                ", \"calls\": %" PRIu64 ", \"bytes\": %" PRIu64
                ", \"seconds\": %s, \"waiting_seconds\": %s}",
                row->calls, row->bytes, ISHMEMI_DECIMAL((double)row->ns / 1e9, 9),
                ISHMEMI_DECIMAL((double)row->waited_ns / 1e9, 9));
    }
    fputs("], \"bytes_from_to\": [", out);
    for (int from = 0; from < stats->n_pes; from++) {
        fputs(from > 0 ? ", [" : "[", out);
        for (int to = 0; to < stats->n_pes; to++) {
            fprintf(out, "%s%" PRIu64, to > 0 ? ", " : "", stats->moved[from * stats->n_pes + to]);
        }
        fputc(']', out);
    }
    fputs("]}\n", out);
}
