/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The acceptor of listening sockets: it accepts callers, and makes each prove that it belongs to
 * the job (handshake.h) before it passes the connection on.
 *
 * Until then a caller is an unauthenticated peer.  There are at most
 * ISHMEMI_ACCEPTOR_UNAUTHENTICATED of them, and they use at most a quarter of the process's free
 * descriptors, because the program and the PEs need some.  If one more comes, or descriptors run
 * out, the acceptor drops the oldest.  Each has five seconds, however much it sends.  A caller on a
 * Unix socket must also be a process of the same user.  A PE that was dropped in a crowd calls
 * again.
 *
 * One thread owns an acceptor and polls for it.
 */
#ifndef ISHMEMI_ACCEPTOR_H
#define ISHMEMI_ACCEPTOR_H

#include "handshake.h"
#include <poll.h>

#define ISHMEMI_ACCEPTOR_LISTENERS 2
#define ISHMEMI_ACCEPTOR_UNAUTHENTICATED 128
/* Even with few descriptors, because a PE is an unauthenticated peer at first. */
#define ISHMEMI_ACCEPTOR_UNAUTHENTICATED_LEAST 4
/* Room for the polls that ishmemi_acceptor_watch stores. */
#define ISHMEMI_ACCEPTOR_POLLS (ISHMEMI_ACCEPTOR_LISTENERS + ISHMEMI_ACCEPTOR_UNAUTHENTICATED)

typedef struct ishmemi_unauthenticated {
    ishmemi_handshake_t handshake;
    uint64_t deadline; /* ns */
} ishmemi_unauthenticated_t;

typedef struct ishmemi_acceptor {
    ishmemi_key_t key;
    int listeners[ISHMEMI_ACCEPTOR_LISTENERS]; /* -1: none */
    uint64_t resting_until; /* ns; there were no free descriptors, so none is accepted before */
    size_t most;            /* unauthenticated peers allowed when the last one came */
    size_t count;
    ishmemi_unauthenticated_t unauthenticated[ISHMEMI_ACCEPTOR_UNAUTHENTICATED]; /* oldest first */
} ishmemi_acceptor_t;

/* Receives an authenticated caller: its socket, which does not block and which `admit` now owns,
 * and its hello. */
typedef void (*ishmemi_admit_fn)(void *context, int socket, const unsigned char *hello);

/* The acceptor takes ownership of the listeners; -1: none. */
void ishmemi_acceptor_open(ishmemi_acceptor_t *acceptor, const ishmemi_key_t *key, int first,
                           int second);
/* Closes the listeners and drops the unauthenticated peers.  May be called twice. */
void ishmemi_acceptor_close(ishmemi_acceptor_t *acceptor);

/* Stores what to poll for; returns how many.  *wake, in ns, becomes the time at which
 * ishmemi_acceptor_serve must be called although nothing has arrived, if that is earlier. */
size_t ishmemi_acceptor_watch(const ishmemi_acceptor_t *acceptor, struct pollfd *polls,
                              uint64_t *wake);
/* Handles everything that has arrived.  polls: as ishmemi_acceptor_watch stored them, after a poll.
 * `admit` may close the acceptor. */
void ishmemi_acceptor_serve(ishmemi_acceptor_t *acceptor, const struct pollfd *polls,
                            ishmemi_admit_fn admit, void *context);

#endif
