/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Messages about races.
 */
#ifndef ISHMEMI_RACES_RACE_H
#define ISHMEMI_RACES_RACE_H

#include "shadow.h"

/* The caller does not hold the mutex (common.h). */
void ishmemi_race_report_all(const ishmemi_races_found_t *found);

#endif
