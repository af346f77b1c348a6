/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Operations of this PE that end with a reply: AMOs that fetch, gets, large puts.
 */
#ifndef ISHMEMI_MESSAGES_OPERATION_H
#define ISHMEMI_MESSAGES_OPERATION_H

#include "peer.h"

void ishmemi_operation_open(void);
void ishmemi_operation_close(void);

/* Return false if too many are under way. */
bool ishmemi_operation_fetch(peer_t *peer, const item_t *amo, uint64_t cond, void *fetched,
                             ishmemi_transfer_t *transfer);
bool ishmemi_operation_get(peer_t *peer, void *destination, uint64_t place, size_t bytes,
                           ishmemi_transfer_t *transfer);
bool ishmemi_operation_large_put(peer_t *peer, uint64_t place, const void *source, size_t bytes,
                                 const ishmemi_transport_signal_t *signal,
                                 ishmemi_transfer_t *transfer);

/* Handles a reply from this peer. */
void ishmemi_operation_reply(peer_t *peer, const item_t *item);

#endif
