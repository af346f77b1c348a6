/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Serves the requests of other PEs.
 */
#ifndef ISHMEMI_MPI_SERVE_H
#define ISHMEMI_MPI_SERVE_H

#include "channel.h"
#include <stdbool.h>

/* Begin and end listening. */
void ishmemi_serve_open(void);
void ishmemi_serve_close(void);

/* Executes the packets that have arrived; returns whether there were any. */
bool ishmemi_serve_progress(void);

/* How channels execute direct puts. */
extern const channel_service_t ishmemi_serve_channels;

#endif
