/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The doorman of listening sockets: accepts callers and has each prove that it belongs to the job
 * (handshake.h) before anybody else hears of it.
 *
 * Callers that have not proved it are strangers.  There are at most ISHMEMI_DOORMAN_STRANGERS of
 * them, and they have at most a quarter of the descriptors that the process has left, for the program
 * and the PEs need some: when one more comes, or descriptors run out, the oldest has to go.  Each has
 * five seconds, however busily it sends.  A caller on a Unix socket must be a process of the same user,
 * too.  A PE that was sent away in a crowd calls again.
 *
 * One thread owns a doorman, and polls for it.
 */
#ifndef ISHMEMI_DOORMAN_H
#define ISHMEMI_DOORMAN_H

#include "handshake.h"
#include <poll.h>

#define ISHMEMI_DOORMAN_LISTENERS 2
#define ISHMEMI_DOORMAN_STRANGERS 128
/* However few descriptors there are: a PE is a stranger, too, at first. */
#define ISHMEMI_DOORMAN_STRANGERS_LEAST 4
/* Room for what ishmemi_doorman_watch stores. */
#define ISHMEMI_DOORMAN_POLLS (ISHMEMI_DOORMAN_LISTENERS + ISHMEMI_DOORMAN_STRANGERS)

typedef struct ishmemi_stranger {
    ishmemi_handshake_t handshake;
    uint64_t deadline; /* ns */
} ishmemi_stranger_t;

typedef struct ishmemi_doorman {
    ishmemi_key_t key;
    int listeners[ISHMEMI_DOORMAN_LISTENERS]; /* -1: none */
    uint64_t resting_until; /* ns; no descriptors were left, nobody is accepted before */
    size_t most;            /* strangers, as descriptors were when the last one came */
    size_t count;
    ishmemi_stranger_t strangers[ISHMEMI_DOORMAN_STRANGERS]; /* the oldest first */
} ishmemi_doorman_t;

/* Takes what a caller has proved to be its own: the socket, which does not block, and its card. */
typedef void (*ishmemi_admit_fn)(void *context, int socket, const unsigned char *card);

/* The listeners, or -1, become the doorman's. */
void ishmemi_doorman_open(ishmemi_doorman_t *doorman, const ishmemi_key_t *key, int first,
                          int second);
/* Closes the listeners and sends the strangers away.  May be called twice. */
void ishmemi_doorman_close(ishmemi_doorman_t *doorman);

/* Stores what to poll for and returns how many; *wake, in ns, becomes the time at which
 * ishmemi_doorman_serve is to be called although nothing has come, if that is earlier. */
size_t ishmemi_doorman_watch(const ishmemi_doorman_t *doorman, struct pollfd *polls,
                             uint64_t *wake);
/* Serves all that has come since.  polls: as stored by ishmemi_doorman_watch and polled.  `admit`
 * may close the doorman. */
void ishmemi_doorman_serve(ishmemi_doorman_t *doorman, const struct pollfd *polls,
                           ishmemi_admit_fn admit, void *context);

#endif
