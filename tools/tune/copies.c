/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A put that is complete before the next one begins.
 */
#include "copies.h"

#include "device.h"
#include "host.h"
#include "measure.h"
#include "progress.h"
#include "queue.h"

const tune_copy_t tune_copies[TUNE_COPIES] = {
    [TUNE_COPY_HOST] = {"the host", perf_host_put_quiet, PERF_WORK_GROUP},
    [TUNE_COPY_ENGINE] = {"the copy engine, on a command list", perf_queue_put, PERF_WORK_GROUP},
    [TUNE_COPY_WORK_ITEM] = {"a work-item", perf_device_put_quiet, PERF_WORK_ITEM},
    [TUNE_COPY_SUB_GROUP] = {"a sub-group", perf_device_put_quiet, PERF_SUB_GROUP},
    [TUNE_COPY_WORK_GROUP] = {"a work-group", perf_device_put_quiet, PERF_WORK_GROUP},
    [TUNE_COPY_PROXY] = {"the proxy thread, for a work-group", perf_device_put_quiet,
                         PERF_WORK_GROUP}};

void tune_copies_measure(perf_job_t *job, tune_copy_id_t first, tune_copy_id_t last,
                         const tune_sizes_t *sizes, tune_curves_t *curves)
{
    const perf_benchmark_t benchmark = {.pattern = PERF_ONE_WAY, .batch = 1};
    const perf_options_t *const before = job->options;
    for (tune_copy_id_t way = first; way <= last; way++) {
        perf_options_t options = *before;
        options.scope = tune_copies[way].scope;
        job->options = &options;
        for (size_t size = 0; size < sizes->count; size++) {
            perf_figures_t figures;
            if (job->me == 0) {
                tool_progress_detail("put, %s, %zu bytes", tune_copies[way].name,
                                     sizes->bytes[size]);
            }
            perf_measure(job, &benchmark, tune_copies[way].run, NULL, sizes->bytes[size], &figures);
            tune_curves_note(curves, way, size, figures.median);
        }
        job->options = before;
    }
}
