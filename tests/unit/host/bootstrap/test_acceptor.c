/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A acceptor in a crowd: whoever knows the key gets in, soon, and nobody else does, whatever the
 * crowd does and however few descriptors there are.  One process is the acceptor and all callers, on
 * loopback.
 */
#include "acceptor.h"
#include "require.h"
#include "runtime/connect.h"
#include "util/clock.h"

#include <errno.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>

#define SECOND 1000000000u
#define CROWD 2000
#define SILENT 300

static const ishmemi_key_t key = {{1, 2}};
static const uint64_t number = 42;

static ishmemi_acceptor_t acceptor;
static struct sockaddr_storage address;
static socklen_t length;
static int admitted;

static void admit(void *context, int socket, const unsigned char *hello)
{
    (void)context;
    admitted += memcmp(hello, &number, sizeof number) == 0;
    close(socket);
}

/* Once around. */
static void serve(int most_ms)
{
    struct pollfd polls[ISHMEMI_ACCEPTOR_POLLS];
    uint64_t wake = UINT64_MAX;
    const size_t count = ishmemi_acceptor_watch(&acceptor, polls, &wake);
    const uint64_t now = ishmemi_clock_now();
    const uint64_t ms = wake > now ? (wake - now) / 1000000 + 1 : 0;
    REQUIRE(poll(polls, count, ms < (uint64_t)most_ms ? (int)ms : most_ms) >= 0);
    ishmemi_acceptor_serve(&acceptor, polls, admit, NULL);
}

