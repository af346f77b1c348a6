/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Passes kernels' requests from the ring to the transport, and results back.  All calls are for the
 * thread that takes the proxy's steps; the transport may call an operation's callbacks on any
 * thread.
 */
#ifndef ISHMEMI_PROXY_REQUESTS_H
#define ISHMEMI_PROXY_REQUESTS_H

#include "proxy_request.h"

/* Returns 0, or -1 after logging why. */
int ishmemi_requests_open(const ishmemi_proxy_request_t *request);
void ishmemi_requests_close(void);

/* Takes requests from the ring, starts those that the transport refused before, ends those that are
 * done and notifies the kernels.  Returns whether anything moved. */
bool ishmemi_requests_progress(void);

#endif
