/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Each PE listens and publishes where, with the key by which a caller proves itself (handshake.h).
 * Then it calls its partners with lower numbers, while an acceptor receives those with higher
 * ones, all at once: a silent connection delays nobody.  When it has all its connections, or has
 * waited long enough, it publishes which ones it misses; a connection is kept if neither end misses
 * it.
 *
 * PEs of a machine call each other by names in the abstract Unix namespace.  These leave no files,
 * but every user of the machine can read them, so each end also asks the kernel whether the other
 * one is the PE's process.  Other PEs call over TCP, at any address of the callee that answers.
 */
#include "connections.h"
#include "allocate.h"

#include "acceptor.h"
#include "addresses.h"
#include "agree.h"
#include "bootstrap.h"
#include "env.h"
#include "fatal.h"
#include "job.h"
#include "log.h"
#include "overlay.h"
#include "runtime/connect.h"
#include "util/clock.h"
#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#define BACKLOG 1024
#define MEET_NS 10000000000
#define ANSWER_NS 5000000000
#define AGAIN_NS 10000000
#define MS_NS 1000000
#define NS_PER_SECOND 1000000000

/* What a PE publishes about itself through the bootstrap. */
typedef struct endpoint {
    ishmemi_key_t key; /* for its callers */
    uint64_t name;     /* in the Unix namespace: public, unlike the key */
    uint64_t pid_namespace;
    uint64_t net_namespace; /* of the name */
    int32_t pid;
    uint16_t port;
    uint16_t can_be_called;
    ishmemi_addresses_t addresses;
} endpoint_t;

typedef enum call_state { CALL_AGAIN, CALL_CONNECTS, CALL_GREETS, CALL_OVER } call_state_t;

/* From this PE to another. */
typedef struct call {
    int pe;
    call_state_t state;
    size_t address;    /* the next to try */
    bool was_answered; /* at one of them, before it was dropped */
    int socket;
    uint64_t wake;       /* ns; for the next step if nothing arrives */
    struct pollfd *poll; /* NULL: not polled */
    ishmemi_handshake_t handshake;
} call_t;

/* One call of ishmemi_connections_connect. */
typedef struct meeting {
    const char *purpose;
    bool (*is_wanted)(int pe);
    endpoint_t mine;
    endpoint_t *endpoints; /* [n_pes] */
    int *sockets;          /* [n_pes] the connections; -1: none */
    size_t missing;        /* connections that may still be made */
    call_t *calls;
    size_t n_calls;
    struct pollfd *polls; /* the acceptor's, then one per call */
    ishmemi_acceptor_t acceptor;
} meeting_t;

bool ishmemi_connections_reach(int pe)
{
    return ishmemi_overlay_connects(ishmemi_job.n_pes, ishmemi_job.my_pe, pe);
}

const ishmemi_connection_t *ishmemi_connections_towards(const ishmemi_connection_t *connections,
                                                        size_t count, int pe)
{
    const int n_pes = ishmemi_job.n_pes;
    const ishmemi_connection_t *closest = NULL;
    int least = ishmemi_overlay_distance(n_pes, ishmemi_job.my_pe, pe);
    for (size_t i = 0; i < count; i++) {
        const int distance = ishmemi_overlay_distance(n_pes, connections[i].pe, pe);
        if (distance < least) {
            least = distance;
            closest = &connections[i];
        }
    }
    return closest;
}

static bool is_partner(const meeting_t *meeting, int pe)
{
    return pe != ishmemi_job.my_pe && meeting->is_wanted(pe);
}

/* 0 for a process whose number means nothing here. */
static pid_t process_of(const meeting_t *meeting, int pe)
{
    const endpoint_t *const endpoint = &meeting->endpoints[pe];
    return endpoint->pid_namespace == meeting->mine.pid_namespace ? endpoint->pid : 0;
}

static void keep(meeting_t *meeting, int pe, int socket)
{
    meeting->sockets[pe] = socket;
    meeting->missing--;
}

/* ---- Listening ------------------------------------------------------------------------------- */

static uint64_t namespace_of(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 ? status.st_ino : 0;
}

