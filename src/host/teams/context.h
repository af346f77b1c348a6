/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Communication contexts.  A context is a device state of its own in device memory, so that its
 * handle works as an argument of a kernel; what the host knows of it is here.
 */
#ifndef ISHMEMI_CONTEXT_H
#define ISHMEMI_CONTEXT_H

#include "host_team.h"
#include "ishmem.h"
#include <stdbool.h>

/* A context for the PEs of a team; ISHMEM_CTX_INVALID, having said why, where there is no memory. */
ishmem_ctx_t ishmemi_context_make(const ishmemi_host_team_t *team);
/* Destroys a context; false, and nothing done, where it is none. */
bool ishmemi_context_remove(ishmem_ctx_t ctx);

/* Whether this is a context that ishmem_ctx_create has made in this job and that lives.  The
 * default context is none of them. */
bool ishmemi_context_is_open(ishmem_ctx_t ctx);

/* The team of a context that lives; NULL where it is none. */
const ishmemi_host_team_t *ishmemi_context_open_team(ishmem_ctx_t ctx);

/* The team that a context was made from; of any other handle, team WORLD. */
const ishmemi_host_team_t *ishmemi_context_team(ishmem_ctx_t ctx);

/* Destroys the contexts of a team. */
void ishmemi_context_close_team(const ishmemi_host_team_t *team);

/* Called by ishmem_finalize before device memory goes: destroys what is left. */
void ishmemi_context_close(void);

#endif
