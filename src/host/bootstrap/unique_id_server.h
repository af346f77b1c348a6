/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The thread through which the PEs of a unique id meet, in the process that made the id.  Every PE
 * calls it and keeps the connection.  The PEs' exchanges (bootstrap_table.h) go through it: each is
 * one message from every PE to the server and one back to all (unique_id_message.h).
 */
#ifndef ISHMEMI_UNIQUE_ID_SERVER_H
#define ISHMEMI_UNIQUE_ID_SERVER_H

#include "unique_id.h"

/* Starts the thread that serves the id's job at the listening socket.  seconds: how long all PEs
 * may take to join; silent_seconds: how long a host may stay silent; 0 for no limit.  Returns 0, or
 * an errno. */
int ishmemi_unique_id_serve(const ishmemi_unique_id_t *id, int listener, int seconds,
                            int silent_seconds);

/* If this process serves the id's job, waits until all its PEs have left. */
void ishmemi_unique_id_served(const ishmemi_unique_id_t *id);

#endif
