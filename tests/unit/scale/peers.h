/* SPDX-License-Identifier: BSD-3-Clause */
/* The transport's memory for the PEs to which one PE has sent. */
#ifndef SCALE_PEERS_H
#define SCALE_PEERS_H

#include <stdbool.h>
#include <stddef.h>

/* Opens the transport's table of peers as PE `me` of n_pes, makes the peers to which it sends, and
 * returns the bytes that they take. */
size_t scale_peer_bytes(int me, int n_pes, bool (*sends_to)(int pe));

#endif
