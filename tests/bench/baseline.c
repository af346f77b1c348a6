/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE /* clock_gettime */
#include "baseline.h"

#include <stdlib.h>
#include <time.h>

double baseline_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int compare_doubles(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return (x > y) - (x < y);
}

double baseline_median(double *samples, size_t count)
{
    qsort(samples, count, sizeof(*samples), compare_doubles);
    return count % 2 ? samples[count / 2] : 0.5 * (samples[count / 2 - 1] + samples[count / 2]);
}
