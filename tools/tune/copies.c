/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A put that is complete before the next one begins.
 */
#include "copies.h"

#include "device.h"
#include "host.h"
#include "measure.h"
#include "queue.h"

const char *const tune_copy_names[TUNE_COPIES] = {"putmem of the host", "putmem on a command list",
                                                  "putmem of a work-item",
                                                  "putmem of a sub-group",
                                                  "putmem of a work-group"};

static const perf_run_fn runs[TUNE_COPIES] = {perf_host_put_quiet, perf_queue_put,
                                              perf_device_put_quiet, perf_device_put_quiet,
                                              perf_device_put_quiet};
static const perf_scope_t scopes[TUNE_COPIES] = {PERF_WORK_GROUP, PERF_WORK_GROUP, PERF_WORK_ITEM,
                                                 PERF_SUB_GROUP, PERF_WORK_GROUP};

void tune_copies_measure(perf_job_t *job, const tune_sizes_t *sizes, tune_curves_t *curves)
{
    const perf_benchmark_t benchmark = {.pattern = PERF_ONE_WAY, .batch = 1};
    const perf_options_t *const before = job->options;
    *curves = (tune_curves_t){.ways = TUNE_COPIES};
    for (size_t way = 0; way < TUNE_COPIES; way++) {
        perf_options_t options = *before;
        options.scope = scopes[way];
        job->options = &options;
        for (size_t size = 0; size < sizes->count; size++) {
            perf_figures_t figures;
            if (job->me == 0) {
                tune_progress("put", tune_copy_names[way], sizes->bytes[size]);
            }
            perf_measure(job, &benchmark, runs[way], NULL, sizes->bytes[size], &figures);
            curves->seconds[way][size] = figures.median;
        }
        job->options = before;
    }
}
