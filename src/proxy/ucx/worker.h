/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * This process's worker of UCX, and its endpoints, which are made at first use.  All of it requires
 * the transport's lock, or that only one thread is there.
 */
#ifndef ISHMEMI_UCX_WORKER_H
#define ISHMEMI_UCX_WORKER_H

#include "proxy/messages/wire.h"
#include <ucp/api/ucp.h>

/* Collective.  Returns 0, or -1 after logging why, the same on all PEs. */
int ishmemi_ucx_worker_open(const ishmemi_transport_request_t *request);
/* Collective, when nothing is under way.  Calls forget when no PE uses this one's memory any more. */
void ishmemi_ucx_worker_close(void (*forget)(void));

ucp_context_h ishmemi_ucx_context(void);
ucp_worker_h ishmemi_ucx_worker(void);
ucp_ep_h ishmemi_ucx_endpoint(int pe);

/* Collective: collects `bytes` bytes of each PE, from open until close. */
void ishmemi_ucx_allgather(const void *send, void *receive, size_t bytes);

/* Ends the job.  pe: the PE that the call concerned; -1: unknown. */
void ishmemi_ucx_fail(int pe, const char *call, ucs_status_t status) __attribute__((__noreturn__));

/* The same, because there is no host memory. */
void ishmemi_ucx_no_memory(void) __attribute__((__noreturn__));

/* Keeps what a call of UCX has returned; ends the job if that is an error. */
void ishmemi_ucx_keep(wire_message_t *message, int pe, const char *call, ucs_status_ptr_t returned);
/* The wire's has_ended. */
bool ishmemi_ucx_has_ended(int pe, wire_message_t *message);

#endif
