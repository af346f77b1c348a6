/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The jobs of this user that run on this machine.
 */
#ifndef ISHMEM_INFO_JOBS_H
#define ISHMEM_INFO_JOBS_H

#include <stdbool.h>
#include <sys/types.h>

/* Which jobs are wanted. */
typedef struct jobs_wanted {
    pid_t pid;           /* of a PE, or of a process that has started one; 0: any */
    const char *program; /* the name of the PEs' program; NULL: any */
} jobs_wanted_t;

/* Prints what the PEs of each job do, as one PE of the job reports it: text, or one JSON array.
 * Returns the exit status: not 0 if there is no such job, or if one does not answer. */
int jobs_print(const jobs_wanted_t *wanted, bool as_json);

#endif
