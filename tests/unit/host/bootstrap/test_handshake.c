/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The handshake and what is parsed of others' addresses: what is right, every single bit that is
 * wrong, and random bytes.
 */
#include "addresses.h"
#include "handshake.h"
#include "require.h"

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#define FUZZED 4000
#define SEED 20260

static const ishmemi_key_t key = {{0x0706050403020100u, 0x0f0e0d0c0b0a0908u}};
static const char hello[] = "who I am";

typedef struct pair {
    int ends[2];
    ishmemi_handshake_t caller;
    ishmemi_handshake_t callee;
} pair_t;

static void open_pair(pair_t *pair)
{
    REQUIRE(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair->ends) == 0);
    REQUIRE(ishmemi_handshake_call(&pair->caller, pair->ends[0], hello, sizeof hello));
    ishmemi_handshake_accept(&pair->callee, pair->ends[1]);
}

static void close_pair(const pair_t *pair)
{
    close(pair->ends[0]);
    close(pair->ends[1]);
}

/* The vectors for keys and data of bytes that count from 0, of SipHash's reference. */
static void test_hash(void)
{
    unsigned char data[15];
    for (unsigned char i = 0; i < sizeof data; i++) {
        data[i] = i;
    }
    REQUIRE(ishmemi_keyed_hash(&key, data, 15) == 0xa129ca6149be45e5u);
    REQUIRE(ishmemi_keyed_hash(&key, data, 0) == 0x726fdb47dd0e0e31u);
    REQUIRE(ishmemi_keyed_hash(&key, data, 8) == 0x93f5f5799a932462u);
}

static void test_right(void)
{
    pair_t pair;
    open_pair(&pair);
    REQUIRE(ishmemi_handshake_advance(&pair.caller, &key) == ISHMEMI_HANDSHAKE_GOES_ON);
    REQUIRE(ishmemi_handshake_advance(&pair.callee, &key) == ISHMEMI_HANDSHAKE_GOES_ON);
    REQUIRE(ishmemi_handshake_advance(&pair.caller, &key) == ISHMEMI_HANDSHAKE_DONE);
    /* What follows is not the handshake's. */
    REQUIRE(send(pair.ends[0], "more", 4, 0) == 4);
    REQUIRE(ishmemi_handshake_advance(&pair.callee, &key) == ISHMEMI_HANDSHAKE_DONE);
    REQUIRE(memcmp(pair.callee.greeting.hello, hello, sizeof hello) == 0);
    char rest[8];
    REQUIRE(recv(pair.ends[1], rest, sizeof rest, MSG_DONTWAIT) == 4);
    close_pair(&pair);
}

/* Neither end is taken in by one that has another key. */
static void test_keys(void)
{
    for (int bit = 0; bit < 128; bit++) {
        ishmemi_key_t other = key;
        pair_t pair;
        other.half[bit / 64] ^= (uint64_t)1 << (bit % 64);
        open_pair(&pair);
        REQUIRE(ishmemi_handshake_advance(&pair.callee, &other) == ISHMEMI_HANDSHAKE_GOES_ON);
        REQUIRE(ishmemi_handshake_advance(&pair.caller, &key) == ISHMEMI_HANDSHAKE_FAILED);
        /* A caller that does not mind. */
        REQUIRE(ishmemi_handshake_advance(&pair.callee, &other) == ISHMEMI_HANDSHAKE_GOES_ON);
        const uint64_t guess = pair.callee.challenge.proof;
        REQUIRE(send(pair.ends[0], &guess, sizeof guess, 0) == sizeof guess);
        REQUIRE(ishmemi_handshake_advance(&pair.callee, &other) == ISHMEMI_HANDSHAKE_FAILED);
        close_pair(&pair);
    }
}

static void send_on(int from, int to, unsigned char *bytes, size_t count, size_t flipped)
{
    REQUIRE(recv(from, bytes, count, MSG_DONTWAIT) == (ssize_t)count);
    if (flipped < 8 * count) {
        bytes[flipped / 8] ^= (unsigned char)(1 << (flipped % 8));
    }
    REQUIRE(send(to, bytes, count, 0) == (ssize_t)count);
}

/* Each bit of each message, changed on its way between two good ends. */
static void test_bits(void)
{
    const size_t sizes[] = {sizeof(ishmemi_greeting_t), sizeof(ishmemi_challenge_t),
                            sizeof(uint64_t)};
    for (size_t message = 0; message < 3; message++) {
        for (size_t bit = 0; bit < 8 * sizes[message]; bit++) {
            pair_t near;
            pair_t far;
            unsigned char bytes[sizeof(ishmemi_greeting_t)];
            open_pair(&near);
            open_pair(&far);
            REQUIRE(recv(far.ends[1], bytes, sizeof bytes, MSG_DONTWAIT) == sizeof bytes);
            send_on(near.ends[1], far.ends[0], bytes, sizes[0], message == 0 ? bit : SIZE_MAX);
            ishmemi_handshake_state_t caller = ISHMEMI_HANDSHAKE_GOES_ON;
            ishmemi_handshake_state_t callee = ishmemi_handshake_advance(&far.callee, &key);
            if (callee == ISHMEMI_HANDSHAKE_GOES_ON) {
                send_on(far.ends[0], near.ends[1], bytes, sizes[1], message == 1 ? bit : SIZE_MAX);
                caller = ishmemi_handshake_advance(&near.caller, &key);
            }
            if (caller == ISHMEMI_HANDSHAKE_DONE) {
                send_on(near.ends[1], far.ends[0], bytes, sizes[2], message == 2 ? bit : SIZE_MAX);
                callee = ishmemi_handshake_advance(&far.callee, &key);
            }
            REQUIRE(callee != ISHMEMI_HANDSHAKE_DONE);
            close_pair(&near);
            close_pair(&far);
        }
    }
}

