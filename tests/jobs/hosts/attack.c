/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * attack DIRECTORY NAME SERVER_CALLS LINES_CALLS
 *
 * A stranger of the network, under another user's number, who knows where a job's processes listen and no secret
 * (attack.sh).  It calls what DIRECTORY/server names, and then what DIRECTORY/lines names, so many times each, and
 * says in DIRECTORY/NAME.log when it has.  Then it goes on until there is DIRECTORY/stop.
 *
 * It sends random bytes, greetings that are too short, too long or whole, and answers to challenges: random ones, what
 * a PE has once said (DIRECTORY/recorded), the callee's own words, and what the callee has said to another of its
 * calls.  Some calls are reset, some stay silent, some send a byte each second.  Whoever lets it in would say more
 * than a challenge: then it ends with a failure.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/* src/host/bootstrap/handshake.h */
enum { HELLO = 104, CHALLENGE = 24, PROOF = 8 };
#define MAGIC "ishm-hi1"

enum { NOBODY = 65534, KEPT = 160, ANSWER_MS = 500, PLACES = 16 };

typedef struct record {
    char hello[HELLO];
    char proof[PROOF];
} record_t;

/* A call that stays. */
typedef struct kept {
    int line;     /* 0: none */
    time_t spoke; /* 0: it says nothing */
    size_t said;
} kept_t;

static const char *directory;
static int log_file;
static struct sockaddr_in places[PLACES];
static size_t n_places;
static kept_t kept[KEPT];
static unsigned next_kept;
static unsigned long calls;
static unsigned long challenges;
static unsigned long closed; /* answers after which the callee has hung up */
static bool is_past;
static uint64_t chance;

static uint64_t bits(void)
{
    uint64_t x = chance += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

static void fill(char *data, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++) {
        data[i] = (char)bits();
    }
}

__attribute__((format(printf, 1, 2))) static void say(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vdprintf(log_file, format, arguments);
    va_end(arguments);
}

static void pause_ms(long ms)
{
    nanosleep(&(struct timespec){.tv_nsec = ms * 1000000}, NULL);
}

/* ---- Files that tell -------------------------------------------------------------------------- */

static FILE *open_told(const char *name)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    return fopen(path, "r");
}

/* Lines with an address and a port. */
static void read_places(const char *name)
{
    char address[64];
    char port[16];
    FILE *const file = open_told(name);
    while (file && n_places < PLACES && fscanf(file, "%63s %15s", address, port) == 2) {
        struct sockaddr_in *const place = &places[n_places];
        *place = (struct sockaddr_in){.sin_family = AF_INET,
                                      .sin_port = htons((uint16_t)strtoul(port, NULL, 10))};
        n_places += inet_pton(AF_INET, address, &place->sin_addr) == 1;
    }
    if (file) {
        fclose(file);
    }
}

static bool is_told(const char *name)
{
    FILE *const file = open_told(name);
    if (file) {
        fclose(file);
    }
    return file;
}

static bool read_record(record_t *record)
{
    static record_t records[64];
    FILE *const file = open_told("recorded");
    const size_t count = file ? fread(records, sizeof *records, 64, file) : 0;
    if (file) {
        fclose(file);
    }
    if (count > 0) {
        *record = records[bits() % count];
    }
    return count > 0;
}

/* ---- Calls ------------------------------------------------------------------------------------ */

static bool can(int line, short what, int ms)
{
    struct pollfd wanted = {.fd = line, .events = what};
    return poll(&wanted, 1, ms) == 1;
}

static int call(const struct sockaddr_in *place)
{
    int error = 0;
    socklen_t bytes = sizeof error;
    const int line = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (line < 0) {
        return -1;
    }
    if ((connect(line, (const struct sockaddr *)place, sizeof *place) != 0 &&
         errno != EINPROGRESS) ||
        !can(line, POLLOUT, ANSWER_MS) ||
        getsockopt(line, SOL_SOCKET, SO_ERROR, &error, &bytes) != 0 || error != 0) {
        close(line);
        return -1;
    }
    calls++;
    return line;
}

