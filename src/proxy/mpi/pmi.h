/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Starting MPI in processes that no launcher of MPI has started, or another job's: towards MPI this
 * library is the process manager, by version 1 of the PMI wire protocol, which MPICH and its
 * relatives speak over a socket whose number is in the environment.
 */
#ifndef ISHMEMI_MPI_PMI_H
#define ISHMEMI_MPI_PMI_H

#include "runtime/transport.h"

/* Collective.  Between the two the calling thread initialises MPI.  0, or an errno. */
int ishmemi_pmi_begin(const ishmemi_transport_job_t *job);
void ishmemi_pmi_end(void);

#endif
