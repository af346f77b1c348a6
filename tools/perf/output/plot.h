/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The picture: latency and bandwidth over size, by plot.py and matplotlib.
 */
#ifndef PERF_PLOT_H
#define PERF_PLOT_H

#include <stdbool.h>

/* Before anything is measured, by one process: whether `file` can be drawn; if not, it has said why on
 * stderr. */
bool perf_plot_check(const char *file);

/* Draws the rows of --csv that the descriptor's file has; false, having said why, if it cannot. */
bool perf_plot_draw(const char *file, const char *title, int rows);

#endif
