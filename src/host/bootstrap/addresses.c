/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See addresses.h.
 */
#include "addresses.h"

#include <arpa/inet.h>
#include <errno.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* More of them would leave no room for an IPv6 address. */
#define IPV4_MOST 6

/* The bytes of an Internet address, and how many; NULL for an address of another kind. */
static const void *bytes_of(const struct sockaddr *address, unsigned char *length)
{
    if (address && address->sa_family == AF_INET) {
        *length = sizeof(struct in_addr);
        return &((const struct sockaddr_in *)(const void *)address)->sin_addr;
    }
    if (address && address->sa_family == AF_INET6) {
        *length = sizeof(struct in6_addr);
        return &((const struct sockaddr_in6 *)(const void *)address)->sin6_addr;
    }
    return NULL;
}

/* The offset of address i, or of the end, where *length is 0. */
static size_t find(const ishmemi_addresses_t *addresses, size_t i, unsigned char *length)
{
    size_t at = 0;
    for (size_t number = 0;; number++) {
        *length = at < ISHMEMI_ADDRESSES_BYTES ? addresses->bytes[at] : 0;
        if ((*length != 4 && *length != 16) || at + 1 + *length > ISHMEMI_ADDRESSES_BYTES) {
            *length = 0;
            return at;
        }
        if (number == i) {
            return at;
        }
        at += 1 + (size_t)*length;
    }
}

static void add(ishmemi_addresses_t *addresses, const struct sockaddr *address)
{
    unsigned char length;
    const size_t at = find(addresses, SIZE_MAX, &length);
    const void *const bytes = bytes_of(address, &length);
    if (bytes && at + 1 + length <= ISHMEMI_ADDRESSES_BYTES) {
        addresses->bytes[at] = length;
        memcpy(&addresses->bytes[at + 1], bytes, length);
    }
}

/* A link-local address is useless on another host without that host's name for the link. */
static bool is_link_local(const struct sockaddr *address)
{
    unsigned char length;
    const unsigned char *const bytes = bytes_of(address, &length);
    return bytes && length == 16 && bytes[0] == 0xfe && (bytes[1] & 0xc0) == 0x80;
}

static bool is_of(const struct ifaddrs *at, sa_family_t family)
{
    return at->ifa_addr && at->ifa_addr->sa_family == family && (at->ifa_flags & IFF_UP) &&
           !is_link_local(at->ifa_addr);
}

static void add_family(ishmemi_addresses_t *addresses, const struct ifaddrs *interfaces,
                       sa_family_t family, size_t most)
{
    size_t count = 0;
    for (const struct ifaddrs *at = interfaces; at && count < most; at = at->ifa_next) {
        if (is_of(at, family) && !(at->ifa_flags & IFF_LOOPBACK)) {
            add(addresses, at->ifa_addr);
            count++;
        }
    }
}

void ishmemi_addresses_of_host(ishmemi_addresses_t *addresses)
{
    struct ifaddrs *interfaces;
    memset(addresses, 0, sizeof *addresses);
    if (getifaddrs(&interfaces) == 0) {
        add_family(addresses, interfaces, AF_INET, IPV4_MOST);
        add_family(addresses, interfaces, AF_INET6, SIZE_MAX);
        freeifaddrs(interfaces);
    }
}

/* ---- One interface --------------------------------------------------------------------------- */

static bool is_same(const struct sockaddr *address, const void *bytes, unsigned char length)
{
    unsigned char its_length;
    const void *const its = bytes_of(address, &its_length);
    return its && its_length == length && memcmp(its, bytes, length) == 0;
}

static const struct sockaddr *find_address(const struct ifaddrs *interfaces, const void *bytes,
                                           unsigned char length)
{
    for (const struct ifaddrs *at = interfaces; at; at = at->ifa_next) {
        if (is_same(at->ifa_addr, bytes, length)) {
            return at->ifa_addr;
        }
    }
    return NULL;
}

/* Its first IPv4 address, else its first IPv6 address.  *exists: whether there is an interface with
 * that name. */
