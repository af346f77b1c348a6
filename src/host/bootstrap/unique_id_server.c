/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The thread that serves the PEs of a unique id (unique_id.h), from the first that joins to the
 * last that leaves.  Only this thread uses a server while it runs; a thread that waits for it joins
 * it.  It listens until all PEs have joined, through an acceptor (acceptor.h), which admits nobody
 * else.
 */
#include "unique_id_server.h"

#include "acceptor.h"
#include "runtime/connect.h"
#include "unique_id_message.h"
#include "util/clock.h"
#include "util/thread.h"
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* How long the callers that were notified of a failure may take to close their connections. */
#define HANG_UP_MS 1000
#define MISSING_NAMED 8
#define POLL_MOST_MS 1000000000

/* A PE.  The acceptor owns callers that have not yet proved to be one. */
typedef struct caller {
    int socket;   /* -1: has left */
    bool is_here; /* in the server's process */
    ishmemi_uid_hello_t hello;
    /* The message that is being received. */
    ishmemi_uid_head_t head;
    size_t got; /* of head and data */
    char *data;
} caller_t;

typedef struct server {
    ishmemi_unique_id_t id;
    int seconds;
    int silent_seconds;
    caller_t *callers;    /* in the order in which they joined; at most n_pes */
    struct pollfd *polls; /* [count + ISHMEMI_ACCEPTOR_POLLS] */
    size_t count;
    size_t room;       /* for callers */
    int n_pes;         /* 0 until the first has joined */
    int here;          /* PEs that have joined */
    int gone;          /* PEs that have announced that they leave */
    uint64_t deadline; /* ns; for the last PE to join */
    char *gathered;    /* [n_pes] parts of an allgather */
    size_t bytes_each;
    int parts;
    bool is_over;
    pid_t process; /* a child by fork inherits the list, but not the threads */
    pthread_t thread;
    struct server *next;
    ishmemi_acceptor_t acceptor; /* until all PEs have joined */
} server_t;

/* Servers that no ishmemi_unique_id_served has taken. */
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

static void reply(const caller_t *caller, const char *sentence)
{
    (void)ishmemi_unique_id_send(caller->socket, ISHMEMI_UID_FAILURE, sentence, strlen(sentence));
    (void)shutdown(caller->socket, SHUT_WR);
}

/* To close a connection with unread data would discard what was sent. */
static void drain(server_t *server, bool here)
{
    const uint64_t end = ishmemi_clock_now() + (uint64_t)HANG_UP_MS * 1000000;
    for (size_t i = 0; i < server->count; i++) {
        caller_t *const caller = &server->callers[i];
        while (caller->socket >= 0 && caller->is_here == here) {
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

/* Notifies the PE of this process last, because that may end the process. */
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
            if (caller->socket >= 0 && caller->is_here == here) {
                reply(caller, sentence);
            }
        }
        drain(server, here);
    }
}

