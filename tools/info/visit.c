/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See visit.h.  Linux reports which process listens before anything is sent to it.  An answer may
 * have so many bytes and take so much time, in whatever pieces it comes.
 */
#include "visit.h"

#include "runtime/connect.h"
#include "util/clock.h"
#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ANSWER_NS UINT64_C(4000000000)
/* Enough for a job of thousands of PEs. */
#define ANSWER_BYTES ((size_t)16 << 20)
#define FIRST_BYTES ((size_t)16 << 10)

/* False if the time is over. */
static bool wait_for(int socket, uint64_t deadline)
{
    struct pollfd readable = {.fd = socket, .events = POLLIN};
    for (;;) {
        const uint64_t now = ishmemi_clock_now();
        if (now >= deadline) {
            return false;
        }
        const int ready = poll(&readable, 1, (int)((deadline - now) / 1000000) + 1);
        if (ready != 0 && (ready > 0 || errno != EINTR)) {
            return ready > 0;
        }
    }
}

static bool make_room(char **text, size_t used, size_t *room)
{
    if (used + 1 < *room) {
        return true;
    }
    const size_t wanted = *room == 0 ? FIRST_BYTES : 2 * *room;
    char *const larger = wanted <= 2 * ANSWER_BYTES ? realloc(*text, wanted) : NULL;
    if (larger) {
        *text = larger;
        *room = wanted;
    }
    return larger;
}

/* Reads until the other end closes the connection. */
static bool hear(int socket, char **text, size_t *bytes)
{
    const uint64_t deadline = ishmemi_clock_now() + ANSWER_NS;
    size_t room = 0;
    *bytes = 0;
    while (*bytes <= ANSWER_BYTES && make_room(text, *bytes, &room) && wait_for(socket, deadline)) {
        const ssize_t got = recv(socket, *text + *bytes, room - 1 - *bytes, 0);
        if (got > 0) {
            *bytes += (size_t)got;
        } else if (got == 0) {
            (*text)[*bytes] = '\0';
            return *bytes > 0;
        } else if (errno != EAGAIN && errno != EINTR) {
            return false;
        }
    }
    return false;
}

visit_result_t visit(const char *name, char question, char **text, size_t *bytes)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    const size_t length = strlen(name);
    if (length > sizeof address.sun_path - 1) {
        return VISIT_OTHER_USER;
    }
    memcpy(address.sun_path + 1, name, length);
    const int socket =
        ishmemi_connect_call((const struct sockaddr *)&address,
                             (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + length));
    if (socket < 0) {
        return VISIT_SILENT;
    }
    visit_result_t result = VISIT_OTHER_USER;
    if (ishmemi_connect_is_own_user(socket)) {
        const bool is_heard =
            send(socket, &question, 1, MSG_NOSIGNAL) == 1 && hear(socket, text, bytes);
        result = is_heard ? VISIT_ANSWERED : VISIT_SILENT;
    }
    close(socket);
    return result;
}

void visit_print(FILE *out, const char *text, size_t bytes, bool as_json)
{
    for (size_t i = 0; i < bytes; i++) {
        const unsigned char c = (unsigned char)text[i];
        const bool is_control = (c < ' ' && c != '\n') || c == 0x7f;
        if (is_control || (c >= 0x80 && !as_json)) {
            fprintf(out, as_json ? "?" : "\\x%02x", c);
        } else {
            fputc(c, out);
        }
    }
}
