/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The acceptor of listening sockets: accepts callers and has each prove that it belongs to the job
 * (handshake.h) before anybody else hears of it.
 *
 * Callers that have not proved it are unauthenticated peers.  There are at most ISHMEMI_ACCEPTOR_UNAUTHENTICATED of
 * them, and they have at most a quarter of the descriptors that the process has left, for the program
 * and the PEs need some: when one more comes, or descriptors run out, the oldest has to go.  Each has
 * five seconds, however busily it sends.  A caller on a Unix socket must be a process of the same user,
 * too.  A PE that was sent away in a crowd calls again.
 *
 * One thread owns a acceptor, and polls for it.
 */
#ifndef ISHMEMI_ACCEPTOR_H
#define ISHMEMI_ACCEPTOR_H

#include "handshake.h"
#include <poll.h>

#define ISHMEMI_ACCEPTOR_LISTENERS 2
#define ISHMEMI_ACCEPTOR_UNAUTHENTICATED 128
/* However few descriptors there are: a PE is an unauthenticated peer, too, at first. */
#define ISHMEMI_ACCEPTOR_UNAUTHENTICATED_LEAST 4
/* Room for what ishmemi_acceptor_watch stores. */
#define ISHMEMI_ACCEPTOR_POLLS (ISHMEMI_ACCEPTOR_LISTENERS + ISHMEMI_ACCEPTOR_UNAUTHENTICATED)

typedef struct ishmemi_unauthenticated {
    ishmemi_handshake_t handshake;
    uint64_t deadline; /* ns */
} ishmemi_unauthenticated_t;

typedef struct ishmemi_acceptor {
    ishmemi_key_t key;
    int listeners[ISHMEMI_ACCEPTOR_LISTENERS]; /* -1: none */
    uint64_t resting_until; /* ns; no descriptors were left, nobody is accepted before */
    size_t most;            /* unauthenticated peers, as descriptors were when the last one came */
    size_t count;
    ishmemi_unauthenticated_t
        unauthenticated[ISHMEMI_ACCEPTOR_UNAUTHENTICATED]; /* the oldest first */
} ishmemi_acceptor_t;

/* Takes what a caller has proved to be its own: the socket, which does not block, and its hello. */
typedef void (*ishmemi_admit_fn)(void *context, int socket, const unsigned char *hello);

/* The listeners, or -1, become the acceptor's. */
void ishmemi_acceptor_open(ishmemi_acceptor_t *acceptor, const ishmemi_key_t *key, int first,
                           int second);
/* Closes the listeners and sends the unauthenticated peers away.  May be called twice. */
void ishmemi_acceptor_close(ishmemi_acceptor_t *acceptor);

/* Stores what to poll for and returns how many; *wake, in ns, becomes the time at which
 * ishmemi_acceptor_serve is to be called although nothing has come, if that is earlier. */
size_t ishmemi_acceptor_watch(const ishmemi_acceptor_t *acceptor, struct pollfd *polls,
                              uint64_t *wake);
/* Serves all that has come since.  polls: as stored by ishmemi_acceptor_watch and polled.  `admit`
 * may close the acceptor. */
void ishmemi_acceptor_serve(ishmemi_acceptor_t *acceptor, const struct pollfd *polls,
                            ishmemi_admit_fn admit, void *context);

#endif
