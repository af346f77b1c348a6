/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ishmem-info --check: finds what does not suit libishmem on this machine or in this job.
 */
#ifndef ISHMEM_INFO_DOCTOR_H
#define ISHMEM_INFO_DOCTOR_H

#include <stdbool.h>

/* Prints a line for each check, or one JSON object; among several processes of a job on this
 * machine, only the first prints.  Returns the exit status: not 0 if something is wrong. */
int doctor_print(bool as_json);

#endif
