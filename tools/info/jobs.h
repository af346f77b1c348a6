/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The jobs of this user that run on this machine.
 */
#ifndef ISHMEM_INFO_JOBS_H
#define ISHMEM_INFO_JOBS_H

#include <stdbool.h>

/* Prints what the PEs of each job do, as a PE of it tells: text, or one JSON array.  Returns the exit
 * status: not 0 if there is no job, or if one does not answer. */
int jobs_print(bool as_json);

#endif
