/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Serves the requests of other PEs.
 */
#ifndef ISHMEMI_MESSAGES_SERVE_H
#define ISHMEMI_MESSAGES_SERVE_H

#include "channel.h"
#include <stdbool.h>

/* Executes a packet that the wire has received, whose memory is the wire's, at an address that is a
 * multiple of 8. */
void ishmemi_serve_packet(const void *data, size_t bytes);

/* How channels execute direct puts. */
extern const channel_service_t ishmemi_serve_channels;

#endif
