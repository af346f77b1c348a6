/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How long the library takes to start and to end.
 */
#ifndef PERF_RESTART_H
#define PERF_RESTART_H

#include "measure.h"

/* Collective: ends the library and starts it again, once per sample.  Nothing of the job may be
 * open.  The figures are those of PE 0, whose start and end wait for those of all others. */
void perf_restart(size_t samples, bool starts, perf_figures_t *figures);

#endif
