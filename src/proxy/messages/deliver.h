/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Notifies callers that their operations have ended.
 */
#ifndef ISHMEMI_MESSAGES_DELIVER_H
#define ISHMEMI_MESSAGES_DELIVER_H

#include "engine.h"

/* Queues the notification that the transfer is done, or that its source may be reused.  transfer:
 * NULL if nobody wants to know. */
void ishmemi_deliver_done(ishmemi_transfer_t *transfer);
void ishmemi_deliver_sent(ishmemi_transfer_t *transfer);

/* Calls the queued notifications in order, without the lock, which the caller holds.  One thread at
 * a time delivers; for another this does nothing. */
void ishmemi_deliver(void (*lock)(void), void (*unlock)(void));

void ishmemi_deliver_close(void);

#endif