static int random_below(int bound)
{
    return rand() % bound;
}

static void fill(unsigned char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        bytes[i] = (unsigned char)rand();
    }
}

/* In pieces of any length, with the magic right or wrong. */
static void fuzz(ishmemi_handshake_t *handshake, int other_end)
{
    unsigned char bytes[512];
    fill(bytes, sizeof bytes);
    if (random_below(2)) {
        memcpy(bytes, "ishm-hi1", 8);
    }
    const size_t total = (size_t)random_below(sizeof bytes);
    ishmemi_handshake_state_t state = ISHMEMI_HANDSHAKE_GOES_ON;
    for (size_t done = 0; done < total && state == ISHMEMI_HANDSHAKE_GOES_ON;) {
        const size_t piece = 1 + (size_t)random_below((int)(total - done));
        REQUIRE(send(other_end, bytes + done, piece, MSG_NOSIGNAL) == (ssize_t)piece);
        done += piece;
        state = ishmemi_handshake_advance(handshake, &key);
    }
    shutdown(other_end, SHUT_WR);
    for (int i = 0; i < 1000 && state == ISHMEMI_HANDSHAKE_GOES_ON; i++) {
        state = ishmemi_handshake_advance(handshake, &key);
    }
    REQUIRE(state == ISHMEMI_HANDSHAKE_FAILED);
}

static void test_random_messages(void)
{
    for (int i = 0; i < FUZZED; i++) {
        pair_t pair;
        open_pair(&pair);
        if (i % 2 == 0) {
            fuzz(&pair.caller, pair.ends[1]);
        } else {
            unsigned char greeting[sizeof(ishmemi_greeting_t)];
            REQUIRE(recv(pair.ends[1], greeting, sizeof greeting, 0) == sizeof greeting);
            fuzz(&pair.callee, pair.ends[0]);
        }
        close_pair(&pair);
    }
}

/* Lists of addresses are as long as they say, and never longer than they are. */
static void test_random_addresses(void)
{
    ishmemi_addresses_t *const addresses = malloc(sizeof *addresses);
    REQUIRE(addresses);
    for (int i = 0; i < FUZZED; i++) {
        struct sockaddr_storage address;
        char text[ISHMEMI_ADDRESS_TEXT];
        size_t count = 0;
        fill(addresses->bytes, sizeof addresses->bytes);
        for (size_t at = 0; at < sizeof addresses->bytes; at += 1 + addresses->bytes[at]) {
            addresses->bytes[at] =
                random_below(4) ? (random_below(2) ? 4 : 16) : (unsigned char)random_below(256);
        }
        while (ishmemi_addresses_at(addresses, count, 1, &address) > 0) {
            ishmemi_address_print(&address, text);
            REQUIRE(*text);
            count++;
        }
        REQUIRE(count * 5 <= sizeof addresses->bytes);
    }
    free(addresses);
}

static void test_interfaces(void)
{
    ishmemi_addresses_t address;
    struct sockaddr_storage first;
    char why[512] = "";
    char text[ISHMEMI_ADDRESS_TEXT];
    REQUIRE(ishmemi_addresses_of_interface("lo", &address, why, sizeof why) == 0);
    REQUIRE(ishmemi_addresses_at(&address, 0, 1, &first) > 0);
    ishmemi_address_print(&first, text);
    REQUIRE(strcmp(text, "127.0.0.1") == 0);
    REQUIRE(ishmemi_addresses_of_interface("127.0.0.1", &address, why, sizeof why) == 0);
    REQUIRE(ishmemi_addresses_of_interface("no-such", &address, why, sizeof why) == -1);
    REQUIRE(strstr(why, "one of its interfaces: ") && strstr(why, "lo"));
    REQUIRE(ishmemi_addresses_of_interface("198.51.100.7", &address, why, sizeof why) == -1);
    REQUIRE(strstr(why, "no interface of this host has this address"));
    REQUIRE(ishmemi_addresses_of_interface("2001:db8::7", &address, why, sizeof why) == -1);
    REQUIRE(ishmemi_addresses_of_interface("", &address, why, sizeof why) == -1);
}

int main(void)
{
    srand(SEED);
    test_hash();
    test_right();
    test_keys();
    test_bits();
    test_random_messages();
    test_random_addresses();
    test_interfaces();
    return 0;
}
