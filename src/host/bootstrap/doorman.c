/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See doorman.h.  The order of polls is that of watch: the strangers, then the listeners.
 */
#include "doorman.h"

#include "runtime/connect.h"
#include "util/clock.h"
#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#define STRANGER_NS 5000000000
#define REST_NS 100000000
/* Of the strangers that there may be, one in so many is accepted at once: those who are here are served as well, and
 * who has just come is heard some times before it has to go. */
#define STRANGERS_AT_ONCE 4
/* Of the descriptors that are left, one in so many is for strangers. */
#define DESCRIPTORS_SHARE 4

void ishmemi_doorman_open(ishmemi_doorman_t *doorman, const ishmemi_key_t *key, int first,
                          int second)
{
    doorman->key = *key;
    doorman->listeners[0] = first;
    doorman->listeners[1] = second;
    doorman->resting_until = 0;
    doorman->most = ISHMEMI_DOORMAN_STRANGERS;
    doorman->count = 0;
}

void ishmemi_doorman_close(ishmemi_doorman_t *doorman)
{
    for (size_t i = 0; i < doorman->count; i++) {
        close(doorman->strangers[i].handshake.socket);
    }
    doorman->count = 0;
    for (size_t i = 0; i < ISHMEMI_DOORMAN_LISTENERS; i++) {
        if (doorman->listeners[i] >= 0) {
            close(doorman->listeners[i]);
        }
        doorman->listeners[i] = -1;
    }
}

size_t ishmemi_doorman_watch(const ishmemi_doorman_t *doorman, struct pollfd *polls, uint64_t *wake)
{
    size_t count = 0;
    for (; count < doorman->count; count++) {
        const ishmemi_stranger_t *const stranger = &doorman->strangers[count];
        polls[count] = (struct pollfd){.fd = stranger->handshake.socket, .events = POLLIN};
        *wake = stranger->deadline < *wake ? stranger->deadline : *wake;
    }
    const bool rests = doorman->resting_until > ishmemi_clock_now();
    if (rests && doorman->resting_until < *wake) {
        *wake = doorman->resting_until;
    }
    for (size_t i = 0; i < ISHMEMI_DOORMAN_LISTENERS; i++) {
        if (doorman->listeners[i] >= 0) {
            polls[count++] =
                (struct pollfd){.fd = rests ? -1 : doorman->listeners[i], .events = POLLIN};
        }
    }
    return count;
}

/* ---- Strangers ------------------------------------------------------------------------------- */

/* From the list; its socket stays as it is. */
static void forget(ishmemi_doorman_t *doorman, size_t place)
{
    doorman->count--;
    memmove(&doorman->strangers[place], &doorman->strangers[place + 1],
            (doorman->count - place) * sizeof *doorman->strangers);
}

static void send_away(ishmemi_doorman_t *doorman, size_t place)
{
    close(doorman->strangers[place].handshake.socket);
    forget(doorman, place);
}

/* Returns whether the stranger is one no more. */
static bool hear(ishmemi_doorman_t *doorman, size_t place, ishmemi_admit_fn admit, void *context)
{
    ishmemi_handshake_t *const handshake = &doorman->strangers[place].handshake;
    switch (ishmemi_handshake_advance(handshake, &doorman->key)) {
    case ISHMEMI_HANDSHAKE_DONE: {
        const ishmemi_handshake_t done = *handshake;
        forget(doorman, place);
        admit(context, done.socket, done.hello.card);
        return true;
    }
    case ISHMEMI_HANDSHAKE_GOES_ON:
        return false;
    default:
        send_away(doorman, place);
        return true;
    }
}

/* From the youngest on: those who leave change no place that is still to be looked at. */
static void hear_all(ishmemi_doorman_t *doorman, const struct pollfd *polls, ishmemi_admit_fn admit,
                     void *context)
{
    const uint64_t now = ishmemi_clock_now();
    for (size_t i = doorman->count; i > 0 && doorman->count > 0; i--) {
        const size_t place = i - 1;
        const bool left = polls[place].revents && hear(doorman, place, admit, context);
        if (!left && now >= doorman->strangers[place].deadline) {
            send_away(doorman, place);
        }
    }
}

/* ---- Callers --------------------------------------------------------------------------------- */

/* The socket's number was the lowest that was free: below it, what is not a stranger's is others'. */
static size_t count_others(const ishmemi_doorman_t *doorman, int socket)
{
    size_t others = (size_t)socket;
    for (size_t i = 0; i < doorman->count; i++) {
        others -= doorman->strangers[i].handshake.socket < socket;
    }
    return others;
}

/* How many strangers there may be, with the one whose socket has just been accepted. */
static size_t most_strangers(const ishmemi_doorman_t *doorman, int socket)
{
    struct rlimit limit;
    const size_t others = count_others(doorman, socket);
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) {
        return ISHMEMI_DOORMAN_STRANGERS;
    }
    const rlim_t left = limit.rlim_cur > others ? limit.rlim_cur - others : 0;
    const rlim_t share = left / DESCRIPTORS_SHARE;
    return share < ISHMEMI_DOORMAN_STRANGERS_LEAST ? ISHMEMI_DOORMAN_STRANGERS_LEAST
           : share < ISHMEMI_DOORMAN_STRANGERS     ? (size_t)share
                                                   : ISHMEMI_DOORMAN_STRANGERS;
}

static void let_in(ishmemi_doorman_t *doorman, int socket)
{
    if (!ishmemi_connect_is_own_user(socket)) {
        close(socket);
        return;
    }
    doorman->most = most_strangers(doorman, socket);
    while (doorman->count >= doorman->most) {
        send_away(doorman, 0);
    }
    ishmemi_stranger_t *const stranger = &doorman->strangers[doorman->count++];
    ishmemi_handshake_accept(&stranger->handshake, socket);
    stranger->deadline = ishmemi_clock_now() + STRANGER_NS;
}

/* Without descriptors accept4() fails before it looks whether anybody calls. */
static bool is_called(int listener)
{
    struct pollfd readable = {.fd = listener, .events = POLLIN};
    return poll(&readable, 1, 0) == 1;
}

/* Without descriptors the listener would stay readable: a stranger's is taken, or there is a rest.
 * Where nobody calls any more nobody has to go: it would be the caller that has just come. */
static bool make_room(ishmemi_doorman_t *doorman, int listener)
{
    if (!is_called(listener)) {
        return false;
    }
    if (doorman->count > 0) {
        send_away(doorman, 0);
        return true;
    }
    doorman->resting_until = ishmemi_clock_now() + REST_NS;
    return false;
}

static void accept_callers(ishmemi_doorman_t *doorman, int listener)
{
    for (size_t i = 0; i * STRANGERS_AT_ONCE < doorman->most; i++) {
        const int socket = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
        if (socket >= 0) {
            let_in(doorman, socket);
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            return;
        } else if (errno != EINTR && errno != ECONNABORTED && !make_room(doorman, listener)) {
            return;
        }
    }
}

void ishmemi_doorman_serve(ishmemi_doorman_t *doorman, const struct pollfd *polls,
                           ishmemi_admit_fn admit, void *context)
{
    const struct pollfd *const listeners = polls + doorman->count;
    hear_all(doorman, polls, admit, context);
    for (size_t i = 0, at = 0; i < ISHMEMI_DOORMAN_LISTENERS; i++) {
        if (doorman->listeners[i] >= 0 && listeners[at++].revents) {
            accept_callers(doorman, doorman->listeners[i]);
        }
    }
}
