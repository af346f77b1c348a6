/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How the two ends of a connection prove to each other that they belong to the same job.
 *
 * Both ends know a key of 128 random bits, from the bootstrap or from the unique id.  It is not in
 * any name and never travels on the connection.  Each end sends a random number, and the other end
 * answers with a keyed hash (SipHash-2-4) of both numbers:
 *
 *     caller   GREETING   its number, and its hello: who it is
 *     callee   CHALLENGE  its number, and its hash of the greeting and that number
 *     caller   PROOF      the caller's hash of the same
 *
 * So a process that listens where a PE was expected receives nothing useful, and a recording does
 * not work a second time.  The model: unauthenticated peers may connect, listen, and send anything
 * at any time.  Attackers that can read or change the traffic between hosts are outside the model,
 * because nothing that follows is encrypted.
 *
 * Messages have a fixed size, and nothing is allocated for a caller.  A handshake never blocks.
 */
#ifndef ISHMEMI_HANDSHAKE_H
#define ISHMEMI_HANDSHAKE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ISHMEMI_HANDSHAKE_HELLO 80

typedef struct ishmemi_key {
    uint64_t half[2];
} ishmemi_key_t;

typedef struct ishmemi_greeting {
    char magic[8];
    uint64_t number[2];
    unsigned char hello[ISHMEMI_HANDSHAKE_HELLO];
} ishmemi_greeting_t;

typedef struct ishmemi_challenge {
    uint64_t number[2];
    uint64_t proof;
} ishmemi_challenge_t;

typedef struct ishmemi_handshake {
    int socket;
    bool calls;        /* this end is the caller */
    bool has_greeting; /* the callee has read it */
    size_t got;        /* bytes received of the current message */
    ishmemi_greeting_t greeting;
    ishmemi_challenge_t challenge;
    uint64_t proof; /* the caller's */
} ishmemi_handshake_t;

typedef enum ishmemi_handshake_state {
    ISHMEMI_HANDSHAKE_FAILED,
    ISHMEMI_HANDSHAKE_GOES_ON,
    ISHMEMI_HANDSHAKE_DONE
} ishmemi_handshake_state_t;

/* Fills data with random bytes from the system; returns false, with errno, on failure. */
bool ishmemi_random(void *data, size_t bytes);

/* SipHash-2-4. */
uint64_t ishmemi_keyed_hash(const ishmemi_key_t *key, const void *data, size_t bytes);

/* The caller's end, on a connected socket that does not block: sends the greeting.  Returns false
 * if it cannot be sent. */
bool ishmemi_handshake_call(ishmemi_handshake_t *handshake, int socket, const void *hello,
                            size_t bytes);
/* The callee's end. */
void ishmemi_handshake_accept(ishmemi_handshake_t *handshake, int socket);

/* For either end, when the socket is readable.  Reads no byte after the handshake.  The hello is
 * authentic only when the callee has found the handshake DONE. */
ishmemi_handshake_state_t ishmemi_handshake_advance(ishmemi_handshake_t *handshake,
                                                    const ishmemi_key_t *key);

#endif
