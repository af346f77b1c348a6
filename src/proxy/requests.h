/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What kernels have asked for: from the ring to the transport and back.  All calls are for the
 * proxy's thread; the transport may call an operation's callbacks on any.
 */
#ifndef ISHMEMI_PROXY_REQUESTS_H
#define ISHMEMI_PROXY_REQUESTS_H

#include "proxy_request.h"

/* 0, or -1 having said why. */
int ishmemi_requests_open(const ishmemi_proxy_request_t *request);
void ishmemi_requests_close(void);

/* Takes what is in the ring, starts what the transport did not want before, ends what has been done
 * and tells the kernels.  Returns whether anything moved. */
bool ishmemi_requests_progress(void);

#endif
