/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The thread that serves the PEs of a unique id (unique_id.h), from the first that comes to the
 * last that leaves.  It alone touches a server once it runs; who waits for it joins it.
 */
#include "unique_id.h"

#include "connect.h"
#include "processor/clock.h"
#include "processor/thread.h"
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* Those who have been told of a failure have as long to hang up. */
#define HANG_UP_MS 1000
#define MISSING_NAMED 8
#define POLL_MOST_MS 1000000000

typedef struct caller {
    int socket;                  /* -1: has left */
    bool is_known;               /* has said hello */
    bool is_here;                /* of the server's process */
    ishmemi_uid_hello_t hello;
    /* The message that is being read. */
    ishmemi_uid_head_t head;
    size_t got;                  /* of head and data */
    char *data;
} caller_t;

typedef struct server {
    ishmemi_unique_id_t id;
    int listener;
    int seconds;
    caller_t *callers;           /* in the order of their calls */
    struct pollfd *polls;        /* [count + 1], the listener last */
    size_t count;
    int n_pes;                   /* 0 before the first has come */
    int here;                    /* PEs that have come */
    int gone;                    /* PEs that have said that they leave */
    uint64_t deadline;           /* ns; for the last PE to come */
    char *gathered;              /* [n_pes] parts of an allgather */
    size_t bytes_each;
    int parts;
    bool is_over;
    pid_t process;               /* a child by fork has the list, but not the threads */
    pthread_t thread;
    struct server *next;
} server_t;

/* Those that no ishmemi_unique_id_served has taken. */
static server_t *servers;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void hang_up(caller_t *caller)
{
    close(caller->socket);
    caller->socket = -1;
    free(caller->data);
    caller->data = NULL;
}

/* ---- Failures -------------------------------------------------------------------------------- */

static void tell(const caller_t *caller, const char *sentence)
{
    (void)ishmemi_unique_id_send(caller->socket, ISHMEMI_UID_FAILURE, sentence, strlen(sentence));
    (void)shutdown(caller->socket, SHUT_WR);
}

/* Closing while something has not been read would take back what was told. */
static void drain(server_t *server, bool here)
{
    const uint64_t end = ishmemi_clock_now() + (uint64_t)HANG_UP_MS * 1000000;
    for (size_t i = 0; i < server->count; i++) {
        caller_t *const caller = &server->callers[i];
        while (caller->socket >= 0 && caller->is_known && caller->is_here == here) {
            char rest[4096];
            struct pollfd readable = {.fd = caller->socket, .events = POLLIN};
            const uint64_t now = ishmemi_clock_now();
            if (now >= end || poll(&readable, 1, (int)((end - now) / 1000000) + 1) != 1 ||
                recv(caller->socket, rest, sizeof rest, MSG_DONTWAIT) <= 0) {
                hang_up(caller);
            }
        }
    }
}

