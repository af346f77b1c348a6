/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The picture: latency and bandwidth over size, a line a benchmark.
 */
#ifndef PERF_PLOT_H
#define PERF_PLOT_H

#include "report.h"

/* False, having said why, where `file` cannot be written. */
bool perf_plot_write(const char *file, const perf_row_t *rows, size_t count);

#endif