static void tell(int line, const void *data, size_t bytes)
{
    (void)send(line, data, bytes, MSG_NOSIGNAL | MSG_DONTWAIT);
}

/* Nothing but the end may come any more. */
static void expect_end(int line, int ms, const char *after)
{
    char byte;
    if (!can(line, POLLIN, ms)) {
        return;
    }
    if (recv(line, &byte, 1, MSG_DONTWAIT) > 0) {
        is_past = true;
        say("the callee goes on after %s\n", after);
    } else {
        closed++;
    }
}

/* Whether a whole challenge has come. */
static bool hear_challenge(int line, char challenge[CHALLENGE])
{
    size_t got = 0;
    while (got < CHALLENGE && can(line, POLLIN, ANSWER_MS)) {
        const ssize_t bytes = recv(line, challenge + got, CHALLENGE - got, MSG_DONTWAIT);
        if (bytes <= 0) {
            return false;
        }
        got += (size_t)bytes;
    }
    challenges += got == CHALLENGE;
    return got == CHALLENGE;
}

static void hang_up(int line, bool by_reset)
{
    const struct linger none = {.l_onoff = 1};
    if (by_reset) {
        (void)setsockopt(line, SOL_SOCKET, SO_LINGER, &none, sizeof none);
    }
    close(line);
}

static void keep(int line, bool speaks)
{
    kept_t *const place = &kept[next_kept++ % KEPT];
    if (place->line) {
        expect_end(place->line, 0, "silence");
        hang_up(place->line, true);
    }
    *place = (kept_t){.line = line, .spoke = speaks ? time(NULL) : 0};
}

/* A byte a second of what could be a greeting. */
static void speak_slowly(void)
{
    const time_t now = time(NULL);
    for (size_t i = 0; i < KEPT; i++) {
        kept_t *const one = &kept[i];
        if (one->line && one->spoke && one->spoke != now) {
            char byte;
            fill(&byte, 1);
            tell(one->line, one->said < sizeof MAGIC - 1 ? &MAGIC[one->said] : &byte, 1);
            one->said++;
            one->spoke = now;
        }
    }
}

/* ---- Attacks ---------------------------------------------------------------------------------- */

static void greeting(char hello[HELLO])
{
    fill(hello, HELLO);
    memcpy(hello, MAGIC, sizeof MAGIC - 1);
    if (bits() % 2) {
        /* From a PE that may be. */
        memset(hello + 24, 0, HELLO - 24);
        hello[24] = (char)(bits() % 4);
    }
}

static void send_noise(int line)
{
    char noise[4096];
    const size_t bytes = bits() % (bits() % 4 ? 400 : sizeof noise);
    fill(noise, bytes);
    tell(line, noise, bytes);
    expect_end(line, bits() % 4 ? 0 : 5, "noise");
}

static void send_part(int line)
{
    char hello[HELLO];
    greeting(hello);
    tell(line, hello, bits() % HELLO);
    expect_end(line, 0, "a part of a greeting");
}

/* A greeting and more, which is an answer before the challenge. */
static void send_too_much(int line)
{
    char hello[HELLO + 2048];
    char challenge[CHALLENGE];
    fill(hello, sizeof hello);
    greeting(hello);
    tell(line, hello, HELLO + PROOF + bits() % 2000);
    if (hear_challenge(line, challenge)) {
        expect_end(line, ANSWER_MS, "an early answer");
    }
}

/* The answer: random, the callee's proof or its number. */
static void send_answer(int line)
{
    char hello[HELLO];
    char challenge[CHALLENGE];
    char proof[PROOF];
    greeting(hello);
    tell(line, hello, HELLO);
    if (hear_challenge(line, challenge)) {
        fill(proof, sizeof proof);
        const char *const answers[] = {proof, challenge, challenge + 8, challenge + 16};
        tell(line, answers[bits() % 4], PROOF);
        expect_end(line, ANSWER_MS, "a wrong answer");
    }
}

