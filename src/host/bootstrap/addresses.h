/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Addresses, IPv4 and IPv6, by which other hosts may reach this one, in a few bytes that can be
 * sent and stored.  No loopback or link-local address is among them unless the user has asked for
 * it.
 */
#ifndef ISHMEMI_ADDRESSES_H
#define ISHMEMI_ADDRESSES_H

#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

#define ISHMEMI_ADDRESSES_BYTES 48
#define ISHMEMI_ADDRESS_TEXT 64

typedef struct ishmemi_addresses {
    /* One after the other: its length, 4 or 16, and its bytes in the network's order.  The first
     * length that is neither ends the list. */
    unsigned char bytes[ISHMEMI_ADDRESSES_BYTES];
} ishmemi_addresses_t;

/* Of this host, as many as fit: IPv4 first, the rest of the room is IPv6's. */
void ishmemi_addresses_of_host(ishmemi_addresses_t *addresses);

/* interface: the name of one, whose first address this is, or one of this host's addresses.  0, or
 * -1 with what is wrong in `why`, a sentence's second half. */
int ishmemi_addresses_of_interface(const char *interface, ishmemi_addresses_t *address, char *why,
                                   size_t why_bytes);

/* Address i with the port, which is in the network's byte order, as an argument of connect and
 * bind.  Returns its length; 0 where there are not so many. */
socklen_t ishmemi_addresses_at(const ishmemi_addresses_t *addresses, size_t i, uint16_t port,
                               struct sockaddr_storage *address);

/* For people, without the port. */
void ishmemi_address_print(const struct sockaddr_storage *address, char text[ISHMEMI_ADDRESS_TEXT]);

#endif
