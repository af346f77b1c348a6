/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Each PE listens, tells all where, and calls those of its partners with a lower number.  Callers
 * do not wait for being accepted, so that all call first and accept then, and nobody waits for
 * anybody.
 *
 * PEs of a machine call each other by names in the abstract Unix namespace, which leave nothing
 * behind; others by TCP, at any of the callee's addresses that answers.  A call counts if it holds
 * the number that only PEs know.
 */
#include "lines.h"

#include "agree.h"
#include "bootstrap.h"
#include "connect.h"
#include "job.h"
#include "log.h"
#include <netinet/in.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

#define TO_ALL_MOST 64
#define ADDRESSES 8
#define GREETING_MS 1000

/* What a PE tells about itself; nonce is also part of its name in the Unix namespace. */
typedef struct card {
    uint64_t nonce;              /* 0: this PE cannot be called */
    uint32_t addresses[ADDRESSES]; /* IPv4; 0: none */
    uint16_t port;
    uint16_t pad[3];
} card_t;

typedef struct greeting {
    uint64_t nonce;              /* the callee's */
    int64_t from;
} greeting_t;

typedef struct listeners {
    int unix_socket;
    int tcp_socket;
} listeners_t;

/* One call of ishmemi_lines_connect. */
typedef struct wanted {
    const char *purpose;
    bool (*is_wanted)(int pe);
} wanted_t;

static bool is_partner(const wanted_t *wanted, int pe)
{
    const int n_pes = ishmemi_job.n_pes;
    const int distance = (pe - ishmemi_job.my_pe + n_pes) % n_pes;
    const int back = (n_pes - distance) % n_pes;
    return distance != 0 && wanted->is_wanted(pe) &&
           (n_pes <= TO_ALL_MOST || (distance & (distance - 1)) == 0 || (back & (back - 1)) == 0);
}

/* ---- Listening ------------------------------------------------------------------------------- */

static listeners_t listen_for(const wanted_t *wanted, card_t *mine)
{
    listeners_t listeners = {-1, -1};
    memset(mine, 0, sizeof *mine);
    if (getrandom(&mine->nonce, sizeof mine->nonce, 0) != sizeof mine->nonce) {
        mine->nonce = 0;
        return listeners;
    }
    struct sockaddr_un name;
    const socklen_t length = ishmemi_connect_name(wanted->purpose, mine->nonce, &name);
    listeners.unix_socket =
        ishmemi_connect_listen((const struct sockaddr *)&name, length, ishmemi_job.n_pes);
    if (ishmemi_job.machine_size == ishmemi_job.n_pes) {
        return listeners;
    }
    struct sockaddr_in address = {.sin_family = AF_INET};
    socklen_t bytes = sizeof address;
    listeners.tcp_socket = ishmemi_connect_listen((const struct sockaddr *)&address, sizeof address,
                                                  ishmemi_job.n_pes);
    if (listeners.tcp_socket >= 0 &&
        getsockname(listeners.tcp_socket, (struct sockaddr *)&address, &bytes) == 0) {
        mine->port = address.sin_port;
        (void)ishmemi_connect_addresses(mine->addresses, ADDRESSES);
    }
    return listeners;
}

/* ---- Calling --------------------------------------------------------------------------------- */

static int call_at_any(const card_t *card)
{
    int line = -1;
    for (size_t i = 0; i < ADDRESSES && card->addresses[i] && line < 0; i++) {
        const struct sockaddr_in address = {.sin_family = AF_INET,
                                            .sin_port = card->port,
                                            .sin_addr.s_addr = card->addresses[i]};
        line = ishmemi_connect_call((const struct sockaddr *)&address, sizeof address);
    }
    return line;
}

static int call_pe(const wanted_t *wanted, int pe, const card_t *card)
{
    if (card->nonce == 0) {
        return -1;
    }
    struct sockaddr_un name;
    const socklen_t length = ishmemi_connect_name(wanted->purpose, card->nonce, &name);
    const int line = ishmemi_is_on_machine(pe)
                         ? ishmemi_connect_call((const struct sockaddr *)&name, length)
                         : call_at_any(card);
    const greeting_t greeting = {card->nonce, ishmemi_job.my_pe};
    if (line >= 0 &&
        send(line, &greeting, sizeof greeting, MSG_NOSIGNAL) != (ssize_t)sizeof greeting) {
        close(line);
        return -1;
    }
    return line;
}

/* ---- Accepting ------------------------------------------------------------------------------- */

/* The caller's number; -1 for who is none of this job's PEs. */
static int receive_greeting(const wanted_t *wanted, int line, uint64_t nonce)
{
    greeting_t greeting = {0, -1};
    struct pollfd readable = {.fd = line, .events = POLLIN};
    if (poll(&readable, 1, GREETING_MS) != 1 ||
        recv(line, &greeting, sizeof greeting, MSG_DONTWAIT) != (ssize_t)sizeof greeting ||
        greeting.nonce != nonce || greeting.from < 0 || greeting.from >= ishmemi_job.n_pes ||
        !is_partner(wanted, (int)greeting.from)) {
        return -1;
    }
    return (int)greeting.from;
}

static void accept_all(const wanted_t *wanted, int listener, uint64_t nonce, line_t *lines)
{
    while (listener >= 0) {
        const int line = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
        if (line < 0) {
            close(listener);
            return;
        }
        const int from = receive_greeting(wanted, line, nonce);
        if (from < 0 || lines[from].socket >= 0) {
            close(line);
        } else {
            lines[from].socket = line;
        }
    }
}

size_t ishmemi_lines_connect(const char *purpose, bool (*is_wanted)(int pe), line_t **lines,
                             size_t *count)
{
    const wanted_t wanted = {purpose, is_wanted};
    const int n_pes = ishmemi_job.n_pes;
    card_t mine;
    const listeners_t listeners = listen_for(&wanted, &mine);
    card_t *const cards = calloc((size_t)n_pes, sizeof *cards);
    line_t *const all = calloc((size_t)n_pes, sizeof *all);
    if (!cards || !all) {
        ishmemi_fatal("no host memory for a table of %d PEs", n_pes);
    }
    ishmemi_allgather(&mine, cards, sizeof mine);
    for (int pe = 0; pe < n_pes; pe++) {
        all[pe].pe = pe;
        all[pe].socket = pe < ishmemi_job.my_pe && is_partner(&wanted, pe)
                             ? call_pe(&wanted, pe, &cards[pe])
                             : -1;
    }
    ishmemi_agree(true);
    accept_all(&wanted, listeners.unix_socket, mine.nonce, all);
    accept_all(&wanted, listeners.tcp_socket, mine.nonce, all);
    free(cards);
    size_t found = 0;
    size_t missing = 0;
    for (int pe = 0; pe < n_pes; pe++) {
        if (all[pe].socket >= 0) {
            if (!ishmemi_is_on_machine(pe)) {
                ishmemi_connect_keep_alive(all[pe].socket);
            }
            all[found++] = all[pe];
        } else if (is_partner(&wanted, pe)) {
            ishmemi_debug("no %s to PE %d", purpose, pe);
            missing++;
        }
    }
    *lines = all;
    *count = found;
    return missing;
}

void ishmemi_lines_close(const line_t *lines, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        close(lines[i].socket);
    }
}
