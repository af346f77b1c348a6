/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The benchmarks, ended by one without a name.
 */
#ifndef PERF_BENCHMARKS_H
#define PERF_BENCHMARKS_H

#include "perf.h"
#include "types.h"

extern const perf_benchmark_t perf_benchmarks[];

#endif