static const caller_t *caller_of(const server_t *server, int pe)
{
    for (size_t i = 0; i < server->count; i++) {
        if (server->callers[i].hello.rank == pe) {
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
         "only %d of %d PEs have joined within %d s; missing: %s (ISHMEM_UNIQUEID_TIMEOUT of the "
         "process that made the id sets the time)",
         server->here, server->n_pes, server->seconds, missing);
}

/* ---- Messages -------------------------------------------------------------------------------- */

static void send_all(server_t *server, ishmemi_uid_kind_t kind, const void *data, size_t bytes)
{
    for (size_t i = 0; i < server->count; i++) {
        caller_t *const caller = &server->callers[i];
        if (caller->socket >= 0 && !ishmemi_unique_id_send(caller->socket, kind, data, bytes)) {
            fail(server, "PE %d, process %d on %s, no longer answers", caller->hello.rank,
                 caller->hello.process, caller->hello.name);
            return;
        }
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
        fail(server, "PE %d sends %zu bytes, but others send %zu: the PEs make different calls",
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
    case ISHMEMI_UID_GATHER:
        return server->here == server->n_pes && caller->head.bytes < SIZE_MAX / 2;
    case ISHMEMI_UID_BYE:
        return caller->head.bytes == 0;
    default:
        return false;
    }
}

static void take(server_t *server, caller_t *caller)
{
    if (caller->head.kind == ISHMEMI_UID_GATHER) {
        take_part(server, caller);
    } else {
        hang_up(caller);
        server->is_over |= ++server->gone == server->n_pes;
    }
    free(caller->data);
    caller->data = NULL;
    caller->got = 0;
}

static void lose(server_t *server, caller_t *caller, const char *how)
{
    hang_up(caller);
    fail(server, "PE %d, process %d on %s, %s", caller->hello.rank, caller->hello.process,
         caller->hello.name, how);
}

/* Receives what has arrived, up to the end of a message. */
static void receive(server_t *server, caller_t *caller)
{
    const size_t head = sizeof caller->head;
    char *const to = caller->got < head ? (char *)&caller->head + caller->got
                                        : caller->data + (caller->got - head);
    const size_t left =
        caller->got < head ? head - caller->got : caller->head.bytes - (caller->got - head);
    const ssize_t bytes = left > 0 ? recv(caller->socket, to, left, MSG_DONTWAIT) : 0;
    if (bytes < 0 && (errno == EAGAIN || errno == EINTR)) {
        return;
    }
    if (bytes <= 0) {
        lose(server, caller, "has ended");
        return;
    }
    caller->got += (size_t)bytes;
    if (caller->got == head) {
        if (!is_expected(server, caller)) {
            lose(server, caller, "has sent unexpected data");
            return;
        }
        caller->data = malloc(caller->head.bytes + 1);
        if (!caller->data) {
            lose(server, caller, "has sent more than fits in memory");
            return;
        }
    }
    if (caller->got >= head && caller->got - head == caller->head.bytes) {
        take(server, caller);
    }
}

/* ---- Callers --------------------------------------------------------------------------------- */

static bool make_room(server_t *server)
{
    if (server->count < server->room) {
        return true;
    }
    const size_t room = server->room * 2 + 16;
    caller_t *const callers = realloc(server->callers, room * sizeof *callers);
    if (callers) {
        server->callers = callers;
    }
    struct pollfd *const polls =
        realloc(server->polls, (room + ISHMEMI_ACCEPTOR_POLLS) * sizeof *polls);
    if (polls) {
        server->polls = polls;
    }
    if (callers && polls) {
        server->room = room;
    }
    return callers && polls;
}

/* Counts a PE whose numbers agree with those of the others. */
static void count_in(server_t *server)
{
    if (++server->here == server->n_pes) {
        ishmemi_acceptor_close(&server->acceptor);
        send_all(server, ISHMEMI_UID_READY, NULL, 0);
    }
}

static void admit(void *context, int socket, const unsigned char *from)
{
    server_t *const server = context;
    ishmemi_uid_hello_t hello;
    memcpy(&hello, from, sizeof hello);
    hello.name[sizeof hello.name - 1] = '\0';
    if (hello.rank < 0 || hello.rank >= hello.n_ranks || server->is_over || !make_room(server)) {
        close(socket);
        return;
    }
    ishmemi_connect_keep_alive(socket, server->silent_seconds);
    const caller_t *const same = caller_of(server, hello.rank);
    caller_t *const caller = &server->callers[server->count++];
    *caller = (caller_t){.socket = socket,
                         .is_here = hello.host == server->id.host && hello.process == getpid(),
                         .hello = hello};
    (void)ishmemi_unique_id_send(socket, ISHMEMI_UID_WELCOME, NULL, 0);
    if (server->n_pes == 0) {
        server->n_pes = hello.n_ranks;
        server->deadline = ishmemi_clock_now() + (uint64_t)server->seconds * 1000000000;
    }
    if (hello.n_ranks != server->n_pes) {
        fail(server,
             "rank %d has nranks %d, but others with the same id have %d: it must be the same for "
             "all",
             hello.rank, hello.n_ranks, server->n_pes);
    } else if (same) {
        fail(server,
             "two processes with the same id have the rank %d: process %d on %s and process %d on "
             "%s; each needs its own",
             hello.rank, same->hello.process, same->hello.name, hello.process, hello.name);
    } else {
        count_in(server);
    }
}

/* ---- The thread ------------------------------------------------------------------------------ */

static bool is_waiting_for_pes(const server_t *server)
{
    return server->seconds > 0 && server->n_pes > 0 && server->here < server->n_pes;
}

static int ms_until(uint64_t wake)
{
    if (wake == UINT64_MAX) {
        return -1;
    }
    const uint64_t now = ishmemi_clock_now();
    const uint64_t left = wake > now ? (wake - now) / 1000000 + 1 : 0;
    return left < POLL_MOST_MS ? (int)left : POLL_MOST_MS;
}

/* Waits until data arrives or a time is over.  Returns how many polls are the acceptor's. */
static size_t wait_for_any(server_t *server)
{
    uint64_t wake = is_waiting_for_pes(server) ? server->deadline : UINT64_MAX;
    const size_t at_door = ishmemi_acceptor_watch(&server->acceptor, server->polls, &wake);
    struct pollfd *const polls = server->polls + at_door;
    for (size_t i = 0; i < server->count; i++) {
        polls[i] = (struct pollfd){.fd = server->callers[i].socket, .events = POLLIN};
    }
    const size_t all = at_door + server->count;
    if (poll(server->polls, (nfds_t)all, ms_until(wake)) < 0) {
        if (errno != EINTR) {
            fail(server, "the process that made the id cannot wait for PEs any more: %s",
                 strerror(errno));
        }
        for (size_t i = 0; i < all; i++) {
            server->polls[i].revents = 0;
        }
    }
    return at_door;
}

static void serve_all(server_t *server)
{
    const size_t at_door = wait_for_any(server);
    /* PEs come first: the acceptor may admit others, which were not polled. */
    for (size_t i = 0; i < server->count && !server->is_over; i++) {
        if (server->callers[i].socket >= 0 && server->polls[at_door + i].revents) {
            receive(server, &server->callers[i]);
        }
    }
    if (!server->is_over) {
        ishmemi_acceptor_serve(&server->acceptor, server->polls, admit, server);
    }
    if (!server->is_over && is_waiting_for_pes(server) && ishmemi_clock_now() >= server->deadline) {
        fail_late(server);
    }
}

static void *serve(void *argument)
{
    server_t *const server = argument;
    while (!server->is_over) {
        serve_all(server);
    }
    ishmemi_acceptor_close(&server->acceptor);
    for (size_t i = 0; i < server->count; i++) {
        if (server->callers[i].socket >= 0) {
            hang_up(&server->callers[i]);
        }
    }
    free(server->gathered);
    free(server->callers);
    free(server->polls);
    return NULL;
}

int ishmemi_unique_id_serve(const ishmemi_unique_id_t *id, int listener, int seconds,
                            int silent_seconds)
{
    server_t *const server = calloc(1, sizeof *server);
    if (!server || !make_room(server)) {
        free(server);
        return ENOMEM;
    }
    server->id = *id;
    server->seconds = seconds;
    server->silent_seconds = silent_seconds;
    server->process = getpid();
    ishmemi_acceptor_open(&server->acceptor, &id->key, listener, -1);
    const int error = ishmemi_thread_create(&server->thread, NULL, serve, server);
    if (error != 0) {
        free(server->callers);
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
    while (*at &&
           ((*at)->process != getpid() || memcmp(&(*at)->id.key, &id->key, sizeof id->key) != 0)) {
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
