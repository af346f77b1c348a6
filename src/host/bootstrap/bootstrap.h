/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Joins and leaves the job through its runtime (runtime/bootstrap_table.h), and exchanges values.
 */
#ifndef ISHMEMI_BOOTSTRAP_H
#define ISHMEMI_BOOTSTRAP_H

#include "ishmemx.h"
#include "runtime/bootstrap_table.h"

/* Loads the module, joins the job and fills its part of ishmemi_job.  Returns 0, or -1 after
 * logging why. */
int ishmemi_bootstrap_join(const ishmemi_bootstrap_request_t *given);
void ishmemi_bootstrap_leave(void);

/* Replaces job.h's host_of[n_pes]; both tables must agree on which PEs are on other machines. */
void ishmemi_bootstrap_set_hosts(const int *host_of);

/* Whether the program itself has started MPI or PMIx, and so may end it. */
bool ishmemi_bootstrap_program_has_runtime(void);

/* The table for PEs that meet through a unique id. */
extern const ishmemi_bootstrap_t ishmemi_bootstrap_unique_id;
/* The table for PEs that a runtime introduces to each other. */
const ishmemi_bootstrap_t *ishmemi_bootstrap_introduced(const ishmemi_bootstrap_t *by);

/* Whether ishmrun has started this process. */
bool ishmemi_bootstrap_has_ishmrun(void);
/* Requests the id of the next start from ishmrun and stores it in the request.  Returns 0, or -1
 * after logging why. */
int ishmemi_bootstrap_ask_ishmrun(ishmemi_bootstrap_request_t *request, ishmemx_uniqueid_t *id);

/* The table's allgather, for any thread; a failure ends the job.  Also a barrier. */
void ishmemi_allgather(const void *send, void *receive, size_t bytes_each);

#endif
