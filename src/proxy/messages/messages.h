/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The transport table by messages: what a module that has a wire returns from
 * ISHMEMI_TRANSPORT_SYMBOL.
 */
#ifndef ISHMEMI_MESSAGES_MESSAGES_H
#define ISHMEMI_MESSAGES_MESSAGES_H

#include "wire.h"

/* Call it with the module's one wire only. */
const ishmemi_transport_t *ishmemi_messages_transport(const wire_t *wire);

#endif
