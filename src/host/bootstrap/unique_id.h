/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Unique ids: what is in one, and what the PEs of a job say to the process that made theirs.
 *
 * That process serves the job: every PE calls it and keeps the connection; by it go the agreements
 * of the PEs (bootstrap.h), each a message of every PE to the server and one back to all.  A
 * connection begins with a handshake (handshake.h), whose key is in the id and whose card is
 * hello_t.  Nothing is read or allocated for a caller that has not proved that it has the key.
 * Messages follow, each a head and `bytes` bytes; numbers are little-endian, as on every host that
 * the library runs on.
 *
 * kind      from      after the head
 * WELCOME   server    nothing: the PE is known; if it was cut off before, it may call again
 * READY     server    nothing: all PEs have come
 * GATHER    a PE      its part of an allgather
 * GATHERED  server    the parts of all PEs, in their order
 * BYE       a PE      nothing: it needs the server no more
 * FAILURE   server    a sentence that says why the job cannot be; last
 */
#ifndef ISHMEMI_UNIQUE_ID_H
#define ISHMEMI_UNIQUE_ID_H

#include "addresses.h"
#include "handshake.h"
#include "ishmemx.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Counts changes of the structs below and of what they mean. */
#define ISHMEMI_UNIQUE_ID_VERSION 2
#define ISHMEMI_UNIQUE_ID_SENTENCE 512
#define ISHMEMI_UNIQUE_ID_NAME 32

typedef struct ishmemi_unique_id {
    char magic[8];
    uint32_t version;
    uint16_t port;               /* in the network's byte order */
    uint16_t is_anywhere;        /* the server listens on all interfaces, loopback among them */
    uint64_t host;               /* ishmemi_unique_id_host of the server */
    ishmemi_key_t key;           /* by which server and PEs know each other */
    ishmemi_addresses_t addresses;
    char name[ISHMEMI_UNIQUE_ID_NAME]; /* of the server's host, for messages */
    uint64_t check;              /* of all that stands before it */
} ishmemi_unique_id_t;

_Static_assert(sizeof(ishmemi_unique_id_t) == sizeof(ishmemx_uniqueid_t), "an id is full");

typedef enum ishmemi_uid_kind {
    ISHMEMI_UID_WELCOME = 1,
    ISHMEMI_UID_READY,
    ISHMEMI_UID_GATHER,
    ISHMEMI_UID_GATHERED,
    ISHMEMI_UID_BYE,
    ISHMEMI_UID_FAILURE
} ishmemi_uid_kind_t;

typedef struct ishmemi_uid_head {
    uint64_t kind;               /* ishmemi_uid_kind_t */
    uint64_t bytes;
} ishmemi_uid_head_t;

/* The card of the handshake. */
typedef struct ishmemi_uid_hello {
    uint64_t host;
    int32_t rank;
    int32_t n_ranks;
    int32_t process;
    int32_t pad;
    char name[ISHMEMI_UNIQUE_ID_NAME];
} ishmemi_uid_hello_t;

_Static_assert(sizeof(ishmemi_uid_hello_t) <= ISHMEMI_HANDSHAKE_CARD, "it fits in a card");

/* The id in the user's bytes; false for what no ishmemx_get_uniqueid of this version has made,
 * with what it is in *found. */
bool ishmemi_unique_id_read(const ishmemx_uniqueid_t *bytes, ishmemi_unique_id_t *id,
                            const char **found);

/* A number that processes share which may share memory: those of one kernel under one host name. */
uint64_t ishmemi_unique_id_host(void);
/* The host's name, cut off where it is long. */
void ishmemi_unique_id_host_name(char name[ISHMEMI_UNIQUE_ID_NAME]);

/* Sends all, on a socket that does not block; false if the other end is gone or takes nothing for a
 * long time. */
bool ishmemi_unique_id_send(int socket, ishmemi_uid_kind_t kind, const void *data, size_t bytes);

/* Starts the thread that serves the job of the id at the listening socket.  0, or an errno. */
int ishmemi_unique_id_serve(const ishmemi_unique_id_t *id, int listener, int seconds);

/* If it is this process that serves the job of the id: until all its PEs have left it. */
void ishmemi_unique_id_served(const ishmemi_unique_id_t *id);

#endif
