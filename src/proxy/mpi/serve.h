/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What other PEs ask of this one.
 */
#ifndef ISHMEMI_MPI_SERVE_H
#define ISHMEMI_MPI_SERVE_H

#include "channel.h"
#include <stdbool.h>

/* Begins and ends listening. */
void ishmemi_serve_open(void);
void ishmemi_serve_close(void);

/* Executes what has come; whether anything has. */
bool ishmemi_serve_progress(void);

/* What channels do with direct puts. */
extern const channel_service_t ishmemi_serve_channels;

#endif
