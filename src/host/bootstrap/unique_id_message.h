/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the PEs of a job say to the process that made their unique id, and what it answers.
 *
 * A connection begins with a handshake (handshake.h), whose key is in the id and whose hello is
 * ishmemi_uid_hello_t.  Nothing is read or allocated for a caller that has not proved that it has the
 * key.  Messages follow, each a head and `bytes` bytes; numbers are little-endian, as on every host
 * that the library runs on.
 *
 * kind      from      after the head
 * WELCOME   server    nothing: the PE is known; if it was cut off before, it may call again
 * READY     server    nothing: all PEs have come
 * GATHER    a PE      its part of an allgather
 * GATHERED  server    the parts of all PEs, in their order
 * BYE       a PE      nothing: it needs the server no more
 * FAILURE   server    a sentence that says why the job cannot be; last
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

/* Sends all, on a socket that does not block; false if the other end is gone or takes nothing for a
 * long time. */
bool ishmemi_unique_id_send(int socket, ishmemi_uid_kind_t kind, const void *data, size_t bytes);

#endif
