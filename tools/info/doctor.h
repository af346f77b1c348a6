/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ishmem-info --check: what on this machine, or in this job, is not as libishmem needs it.
 */
#ifndef ISHMEM_INFO_DOCTOR_H
#define ISHMEM_INFO_DOCTOR_H

#include <stdbool.h>

/* Prints a line for each check, or one JSON object; of several processes of a job on this machine the
 * first does.  Returns the exit status: not 0 if something is wrong. */
int doctor_print(bool as_json);

#endif
