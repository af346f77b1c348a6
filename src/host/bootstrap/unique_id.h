/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The content of unique ids.  The process that made an id serves its job (unique_id_server.h).
 */
#ifndef ISHMEMI_UNIQUE_ID_H
#define ISHMEMI_UNIQUE_ID_H

#include "addresses.h"
#include "handshake.h"
#include "ishmemx.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The version of the id and of the messages (unique_id_message.h). */
#define ISHMEMI_UNIQUE_ID_VERSION 2
#define ISHMEMI_UNIQUE_ID_NAME 32

typedef struct ishmemi_unique_id {
    char magic[8];
    uint32_t version;
    uint16_t port;        /* in network byte order */
    uint16_t is_anywhere; /* the server listens on all interfaces, including loopback */
    uint64_t host;        /* ishmemi_unique_id_host of the server */
    ishmemi_key_t key;    /* with which the server and the PEs authenticate each other */
    ishmemi_addresses_t addresses;
    char name[ISHMEMI_UNIQUE_ID_NAME]; /* of the server's host, for messages */
    uint64_t check;                    /* hash of everything before it */
} ishmemi_unique_id_t;

_Static_assert(sizeof(ishmemi_unique_id_t) == sizeof(ishmemx_uniqueid_t), "an id is full");

#define ISHMEMI_UNIQUE_ID_MAGIC "ishm-uid" /* without its final zero */

/* The value of `check`. */
uint64_t ishmemi_unique_id_check(const ishmemi_unique_id_t *id);

/* Reads the id in the user's bytes.  Returns false for bytes that no ishmemx_get_uniqueid of this
 * version has made; *found then says what they are. */
bool ishmemi_unique_id_read(const ishmemx_uniqueid_t *bytes, ishmemi_unique_id_t *id,
                            const char **found);

/* A number that is the same for processes that may share memory and can call each other: those of
 * one kernel, host name and network namespace. */
uint64_t ishmemi_unique_id_host(void);
/* The host's name, truncated if it is long. */
void ishmemi_unique_id_host_name(char name[ISHMEMI_UNIQUE_ID_NAME]);

#endif