static void listen_for(meeting_t *meeting)
{
    endpoint_t *const mine = &meeting->mine;
    int by_name = -1;
    int by_tcp = -1;
    mine->pid = getpid();
    mine->pid_namespace = namespace_of("/proc/self/ns/pid");
    mine->net_namespace = namespace_of("/proc/self/ns/net");
    if (ishmemi_random(&mine->key, sizeof mine->key) &&
        ishmemi_random(&mine->name, sizeof mine->name)) {
        struct sockaddr_un name;
        const socklen_t length = ishmemi_connect_name(meeting->purpose, mine->name, &name);
        by_name = ishmemi_connect_listen((const struct sockaddr *)&name, length, BACKLOG);
        if (ishmemi_job.machine_size < ishmemi_job.n_pes) {
            by_tcp = ishmemi_connect_listen_anywhere(BACKLOG, &mine->port);
            ishmemi_addresses_of_host(&mine->addresses);
        }
    }
    mine->can_be_called = by_name >= 0 || by_tcp >= 0;
    ishmemi_acceptor_open(&meeting->acceptor, &mine->key, by_name, by_tcp);
}

static void admit(void *context, int socket, const unsigned char *hello)
{
    meeting_t *const meeting = context;
    int64_t from;
    memcpy(&from, hello, sizeof from);
    if (from <= ishmemi_job.my_pe || from >= ishmemi_job.n_pes || !is_partner(meeting, (int)from) ||
        meeting->sockets[from] >= 0 ||
        !ishmemi_connect_is_process(socket, process_of(meeting, (int)from))) {
        close(socket);
    } else {
        keep(meeting, (int)from, socket);
    }
}

/* ---- Calling --------------------------------------------------------------------------------- */

static void give_up(meeting_t *meeting, call_t *call)
{
    call->state = CALL_OVER;
    meeting->missing--;
}

static void try_again(call_t *call)
{
    call->state = CALL_AGAIN;
    call->wake = ishmemi_clock_now() + AGAIN_NS;
}

static socklen_t address_of(const meeting_t *meeting, call_t *call,
                            struct sockaddr_storage *address)
{
    const endpoint_t *const endpoint = &meeting->endpoints[call->pe];
    if (!ishmemi_is_on_machine(call->pe)) {
        return ishmemi_addresses_at(&endpoint->addresses, call->address++, endpoint->port, address);
    }
    struct sockaddr_un name;
    const socklen_t length = ishmemi_connect_name(meeting->purpose, endpoint->name, &name);
    memcpy(address, &name, sizeof name);
    return call->address++ == 0 ? length : 0;
}

static void dial(meeting_t *meeting, call_t *call)
{
    struct sockaddr_storage address;
    socklen_t length;
    while ((length = address_of(meeting, call, &address)) > 0) {
        call->socket = ishmemi_connect_begin((const struct sockaddr *)&address, length);
        if (call->socket >= 0) {
            call->state = CALL_CONNECTS;
            call->wake = ishmemi_clock_now() + (uint64_t)ISHMEMI_CONNECT_MS * MS_NS;
            return;
        }
        if (errno == EAGAIN || errno == EMFILE || errno == ENFILE) {
            /* Too many callers there, or no free descriptors here. */
            call->address--;
            try_again(call);
            return;
        }
    }
    if (call->was_answered) {
        /* The callee has dropped this PE in a crowd. */
        call->was_answered = false;
        call->address = 0;
        try_again(call);
    } else {
        give_up(meeting, call);
    }
}

/* Nobody answers at this address, or another process does. */
static void dial_next(meeting_t *meeting, call_t *call)
{
    close(call->socket);
    dial(meeting, call);
}

static void greet(meeting_t *meeting, call_t *call)
{
    const int64_t from = ishmemi_job.my_pe;
    if (ishmemi_connect_error(call->socket) != 0 ||
        !ishmemi_connect_is_process(call->socket, process_of(meeting, call->pe)) ||
        !ishmemi_handshake_call(&call->handshake, call->socket, &from, sizeof from)) {
        dial_next(meeting, call);
        return;
    }
    call->state = CALL_GREETS;
    call->was_answered = true;
    call->wake = ishmemi_clock_now() + ANSWER_NS;
}

static void listen_to(meeting_t *meeting, call_t *call)
{
    switch (ishmemi_handshake_advance(&call->handshake, &meeting->endpoints[call->pe].key)) {
    case ISHMEMI_HANDSHAKE_DONE:
        call->state = CALL_OVER;
        keep(meeting, call->pe, call->socket);
        break;
    case ISHMEMI_HANDSHAKE_FAILED:
        dial_next(meeting, call);
        break;
    default:
        break;
    }
}

