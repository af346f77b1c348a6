/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The messages between the PEs of a job and the process that made their unique id.
 *
 * A connection begins with a handshake (handshake.h); its key is in the id and its hello is
 * ishmemi_uid_hello_t.  Nothing is read or allocated for a caller that has not proved that it has
 * the key.  Then messages follow, each a head and `bytes` bytes; numbers are little-endian, as on
 * every host that the library supports.
 *
 * kind      from      after the head
 * WELCOME   server    nothing: the PE is accepted; a PE that is dropped before may call again
 * READY     server    nothing: all PEs have joined
 * GATHER    a PE      its part of an allgather
 * GATHERED  server    the parts of all PEs, in their order
 * BYE       a PE      nothing: it no longer needs the server
 * FAILURE   server    a sentence that says why the job cannot run; the last message
 */
#ifndef ISHMEMI_UNIQUE_ID_MESSAGE_H
#define ISHMEMI_UNIQUE_ID_MESSAGE_H

#include "unique_id.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ISHMEMI_UNIQUE_ID_SENTENCE 512

typedef enum ishmemi_uid_kind {
    ISHMEMI_UID_WELCOME = 1,
    ISHMEMI_UID_READY,
    ISHMEMI_UID_GATHER,
    ISHMEMI_UID_GATHERED,
    ISHMEMI_UID_BYE,
    ISHMEMI_UID_FAILURE
} ishmemi_uid_kind_t;

typedef struct ishmemi_uid_head {
    uint64_t kind; /* ishmemi_uid_kind_t */
    uint64_t bytes;
} ishmemi_uid_head_t;

/* The hello of the handshake. */
typedef struct ishmemi_uid_hello {
    uint64_t host;
    int32_t rank;
    int32_t n_ranks;
    int32_t process;
    int32_t pad;
    char name[ISHMEMI_UNIQUE_ID_NAME];
} ishmemi_uid_hello_t;

_Static_assert(sizeof(ishmemi_uid_hello_t) <= ISHMEMI_HANDSHAKE_HELLO, "it fits in a hello");

/* Sends all data on a socket that does not block; returns false if the other end is gone or accepts
 * no data for a long time. */
bool ishmemi_unique_id_send(int socket, ishmemi_uid_kind_t kind, const void *data, size_t bytes);

#endif
