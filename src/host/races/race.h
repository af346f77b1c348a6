/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What is said of a race.
 */
#ifndef ISHMEMI_RACES_RACE_H
#define ISHMEMI_RACES_RACE_H

#include "shadow.h"

void ishmemi_race_report(const ishmemi_race_t *race);

#endif
