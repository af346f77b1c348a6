/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See connect.h.
 */
#include "runtime/connect.h"

#include <errno.h>
#include <limits.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* A silent host is probed once a second; Linux counts at most 127 probes. */
#define ASK_EACH_S 1
#define ASKED_MOST 127

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
    const int listener = socket(address->sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (listener >= 0 && (bind(listener, address, length) != 0 || listen(listener, backlog) != 0)) {
        const int error = errno;
        close(listener);
        errno = error;
        return -1;
    }
    return listener;
}

int ishmemi_connect_listen_anywhere(int backlog, uint16_t *port)
{
    const int no = 0;
    struct sockaddr_in6 six = {.sin6_family = AF_INET6};
    struct sockaddr_in four = {.sin_family = AF_INET};
    socklen_t bytes = sizeof six;
    int listener = socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (listener >= 0 && (setsockopt(listener, IPPROTO_IPV6, IPV6_V6ONLY, &no, sizeof no) != 0 ||
                          bind(listener, (const struct sockaddr *)&six, bytes) != 0 ||
                          listen(listener, backlog) != 0 ||
                          getsockname(listener, (struct sockaddr *)&six, &bytes) != 0)) {
        close(listener);
        listener = -1;
    }
    *port = six.sin6_port;
    if (listener < 0) {
        /* A system without IPv6. */
        bytes = sizeof four;
        listener = ishmemi_connect_listen((const struct sockaddr *)&four, bytes, backlog);
        if (listener >= 0 && getsockname(listener, (struct sockaddr *)&four, &bytes) == 0) {
            *port = four.sin_port;
        }
    }
    return listener;
}

int ishmemi_connect_begin(const struct sockaddr *address, socklen_t length)
{
    const int made = socket(address->sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (made >= 0 && connect(made, address, length) != 0 && errno != EINPROGRESS) {
        const int error = errno;
        close(made);
        errno = error;
        return -1;
    }
    return made;
}

int ishmemi_connect_error(int socket)
{
    int error = 0;
    socklen_t bytes = sizeof error;
    return getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &bytes) == 0 ? error : errno;
}

int ishmemi_connect_call(const struct sockaddr *address, socklen_t length)
{
    const int socket = ishmemi_connect_begin(address, length);
    if (socket < 0) {
        return -1;
    }
    struct pollfd writable = {.fd = socket, .events = POLLOUT};
    const int error =
        poll(&writable, 1, ISHMEMI_CONNECT_MS) == 1 ? ishmemi_connect_error(socket) : ETIMEDOUT;
    if (error != 0) {
        close(socket);
        errno = error;
        return -1;
    }
    return socket;
}

/* SO_PEERCRED names the process that connected, on the accepting side, and the process that made
 * the socket listen, on the connecting side. */
bool ishmemi_connect_is_process(int socket, pid_t process)
{
    int family;
    struct ucred peer;
    socklen_t family_bytes = sizeof family;
    socklen_t peer_bytes = sizeof peer;
    if (getsockopt(socket, SOL_SOCKET, SO_DOMAIN, &family, &family_bytes) != 0) {
        return false;
    }
    return family != AF_UNIX ||
           (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &peer_bytes) == 0 &&
            peer.uid == geteuid() && (process == 0 || peer.pid == process));
}

bool ishmemi_connect_is_own_user(int socket)
{
    return ishmemi_connect_is_process(socket, 0);
}

void ishmemi_connect_keep_alive(int socket, int seconds)
{
    const int on = 1;
    (void)setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (seconds == 0) {
        return;
    }
    const int each = ASK_EACH_S;
    const int count = seconds < ASKED_MOST ? seconds : ASKED_MOST;
    const unsigned unanswered_ms = (unsigned)(seconds < INT_MAX / 1000 ? seconds * 1000 : INT_MAX);
    (void)setsockopt(socket, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
    (void)setsockopt(socket, IPPROTO_TCP, TCP_KEEPIDLE, &each, sizeof each);
    (void)setsockopt(socket, IPPROTO_TCP, TCP_KEEPINTVL, &each, sizeof each);
    (void)setsockopt(socket, IPPROTO_TCP, TCP_KEEPCNT, &count, sizeof count);
    /* TCP sends no probes while data is unacknowledged.  Where this is set it replaces the
     * count. */
    (void)setsockopt(socket, IPPROTO_TCP, TCP_USER_TIMEOUT, &unanswered_ms, sizeof unanswered_ms);
}