static void open_tcp(void)
{
    uint16_t port;
    const int listener = ishmemi_connect_listen_anywhere(64, &port);
    REQUIRE(listener >= 0);
    const struct sockaddr_in here = {
        .sin_family = AF_INET, .sin_port = port, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    memcpy(&address, &here, sizeof here);
    length = sizeof here;
    ishmemi_acceptor_open(&acceptor, &key, -1, listener);
    admitted = 0;
}

static void open_unix(void)
{
    struct sockaddr_un name;
    length = ishmemi_connect_name("test", (uint64_t)getpid(), &name);
    memcpy(&address, &name, sizeof name);
    const int listener = ishmemi_connect_listen((const struct sockaddr *)&name, length, 64);
    REQUIRE(listener >= 0);
    ishmemi_acceptor_open(&acceptor, &key, listener, -1);
    admitted = 0;
}

static int call(void)
{
    return ishmemi_connect_call((const struct sockaddr *)&address, length);
}

/* As a PE does: again, as long as it is cut off. */
static void require_admission(void)
{
    const uint64_t end = ishmemi_clock_now() + 3 * (uint64_t)SECOND;
    const int before = admitted;
    while (admitted == before) {
        ishmemi_handshake_t caller;
        ishmemi_handshake_state_t state = ISHMEMI_HANDSHAKE_GOES_ON;
        REQUIRE(ishmemi_clock_now() < end);
        const int socket = call();
        if (socket < 0 || !ishmemi_handshake_call(&caller, socket, &number, sizeof number)) {
            state = ISHMEMI_HANDSHAKE_FAILED;
        }
        while (state == ISHMEMI_HANDSHAKE_GOES_ON && ishmemi_clock_now() < end) {
            serve(1);
            state = ishmemi_handshake_advance(&caller, &key);
        }
        for (int i = 0; i < 100 && state == ISHMEMI_HANDSHAKE_DONE && admitted == before; i++) {
            serve(1);
        }
        if (socket >= 0) {
            close(socket);
        }
        serve(1);
    }
    REQUIRE(admitted == before + 1);
}

static int descriptors(void)
{
    int count = 0;
    for (int i = 0; i < 4096; i++) {
        int type;
        socklen_t bytes = sizeof type;
        count += getsockopt(i, SOL_SOCKET, SO_TYPE, &type, &bytes) == 0;
    }
    return count;
}

/* ---- Crowds ---------------------------------------------------------------------------------- */

/* One after the other, of all kinds; nothing of them stays. */
static void test_many(void)
{
    open_tcp();
    require_admission();
    const int before = descriptors();
    for (int i = 0; i < CROWD; i++) {
        const int socket = call();
        char bytes[400];
        REQUIRE(socket >= 0);
        memset(bytes, i, sizeof bytes);
        switch (i % 4) {
        case 0:
            (void)send(socket, bytes, sizeof bytes, MSG_NOSIGNAL);
            break;
        case 1:
            (void)send(socket, bytes, 1, MSG_NOSIGNAL);
            break;
        case 2:
            (void)shutdown(socket, SHUT_WR);
            break;
        default:
            break;
        }
        serve(0);
        close(socket);
    }
    for (int i = 0; i < 200; i++) {
        serve(0);
    }
    REQUIRE(acceptor.count == 0 && descriptors() == before && admitted == 1);
    require_admission();
    ishmemi_acceptor_close(&acceptor);
}

/* At the same time, silent and slow: they have to go, for those who come later and after 5 seconds.
 */
static void test_silent(void)
{
    int crowd[SILENT];
    open_tcp();
    for (int i = 0; i < SILENT; i++) {
        crowd[i] = call();
        REQUIRE(crowd[i] >= 0);
        serve(0);
        REQUIRE(acceptor.count <= ISHMEMI_ACCEPTOR_UNAUTHENTICATED);
    }
    require_admission();
    const uint64_t end = ishmemi_clock_now() + 7 * (uint64_t)SECOND;
    while (acceptor.count > 0 && ishmemi_clock_now() < end) {
        for (int i = 0; i < SILENT; i += 3) {
            (void)send(crowd[i], "", 1, MSG_NOSIGNAL | MSG_DONTWAIT);
        }
        serve(200);
    }
    REQUIRE(acceptor.count == 0);
    for (int i = 0; i < SILENT; i++) {
        close(crowd[i]);
    }
    ishmemi_acceptor_close(&acceptor);
}

static uint64_t cpu_ns(void)
{
    struct rusage usage;
    REQUIRE(getrusage(RUSAGE_SELF, &usage) == 0);
    return (uint64_t)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * SECOND +
           (uint64_t)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1000;
}

/* All descriptors are taken and callers wait: no spinning; and when there are some again, they are
 * served. */
static void test_descriptors(void)
{
    struct rlimit before;
    open_tcp();
    const int waiting = call();
    const int last = dup(waiting);
    REQUIRE(waiting >= 0 && last >= 0 && getrlimit(RLIMIT_NOFILE, &before) == 0);
    close(last);
    const struct rlimit none = {.rlim_cur = (rlim_t)last, .rlim_max = before.rlim_max};
    REQUIRE(setrlimit(RLIMIT_NOFILE, &none) == 0);
    const uint64_t start = ishmemi_clock_now();
    const uint64_t used = cpu_ns();
    int rounds = 0;
    while (ishmemi_clock_now() - start < SECOND) {
        serve(1000);
        rounds++;
    }
    REQUIRE(acceptor.count == 0 && rounds < 100 && cpu_ns() - used < SECOND / 4);
    REQUIRE(setrlimit(RLIMIT_NOFILE, &before) == 0);
    require_admission();
    close(waiting);
    ishmemi_acceptor_close(&acceptor);
}

/* All descriptors are taken, one of them by a caller that says nothing: it has to go, for the next. */
static void test_taken(void)
{
    struct rlimit before;
    char byte;
    open_tcp();
    const int silent = call();
    for (int i = 0; i < 50 && acceptor.count == 0; i++) {
        serve(100);
    }
    const int next = call();
    const int last = dup(next);
    REQUIRE(acceptor.count == 1 && last >= 0 && getrlimit(RLIMIT_NOFILE, &before) == 0);
    close(last);
    const struct rlimit none = {.rlim_cur = (rlim_t)last, .rlim_max = before.rlim_max};
    REQUIRE(setrlimit(RLIMIT_NOFILE, &none) == 0);
    serve(1000);
    REQUIRE(setrlimit(RLIMIT_NOFILE, &before) == 0);
    struct pollfd readable = {.fd = silent, .events = POLLIN};
    REQUIRE(acceptor.count == 1 && poll(&readable, 1, 1000) == 1);
    REQUIRE(recv(silent, &byte, 1, MSG_DONTWAIT) <= 0);
    require_admission();
    close(silent);
    close(next);
    ishmemi_acceptor_close(&acceptor);
}

/* ---- Few descriptors ------------------------------------------------------------------------- */

#define FEW_LEFT 48

/* In a process of its own: calls, and says nothing until it is killed. */
static pid_t start_crowd(int count, struct rlimit limit)
{
    const pid_t child = fork();
    if (child == 0) {
        limit.rlim_cur = limit.rlim_max;
        (void)setrlimit(RLIMIT_NOFILE, &limit);
        while (count > 0) {
            count -= call() >= 0;
        }
        pause();
        _exit(0);
    }
    REQUIRE(child > 0);
    return child;
}

/* How many the process can still open, at most `most`. */
static int left_of(int most)
{
    int taken[FEW_LEFT];
    int count = 0;
    while (count < most && (taken[count] = dup(STDERR_FILENO)) >= 0) {
        count++;
    }
    for (int i = 0; i < count; i++) {
        close(taken[i]);
    }
    return count;
}

/* With `left` descriptors left and 600 callers who stay, no more than `most` are let in at a time, and whoever knows
 * the key gets in. */
static void require_few(int left, size_t most)
{
    struct rlimit before;
    open_tcp();
    const int first = dup(STDERR_FILENO);
    REQUIRE(first >= 0 && getrlimit(RLIMIT_NOFILE, &before) == 0);
    close(first);
    const struct rlimit few = {.rlim_cur = (rlim_t)(first + left), .rlim_max = before.rlim_max};
    REQUIRE(setrlimit(RLIMIT_NOFILE, &few) == 0);
    const int at_first = left_of(FEW_LEFT);
    const pid_t crowd = start_crowd(600, few);
    size_t seen = 0;
    const uint64_t end = ishmemi_clock_now() + 30 * (uint64_t)SECOND;
    /* Who is sent away does not come again. */
    for (int silent = 0; silent < 20 && ishmemi_clock_now() < end;) {
        serve(10);
        silent = acceptor.count == seen ? silent + 1 : 0;
        seen = acceptor.count;
        REQUIRE(acceptor.count <= most);
        REQUIRE(left_of(FEW_LEFT) >= at_first - (int)most);
    }
    REQUIRE(seen == most);
    require_admission();
    REQUIRE(kill(crowd, SIGKILL) == 0 && waitpid(crowd, NULL, 0) == crowd);
    REQUIRE(setrlimit(RLIMIT_NOFILE, &before) == 0);
    require_admission();
    ishmemi_acceptor_close(&acceptor);
}

static void test_few(void)
{
    require_few(FEW_LEFT, FEW_LEFT / 4);
    require_few(FEW_LEFT / 2, FEW_LEFT / 8);
    require_few(8, ISHMEMI_ACCEPTOR_UNAUTHENTICATED_LEAST);
}

/* ---- Other users ----------------------------------------------------------------------------- */

/* With the right key, too. */
static void call_as_other_user(void)
{
    ishmemi_handshake_t caller;
    if (setgid(65534) != 0 || setuid(65534) != 0) {
        _exit(2);
    }
    const int socket = call();
    (void)(socket >= 0 && ishmemi_handshake_call(&caller, socket, &number, sizeof number));
    struct pollfd readable = {.fd = socket, .events = POLLIN};
    (void)poll(&readable, 1, 1000);
    /* Cut off, without a challenge. */
    char byte;
    _exit(socket < 0 || recv(socket, &byte, 1, MSG_DONTWAIT) <= 0 ? 0 : 1);
}

static void test_other_user(void)
{
    open_unix();
    require_admission();
    const pid_t child = geteuid() == 0 ? fork() : -1;
    if (child == 0) {
        call_as_other_user();
    }
    int status = 0;
    for (int i = 0; i < 300 && child > 0 && waitpid(child, &status, WNOHANG) == 0; i++) {
        serve(10);
    }
    REQUIRE(status == 0 && admitted == 1);
    REQUIRE(!ishmemi_connect_is_process(call(), getpid() + 1));
    REQUIRE(ishmemi_connect_is_process(call(), getpid()));
    require_admission();
    ishmemi_acceptor_close(&acceptor);
}

int main(void)
{
    /* What the process has been given would count. */
    for (int i = STDERR_FILENO + 1; i < 1024; i++) {
        close(i);
    }
    test_many();
    test_silent();
    test_descriptors();
    test_taken();
    test_few();
    test_other_user();
    return 0;
}
