/* SPDX-License-Identifier: BSD-3-Clause */
/* The threads of a program that reports what they wait for (races/program.h). */
#ifndef ISHMEMI_RACE_THREADS_H
#define ISHMEMI_RACE_THREADS_H

/* At the job's beginning and end (races.h). */
void ishmemi_race_threads_open(void);
void ishmemi_race_threads_close(void);

#endif
