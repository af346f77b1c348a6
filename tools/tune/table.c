/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Rows are for the teams that were measured; the library chooses for larger ones.
 */
#include "table.h"

#include "copies.h"
#include "util/decimal.h"
#include <string.h>
#include <time.h>

static const char *path_name(tune_path_t path)
{
    static const char *const names[] = {"near", "far", "hosts"};
    return names[path];
}

void tune_table_begin(FILE *file, const tune_teams_t *teams, const char *device,
                      const char *command)
{
    char date[32] = "";
    const time_t now = time(NULL);
    struct tm parts;
    if (gmtime_r(&now, &parts)) {
        strftime(date, sizeof date, "%Y-%m-%d", &parts);
    }
    fprintf(file, "# %s\n# %s, %d PEs, each on a tile of %s; teams of", command, date,
            teams->members[teams->count - 1], device);
    for (size_t i = 0; i < teams->count; i++) {
        fprintf(file, "%s %d /%s", i > 0 ? "," : "", teams->members[i], path_name(teams->paths[i]));
    }
    fputs(".\n# libishmem reads this file if ISHMEM_TUNING names it.\n", file);
}

/* Compares some of the ways, as if there were no others. */
static void write_quickest(FILE *file, const char *title, const tune_copy_id_t *ways, size_t count,
                           const tune_curves_t *curves, const tune_sizes_t *sizes)
{
    tune_curves_t some = {.ways = count};
    tune_run_t runs[TUNE_SIZES];
    for (size_t way = 0; way < count; way++) {
        memcpy(some.seconds[way], curves->seconds[ways[way]], sizeof some.seconds[way]);
    }
    const size_t n_runs = tune_find_runs(&some, sizes, runs);
    fprintf(file, "#\n# %s\n", title);
    for (size_t i = 0; i < n_runs; i++) {
        fprintf(file, "#   %-34s up to %zu bytes, which take %s us\n",
                tune_copies[ways[runs[i].way]].name, sizes->bytes[runs[i].last],
                ISHMEMI_DECIMAL(some.seconds[runs[i].way][runs[i].last] * 1e6, 3));
    }
}

void tune_table_copies(FILE *file, const tune_curves_t *curves, const tune_sizes_t *sizes)
{
    static const tune_copy_id_t callers[] = {TUNE_COPY_WORK_ITEM, TUNE_COPY_SUB_GROUP,
                                             TUNE_COPY_WORK_GROUP};
    static const tune_copy_id_t paths[] = {TUNE_COPY_HOST, TUNE_COPY_ENGINE, TUNE_COPY_WORK_GROUP,
                                           TUNE_COPY_PROXY};
    static const tune_copy_id_t for_kernels[] = {TUNE_COPY_WORK_GROUP, TUNE_COPY_ENGINE,
                                                 TUNE_COPY_PROXY};
    write_quickest(file, "The fastest way to put, by size", paths, sizeof paths / sizeof *paths,
                   curves, sizes);
    write_quickest(file, "The fastest way to put without the host, by size", for_kernels,
                   sizeof for_kernels / sizeof *for_kernels, curves, sizes);
    write_quickest(file, "The fastest callers of a put in a kernel, by size", callers,
                   sizeof callers / sizeof *callers, curves, sizes);
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

/* Larger sizes than those measured are left to the copy engine. */
static void write_cutover(FILE *file, const tune_subject_t *subject, const tune_curves_t *curves,
                          const tune_sizes_t *sizes)
{
    const size_t kernels = tune_find_cutover(curves, sizes);
    fprintf(file, "%s:kernel<%zu\n", subject->name, kernels == 0 ? 0 : sizes->bytes[kernels - 1]);
}

static void write_team(FILE *file, const tune_subject_t *subject, const tune_run_t *runs,
                       size_t count, const tune_sizes_t *sizes, int members, tune_path_t path)
{
    for (size_t i = 0; i < count; i++) {
        fprintf(file, "%s:%s", subject->name, subject->ways[runs[i].way]);
        if (i + 1 < count) {
            fprintf(file, "<%zu", sizes->bytes[runs[i].last]);
        }
        fprintf(file, "@%d/%s\n", members, path_name(path));
    }
}

static size_t find_runs(const tune_subject_t *subject, const tune_curves_t *curves,
                        const tune_sizes_t *sizes, tune_run_t runs[TUNE_SIZES])
{
    if (!subject->is_sizeless) {
        return tune_find_runs(curves, sizes, runs);
    }
    runs[0] = tune_find_one(curves, sizes);
    return 1;
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
                        const tune_sizes_t *sizes, const tune_teams_t *teams)
{
    for (size_t team = 0; team < teams->count; team++) {
        tune_run_t runs[TUNE_SIZES];
        tune_run_t larger[TUNE_SIZES];
        const tune_curves_t *const curves = &result->curves[team];
        if (!is_measured(curves)) {
            continue;
        }
        if (subject->is_cutover) {
            write_cutover(file, subject, curves, sizes);
            continue;
        }
        const size_t count = find_runs(subject, curves, sizes, runs);
        /* The larger team's rows say it, too. */
        if (team + 1 < teams->count && teams->paths[team] == teams->paths[team + 1] &&
            are_same(runs, count, larger,
                     find_runs(subject, &result->curves[team + 1], sizes, larger))) {
            continue;
        }
        write_team(file, subject, runs, count, sizes, teams->members[team], teams->paths[team]);
    }
}
