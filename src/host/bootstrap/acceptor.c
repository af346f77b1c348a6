/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See acceptor.h.  The polls of the unauthenticated peers come before those of the listeners.
 */
#include "acceptor.h"

#include "runtime/connect.h"
#include "util/clock.h"
#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#define UNAUTHENTICATED_NS 5000000000
#define REST_NS 100000000
/* One pass accepts a quarter of the unauthenticated peers that there may be.  So those that are
 * here are served as well, and a new one is read several times before it must go. */
#define UNAUTHENTICATED_AT_ONCE 4
/* Unauthenticated peers may use one in this many of the free descriptors. */
#define DESCRIPTORS_SHARE 4

void ishmemi_acceptor_open(ishmemi_acceptor_t *acceptor, const ishmemi_key_t *key, int first,
                           int second)
{
    acceptor->key = *key;
    acceptor->listeners[0] = first;
    acceptor->listeners[1] = second;
    acceptor->resting_until = 0;
    acceptor->most = ISHMEMI_ACCEPTOR_UNAUTHENTICATED;
    acceptor->count = 0;
}

void ishmemi_acceptor_close(ishmemi_acceptor_t *acceptor)
{
    for (size_t i = 0; i < acceptor->count; i++) {
        close(acceptor->unauthenticated[i].handshake.socket);
    }
    acceptor->count = 0;
    for (size_t i = 0; i < ISHMEMI_ACCEPTOR_LISTENERS; i++) {
        if (acceptor->listeners[i] >= 0) {
            close(acceptor->listeners[i]);
        }
        acceptor->listeners[i] = -1;
    }
}

size_t ishmemi_acceptor_watch(const ishmemi_acceptor_t *acceptor, struct pollfd *polls,
                              uint64_t *wake)
{
    size_t count = 0;
    for (; count < acceptor->count; count++) {
        const ishmemi_unauthenticated_t *const peer = &acceptor->unauthenticated[count];
        polls[count] = (struct pollfd){.fd = peer->handshake.socket, .events = POLLIN};
        *wake = peer->deadline < *wake ? peer->deadline : *wake;
    }
    const bool rests = acceptor->resting_until > ishmemi_clock_now();
    if (rests && acceptor->resting_until < *wake) {
        *wake = acceptor->resting_until;
    }
    for (size_t i = 0; i < ISHMEMI_ACCEPTOR_LISTENERS; i++) {
        if (acceptor->listeners[i] >= 0) {
            polls[count++] =
                (struct pollfd){.fd = rests ? -1 : acceptor->listeners[i], .events = POLLIN};
        }
    }
    return count;
}

/* ---- Unauthenticated peers ------------------------------------------------------------------- */

/* Removes a peer from the list; its socket stays open. */
static void forget(ishmemi_acceptor_t *acceptor, size_t index)
{
    acceptor->count--;
    memmove(&acceptor->unauthenticated[index], &acceptor->unauthenticated[index + 1],
            (acceptor->count - index) * sizeof *acceptor->unauthenticated);
}

static void send_away(ishmemi_acceptor_t *acceptor, size_t index)
{
    close(acceptor->unauthenticated[index].handshake.socket);
    forget(acceptor, index);
}

/* Returns whether the peer has left the list. */
static bool hear(ishmemi_acceptor_t *acceptor, size_t index, ishmemi_admit_fn admit, void *context)
{
    ishmemi_handshake_t *const handshake = &acceptor->unauthenticated[index].handshake;
    switch (ishmemi_handshake_advance(handshake, &acceptor->key)) {
    case ISHMEMI_HANDSHAKE_DONE: {
        const ishmemi_handshake_t done = *handshake;
        forget(acceptor, index);
        admit(context, done.socket, done.greeting.hello);
        return true;
    }
    case ISHMEMI_HANDSHAKE_GOES_ON:
        return false;
    default:
        send_away(acceptor, index);
        return true;
    }
}

/* From the youngest to the oldest, so that a peer that leaves moves none that is still to be
 * handled. */
