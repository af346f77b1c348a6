/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See handshake.h.
 */
#include "handshake.h"

#include <errno.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>

#define MAGIC "ishm-hi1" /* 8 bytes */

/* So that one end's proof is useless as the other's. */
enum { OF_CALLER = 'C', OF_CALLEE = 'S' };

bool ishmemi_random(void *data, size_t bytes)
{
    for (size_t done = 0; done < bytes;) {
        const ssize_t got = getrandom((char *)data + done, bytes - done, 0);
        if (got < 0 && errno != EINTR) {
            return false;
        }
        done += got > 0 ? (size_t)got : 0;
    }
    return true;
}

/* ---- The keyed hash -------------------------------------------------------------------------- */

static uint64_t rotate(uint64_t value, unsigned bits)
{
    return value << bits | value >> (64 - bits);
}

static void mix(uint64_t v[4], int rounds)
{
    for (int i = 0; i < rounds; i++) {
        v[0] += v[1];
        v[2] += v[3];
        v[1] = rotate(v[1], 13) ^ v[0];
        v[3] = rotate(v[3], 16) ^ v[2];
        v[0] = rotate(v[0], 32);
        v[2] += v[1];
        v[0] += v[3];
        v[1] = rotate(v[1], 17) ^ v[2];
        v[3] = rotate(v[3], 21) ^ v[0];
        v[2] = rotate(v[2], 32);
    }
}

static void absorb(uint64_t v[4], uint64_t word)
{
    v[3] ^= word;
    mix(v, 2);
    v[0] ^= word;
}

uint64_t ishmemi_keyed_hash(const ishmemi_key_t *key, const void *data, size_t bytes)
{
    uint64_t v[4] = {key->half[0] ^ 0x736f6d6570736575u, key->half[1] ^ 0x646f72616e646f6du,
                     key->half[0] ^ 0x6c7967656e657261u, key->half[1] ^ 0x7465646279746573u};
    const unsigned char *at = data;
    size_t left = bytes;
    uint64_t word;
    for (; left >= sizeof word; left -= sizeof word, at += sizeof word) {
        memcpy(&word, at, sizeof word);
        absorb(v, word);
    }
    word = (uint64_t)bytes << 56;
    for (size_t i = 0; i < left; i++) {
        word |= (uint64_t)at[i] << (8 * i);
    }
    absorb(v, word);
    v[2] ^= 0xff;
    mix(v, 4);
    return v[0] ^ v[1] ^ v[2] ^ v[3];
}

static uint64_t prove(const ishmemi_handshake_t *handshake, const ishmemi_key_t *key, char end)
{
    struct {
        ishmemi_greeting_t greeting;
        uint64_t number[2];
        uint64_t end;
    } said = {.greeting = handshake->greeting, .end = (uint64_t)end};
    memcpy(said.number, handshake->challenge.number, sizeof said.number);
    return ishmemi_keyed_hash(key, &said, sizeof said);
}

/* Takes the same time for all values. */
static bool is_same(uint64_t a, uint64_t b)
{
    uint64_t difference = a ^ b;
    difference |= difference >> 32;
    return (uint32_t)difference == 0;
}

/* ---- Messages -------------------------------------------------------------------------------- */

/* A new connection has room for everything that is sent here; one without room is given up. */
static bool send_whole(int socket, const void *data, size_t bytes)
{
    ssize_t sent;
    do {
        sent = send(socket, data, bytes, MSG_NOSIGNAL | MSG_DONTWAIT);
    } while (sent < 0 && errno == EINTR);
    return sent == (ssize_t)bytes;
}

bool ishmemi_handshake_call(ishmemi_handshake_t *handshake, int socket, const void *hello,
                            size_t bytes)
{
    memset(handshake, 0, sizeof *handshake);
    handshake->socket = socket;
    handshake->calls = true;
    memcpy(handshake->greeting.magic, MAGIC, sizeof handshake->greeting.magic);
    memcpy(handshake->greeting.hello, hello, bytes);
    return ishmemi_random(handshake->greeting.number, sizeof handshake->greeting.number) &&
           send_whole(socket, &handshake->greeting, sizeof handshake->greeting);
}

void ishmemi_handshake_accept(ishmemi_handshake_t *handshake, int socket)
{
    memset(handshake, 0, sizeof *handshake);
    handshake->socket = socket;
}

static ishmemi_handshake_state_t take_greeting(ishmemi_handshake_t *handshake,
                                               const ishmemi_key_t *key)
{
    ishmemi_challenge_t *const challenge = &handshake->challenge;
    handshake->has_greeting = true;
    handshake->got = 0;
    if (memcmp(handshake->greeting.magic, MAGIC, sizeof handshake->greeting.magic) != 0 ||
        !ishmemi_random(challenge->number, sizeof challenge->number)) {
        return ISHMEMI_HANDSHAKE_FAILED;
    }
    challenge->proof = prove(handshake, key, OF_CALLEE);
    return send_whole(handshake->socket, challenge, sizeof *challenge) ? ISHMEMI_HANDSHAKE_GOES_ON
                                                                       : ISHMEMI_HANDSHAKE_FAILED;
}

static ishmemi_handshake_state_t take_challenge(ishmemi_handshake_t *handshake,
                                                const ishmemi_key_t *key)
{
    if (!is_same(handshake->challenge.proof, prove(handshake, key, OF_CALLEE))) {
        return ISHMEMI_HANDSHAKE_FAILED;
    }
    handshake->proof = prove(handshake, key, OF_CALLER);
    return send_whole(handshake->socket, &handshake->proof, sizeof handshake->proof)
               ? ISHMEMI_HANDSHAKE_DONE
               : ISHMEMI_HANDSHAKE_FAILED;
}

static ishmemi_handshake_state_t take_proof(ishmemi_handshake_t *handshake,
                                            const ishmemi_key_t *key)
{
    return is_same(handshake->proof, prove(handshake, key, OF_CALLER)) ? ISHMEMI_HANDSHAKE_DONE
                                                                       : ISHMEMI_HANDSHAKE_FAILED;
}

typedef struct part {
    void *data;
    size_t bytes;
    ishmemi_handshake_state_t (*take)(ishmemi_handshake_t *, const ishmemi_key_t *);
} part_t;

static part_t next_part(ishmemi_handshake_t *handshake)
{
    if (handshake->calls) {
        return (part_t){&handshake->challenge, sizeof handshake->challenge, take_challenge};
    }
    if (!handshake->has_greeting) {
        return (part_t){&handshake->greeting, sizeof handshake->greeting, take_greeting};
    }
    return (part_t){&handshake->proof, sizeof handshake->proof, take_proof};
}

ishmemi_handshake_state_t ishmemi_handshake_advance(ishmemi_handshake_t *handshake,
                                                    const ishmemi_key_t *key)
{
    const part_t part = next_part(handshake);
    const ssize_t bytes = recv(handshake->socket, (char *)part.data + handshake->got,
                               part.bytes - handshake->got, MSG_DONTWAIT);
    if (bytes < 0 && (errno == EAGAIN || errno == EINTR)) {
        return ISHMEMI_HANDSHAKE_GOES_ON;
    }
    if (bytes <= 0) {
        return ISHMEMI_HANDSHAKE_FAILED;
    }
    handshake->got += (size_t)bytes;
    return handshake->got == part.bytes ? part.take(handshake, key) : ISHMEMI_HANDSHAKE_GOES_ON;
}
