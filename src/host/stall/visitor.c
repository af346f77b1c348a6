/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The name is ishmem-job-USER-JOB-PE-PES-PROCESS (numbers, JOB in hexadecimal).  A visitor sends
 * the character t or j, for text or JSON, and receives the report; then the connection ends.
 *
 * word      written by                         read by                  ordering
 * listener  open, close                        the lifelines' thread    store release, load acquire
 * visitors  the lifelines' thread              the same; close          plain: the thread has ended
 */
#include "visitor.h"

#include "job.h"
#include "log.h"
#include "runtime/connect.h"
#include "util/clock.h"
#include <errno.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define BACKLOG 8
#define PATIENCE_NS 1000000000
/* Limits the time of one call, however many visitors connect. */
#define ACCEPTED_AT_ONCE 32

static int listener = -1;

static struct {
    int socket;
    char wants; /* 0: not received yet */
} visitors[ISHMEMI_VISITORS];
static size_t count;

void ishmemi_visitor_open(uint64_t job)
{
    struct sockaddr_un name = {.sun_family = AF_UNIX};
    const int length = snprintf(name.sun_path + 1, sizeof name.sun_path - 1,
                                "ishmem-job-%u-%016" PRIx64 "-%d-%d-%d", (unsigned)geteuid(), job,
                                ishmemi_job.my_pe, ishmemi_job.n_pes, (int)getpid());
    const int made = ishmemi_connect_listen(
        (const struct sockaddr *)&name,
        (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)length), BACKLOG);
    if (made < 0) {
        ishmemi_debug("ishmem-info --job will not find this PE: %s", strerror(errno));
    }
    __atomic_store_n(&listener, made, __ATOMIC_RELEASE);
}

void ishmemi_visitor_close(void)
{
    const int old = __atomic_exchange_n(&listener, -1, __ATOMIC_ACQ_REL);
    if (old >= 0) {
        close(old);
    }
    for (size_t i = 0; i < count; i++) {
        close(visitors[i].socket);
    }
    count = 0;
}

/* The others keep their order. */
static void drop(size_t index)
{
    close(visitors[index].socket);
    count--;
    memmove(&visitors[index], &visitors[index + 1], (count - index) * sizeof *visitors);
}

/* The oldest visitor without a request; ISHMEMI_VISITORS if there is none. */
static size_t find_silent(void)
{
    for (size_t i = 0; i < count; i++) {
        if (visitors[i].wants == 0) {
            return i;
        }
    }
    return ISHMEMI_VISITORS;
}

static bool has_room(void)
{
    return count < ISHMEMI_VISITORS || find_silent() < ISHMEMI_VISITORS;
}

size_t ishmemi_visitor_watch(struct pollfd *polls)
{
    const int socket = __atomic_load_n(&listener, __ATOMIC_ACQUIRE);
    size_t n = 0;
    if (socket >= 0 && has_room()) {
        polls[n++] = (struct pollfd){.fd = socket, .events = POLLIN};
    }
    for (size_t i = 0; i < count; i++) {
        /* Nothing is read after the request. */
        if (visitors[i].wants == 0) {
            polls[n++] = (struct pollfd){.fd = visitors[i].socket, .events = POLLIN};
        }
    }
    return n;
}

static void let_in(void)
{
    const int door = __atomic_load_n(&listener, __ATOMIC_ACQUIRE);
    for (int i = 0; door >= 0 && i < ACCEPTED_AT_ONCE && has_room(); i++) {
        const int socket = accept4(door, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
        if (socket < 0) {
            return;
        }
        if (!ishmemi_connect_is_own_user(socket)) {
            close(socket);
            continue;
        }
        if (count == ISHMEMI_VISITORS) {
            drop(find_silent());
        }
        visitors[count].socket = socket;
        visitors[count].wants = 0;
        count++;
    }
}

bool ishmemi_visitor_serve(void)
{
    bool waits = false;
    let_in();
    for (size_t i = count; i-- > 0;) {
        char letter = 0;
        if (visitors[i].wants == 0) {
            const ssize_t bytes = recv(visitors[i].socket, &letter, 1, 0);
            if (bytes < 0 && (errno == EAGAIN || errno == EINTR)) {
                continue;
            }
            if (bytes != 1 || (letter != 't' && letter != 'j')) {
                drop(i);
                continue;
            }
            visitors[i].wants = letter;
        }
        waits = true;
    }
    return waits;
}

bool ishmemi_visitor_wants(bool json)
{
    for (size_t i = 0; i < count; i++) {
        if (visitors[i].wants == (json ? 'j' : 't')) {
            return true;
        }
    }
    return false;
}

/* A visitor that reads slowly, or not at all, delays the thread by at most PATIENCE_NS. */
static void send_all(int socket, const char *text, size_t bytes)
{
    struct pollfd writable = {.fd = socket, .events = POLLOUT};
    const uint64_t end = ishmemi_clock_now() + PATIENCE_NS;
    for (uint64_t now; bytes > 0 && (now = ishmemi_clock_now()) < end;) {
        if (poll(&writable, 1, (int)((end - now) / 1000000) + 1) <= 0) {
            return;
        }
        const ssize_t sent = send(socket, text, bytes, MSG_NOSIGNAL);
        if (sent <= 0) {
            return;
        }
        text += sent;
        bytes -= (size_t)sent;
    }
}

static void answer(char wants, const char *text, size_t bytes)
{
    for (size_t i = count; i-- > 0;) {
        if (visitors[i].wants == wants) {
            send_all(visitors[i].socket, text, bytes);
            drop(i);
        }
    }
}

void ishmemi_visitor_answer_text(const char *text, size_t bytes)
{
    answer('t', text, bytes);
}

void ishmemi_visitor_answer_json(const char *text, size_t bytes)
{
    answer('j', text, bytes);
}
