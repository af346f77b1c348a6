/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Rows are for the teams that were measured: what larger ones do is left to the library.
 */
#include "table.h"

#include "copies.h"
#include <string.h>
#include <time.h>
#include <unistd.h>

void tune_table_begin(FILE *file, const tune_teams_t *teams, bool near)
{
    char host[64] = "";
    char date[32] = "";
    const time_t now = time(NULL);
    struct tm parts;
    gethostname(host, sizeof host - 1);
    if (gmtime_r(&now, &parts)) {
        strftime(date, sizeof date, "%Y-%m-%d", &parts);
    }
    fprintf(file, "# ishmem-tune, %s, %s: %d PEs that %s each other by load and store.\n"
                  "# Read by the library where ISHMEM_TUNING names this file.\n", host, date,
            teams->members[teams->count - 1], near ? "reach" : "do not reach");
}

void tune_table_copies(FILE *file, const tune_curves_t *curves, const tune_sizes_t *sizes)
{
    tune_run_t runs[TUNE_SIZES];
    const size_t count = tune_find_runs(curves, sizes, runs);
    fputs("#\n# A put is quickest as\n", file);
    for (size_t i = 0; i < count; i++) {
        fprintf(file, "#   %-26s to %zu bytes, %.3f us there\n", tune_copy_names[runs[i].way],
                sizes->bytes[runs[i].last], curves->seconds[runs[i].way][runs[i].last] * 1e6);
    }
    fputs("#\n", file);
}

static bool is_measured(const tune_curves_t *curves)
{
    for (size_t way = 0; way < curves->ways; way++) {
        if (curves->seconds[way][0] > 0.0) {
            return true;
        }
    }
    return false;
}

static void write_cutover(FILE *file, const tune_subject_t *subject, const tune_run_t *runs,
                          size_t count, const tune_sizes_t *sizes)
{
    /* The kernel is for the first sizes, if for any; all that it wins later is the copy engine's. */
    if (runs[0].way != 0) {
        fprintf(file, "%s:kernel<0\n", subject->name);
    } else if (count == 1) {
        fprintf(file, "%s:kernel\n", subject->name);
    } else {
        fprintf(file, "%s:kernel<%zu\n", subject->name, sizes->bytes[runs[0].last]);
    }
}

static void write_team(FILE *file, const tune_subject_t *subject, const tune_run_t *runs,
                       size_t count, const tune_sizes_t *sizes, int members, bool near)
{
    for (size_t i = 0; i < count; i++) {
        fprintf(file, "%s:%s", subject->name, subject->ways[runs[i].way]);
        if (i + 1 < count) {
            fprintf(file, "<%zu", sizes->bytes[runs[i].last]);
        }
        fprintf(file, "@%d/%s\n", members, near ? "near" : "far");
    }
}

static bool are_same(const tune_run_t *a, size_t a_count, const tune_run_t *b, size_t b_count)
{
    bool same = a_count == b_count;
    for (size_t i = 0; same && i < a_count; i++) {
        same = a[i].way == b[i].way && a[i].last == b[i].last;
    }
    return same;
}

void tune_table_subject(FILE *file, const tune_subject_t *subject, const tune_result_t *result,
                        const tune_sizes_t *sizes, const tune_teams_t *teams, bool near)
{
    for (size_t team = 0; team < teams->count; team++) {
        tune_run_t runs[TUNE_SIZES];
        tune_run_t larger[TUNE_SIZES];
        const tune_curves_t *const curves = &result->curves[team];
        if (!is_measured(curves)) {
            continue;
        }
        const size_t count = tune_find_runs(curves, sizes, runs);
        if (subject->is_cutover) {
            write_cutover(file, subject, runs, count, sizes);
            continue;
        }
        /* The larger team's rows say it, too. */
        if (team + 1 < teams->count &&
            are_same(runs, count, larger,
                     tune_find_runs(&result->curves[team + 1], sizes, larger))) {
            continue;
        }
        write_team(file, subject, runs, count, sizes, teams->members[team], near);
    }
}
