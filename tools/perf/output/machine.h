/* SPDX-License-Identifier: BSD-3-Clause */
/* The machine and the software with which figures are measured, for their readers.  Only PE 0 calls
 * these functions. */
#ifndef PERF_MACHINE_H
#define PERF_MACHINE_H

#include "perf.h"

/* The device and how many processors this process may use. */
void perf_machine_name(char *text, size_t bytes);

/* Begins a JSON object with the machine, the versions of everything that takes part, and the
 * options. */
void perf_machine_print(const perf_job_t *job);

#endif
