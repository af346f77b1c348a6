/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See table.h.
 */
#include "table.h"

#include <stdio.h>

static bool is_csv;

void table_head(bool csv)
{
    is_csv = csv;
    if (is_csv) {
        puts("benchmark,operation,size,latency_us,limit,limit_us,mpi_us");
        return;
    }
    printf("%-44s %14s  %-32s %6s  %s\n", "measurement", "measured", "compared with", "ratio",
           "goal");
}

void table_row(const char *name, double value, const char *unit, const char *limit_name,
               double limit, const char *goal)
{
    char measured[32];
    char against[64] = "";
    char ratio[16] = "";

    if (is_csv) {
        printf("\"%s\",,0,%g,%s,%g,0\n", name, value, limit_name, limit);
        return;
    }
    snprintf(measured, sizeof(measured), "%.3f %s", value, unit);
    if (limit > 0.0) {
        snprintf(against, sizeof(against), "%s %.3f %s", limit_name, limit, unit);
        snprintf(ratio, sizeof(ratio), "%.2f", value / limit);
    }
    printf("%-44s %14s  %-32s %6s  %s\n", name, measured, against, ratio, goal);
    fflush(stdout);
}
