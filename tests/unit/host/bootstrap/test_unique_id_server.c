/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The server of a unique id against two PEs that this process plays: waits that a signal cuts short, and
 * a PE that has said goodbye, cost nobody the job.
 */
#include "require.h"
#include "runtime/connect.h"
#include "unique_id_message.h"
#include "unique_id_server.h"

#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define PES 2
#define ANSWER_MS 10000
#define SILENCE_MS 200
#define INTERRUPTIONS 50

static pthread_t player;
static atomic_int interruptions; /* waits of the server that are still to be cut short */

int __real_poll(struct pollfd *polls, nfds_t count, int ms);
int __wrap_poll(struct pollfd *polls, nfds_t count, int ms);

/* The library's threads take no signals, so that none can be sent to the server's. */
int __wrap_poll(struct pollfd *polls, nfds_t count, int ms)
{
    if (!pthread_equal(pthread_self(), player) && atomic_load(&interruptions) > 0) {
        atomic_fetch_sub(&interruptions, 1);
        errno = EINTR;
        return -1;
    }
    return __real_poll(polls, count, ms);
}

static ishmemi_unique_id_t begin(void)
{
    ishmemi_unique_id_t id = {.key = {{3, 4}}};
    const int listener = ishmemi_connect_listen_anywhere(PES, &id.port);
    REQUIRE(listener >= 0 && ishmemi_unique_id_serve(&id, listener, 30, 10) == 0);
    return id;
}

static void expect(int line, ishmemi_uid_kind_t kind, size_t bytes)
{
    struct pollfd readable = {.fd = line, .events = POLLIN};
    ishmemi_uid_head_t head;
    REQUIRE(__real_poll(&readable, 1, ANSWER_MS) == 1);
    REQUIRE(recv(line, &head, sizeof head, 0) == sizeof head);
    REQUIRE(head.kind == (uint64_t)kind && head.bytes == bytes);
}

static int join(const ishmemi_unique_id_t *id, int rank)
{
    const struct sockaddr_in here = {
        .sin_family = AF_INET, .sin_port = id->port, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const ishmemi_uid_hello_t hello = {.rank = rank, .n_ranks = PES, .process = 1, .name = "here"};
    ishmemi_handshake_t handshake;
    const int line = ishmemi_connect_call((const struct sockaddr *)&here, sizeof here);
    REQUIRE(line >= 0 && ishmemi_handshake_call(&handshake, line, &hello, sizeof hello));
    ishmemi_handshake_state_t state = ISHMEMI_HANDSHAKE_GOES_ON;
    while (state == ISHMEMI_HANDSHAKE_GOES_ON) {
        struct pollfd readable = {.fd = line, .events = POLLIN};
        REQUIRE(__real_poll(&readable, 1, ANSWER_MS) == 1);
        state = ishmemi_handshake_advance(&handshake, &id->key);
    }
    REQUIRE(state == ISHMEMI_HANDSHAKE_DONE);
    expect(line, ISHMEMI_UID_WELCOME, 0);
    return line;
}

static void join_all(const ishmemi_unique_id_t *id, int lines[PES])
{
    for (int rank = 0; rank < PES; rank++) {
        lines[rank] = join(id, rank);
    }
    for (int rank = 0; rank < PES; rank++) {
        expect(lines[rank], ISHMEMI_UID_READY, 0);
    }
}

static void gather(const int lines[PES])
{
    char all[PES] = "";
    for (int rank = 0; rank < PES; rank++) {
        REQUIRE(ishmemi_unique_id_send(lines[rank], ISHMEMI_UID_GATHER, &"ab"[rank], 1));
    }
    for (int rank = 0; rank < PES; rank++) {
        expect(lines[rank], ISHMEMI_UID_GATHERED, PES);
        REQUIRE(recv(lines[rank], all, PES, 0) == PES && memcmp(all, "ab", PES) == 0);
    }
}

static void leave(int line)
{
    REQUIRE(ishmemi_unique_id_send(line, ISHMEMI_UID_BYE, NULL, 0));
    close(line);
}

static void require_interruptions_are_nothing(void)
{
    int lines[PES];
    const ishmemi_unique_id_t id = begin();
    join_all(&id, lines);
    atomic_store(&interruptions, INTERRUPTIONS);
    gather(lines);
    gather(lines);
    REQUIRE(atomic_load(&interruptions) == 0);
    leave(lines[0]);
    leave(lines[1]);
    ishmemi_unique_id_served(&id);
}

/* The connection's end, which follows the goodbye at once, is not a PE's death. */
static void require_goodbyes_are_no_deaths(void)
{
    int lines[PES];
    const ishmemi_unique_id_t id = begin();
    join_all(&id, lines);
    leave(lines[0]);
    struct pollfd readable = {.fd = lines[1], .events = POLLIN};
    REQUIRE(__real_poll(&readable, 1, SILENCE_MS) == 0);
    leave(lines[1]);
    ishmemi_unique_id_served(&id);
}

int main(void)
{
    player = pthread_self();
    require_interruptions_are_nothing();
    require_goodbyes_are_no_deaths();
    return 0;
}
