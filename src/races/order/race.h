/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What is said of a race.
 */
#ifndef ISHMEMI_RACES_RACE_H
#define ISHMEMI_RACES_RACE_H

#include "shadow.h"

/* Without the mutex (common.h). */
void ishmemi_race_report_all(const ishmemi_races_found_t *found);

#endif
