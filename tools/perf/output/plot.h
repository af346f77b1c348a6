/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The picture: latency and bandwidth over size, drawn by plot.py with matplotlib.
 */
#ifndef PERF_PLOT_H
#define PERF_PLOT_H

#include <stdbool.h>

/* Called by one process before anything is measured.  Returns whether `file` can be drawn; if not,
 * a message on stderr gives the reason. */
bool perf_plot_check(const char *file);

/* Draws the rows of --csv that the descriptor's file has.  Returns false after a message if it
 * cannot. */
bool perf_plot_draw(const char *file, const char *title, int rows);

#endif
