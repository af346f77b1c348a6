/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The bootstrap table for PEs that meet through a unique id: every PE holds one connection to the
 * process that made the id (unique_id.h), and needs no runtime.
 */
#include "addresses.h"
#include "bootstrap.h"
#include "env.h"
#include "exit.h"
#include "log.h"
#include "runtime/connect.h"
#include "spin.h"
#include "unique_id_message.h"
#include "unique_id_server.h"
#include "util/clock.h"
#include <arpa/inet.h>
#include <errno.h>
#include <limits.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/* How long the server may be silent after its own limit. */
#define SERVER_LATE_S 15
/* A server that is alive and not overloaded answers at once. */
#define ANSWER_MS 10000
/* How long a PE that was dropped in a crowd calls again, and how often. */
#define CALL_S 60
#define AGAIN_NS 50000000
/* Between two steps of a transport that this PE drives: no pause for about a millisecond, then one
 * that is short compared with a peer's wait. */
#define LOOKS_AWAKE 1000
#define DRIVE_NS 50000
/* The lifelines, if there are any, report the cause better and sooner. */
#define COURTESY_S 2

static struct {
    ishmemi_unique_id_t id;
    uint64_t host;
    int rank;
    int size;
    int socket; /* to the server */
} job = {.socket = -1};

/* ---- Messages from the server ---------------------------------------------------------------- */

/* Like poll.  A PE that drives the transport does so meanwhile, and has no time limit. */
static int await_line(int ms)
{
    struct pollfd readable = {.fd = job.socket, .events = POLLIN};
    if (!ishmemi_spin_drives) {
        return poll(&readable, 1, ms);
    }
    int ready = 0;
    for (int looks = 0; ready == 0; looks++) {
        const struct timespec pause = {.tv_nsec = looks < LOOKS_AWAKE ? 0 : DRIVE_NS};
        ready = ppoll(&readable, 1, &pause, NULL);
        if (ishmemi_spin_drive()) {
            looks = 0;
        }
    }
    return ready;
}

/* ms: -1 for no limit. */
static bool receive(void *data, size_t bytes, int ms)
{
    for (size_t done = 0; done < bytes;) {
        const int ready = await_line(ms);
        const ssize_t got =
            ready == 1 ? recv(job.socket, (char *)data + done, bytes - done, 0) : -1;
        if (got > 0) {
            done += (size_t)got;
        } else if (got == 0) {
            errno = ECONNRESET;
            return false;
        } else if (ready == 0) {
            errno = ETIMEDOUT;
            return false;
        } else if (errno != EINTR && errno != EAGAIN) {
            return false;
        }
    }
    return true;
}

static void describe(char *sentence, const ishmemi_uid_head_t *head)
{
    const size_t bytes =
        head->bytes < ISHMEMI_UNIQUE_ID_SENTENCE ? head->bytes : ISHMEMI_UNIQUE_ID_SENTENCE - 1;
    if (head->kind != ISHMEMI_UID_FAILURE) {
        snprintf(sentence, ISHMEMI_UNIQUE_ID_SENTENCE,
                 "the process on %s that made the id has sent unexpected data", job.id.name);
    } else if (receive(sentence, bytes, -1)) {
        sentence[bytes] = '\0';
    }
}

/* Receives the head of an answer of `kind` and `bytes` bytes; otherwise returns false, with the
 * reason in `sentence`. */
static bool receive_head(ishmemi_uid_kind_t kind, size_t bytes, int ms, char *sentence)
{
    ishmemi_uid_head_t head;
    if (!receive(&head, sizeof head, ms)) {
        snprintf(sentence, ISHMEMI_UNIQUE_ID_SENTENCE,
                 errno == ETIMEDOUT
                     ? "the process on %s that made the id no longer answers"
                     : "the process on %s that made the id has ended or can no longer be reached",
                 job.id.name);
        return false;
    }
    if (head.kind != (uint64_t)kind || head.bytes != bytes) {
        describe(sentence, &head);
        return false;
    }
    return true;
}

/* ---- Calling the server ---------------------------------------------------------------------- */

typedef enum answer {
    ANSWER_NONE, /* nobody listens there; errno says why */
    ANSWER_LOST, /* a process listens there, but has dropped this PE */
    ANSWER_WELCOME
} answer_t;

static ishmemi_handshake_state_t shake_hands(ishmemi_handshake_t *handshake)
{
    const uint64_t end = ishmemi_clock_now() + (uint64_t)ANSWER_MS * 1000000;
    ishmemi_handshake_state_t state = ISHMEMI_HANDSHAKE_GOES_ON;
    while (state == ISHMEMI_HANDSHAKE_GOES_ON) {
        struct pollfd readable = {.fd = handshake->socket, .events = POLLIN};
        const uint64_t now = ishmemi_clock_now();
        if (now >= end) {
            return ISHMEMI_HANDSHAKE_FAILED;
        }
        if (poll(&readable, 1, (int)((end - now) / 1000000) + 1) == 1) {
            state = ishmemi_handshake_advance(handshake, &job.id.key);
        }
    }
    return state;
}

static bool is_welcome(void)
{
    ishmemi_uid_hello_t hello = {
        .host = job.host, .rank = job.rank, .n_ranks = job.size, .process = getpid()};
    ishmemi_unique_id_host_name(hello.name);
    ishmemi_handshake_t handshake;
    ishmemi_uid_head_t head;
    /* The server drops a caller that is too late, so that the wait for its welcome ends. */
    return ishmemi_handshake_call(&handshake, job.socket, &hello, sizeof hello) &&
           shake_hands(&handshake) == ISHMEMI_HANDSHAKE_DONE && receive(&head, sizeof head, -1) &&
           head.kind == ISHMEMI_UID_WELCOME && head.bytes == 0;
}