static void step(meeting_t *meeting, call_t *call, bool is_ready)
{
    const bool is_late = ishmemi_clock_now() >= call->wake;
    if (call->state == CALL_AGAIN && is_late) {
        dial(meeting, call);
    } else if (call->state == CALL_CONNECTS && is_ready) {
        greet(meeting, call);
    } else if (call->state == CALL_GREETS && is_ready) {
        listen_to(meeting, call);
    } else if (call->state != CALL_OVER && is_late) {
        dial_next(meeting, call);
    }
}

/* A name exists only in its network namespace. */
static bool can_call(int pe, const endpoint_t *callee, const endpoint_t *caller)
{
    return callee->can_be_called &&
           (!ishmemi_is_on_machine(pe) || callee->net_namespace == caller->net_namespace);
}

/* ---- The meeting ----------------------------------------------------------------------------- */

static void begin_calls(meeting_t *meeting)
{
    for (int pe = 0; pe < ishmemi_job.n_pes; pe++) {
        meeting->sockets[pe] = -1;
        const bool is_caller = pe < ishmemi_job.my_pe;
        if (!is_partner(meeting, pe) ||
            !can_call(pe, is_caller ? &meeting->endpoints[pe] : &meeting->mine,
                      is_caller ? &meeting->mine : &meeting->endpoints[pe])) {
            continue;
        }
        meeting->missing++;
        if (is_caller) {
            call_t *const call = &meeting->calls[meeting->n_calls++];
            call->pe = pe;
            dial(meeting, call);
        }
    }
}

static bool is_open(const call_t *call)
{
    return call->state == CALL_CONNECTS || call->state == CALL_GREETS;
}

/* Only for open calls: the kernel accepts no more polls than there may be descriptors. */
static size_t watch_calls(meeting_t *meeting, size_t at, uint64_t *wake)
{
    for (size_t i = 0; i < meeting->n_calls; i++) {
        call_t *const call = &meeting->calls[i];
        call->poll = NULL;
        if (is_open(call)) {
            call->poll = &meeting->polls[at++];
            *call->poll = (struct pollfd){.fd = call->socket,
                                          .events = call->state == CALL_GREETS ? POLLIN : POLLOUT};
        }
        *wake = call->state != CALL_OVER && call->wake < *wake ? call->wake : *wake;
    }
    return at;
}

/* Waits until data arrives or a step is due. */
static void wait_for_any(meeting_t *meeting, uint64_t deadline)
{
    uint64_t wake = deadline;
    const size_t at_door = ishmemi_acceptor_watch(&meeting->acceptor, meeting->polls, &wake);
    const size_t count = watch_calls(meeting, at_door, &wake);
    const uint64_t now = ishmemi_clock_now();
    const int ms = wake > now ? (int)((wake - now) / MS_NS) + 1 : 0;
    if (poll(meeting->polls, (nfds_t)count, ms) < 0) {
        for (size_t i = 0; i < count; i++) {
            meeting->polls[i].revents = 0;
        }
    }
}

/* At most half of start-up's time, because other steps follow. */
static uint64_t find_deadline(void)
{
    const uint64_t half = (uint64_t)ishmemi_env.start_timeout * (NS_PER_SECOND / 2);
    return ishmemi_clock_now() + (half != 0 && half < MEET_NS ? half : MEET_NS);
}

static void meet(meeting_t *meeting)
{
    const uint64_t deadline = find_deadline();
    while (meeting->missing > 0 && ishmemi_clock_now() < deadline) {
        wait_for_any(meeting, deadline);
        for (size_t i = 0; i < meeting->n_calls; i++) {
            call_t *const call = &meeting->calls[i];
            step(meeting, call, call->poll && call->poll->revents != 0);
        }
        ishmemi_acceptor_serve(&meeting->acceptor, meeting->polls, admit, meeting);
    }
    for (size_t i = 0; i < meeting->n_calls; i++) {
        if (is_open(&meeting->calls[i])) {
            close(meeting->calls[i].socket);
        }
    }
    ishmemi_acceptor_close(&meeting->acceptor);
}

/* ---- Agreement ------------------------------------------------------------------------------- */

static bool is_missing(const meeting_t *meeting, int pe)
{
    return meeting->sockets[pe] < 0 && is_partner(meeting, pe);
}

/* Returns the greatest number of connections that a PE misses. */
static int most_missing(const meeting_t *meeting)
{
    const int n_pes = ishmemi_job.n_pes;
    int *const counts =
        ishmemi_allocate_zeroed("the connections of the PEs", (size_t)n_pes, sizeof *counts);
    int mine = 0;
    for (int pe = 0; pe < n_pes; pe++) {
        mine += is_missing(meeting, pe);
    }
    ishmemi_allgather(&mine, counts, sizeof mine);
    int most = 0;
    for (int pe = 0; pe < n_pes; pe++) {
        most = counts[pe] > most ? counts[pe] : most;
    }
    free(counts);
    return most;
}

