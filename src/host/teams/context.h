/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Communication contexts.  A context is its own device state in device memory, so that its handle
 * can be a kernel's argument.  What the host knows of it is here.
 */
#ifndef ISHMEMI_CONTEXT_H
#define ISHMEMI_CONTEXT_H

#include "host_team.h"
#include "ishmem.h"
#include <stdbool.h>

/* Creates a context for the PEs of a team; ISHMEM_CTX_INVALID, after an error message, if there is
 * no memory. */
ishmem_ctx_t ishmemi_context_make(const ishmemi_host_team_t *team);
/* Destroys a context; false, without an effect, if ctx is not one. */
bool ishmemi_context_remove(ishmem_ctx_t ctx);

/* Whether this is a live context that ishmem_ctx_create made in this job.  The default context is
 * not. */
bool ishmemi_context_is_open(ishmem_ctx_t ctx);

/* The team of a live context; NULL if ctx is not one. */
const ishmemi_host_team_t *ishmemi_context_open_team(ishmem_ctx_t ctx);

/* The team of a context; team WORLD for any other handle. */
const ishmemi_host_team_t *ishmemi_context_team(ishmem_ctx_t ctx);

/* Destroys all contexts of a team. */
void ishmemi_context_close_team(const ishmemi_host_team_t *team);

/* Called by ishmem_finalize before device memory is freed: destroys the remaining contexts. */
void ishmemi_context_close(void);

#endif
