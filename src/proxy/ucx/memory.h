/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * One-sided operations by UCX: the wire's limits, write, read and settle.
 */
#ifndef ISHMEMI_UCX_MEMORY_H
#define ISHMEMI_UCX_MEMORY_H

#include "proxy/messages/wire.h"

/* Collective, while UCX's worker is open: makes this PE's memory known to UCX, and to the others. */
void ishmemi_ucx_memory_open(const ishmemi_transport_request_t *request);
void ishmemi_ucx_memory_close(void);

const wire_limits_t *ishmemi_ucx_limits(int pe);
void ishmemi_ucx_write(int pe, uint64_t place, const void *source, size_t bytes,
                       wire_message_t *message);
void ishmemi_ucx_read(int pe, void *destination, uint64_t place, size_t bytes,
                      wire_message_t *message);
void ishmemi_ucx_settle(int pe, wire_message_t *message);

#endif