/* The PE of this process comes last, as it may take the process with it. */
__attribute__((format(printf, 2, 3))) static void fail(server_t *server, const char *format, ...)
{
    char sentence[ISHMEMI_UNIQUE_ID_SENTENCE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    server->is_over = true;
    for (int turn = 0; turn < 2; turn++) {
        const bool here = turn == 1;
        for (size_t i = 0; i < server->count; i++) {
            const caller_t *const caller = &server->callers[i];
            if (caller->socket >= 0 && caller->is_known && caller->is_here == here) {
                tell(caller, sentence);
            }
        }
        drain(server, here);
    }
}

static const caller_t *caller_of(const server_t *server, int pe)
{
    for (size_t i = 0; i < server->count; i++) {
        if (server->callers[i].is_known && server->callers[i].hello.rank == pe) {
            return &server->callers[i];
        }
    }
    return NULL;
}

static void fail_late(server_t *server)
{
    char missing[128] = "";
    int named = 0;
    int used = 0;
    for (int pe = 0; pe < server->n_pes && named <= MISSING_NAMED; pe++) {
        if (!caller_of(server, pe)) {
            used += named == MISSING_NAMED
                        ? snprintf(missing + used, sizeof missing - (size_t)used, ", ...")
                        : snprintf(missing + used, sizeof missing - (size_t)used, "%s%d",
                                   named ? ", " : "", pe);
            named++;
        }
    }
    fail(server,
         "only %d of %d PEs have come within %d s; missing: %s (ISHMEM_UNIQUEID_TIMEOUT of the "
         "process that made the id sets the time)",
         server->here, server->n_pes, server->seconds, missing);
}

/* ---- Messages -------------------------------------------------------------------------------- */

static void send_all(server_t *server, ishmemi_uid_kind_t kind, const void *data, size_t bytes)
{
    for (size_t i = 0; i < server->count; i++) {
        caller_t *const caller = &server->callers[i];
        if (caller->socket >= 0 && caller->is_known &&
            !ishmemi_unique_id_send(caller->socket, kind, data, bytes)) {
            fail(server, "PE %d, process %d on %s, no longer answers", caller->hello.rank,
                 caller->hello.process, caller->hello.name);
            return;
        }
    }
}

static void take_hello(server_t *server, caller_t *caller)
{
    ishmemi_uid_hello_t hello;
    memcpy(&hello, caller->data, sizeof hello);
    hello.name[sizeof hello.name - 1] = '\0';
    if (memcmp(hello.secret, server->id.secret, sizeof hello.secret) != 0 || hello.rank < 0 ||
        hello.rank >= hello.n_ranks) {
        hang_up(caller);
        return;
    }
    if (server->here > 0 && server->here == server->n_pes) {
        tell(caller, "the job of this id has all its PEs already");
        hang_up(caller);
        return;
    }
    caller->is_here = hello.host == server->id.host && hello.process == getpid();
    const caller_t *const same = caller_of(server, hello.rank);
    caller->hello = hello;
    caller->is_known = true;
    if (server->n_pes == 0) {
        server->n_pes = hello.n_ranks;
        server->deadline = ishmemi_clock_now() + (uint64_t)server->seconds * 1000000000;
    }
    if (hello.n_ranks != server->n_pes) {
        fail(server,
             "rank %d gives nranks %d, others of the same id %d: it must be the same for all",
             hello.rank, hello.n_ranks, server->n_pes);
    } else if (same) {
        fail(server,
             "two processes with the same id have the rank %d: process %d on %s and process %d on "
             "%s; each needs one of its own",
             hello.rank, same->hello.process, same->hello.name, hello.process, hello.name);
    } else if (++server->here == server->n_pes) {
        send_all(server, ISHMEMI_UID_READY, NULL, 0);
    }
}

static void take_part(server_t *server, const caller_t *caller)
{
    const size_t bytes = caller->head.bytes;
    const size_t pes = (size_t)server->n_pes;
    if (server->parts == 0) {
        server->bytes_each = bytes;
        server->gathered = bytes <= SIZE_MAX / pes ? malloc(bytes * pes + 1) : NULL;
        if (!server->gathered) {
            fail(server, "no memory for %zu bytes of each PE", bytes);
            return;
        }
    }
    if (bytes != server->bytes_each) {
        fail(server, "PE %d gives %zu bytes where others give %zu: the PEs make different calls",
             caller->hello.rank, bytes, server->bytes_each);
        return;
    }
    memcpy(server->gathered + (size_t)caller->hello.rank * bytes, caller->data, bytes);
    if (++server->parts == server->n_pes) {
        server->parts = 0;
        send_all(server, ISHMEMI_UID_GATHERED, server->gathered, bytes * pes);
        free(server->gathered);
        server->gathered = NULL;
    }
}

static bool is_expected(const server_t *server, const caller_t *caller)
{
    switch (caller->head.kind) {
    case ISHMEMI_UID_HELLO:
        return !caller->is_known && caller->head.bytes == sizeof(ishmemi_uid_hello_t);
    case ISHMEMI_UID_GATHER:
        return caller->is_known && server->here == server->n_pes &&
               caller->head.bytes < SIZE_MAX / 2;
    case ISHMEMI_UID_BYE:
        return caller->is_known && caller->head.bytes == 0;
    default:
        return false;
    }
}

static void take(server_t *server, caller_t *caller)
{
    switch (caller->head.kind) {
    case ISHMEMI_UID_HELLO:
        take_hello(server, caller);
        break;
    case ISHMEMI_UID_GATHER:
        take_part(server, caller);
        break;
    default:
        hang_up(caller);
        server->is_over |= ++server->gone == server->n_pes;
        break;
    }
    free(caller->data);
    caller->data = NULL;
    caller->got = 0;
}

static void lose(server_t *server, caller_t *caller)
{
    hang_up(caller);
    if (caller->is_known) {
        fail(server, "PE %d, process %d on %s, has ended", caller->hello.rank,
             caller->hello.process, caller->hello.name);
    }
}

/* Reads what there is, up to the end of a message. */
static void receive(server_t *server, caller_t *caller)
{
    const size_t head = sizeof caller->head;
    char *const to = caller->got < head ? (char *)&caller->head + caller->got
                                        : caller->data + (caller->got - head);
    const size_t left = caller->got < head ? head - caller->got
                                           : caller->head.bytes - (caller->got - head);
    const ssize_t bytes = left > 0 ? recv(caller->socket, to, left, MSG_DONTWAIT) : 0;
    if (bytes < 0 && (errno == EAGAIN || errno == EINTR)) {
        return;
    }
    if (bytes <= 0) {
        lose(server, caller);
        return;
    }
    caller->got += (size_t)bytes;
    if (caller->got == head) {
        caller->data = is_expected(server, caller) ? malloc(caller->head.bytes + 1) : NULL;
        if (!caller->data) {
            lose(server, caller);
            return;
        }
    }
    if (caller->got >= head && caller->got - head == caller->head.bytes) {
        take(server, caller);
    }
}

/* ---- Callers --------------------------------------------------------------------------------- */

static void accept_caller(server_t *server)
{
    const int socket = accept4(server->listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (socket < 0) {
        return;
    }
    caller_t *const callers =
        realloc(server->callers, (server->count + 1) * sizeof *server->callers);
    if (callers) {
        server->callers = callers;
    }
    struct pollfd *const polls = realloc(server->polls, (server->count + 2) * sizeof *polls);
    if (polls) {
        server->polls = polls;
    }
    if (!callers || !polls) {
        close(socket);
        return;
    }
    ishmemi_connect_keep_alive(socket);
    callers[server->count++] = (caller_t){.socket = socket};
}

/* Until something comes; false when it is too late for the rest of the PEs. */
static bool wait_for_callers(server_t *server)
{
    for (size_t i = 0; i < server->count; i++) {
        server->polls[i] = (struct pollfd){.fd = server->callers[i].socket, .events = POLLIN};
    }
    server->polls[server->count] = (struct pollfd){.fd = server->listener, .events = POLLIN};
    int ms = -1;
    if (server->seconds > 0 && server->n_pes > 0 && server->here < server->n_pes) {
        const uint64_t now = ishmemi_clock_now();
        if (now >= server->deadline) {
            return false;
        }
        const uint64_t left = (server->deadline - now) / 1000000 + 1;
        ms = left < POLL_MOST_MS ? (int)left : POLL_MOST_MS;
    }
    return poll(server->polls, (nfds_t)server->count + 1, ms) >= 0 || errno == EINTR;
}

static void *serve(void *argument)
{
    server_t *const server = argument;
    while (!server->is_over) {
        if (!wait_for_callers(server)) {
            fail_late(server);
            break;
        }
        const size_t count = server->count;
        const bool calls = server->polls[count].revents != 0;
        for (size_t i = 0; i < count && !server->is_over; i++) {
            if (server->callers[i].socket >= 0 && server->polls[i].revents) {
                receive(server, &server->callers[i]);
            }
        }
        if (calls) {
            accept_caller(server);
        }
    }
    for (size_t i = 0; i < server->count; i++) {
        if (server->callers[i].socket >= 0) {
            hang_up(&server->callers[i]);
        }
    }
    close(server->listener);
    free(server->gathered);
    free(server->callers);
    free(server->polls);
    return NULL;
}

int ishmemi_unique_id_serve(const ishmemi_unique_id_t *id, int listener, int seconds)
{
    server_t *const server = calloc(1, sizeof *server);
    if (!server) {
        return ENOMEM;
    }
    server->polls = calloc(1, sizeof *server->polls);
    if (!server->polls) {
        free(server);
        return ENOMEM;
    }
    server->id = *id;
    server->listener = listener;
    server->seconds = seconds;
    server->process = getpid();
    const int error = ishmemi_thread_create(&server->thread, NULL, serve, server);
    if (error != 0) {
        free(server->polls);
        free(server);
        return error;
    }
    pthread_mutex_lock(&mutex);
    server->next = servers;
    servers = server;
    pthread_mutex_unlock(&mutex);
    return 0;
}

void ishmemi_unique_id_served(const ishmemi_unique_id_t *id)
{
    pthread_mutex_lock(&mutex);
    server_t **at = &servers;
    while (*at && ((*at)->process != getpid() ||
                   memcmp((*at)->id.secret, id->secret, sizeof id->secret) != 0)) {
        at = &(*at)->next;
    }
    server_t *const server = *at;
    if (server) {
        *at = server->next;
    }
    pthread_mutex_unlock(&mutex);
    if (server) {
        pthread_join(server->thread, NULL);
        free(server);
    }
}
