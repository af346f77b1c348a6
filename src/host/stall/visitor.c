/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The name is ishmem-job-USER-JOB-PE-PES-PROCESS (numbers, JOB in hexadecimal).  A visitor sends the
 * letter t or j, for text or JSON, and gets the report, which ends with the connection.
 *
 * word      written by                         read by                  ordering
 * listener  open, close                        the lifelines' thread    store release, load acquire
 * visitors  the lifelines' thread              the same; close          plain: the thread has ended
 */
#include "visitor.h"

#include "connect.h"
#include "job.h"
#include "log.h"
#include <errno.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define BACKLOG 8
#define PATIENCE_SECONDS 1

static int listener = -1;

static struct {
    int socket;
    char wants; /* 0: it has not said */
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
        ishmemi_debug("ishmem_info --job will not find this PE: %s", strerror(errno));
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

size_t ishmemi_visitor_watch(struct pollfd *polls)
{
    const int socket = __atomic_load_n(&listener, __ATOMIC_ACQUIRE);
    size_t n = 0;
    if (socket >= 0 && count < ISHMEMI_VISITORS) {
        polls[n++] = (struct pollfd){.fd = socket, .events = POLLIN};
    }
    for (size_t i = 0; i < count; i++) {
        /* One that has said what it wants is heard no more. */
        if (visitors[i].wants == 0) {
            polls[n++] = (struct pollfd){.fd = visitors[i].socket, .events = POLLIN};
        }
    }
    return n;
}

static void drop(size_t place)
{
    close(visitors[place].socket);
    visitors[place] = visitors[--count];
}

static void let_in(void)
{
    const int door = __atomic_load_n(&listener, __ATOMIC_ACQUIRE);
    while (door >= 0 && count < ISHMEMI_VISITORS) {
        const int socket = accept4(door, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
        if (socket < 0) {
            return;
        }
        if (!ishmemi_connect_is_own_user(socket)) {
            close(socket);
            continue;
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

/* One that does not read keeps the thread for PATIENCE_SECONDS. */
static void send_all(int socket, const char *text, size_t bytes)
{
    struct pollfd poll_for = {.fd = socket, .events = POLLOUT};
    while (bytes > 0 && poll(&poll_for, 1, PATIENCE_SECONDS * 1000) > 0) {
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
