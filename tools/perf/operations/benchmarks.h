/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The benchmarks.  The last entry has no name.
 */
#ifndef PERF_BENCHMARKS_H
#define PERF_BENCHMARKS_H

#include "perf.h"
#include "types.h"

extern const perf_benchmark_t perf_benchmarks[];

#endif
