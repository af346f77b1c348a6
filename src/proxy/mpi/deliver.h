/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Telling callers that their operations have ended.
 */
#ifndef ISHMEMI_MPI_DELIVER_H
#define ISHMEMI_MPI_DELIVER_H

#include "engine.h"

/* Notes that the transfer (NULL: nobody asked) is done, or that its source may be used again. */
void ishmemi_deliver_done(ishmemi_transfer_t *transfer);
void ishmemi_deliver_sent(ishmemi_transfer_t *transfer);

/* Calls what was noted, in order, without the lock, which is the caller's; one thread at a time
 * delivers, and for another this does nothing. */
void ishmemi_deliver(void (*lock)(void), void (*unlock)(void));

void ishmemi_deliver_close(void);

#endif