static const struct sockaddr *find_named(const struct ifaddrs *interfaces, const char *name,
                                         bool *exists)
{
    const struct sockaddr *found = NULL;
    *exists = false;
    for (const struct ifaddrs *at = interfaces; at; at = at->ifa_next) {
        if (strcmp(at->ifa_name, name) != 0) {
            continue;
        }
        *exists = true;
        if (is_of(at, AF_INET) && (!found || found->sa_family != AF_INET)) {
            found = at->ifa_addr;
        } else if (is_of(at, AF_INET6) && !found) {
            found = at->ifa_addr;
        }
    }
    return found;
}

static void list_names(const struct ifaddrs *interfaces, char *names, size_t bytes)
{
    size_t used = 0;
    *names = '\0';
    for (const struct ifaddrs *at = interfaces; at && used < bytes; at = at->ifa_next) {
        const struct ifaddrs *same = interfaces;
        while (same != at && strcmp(same->ifa_name, at->ifa_name) != 0) {
            same = same->ifa_next;
        }
        if (same == at) {
            used += (size_t)snprintf(names + used, bytes - used, "%s%s", used ? ", " : "",
                                     at->ifa_name);
        }
    }
}

static const struct sockaddr *choose(const struct ifaddrs *interfaces, const char *interface,
                                     char *why, size_t why_bytes)
{
    unsigned char bytes[16];
    const unsigned char length = inet_pton(AF_INET, interface, bytes) == 1    ? 4
                                 : inet_pton(AF_INET6, interface, bytes) == 1 ? 16
                                                                              : 0;
    bool exists = false;
    const struct sockaddr *const found = length ? find_address(interfaces, bytes, length)
                                                : find_named(interfaces, interface, &exists);
    char names[256];
    list_names(interfaces, names, sizeof names);
    if (!found && length) {
        snprintf(why, why_bytes, "no interface of this host has this address");
    } else if (!found && exists) {
        snprintf(why, why_bytes, "the interface is down or has no address that others can call");
    } else if (!found) {
        snprintf(why, why_bytes, "expected an address of this host or one of its interfaces: %s",
                 names);
    }
    return found;
}

int ishmemi_addresses_of_interface(const char *interface, ishmemi_addresses_t *address, char *why,
                                   size_t why_bytes)
{
    struct ifaddrs *interfaces;
    memset(address, 0, sizeof *address);
    if (getifaddrs(&interfaces) != 0) {
        snprintf(why, why_bytes, "getifaddrs failed: %s", strerror(errno));
        return -1;
    }
    const struct sockaddr *const found = choose(interfaces, interface, why, why_bytes);
    if (found) {
        add(address, found);
    }
    freeifaddrs(interfaces);
    return found ? 0 : -1;
}

/* ---- Use ------------------------------------------------------------------------------------- */

socklen_t ishmemi_addresses_at(const ishmemi_addresses_t *addresses, size_t i, uint16_t port,
                               struct sockaddr_storage *address)
{
    unsigned char length;
    const size_t at = find(addresses, i, &length);
    struct sockaddr_in four = {.sin_family = AF_INET, .sin_port = port};
    struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_port = port};
    memset(address, 0, sizeof *address);
    if (length == 4) {
        memcpy(&four.sin_addr, &addresses->bytes[at + 1], length);
        memcpy(address, &four, sizeof four);
        return sizeof four;
    }
    if (length == 16) {
        memcpy(&six.sin6_addr, &addresses->bytes[at + 1], length);
        memcpy(address, &six, sizeof six);
        return sizeof six;
    }
    return 0;
}

void ishmemi_address_print(const struct sockaddr_storage *address, char text[ISHMEMI_ADDRESS_TEXT])
{
    unsigned char length;
    const void *const bytes = bytes_of((const struct sockaddr *)address, &length);
    if (!bytes || !inet_ntop(address->ss_family, bytes, text, ISHMEMI_ADDRESS_TEXT)) {
        snprintf(text, ISHMEMI_ADDRESS_TEXT, "no network address");
    }
}
