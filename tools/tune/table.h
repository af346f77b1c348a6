/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The table as a file.
 */
#ifndef TUNE_TABLE_H
#define TUNE_TABLE_H

#include "algorithms.h"
#include <stdio.h>

/* The measurements of a subject: a curve per team. */
typedef struct tune_result {
    tune_curves_t curves[TUNE_TEAMS];
} tune_result_t;

typedef struct tune_teams {
    int members[TUNE_TEAMS]; /* ascending; the last is all PEs */
    tune_path_t paths[TUNE_TEAMS];
    size_t count;
} tune_teams_t;

/* Writes on which device and with which command the measurements were made. */
void tune_table_begin(FILE *file, const tune_teams_t *teams, const char *device,
                      const char *command);
/* The ways that people choose, as comments. */
void tune_table_copies(FILE *file, const tune_curves_t *curves, const tune_sizes_t *sizes);
/* The rows of a subject; none if it was not measured. */
void tune_table_subject(FILE *file, const tune_subject_t *subject, const tune_result_t *result,
                        const tune_sizes_t *sizes, const tune_teams_t *teams);

#endif
