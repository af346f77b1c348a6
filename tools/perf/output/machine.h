/* SPDX-License-Identifier: BSD-3-Clause */
/* Where and with what figures are measured, for their readers.  Called by PE 0 alone. */
#ifndef PERF_MACHINE_H
#define PERF_MACHINE_H

#include "perf.h"

/* The device and how many processors this process may use. */
void perf_machine_name(char *text, size_t bytes);

/* Begins a JSON object with the machine, the versions of what takes part, and the options. */
void perf_machine_print(const perf_job_t *job);

#endif