static answer_t call_at(const struct sockaddr *address, socklen_t length)
{
    job.socket = ishmemi_connect_call(address, length);
    if (job.socket < 0) {
        return ANSWER_NONE;
    }
    ishmemi_connect_keep_alive(job.socket, ishmemi_env.network_timeout);
    if (is_welcome()) {
        return ANSWER_WELCOME;
    }
    close(job.socket);
    job.socket = -1;
    return ANSWER_LOST;
}

static answer_t better(answer_t a, answer_t b)
{
    return a > b ? a : b;
}

/* The best answer of all addresses. */
static answer_t call_at_all(void)
{
    const struct sockaddr_in here = {
        .sin_family = AF_INET, .sin_port = job.id.port, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct sockaddr_storage there;
    socklen_t length;
    answer_t answer = ANSWER_NONE;
    if (job.host == job.id.host && job.id.is_anywhere) {
        answer = call_at((const struct sockaddr *)&here, sizeof here);
    }
    for (size_t i = 0; answer != ANSWER_WELCOME &&
                       (length = ishmemi_addresses_at(&job.id.addresses, i, job.id.port, &there));
         i++) {
        answer = better(answer, call_at((const struct sockaddr *)&there, length));
    }
    return answer;
}

static int call_server(void)
{
    const uint64_t end = ishmemi_clock_now() + (uint64_t)CALL_S * 1000000000;
    answer_t answer = call_at_all();
    int error = errno;
    while (answer == ANSWER_LOST && ishmemi_clock_now() < end) {
        nanosleep(&(struct timespec){.tv_nsec = AGAIN_NS}, NULL);
        answer = call_at_all();
        error = errno;
    }
    if (answer == ANSWER_WELCOME) {
        return 0;
    }
    struct sockaddr_storage first;
    char text[ISHMEMI_ADDRESS_TEXT];
    (void)ishmemi_addresses_at(&job.id.addresses, 0, job.id.port, &first);
    ishmemi_address_print(&first, text);
    ishmemi_error("ishmemx_init_attr: rank %d of %d: the process on %s that made the unique id is "
                  "not reachable at %s, port %u: %s; it must run until all PEs have left "
                  "ishmem_finalize, and an id is valid for one start",
                  job.rank, job.size, job.id.name, text, (unsigned)ntohs(job.id.port),
                  answer == ANSWER_LOST ? "the process that listens there does not know the id"
                                        : strerror(error));
    return -1;
}

/* ---- The table's functions ------------------------------------------------------------------- */

static int uid_init(const ishmemi_bootstrap_request_t *request, int *rank, int *size,
                    int *thread_level)
{
    const char *found;
    /* The attributes have been checked. */
    (void)ishmemi_unique_id_read(request->unique_id, &job.id, &found);
    job.host = ishmemi_unique_id_host();
    job.rank = request->rank;
    job.size = request->n_ranks;
    job.socket = -1;
    if (call_server() != 0) {
        return -1;
    }
    char sentence[ISHMEMI_UNIQUE_ID_SENTENCE] = "";
    const int seconds = ishmemi_env.uniqueid_timeout;
    const int ms = seconds > 0 && seconds < INT_MAX / 1000 - SERVER_LATE_S
                       ? (seconds + SERVER_LATE_S) * 1000
                       : -1;
    if (!receive_head(ISHMEMI_UID_READY, 0, ms, sentence)) {
        ishmemi_error("ishmemx_init_attr: rank %d of %d: %s", job.rank, job.size, sentence);
        return -1;
    }
    *rank = job.rank;
    *size = job.size;
    *thread_level = ISHMEM_THREAD_MULTIPLE;
    return 0;
}

static int uid_allgather(const void *send, void *receive_all, size_t bytes_each)
{
    char sentence[ISHMEMI_UNIQUE_ID_SENTENCE] = "";
    const size_t bytes = bytes_each * (size_t)job.size;
    (void)ishmemi_unique_id_send(job.socket, ISHMEMI_UID_GATHER, send, bytes_each);
    if (receive_head(ISHMEMI_UID_GATHERED, bytes, -1, sentence) &&
        receive(receive_all, bytes, -1)) {
        return 0;
    }
    nanosleep(&(struct timespec){.tv_sec = COURTESY_S}, NULL);
    if (ishmemi_exit_may_speak()) {
        ishmemi_error_drop();
        ishmemi_error("%s", *sentence ? sentence : "the process that made the id has ended");
    }
    ishmemi_exit_job(EXIT_FAILURE);
}

static int uid_barrier(void)
{
    char *const all = malloc((size_t)job.size);
    if (!all) {
        ishmemi_error("no memory for a table of %d PEs", job.size);
        return -1;
    }
    const int result = uid_allgather("", all, 1);
    free(all);
    return result;
}

static void uid_abort(int status)
{
    _exit(status);
}

static int uid_finalize(bool has_network)
{
    (void)has_network;
    (void)ishmemi_unique_id_send(job.socket, ISHMEMI_UID_BYE, NULL, 0);
    close(job.socket);
    job.socket = -1;
    ishmemi_unique_id_served(&job.id);
    return 0;
}

const ishmemi_bootstrap_t ishmemi_bootstrap_unique_id = {
    .abi = ISHMEMI_BOOTSTRAP_ABI,
    .name = "a unique id",
    .follow_seconds = 1,
    .init = uid_init,
    .allgather = uid_allgather,
    .barrier = uid_barrier,
    .abort = uid_abort,
    .finalize = uid_finalize,
};
