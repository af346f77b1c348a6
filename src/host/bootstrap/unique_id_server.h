/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The thread at which the PEs of a unique id meet.  It lives in the process that made the id.  Every PE
 * calls it and keeps the connection; by it go the agreements of the PEs (bootstrap_table.h), each a
 * message of every PE to the server and one back to all (unique_id_message.h).
 */
#ifndef ISHMEMI_UNIQUE_ID_SERVER_H
#define ISHMEMI_UNIQUE_ID_SERVER_H

#include "unique_id.h"

/* Starts the thread that serves the job of the id at the listening socket.  seconds: in which all PEs must
 * come; silent_seconds: how long a host may answer nothing; 0 for no limit.  0, or an errno. */
int ishmemi_unique_id_serve(const ishmemi_unique_id_t *id, int listener, int seconds,
                            int silent_seconds);

/* If it is this process that serves the job of the id: until all its PEs have left it. */
void ishmemi_unique_id_served(const ishmemi_unique_id_t *id);

#endif
