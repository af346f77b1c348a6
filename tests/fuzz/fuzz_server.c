/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The server of a unique id: unauthenticated peers who send anything hear no more than a challenge; PEs that have the key and send
 * anything end the job, or not, but the server always comes to its end and keeps nothing.
 *
 * Input: callers, one after the other, each a byte that says what it is, for a PE its rank and the number of ranks, and
 * then a byte and so many bytes that it sends.
 */
#include "fuzz.h"
#include "runtime/connect.h"
#include "unique_id_message.h"
#include "unique_id_server.h"

#include <dirent.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#define MOST_CALLERS 6
#define ANSWER_MS 30000
/* What has been sent may not have been read yet; to look too early makes a test weaker, not wrong. */
#define LOOK_MS 1

const char *__asan_default_options(void) __attribute__((visibility("default")));
const char *__tsan_default_options(void) __attribute__((visibility("default")));

/* A PE may ask for more than there is. */
const char *__asan_default_options(void)
{
    return "allocator_may_return_null=1:max_allocation_size_mb=256";
}

const char *__tsan_default_options(void)
{
    return __asan_default_options();
}

static ishmemi_unique_id_t begin(void)
{
    ishmemi_unique_id_t id = {.key = {{3, 4}}};
    const int listener = ishmemi_connect_listen_anywhere(64, &id.port);
    FUZZ_REQUIRE(listener >= 0 && ishmemi_unique_id_serve(&id, listener, 0, 10) == 0);
    return id;
}

static bool can_be_read(int socket, int ms)
{
    struct pollfd readable = {.fd = socket, .events = POLLIN};
    return poll(&readable, 1, ms) == 1;
}

/* -1: nobody listens any more. */
static int call(const ishmemi_unique_id_t *id)
{
    const struct sockaddr_in here = {
        .sin_family = AF_INET, .sin_port = id->port, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    return ishmemi_connect_call((const struct sockaddr *)&here, sizeof here);
}

/* ---- Unauthenticated peers ------------------------------------------------------------------------------- */

static void be_stranger(int socket, const uint8_t *data, size_t bytes)
{
    uint8_t heard[256];
    size_t count = 0;
    (void)send(socket, data, bytes, MSG_NOSIGNAL);
    while (count < sizeof heard && can_be_read(socket, LOOK_MS)) {
        const ssize_t got = recv(socket, heard + count, sizeof heard - count, MSG_DONTWAIT);
        if (got <= 0) {
            break;
        }
        count += (size_t)got;
        /* Its own words back. */
        (void)send(socket, heard, count, MSG_NOSIGNAL);
    }
    const bool has_greeted =
        bytes >= sizeof(ishmemi_greeting_t) && memcmp(data, "ishm-hi1", 8) == 0;
    FUZZ_REQUIRE(count == 0 || (has_greeted && count <= sizeof(ishmemi_challenge_t)));
}

/* ---- PEs ------------------------------------------------------------------------------------- */

/* Whether the server has taken the PE. */
static bool join(const ishmemi_unique_id_t *id, int socket, int rank, int n_ranks)
{
    const ishmemi_uid_hello_t hello = {
        .rank = rank, .n_ranks = n_ranks, .process = 1, .name = "here"};
    ishmemi_handshake_t handshake;
    ishmemi_handshake_state_t state = ISHMEMI_HANDSHAKE_GOES_ON;
    ishmemi_uid_head_t head = {0, 0};
    if (!ishmemi_handshake_call(&handshake, socket, &hello, sizeof hello)) {
        return false;
    }
    while (state == ISHMEMI_HANDSHAKE_GOES_ON) {
        FUZZ_REQUIRE(can_be_read(socket, ANSWER_MS));
        state = ishmemi_handshake_advance(&handshake, &id->key);
    }
    FUZZ_REQUIRE(can_be_read(socket, ANSWER_MS));
    return state == ISHMEMI_HANDSHAKE_DONE &&
           recv(socket, &head, sizeof head, MSG_DONTWAIT) == sizeof head &&
           head.kind == ISHMEMI_UID_WELCOME;
}

/* Returns whether the job goes on, as far as it knows: else the server waits for all to hang up. */
static bool be_pe(const ishmemi_unique_id_t *id, int socket, fuzz_input_t *input)
{
    const int rank = fuzz_byte(input) % 6 - 1;
    const int n_ranks = fuzz_byte(input) % 6 - 1;
    size_t count;
    const uint8_t *const data = fuzz_bytes(input, fuzz_byte(input), &count);
    ishmemi_uid_head_t head = {0, 0};
    if (!join(id, socket, rank, n_ranks)) {
        return true;
    }
    (void)send(socket, data, count, MSG_NOSIGNAL);
    while (can_be_read(socket, LOOK_MS)) {
        if (recv(socket, &head, sizeof head, MSG_DONTWAIT) <= 0 ||
            head.kind == ISHMEMI_UID_FAILURE) {
            return false;
        }
    }
    return true;
}

/* All others have left, or will be found to have.  A job that still waits for somebody does not take one more who
 * says that it has one PE; one that has had nobody is over when that one leaves. */
static void finish(const ishmemi_unique_id_t *id)
{
    const int socket = call(id);
    if (socket < 0) {
        return;
    }
    if (join(id, socket, 0, 1)) {
        (void)ishmemi_unique_id_send(socket, ISHMEMI_UID_BYE, NULL, 0);
    }
    close(socket);
}

/* ---- Inputs ---------------------------------------------------------------------------------- */

static int descriptors(void)
{
    DIR *const folder = opendir("/proc/self/fd");
    int count = 0;
    FUZZ_REQUIRE(folder);
    while (readdir(folder)) {
        count++;
    }
    closedir(folder);
    return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    fuzz_input_t input = {data, bytes};
    int sockets[MOST_CALLERS];
    size_t callers = 0;
    const int before = descriptors();
    const ishmemi_unique_id_t id = begin();
    bool goes_on = true;
    while (goes_on && input.left > 0 && callers < MOST_CALLERS) {
        const int socket = call(&id);
        if (socket < 0) {
            break;
        }
        sockets[callers++] = socket;
        if (fuzz_byte(&input) % 2 == 0) {
            size_t count;
            const uint8_t *const part = fuzz_bytes(&input, fuzz_byte(&input), &count);
            be_stranger(socket, part, count);
        } else {
            goes_on = be_pe(&id, socket, &input);
        }
    }
    while (callers > 0) {
        close(sockets[--callers]);
    }
    finish(&id);
    ishmemi_unique_id_served(&id);
    FUZZ_REQUIRE(descriptors() == before);
    return 0;
}
