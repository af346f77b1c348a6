/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Each thread counts in its own table, which no other thread accesses before the end.  Then each PE
 * adds up its threads' tables, and PE 0 those of the PEs.
 *
 * word           written by                   read by                 ordering
 * threads, next  a thread at its first call   ishmemi_stats_close()   swap release, load acquire
 * a table        its thread                   its thread, and         plain: no thread is in a call
 *                                             ishmemi_stats_close()   then
 */
#include "stats.h"

#include "allocate.h"
#include "bootstrap.h"
#include "env.h"
#include "job.h"
#include "kernel_log.h"
#include "log.h"
#include "observe.h"
#include "util/file_limit.h"
#include "util/ticks.h"
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* The most pairs of routine and path per thread; a power of two. */
#define ROOM 512

typedef struct count {
    const char *routine; /* NULL: free */
    uint64_t path;
    uint64_t calls;
    uint64_t bytes;
    uint64_t ticks;
    uint64_t waited;
} count_t;

typedef struct table {
    struct table *next;
    unsigned n_counts;
    count_t counts[ROOM];
    count_t others;   /* calls without room for a row */
    uint64_t moved[]; /* [n_pes] to each PE, then [n_pes] from each */
} table_t;

static table_t *threads;
static ishmemi_both_clocks_t start;
/* The number of the job: a thread may outlive a job. */
static unsigned number;
static _Thread_local struct {
    table_t *table;
    unsigned number;
} mine __attribute__((tls_model("initial-exec")));

/* ---- Counting -------------------------------------------------------------------------------- */

static __attribute__((noinline)) void begin_thread(void)
{
    const size_t pes = (size_t)ishmemi_job.n_pes;
    mine.table = ishmemi_allocate_zeroed("the statistics of a thread", 1,
                                         sizeof *mine.table + 2 * pes * sizeof(uint64_t));
    mine.number = number;
    mine.table->others.routine = "(other routines)";
    mine.table->next = __atomic_load_n(&threads, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(&threads, &mine.table->next, mine.table, true,
                                        __ATOMIC_RELEASE, __ATOMIC_RELAXED)) {
    }
}

static count_t *find(table_t *table, const char *routine, uint64_t path)
{
    size_t slot = ((uintptr_t)routine / 8 * ISHMEMI_PATHS + path) * 0x9e3779b97f4a7c15u >> 55;
    for (;; slot = (slot + 1) % ROOM) {
        count_t *const count = &table->counts[slot];
        if (count->routine == routine && count->path == path) {
            return count;
        }
        if (!count->routine) {
            if (table->n_counts == ROOM / 4 * 3) {
                return &table->others;
            }
            table->n_counts++;
            count->routine = routine;
            count->path = path;
            return count;
        }
    }
}

static void count(const ishmemi_observed_t *call)
{
    if (__builtin_expect(mine.number != number, 0)) {
        begin_thread();
    }
    table_t *const table = mine.table;
    count_t *const row = find(table, call->routine, call->path);
    row->calls++;
    row->bytes += call->bytes;
    row->ticks += call->ended - call->began;
    row->waited += call->waited;
    if (call->pe >= 0) {
        const size_t from = call->kind == ISHMEMI_OBSERVE_GET ? (size_t)ishmemi_job.n_pes : 0;
        table->moved[from + (size_t)call->pe] += call->bytes;
    }
}

static const ishmemi_observer_t observer = {.end = count};

void ishmemi_stats_open(void)
{
    if (ishmemi_env.stats != ISHMEMI_STATS_NONE) {
        number++;
        start = ishmemi_both_clocks();
        ishmemi_observe_add(&observer);
    }
}

/* ---- The end --------------------------------------------------------------------------------- */

/* Called when the number of rows is 0 or a power of two. */
static void grow(ishmemi_stats_t *stats)
{
    const size_t room = stats->n_rows == 0 ? 1 : 2 * stats->n_rows;
    ishmemi_stats_row_t *const rows = ishmemi_allocate("the statistics", room, sizeof *rows);
    if (stats->n_rows > 0) {
        memcpy(rows, stats->rows, stats->n_rows * sizeof *rows);
    }
    free(stats->rows);
    stats->rows = rows;
}

static void add(ishmemi_stats_t *stats, const ishmemi_stats_row_t *row)
{
    for (size_t i = 0; i < stats->n_rows; i++) {
        ishmemi_stats_row_t *const same = &stats->rows[i];
        if (same->path == row->path && strcmp(same->routine, row->routine) == 0) {
            same->calls += row->calls;
            same->bytes += row->bytes;
            same->ns += row->ns;
            same->waited_ns += row->waited_ns;
            return;
        }
    }
    if ((stats->n_rows & (stats->n_rows - 1)) == 0) {
        grow(stats);
    }
    stats->rows[stats->n_rows++] = *row;
}

static void add_count(ishmemi_stats_t *stats, const count_t *count, double ns_per_tick)
{
    if (count->calls > 0) {
        ishmemi_stats_row_t row = {.path = count->path,
                                   .calls = count->calls,
                                   .bytes = count->bytes,
                                   .ns = (uint64_t)((double)count->ticks * ns_per_tick),
                                   .waited_ns = (uint64_t)((double)count->waited * ns_per_tick)};
        snprintf(row.routine, sizeof row.routine, "%s", count->routine);
        add(stats, &row);
    }
}

