/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Starts MPI in processes that no MPI launcher has started, or that one has started for another
 * job.  This library is then MPI's process manager.  It speaks version 1 of the PMI wire protocol,
 * which MPICH and its relatives use on a socket whose number is in the environment.
 */
#ifndef ISHMEMI_MPI_PMI_H
#define ISHMEMI_MPI_PMI_H

#include "runtime/transport.h"

/* Collective.  The calling thread initialises MPI between the two.  Returns 0, or an errno. */
int ishmemi_pmi_begin(const ishmemi_transport_job_t *job);
void ishmemi_pmi_end(void);

#endif