static void hear_all(ishmemi_acceptor_t *acceptor, const struct pollfd *polls,
                     ishmemi_admit_fn admit, void *context)
{
    const uint64_t now = ishmemi_clock_now();
    for (size_t i = acceptor->count; i > 0 && acceptor->count > 0; i--) {
        const size_t index = i - 1;
        const bool left = polls[index].revents && hear(acceptor, index, admit, context);
        if (!left && now >= acceptor->unauthenticated[index].deadline) {
            send_away(acceptor, index);
        }
    }
}

/* ---- Callers --------------------------------------------------------------------------------- */

/* The socket got the lowest free number, so all lower numbers are in use: by unauthenticated peers,
 * or by others, which this counts. */
static size_t count_others(const ishmemi_acceptor_t *acceptor, int socket)
{
    size_t others = (size_t)socket;
    for (size_t i = 0; i < acceptor->count; i++) {
        others -= acceptor->unauthenticated[i].handshake.socket < socket;
    }
    return others;
}

/* How many unauthenticated peers are allowed, including the one that has just been accepted. */
static size_t most_unauthenticated(const ishmemi_acceptor_t *acceptor, int socket)
{
    struct rlimit limit;
    const size_t others = count_others(acceptor, socket);
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) {
        return ISHMEMI_ACCEPTOR_UNAUTHENTICATED;
    }
    const rlim_t left = limit.rlim_cur > others ? limit.rlim_cur - others : 0;
    const rlim_t share = left / DESCRIPTORS_SHARE;
    return share < ISHMEMI_ACCEPTOR_UNAUTHENTICATED_LEAST ? ISHMEMI_ACCEPTOR_UNAUTHENTICATED_LEAST
           : share < ISHMEMI_ACCEPTOR_UNAUTHENTICATED     ? (size_t)share
                                                          : ISHMEMI_ACCEPTOR_UNAUTHENTICATED;
}

static void let_in(ishmemi_acceptor_t *acceptor, int socket)
{
    if (!ishmemi_connect_is_own_user(socket)) {
        close(socket);
        return;
    }
    acceptor->most = most_unauthenticated(acceptor, socket);
    while (acceptor->count >= acceptor->most) {
        send_away(acceptor, 0);
    }
    ishmemi_unauthenticated_t *const peer = &acceptor->unauthenticated[acceptor->count++];
    ishmemi_handshake_accept(&peer->handshake, socket);
    peer->deadline = ishmemi_clock_now() + UNAUTHENTICATED_NS;
}

/* Without free descriptors accept4() fails before it looks for a caller. */
static bool is_called(int listener)
{
    struct pollfd readable = {.fd = listener, .events = POLLIN};
    return poll(&readable, 1, 0) == 1;
}

/* Without free descriptors the listener would stay readable, so this drops an unauthenticated peer,
 * or pauses.  If no caller waits, it drops none: that would be the caller that was just
 * accepted. */
static bool make_room(ishmemi_acceptor_t *acceptor, int listener)
{
    if (!is_called(listener)) {
        return false;
    }
    if (acceptor->count > 0) {
        send_away(acceptor, 0);
        return true;
    }
    acceptor->resting_until = ishmemi_clock_now() + REST_NS;
    return false;
}

static void accept_callers(ishmemi_acceptor_t *acceptor, int listener)
{
    for (size_t i = 0; i * UNAUTHENTICATED_AT_ONCE < acceptor->most; i++) {
        const int socket = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
        if (socket >= 0) {
            let_in(acceptor, socket);
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            return;
        } else if (errno != EINTR && errno != ECONNABORTED && !make_room(acceptor, listener)) {
            return;
        }
    }
}

void ishmemi_acceptor_serve(ishmemi_acceptor_t *acceptor, const struct pollfd *polls,
                            ishmemi_admit_fn admit, void *context)
{
    const struct pollfd *const listeners = polls + acceptor->count;
    hear_all(acceptor, polls, admit, context);
    for (size_t i = 0, at = 0; i < ISHMEMI_ACCEPTOR_LISTENERS; i++) {
        if (acceptor->listeners[i] >= 0 && listeners[at++].revents) {
            accept_callers(acceptor, acceptor->listeners[i]);
        }
    }
}
