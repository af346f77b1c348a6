/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A handshake with a peer that does not know the key: whatever it sends, in whatever pieces, it does not succeed.  The
 * peer has two connections to ends of one job and may send each what it has heard from the other.  With both ends
 * callers, or both callees: between a caller and a callee it could pass everything on, and they would rightly agree.
 *
 * Input: which ends; then steps, each a byte that says what, a byte that says to which end, and what it takes.
 */
#include "fuzz.h"
#include "handshake.h"

#include <stdbool.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define HEARD 512

typedef struct victim {
    ishmemi_handshake_t handshake;
    ishmemi_handshake_state_t state;
    int peer; /* the peer's socket */
    uint8_t heard[HEARD];
    size_t heard_bytes;
} victim_t;

static ishmemi_key_t key;

static void open_victim(victim_t *victim, bool calls)
{
    int ends[2];
    *victim = (victim_t){.state = ISHMEMI_HANDSHAKE_GOES_ON};
    FUZZ_REQUIRE(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends) == 0);
    victim->peer = ends[1];
    if (calls) {
        FUZZ_REQUIRE(ishmemi_handshake_call(&victim->handshake, ends[0], "hello", 4));
    } else {
        ishmemi_handshake_accept(&victim->handshake, ends[0]);
    }
}

static void close_victim(const victim_t *victim)
{
    close(victim->handshake.socket);
    close(victim->peer);
}

/* Until it waits for more. */
static void advance(victim_t *victim)
{
    for (int i = 0; i < 4 && victim->state == ISHMEMI_HANDSHAKE_GOES_ON; i++) {
        victim->state = ishmemi_handshake_advance(&victim->handshake, &key);
        FUZZ_REQUIRE(victim->handshake.got <= sizeof(ishmemi_greeting_t));
    }
}

static void hear(victim_t *victim)
{
    const ssize_t got = recv(victim->peer, victim->heard + victim->heard_bytes,
                             HEARD - victim->heard_bytes, MSG_DONTWAIT);
    victim->heard_bytes += got > 0 ? (size_t)got : 0;
}

/* The other end may have closed. */
static void tell(victim_t *victim, const void *data, size_t bytes)
{
    (void)send(victim->peer, data, bytes, MSG_NOSIGNAL | MSG_DONTWAIT);
    advance(victim);
    hear(victim);
}

/* As a peer with another key would answer what it has heard. */
static void answer(victim_t *victim, fuzz_input_t *input)
{
    struct {
        ishmemi_greeting_t greeting;
        uint64_t number[2];
        uint64_t end;
    } said;
    ishmemi_key_t other = key;
    memset(&said, 0, sizeof said);
    other.half[fuzz_byte(input) % 2] ^= (uint64_t)1 << fuzz_byte(input) % 64;
    memcpy(&said, victim->heard,
           victim->heard_bytes < sizeof said ? victim->heard_bytes : sizeof said);
    said.end = fuzz_byte(input) % 2 ? 'S' : 'C';
    ishmemi_challenge_t challenge = {.proof = ishmemi_keyed_hash(&other, &said, sizeof said)};
    memcpy(challenge.number, said.number, sizeof challenge.number);
    if (victim->handshake.calls) {
        tell(victim, &challenge, sizeof challenge);
    } else {
        tell(victim, &challenge.proof, sizeof challenge.proof);
    }
}

static void greet(victim_t *victim, fuzz_input_t *input)
{
    ishmemi_greeting_t hello = {.magic = "ishm-hi"};
    size_t count;
    const uint8_t *const rest = fuzz_bytes(input, fuzz_byte(input), &count);
    memcpy(&hello.magic, "ishm-hi1", sizeof hello.magic);
    memcpy(hello.hello, rest, count < sizeof hello.hello ? count : sizeof hello.hello);
    tell(victim, &hello, sizeof hello);
}

/* What it has heard, from a place on, at either end. */
static void repeat(victim_t *victim, const victim_t *from, fuzz_input_t *input)
{
    const size_t at = fuzz_byte(input) % (from->heard_bytes + 1);
    const size_t count = fuzz_byte(input);
    tell(victim, from->heard + at, count < from->heard_bytes - at ? count : from->heard_bytes - at);
}

static void step(victim_t victims[2], fuzz_input_t *input)
{
    const uint8_t what = fuzz_byte(input);
    const uint8_t which = fuzz_byte(input);
    victim_t *const victim = &victims[which % 2];
    size_t count;
    const uint8_t *part;
    switch (what % 6) {
    case 0:
        part = fuzz_bytes(input, fuzz_byte(input), &count);
        tell(victim, part, count);
        break;
    case 1:
        repeat(victim, &victims[which / 2 % 2], input);
        break;
    case 2:
        greet(victim, input);
        break;
    case 3:
        answer(victim, input);
        break;
    case 4:
        hear(victim);
        break;
    default:
        shutdown(victim->peer, SHUT_WR);
        advance(victim);
        break;
    }
}

static void attack(fuzz_input_t *input, bool calls)
{
    victim_t victims[2];
    open_victim(&victims[0], calls);
    open_victim(&victims[1], calls);
    while (input->left > 0) {
        step(victims, input);
        FUZZ_REQUIRE(victims[0].state != ISHMEMI_HANDSHAKE_DONE &&
                     victims[1].state != ISHMEMI_HANDSHAKE_DONE);
    }
    close_victim(&victims[0]);
    close_victim(&victims[1]);
}

/* So many bytes from one end's socket to the other's. */
static void pass(int from, int to, size_t most)
{
    uint8_t bytes[256];
    const ssize_t got = recv(from, bytes, most < sizeof bytes ? most : sizeof bytes, MSG_DONTWAIT);
    if (got > 0) {
        FUZZ_REQUIRE(send(to, bytes, (size_t)got, MSG_NOSIGNAL) == got);
    }
}

/* Two good ends, between which the bytes come in pieces. */
static void agree(fuzz_input_t *input)
{
    victim_t caller;
    victim_t callee;
    open_victim(&caller, true);
    open_victim(&callee, false);
    for (int i = 0; i < 1000 && callee.state == ISHMEMI_HANDSHAKE_GOES_ON; i++) {
        pass(caller.peer, callee.peer, 1 + (size_t)fuzz_byte(input));
        pass(callee.peer, caller.peer, 1 + (size_t)fuzz_byte(input));
        advance(&caller);
        advance(&callee);
    }
    FUZZ_REQUIRE(caller.state == ISHMEMI_HANDSHAKE_DONE && callee.state == ISHMEMI_HANDSHAKE_DONE);
    FUZZ_REQUIRE(memcmp(callee.handshake.greeting.hello, "hello", 4) == 0);
    close_victim(&caller);
    close_victim(&callee);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    fuzz_input_t input = {data, bytes};
    const ishmemi_key_t hashed_by = {{1, 2}};
    key.half[0] = ishmemi_keyed_hash(&hashed_by, data, bytes);
    key.half[1] = ~key.half[0];
    const uint8_t how = fuzz_byte(&input);
    if (how % 4 == 3) {
        agree(&input);
    } else {
        attack(&input, how % 2 == 0);
    }
    return 0;
}
