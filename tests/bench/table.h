/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The table that the benchmarks print: each measurement beside the limit that it is compared with.
 */
#ifndef TABLE_H
#define TABLE_H

#include <stdbool.h>

/* is_csv: a head and rows with the names that tools/figures.py reads. */
void table_head(bool is_csv);

/* limit 0: there is nothing to compare with.  goal may be empty. */
void table_row(const char *name, double value, const char *unit, const char *limit_name,
               double limit, const char *goal);

#endif
