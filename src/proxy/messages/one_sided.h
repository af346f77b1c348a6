/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Puts and gets that are one-sided: the wire carries them out without the target's processor.
 *
 * They are not in the order of the packets.  So after a fence nothing is sent to a PE while such
 * puts before that fence are under way (peer->gated), and none of them begins while anything else
 * from before the fence is (peer->behind).  A signal is sent when its put has taken effect.  It is
 * an item of a packet, as every AMO is: the target's processor executes both, so that they are
 * atomic with those of its near PEs, which a card's own atomics are not.
 */
#ifndef ISHMEMI_MESSAGES_ONE_SIDED_H
#define ISHMEMI_MESSAGES_ONE_SIDED_H

#include "peer.h"

void ishmemi_one_sided_open(void);
void ishmemi_one_sided_close(void);

/* Whether a put or get of this length goes this way now. */
bool ishmemi_one_sided_takes_put(peer_t *peer, size_t bytes);
bool ishmemi_one_sided_takes_get(peer_t *peer, size_t bytes);

/* Return false if too many are under way. */
bool ishmemi_one_sided_put(peer_t *peer, uint64_t place, const void *source, size_t bytes,
                           const ishmemi_transport_signal_t *signal, ishmemi_transfer_t *transfer);
bool ishmemi_one_sided_get(peer_t *peer, void *destination, uint64_t place, size_t bytes,
                           ishmemi_transfer_t *transfer);

/* Returns whether anything moved. */
bool ishmemi_one_sided_progress(void);

#endif