/* Adds what the PE's kernels did. */
static void add_kernels(ishmemi_stats_t *stats, uint64_t *moved, double ns_per_tick)
{
    ishmemi_log_t *const kernels = ishmemi_kernel_log_count(moved);
    for (size_t i = 0; kernels && i < ISHMEMI_LOG_ROUTINES; i++) {
        ishmemi_log_routine_t *const routine = &kernels->routines[i];
        routine->name[sizeof routine->name - 1] = '\0';
        add_count(stats,
                  &(const count_t){.routine = routine->name,
                                   .path = ISHMEMI_PATH_KERNEL,
                                   .calls = routine->calls,
                                   .bytes = routine->bytes,
                                   .ticks = routine->ticks,
                                   .waited = routine->waited},
                  ns_per_tick);
    }
    free(kernels);
}

/* This PE's rows.  Stores what it moved, to and from each PE, in moved[2 * n_pes]. */
static ishmemi_stats_t add_threads(uint64_t *moved)
{
    const ishmemi_both_clocks_t end = ishmemi_both_clocks();
    const uint64_t ns = end.ns - start.ns;
    const double ns_per_tick = (double)ns / (double)(end.ticks - start.ticks);
    ishmemi_stats_t stats = {.n_pes = ishmemi_job.n_pes, .seconds = (double)ns / 1e9};
    table_t *table = __atomic_exchange_n(&threads, NULL, __ATOMIC_ACQUIRE);
    while (table) {
        for (size_t i = 0; i < ROOM; i++) {
            add_count(&stats, &table->counts[i], ns_per_tick);
        }
        add_count(&stats, &table->others, ns_per_tick);
        for (size_t i = 0; i < 2 * (size_t)stats.n_pes; i++) {
            moved[i] += table->moved[i];
        }
        table_t *const next = table->next;
        free(table);
        table = next;
    }
    add_kernels(&stats, moved, ns_per_tick);
    return stats;
}

/* Adds the rows of all PEs to PE 0's. */
static void gather_rows(ishmemi_stats_t *stats)
{
    const size_t pes = (size_t)stats->n_pes;
    uint64_t *const counts = ishmemi_allocate("the statistics", pes, sizeof *counts);
    const uint64_t n_rows = stats->n_rows;
    ishmemi_allgather(&n_rows, counts, sizeof n_rows);
    size_t most = 1;
    for (size_t i = 0; i < pes; i++) {
        most = counts[i] > most ? counts[i] : most;
    }
    ishmemi_stats_row_t *const rows = ishmemi_allocate_zeroed("the statistics", most, sizeof *rows);
    ishmemi_stats_row_t *const all = ishmemi_allocate("the statistics", pes * most, sizeof *all);
    if (n_rows > 0) {
        memcpy(rows, stats->rows, n_rows * sizeof *rows);
    }
    ishmemi_allgather(rows, all, most * sizeof *rows);
    for (size_t pe = 1; pe < pes && ishmemi_job.my_pe == 0; pe++) {
        for (size_t i = 0; i < counts[pe]; i++) {
            add(stats, &all[pe * most + i]);
        }
    }
    free(all);
    free(rows);
    free(counts);
}

/* moved: what this PE moved, to and from each PE. */
static void gather_moved(ishmemi_stats_t *stats, const uint64_t *moved)
{
    const size_t pes = (size_t)stats->n_pes;
    uint64_t *const all = ishmemi_allocate("the statistics", 2 * pes * pes, sizeof *all);
    ishmemi_allgather(moved, all, 2 * pes * sizeof *all);
    stats->moved = ishmemi_allocate_zeroed("the statistics", pes * pes, sizeof *stats->moved);
    for (size_t pe = 0; pe < pes; pe++) {
        for (size_t other = 0; other < pes; other++) {
            stats->moved[pe * pes + other] += all[2 * pe * pes + other];
            stats->moved[other * pes + pe] += all[(2 * pe + 1) * pes + other];
        }
    }
    free(all);
}

static int by_time(const void *a, const void *b)
{
    const ishmemi_stats_row_t *const left = a;
    const ishmemi_stats_row_t *const right = b;
    if (left->ns != right->ns) {
        return left->ns < right->ns ? 1 : -1;
    }
    return strcmp(left->routine, right->routine);
}

static void print(const ishmemi_stats_t *stats)
{
    const ishmemi_file_limit_t limit = ishmemi_file_limit_begin();
    const char *const path = ishmemi_env.stats_file;
    FILE *const out = *path ? fopen(path, "w") : stdout;
    if (!out) {
        ishmemi_warn("ISHMEM_STATS_FILE: %s cannot be written: %s", path, strerror(errno));
        ishmemi_file_limit_end(&limit);
        return;
    }
    (ishmemi_env.stats == ISHMEMI_STATS_JSON ? ishmemi_stats_print_json
                                             : ishmemi_stats_print)(stats, out);
    if (out == stdout) {
        fflush(out);
    } else if (fclose(out) != 0) {
        ishmemi_warn("ISHMEM_STATS_FILE: %s cannot be written: %s", path,
                     ishmemi_file_error(errno));
    }
    ishmemi_file_limit_end(&limit);
}

void ishmemi_stats_close(void)
{
    if (ishmemi_env.stats == ISHMEMI_STATS_NONE) {
        return;
    }
    ishmemi_observe_remove(&observer);
    uint64_t *const moved =
        ishmemi_allocate_zeroed("the statistics", 2 * (size_t)ishmemi_job.n_pes, sizeof *moved);
    ishmemi_stats_t stats = add_threads(moved);
    gather_rows(&stats);
    gather_moved(&stats, moved);
    if (ishmemi_job.my_pe == 0) {
        qsort(stats.rows, stats.n_rows, sizeof *stats.rows, by_time);
        print(&stats);
    }
    free(stats.moved);
    free(stats.rows);
    free(moved);
}
