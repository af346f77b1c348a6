/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See connect.h.
 */
#include "connect.h"

#include <errno.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define CONNECT_MS 2000
/* A connection on which nothing comes is asked for life after a second, then each second; after
 * three without an answer it is broken. */
#define KEEP_IDLE_S 1
#define KEEP_INTERVAL_S 1
#define KEEP_COUNT 3

size_t ishmemi_connect_addresses(uint32_t *addresses, size_t most)
{
    struct ifaddrs *interfaces;
    if (getifaddrs(&interfaces) != 0) {
        return 0;
    }
    size_t count = 0;
    for (const struct ifaddrs *at = interfaces; at && count < most; at = at->ifa_next) {
        if (at->ifa_addr && at->ifa_addr->sa_family == AF_INET && (at->ifa_flags & IFF_UP) &&
            !(at->ifa_flags & IFF_LOOPBACK)) {
            struct sockaddr_in address;
            memcpy(&address, at->ifa_addr, sizeof address);
            addresses[count++] = address.sin_addr.s_addr;
        }
    }
    freeifaddrs(interfaces);
    return count;
}

socklen_t ishmemi_connect_name(const char *purpose, uint64_t number, struct sockaddr_un *address)
{
    memset(address, 0, sizeof *address);
    address->sun_family = AF_UNIX;
    const int length = snprintf(address->sun_path + 1, sizeof address->sun_path - 1,
                                "ishmem-%s-%016llx", purpose, (unsigned long long)number);
    return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)length);
}

int ishmemi_connect_listen(const struct sockaddr *address, socklen_t length, int backlog)
{
    const int listener =
        socket(address->sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (listener >= 0 &&
        (bind(listener, address, length) != 0 || listen(listener, backlog) != 0)) {
        const int error = errno;
        close(listener);
        errno = error;
        return -1;
    }
    return listener;
}

int ishmemi_connect_call(const struct sockaddr *address, socklen_t length)
{
    const int line = socket(address->sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (line < 0) {
        return -1;
    }
    int error = 0;
    if (connect(line, address, length) != 0) {
        error = errno;
        socklen_t bytes = sizeof error;
        struct pollfd writable = {.fd = line, .events = POLLOUT};
        if (error == EINPROGRESS) {
            const int ready = poll(&writable, 1, CONNECT_MS);
            error = ETIMEDOUT;
            if (ready == 1) {
                (void)getsockopt(line, SOL_SOCKET, SO_ERROR, &error, &bytes);
            }
        }
    }
    if (error != 0) {
        close(line);
        errno = error;
        return -1;
    }
    return line;
}

void ishmemi_connect_keep_alive(int line)
{
    const int on = 1;
    const int idle = KEEP_IDLE_S;
    const int interval = KEEP_INTERVAL_S;
    const int count = KEEP_COUNT;
    const unsigned unanswered_ms = 1000 * (KEEP_IDLE_S + KEEP_COUNT * KEEP_INTERVAL_S);
    (void)setsockopt(line, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
    (void)setsockopt(line, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof idle);
    (void)setsockopt(line, IPPROTO_TCP, TCP_KEEPINTVL, &interval, sizeof interval);
    (void)setsockopt(line, IPPROTO_TCP, TCP_KEEPCNT, &count, sizeof count);
    /* While something is unacknowledged nothing is asked. */
    (void)setsockopt(line, IPPROTO_TCP, TCP_USER_TIMEOUT, &unanswered_ms, sizeof unanswered_ms);
    (void)setsockopt(line, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}