/* What a PE has said when it was let in. */
static void send_record(int line)
{
    record_t record;
    char challenge[CHALLENGE];
    if (!read_record(&record)) {
        return;
    }
    const bool at_once = bits() % 2;
    tell(line, &record, at_once ? sizeof record : sizeof record.hello);
    if (hear_challenge(line, challenge)) {
        if (!at_once) {
            tell(line, record.proof, sizeof record.proof);
        }
        expect_end(line, ANSWER_MS, "a recorded answer");
    }
}

/* The challenge of one call is asked of the callee in another, and its answer told in the first. */
static void send_reflection(int line, const struct sockaddr_in *place)
{
    char hello[HELLO];
    char challenge[CHALLENGE];
    char answer[CHALLENGE];
    greeting(hello);
    tell(line, hello, HELLO);
    const int other = hear_challenge(line, challenge) ? call(place) : -1;
    if (other < 0) {
        return;
    }
    memcpy(hello + 8, challenge, 16);
    tell(other, hello, HELLO);
    if (hear_challenge(other, answer)) {
        tell(line, answer + 16, PROOF);
        tell(other, challenge + 16, PROOF);
        expect_end(line, ANSWER_MS, "the answer to itself");
        expect_end(other, ANSWER_MS, "the answer to itself");
    }
    hang_up(other, true);
}

/* Whatever it says comes back. */
static void send_echo(int line)
{
    char hello[HELLO];
    char challenge[CHALLENGE];
    greeting(hello);
    tell(line, hello, HELLO);
    if (hear_challenge(line, challenge)) {
        tell(line, challenge, CHALLENGE);
        expect_end(line, ANSWER_MS, "its own words");
    }
}

static void attack(const struct sockaddr_in *place)
{
    const int line = call(place);
    if (line < 0) {
        pause_ms(1);
        return;
    }
    switch (bits() % 16) {
    case 0:
    case 1:
        send_noise(line);
        break;
    case 2:
    case 3:
        send_part(line);
        break;
    case 4:
        send_too_much(line);
        break;
    case 5:
        send_answer(line);
        break;
    case 6:
        send_record(line);
        break;
    case 7:
        send_reflection(line, place);
        break;
    case 8:
        send_echo(line);
        break;
    case 9:
        keep(line, true);
        return;
    case 10:
    case 11:
        keep(line, false);
        return;
    default:
        break;
    }
    hang_up(line, bits() % 8 != 0);
}

/* ---- Its life --------------------------------------------------------------------------------- */

/* So many calls, or until the job is over. */
static void attack_all(const char *told, unsigned long count)
{
    const unsigned long begun = calls;
    while (calls - begun < count && !is_told("stop")) {
        n_places = 0;
        read_places(told);
        if (n_places == 0) {
            pause_ms(1);
        }
        for (int i = 0; i < 20 && n_places > 0 && calls - begun < count; i++) {
            attack(&places[bits() % n_places]);
        }
        speak_slowly();
    }
}

static unsigned long count_of(const char *text)
{
    return strtoul(text, NULL, 10);
}

int main(int argc, char **argv)
{
    char path[4096];
    if (argc != 5) {
        fputs("usage: attack DIRECTORY NAME SERVER_CALLS LINES_CALLS\n", stderr);
        return 2;
    }
    directory = argv[1];
    snprintf(path, sizeof path, "%s/%s.log", directory, argv[2]);
    log_file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (log_file < 0 || setgid(NOBODY) != 0 || setuid(NOBODY) != 0) {
        perror("attack");
        return 2;
    }
    chance = (uint64_t)argv[2][0] + strlen(argv[2]);
    attack_all("server", count_of(argv[3]));
    say("server done: %lu calls, %lu challenges, %lu hung up\n", calls, challenges, closed);
    const unsigned long before = challenges;
    attack_all("lines", count_of(argv[4]));
    say("lines done: %lu calls in all, %lu challenges, %lu hung up\n", calls, challenges - before,
        closed);
    attack_all("lines", (unsigned long)-1);
    say("ended: %lu calls, %s\n", calls, is_past ? "let in" : "never let in");
    return is_past;
}
