/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Unique ids: what is in one.  The process that made an id serves its job (unique_id_server.h).
 */
#ifndef ISHMEMI_UNIQUE_ID_H
#define ISHMEMI_UNIQUE_ID_H

#include "addresses.h"
#include "handshake.h"
#include "ishmemx.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Counts changes of the id and of the messages (unique_id_message.h). */
#define ISHMEMI_UNIQUE_ID_VERSION 2
#define ISHMEMI_UNIQUE_ID_NAME 32

typedef struct ishmemi_unique_id {
    char magic[8];
    uint32_t version;
    uint16_t port;        /* in the network's byte order */
    uint16_t is_anywhere; /* the server listens on all interfaces, loopback among them */
    uint64_t host;        /* ishmemi_unique_id_host of the server */
    ishmemi_key_t key;    /* by which server and PEs know each other */
    ishmemi_addresses_t addresses;
    char name[ISHMEMI_UNIQUE_ID_NAME]; /* of the server's host, for messages */
    uint64_t check;                    /* of all that stands before it */
} ishmemi_unique_id_t;

_Static_assert(sizeof(ishmemi_unique_id_t) == sizeof(ishmemx_uniqueid_t), "an id is full");

#define ISHMEMI_UNIQUE_ID_MAGIC "ishm-uid" /* in an id without its end */

/* What stands in `check`. */
uint64_t ishmemi_unique_id_check(const ishmemi_unique_id_t *id);

/* The id in the user's bytes; false for what no ishmemx_get_uniqueid of this version has made,
 * with what it is in *found. */
bool ishmemi_unique_id_read(const ishmemx_uniqueid_t *bytes, ishmemi_unique_id_t *id,
                            const char **found);

/* A number that processes have in common which may share memory and can call each other: those of one
 * kernel under one host name, in one network. */
uint64_t ishmemi_unique_id_host(void);
/* The host's name, cut off where it is long. */
void ishmemi_unique_id_host_name(char name[ISHMEMI_UNIQUE_ID_NAME]);

#endif