static bool lists(const int *row, int most, int pe)
{
    int at = 0;
    while (at < most && row[at] != pe) {
        at++;
    }
    return at < most;
}

/* A connection that only one end has would look like the death of a PE at that end.  A PE's
 * row lists those to which it misses connections; its own number fills the rest. */
static void drop_halves(const meeting_t *meeting, int most)
{
    const int n_pes = ishmemi_job.n_pes;
    const size_t bytes = (size_t)most * sizeof(int);
    int *const mine = ishmemi_allocate_zeroed("the connections of this PE", 1, bytes);
    int *const all = ishmemi_allocate_zeroed("the connections of the PEs", (size_t)n_pes, bytes);
    int count = 0;
    for (int pe = 0; pe < n_pes; pe++) {
        if (is_missing(meeting, pe)) {
            mine[count++] = pe;
        }
    }
    while (count < most) {
        mine[count++] = ishmemi_job.my_pe;
    }
    ishmemi_allgather(mine, all, bytes);
    for (int pe = 0; pe < n_pes; pe++) {
        if (meeting->sockets[pe] >= 0 &&
            lists(all + (size_t)pe * (size_t)most, most, ishmemi_job.my_pe)) {
            close(meeting->sockets[pe]);
            meeting->sockets[pe] = -1;
        }
    }
    free(mine);
    free(all);
}

/* Returns how many are missing. */
static size_t collect(const meeting_t *meeting, ishmemi_connection_t **connections, size_t *count)
{
    size_t missing = 0;
    size_t made = 0;
    for (int pe = 0; pe < ishmemi_job.n_pes; pe++) {
        made += meeting->sockets[pe] >= 0;
    }
    *connections =
        ishmemi_allocate_zeroed("the connections of this PE", made + 1, sizeof **connections);
    *count = 0;
    for (int pe = 0; pe < ishmemi_job.n_pes; pe++) {
        const int socket = meeting->sockets[pe];
        if (socket >= 0) {
            if (!ishmemi_is_on_machine(pe)) {
                ishmemi_connect_keep_alive(socket, ishmemi_env.network_timeout);
            }
            (*connections)[(*count)++] = (ishmemi_connection_t){pe, socket};
        } else if (is_missing(meeting, pe)) {
            ishmemi_debug("no %s to PE %d", meeting->purpose, pe);
            missing++;
        }
    }
    return missing;
}

static size_t count_partners(const meeting_t *meeting)
{
    size_t count = 0;
    for (int pe = 0; pe < ishmemi_job.n_pes; pe++) {
        count += is_partner(meeting, pe);
    }
    return count;
}

size_t ishmemi_connections_connect(const char *purpose, bool (*is_wanted)(int pe),
                                   ishmemi_connection_t **connections, size_t *count,
                                   bool *are_complete)
{
    const size_t pes = (size_t)ishmemi_job.n_pes;
    meeting_t *const meeting =
        ishmemi_allocate_zeroed("the connections of the PEs", 1, sizeof *meeting);
    meeting->purpose = purpose;
    meeting->is_wanted = is_wanted;
    meeting->endpoints =
        ishmemi_allocate_zeroed("the connections of the PEs", pes, sizeof *meeting->endpoints);
    meeting->sockets =
        ishmemi_allocate_zeroed("the connections of the PEs", pes, sizeof *meeting->sockets);
    const size_t partners = count_partners(meeting);
    meeting->calls =
        ishmemi_allocate_zeroed("the connections of the PEs", partners + 1, sizeof *meeting->calls);
    meeting->polls = ishmemi_allocate_zeroed(
        "the connections of the PEs", partners + ISHMEMI_ACCEPTOR_POLLS, sizeof *meeting->polls);
    listen_for(meeting);
    ishmemi_allgather(&meeting->mine, meeting->endpoints, sizeof meeting->mine);
    begin_calls(meeting);
    meet(meeting);
    const int most = most_missing(meeting);
    if (most > 0) {
        drop_halves(meeting, most);
    }
    *are_complete = most == 0;
    const size_t missing = collect(meeting, connections, count);
    free(meeting->polls);
    free(meeting->calls);
    free(meeting->sockets);
    free(meeting->endpoints);
    free(meeting);
    return missing;
}

void ishmemi_connections_close(const ishmemi_connection_t *connections, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        close(connections[i].socket);
    }
}
