/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Addresses, IPv4 and IPv6, at which other hosts may reach this one, in a few bytes that can be
 * sent and stored.  They include a loopback or link-local address only if the user requested it.
 */
#ifndef ISHMEMI_ADDRESSES_H
#define ISHMEMI_ADDRESSES_H

#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

#define ISHMEMI_ADDRESSES_BYTES 48
#define ISHMEMI_ADDRESS_TEXT 64

typedef struct ishmemi_addresses {
    /* For each address, its length, 4 or 16, then its bytes in network byte order.  Any other
     * length ends the list. */
    unsigned char bytes[ISHMEMI_ADDRESSES_BYTES];
} ishmemi_addresses_t;

/* This host's addresses, as many as fit: IPv4 first, then IPv6. */
void ishmemi_addresses_of_host(ishmemi_addresses_t *addresses);

/* interface: the name of one, whose first address is stored, or one of this host's addresses.
 * Returns 0, or -1 with the error in `why`, as the second half of a sentence. */
int ishmemi_addresses_of_interface(const char *interface, ishmemi_addresses_t *address, char *why,
                                   size_t why_bytes);

/* Stores address i with the port, which is in network byte order, for connect and bind.  Returns
 * its length; 0 if there is no such address. */
socklen_t ishmemi_addresses_at(const ishmemi_addresses_t *addresses, size_t i, uint16_t port,
                               struct sockaddr_storage *address);

/* As text for people, without the port. */
void ishmemi_address_print(const struct sockaddr_storage *address, char text[ISHMEMI_ADDRESS_TEXT]);

#endif
