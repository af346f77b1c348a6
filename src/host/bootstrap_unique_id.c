/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The bootstrap table for PEs that meet by a unique id: every PE holds one connection to the
 * process that made the id (unique_id.h), and needs no runtime.
 */
#include "bootstrap.h"
#include "connect.h"
#include "env.h"
#include "exit.h"
#include "log.h"
#include "unique_id.h"
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

/* When the server has had its time, and has said nothing. */
#define SERVER_LATE_S 15
/* The lifelines, where there are any, say better what has happened, and sooner. */
#define COURTESY_S 2

static struct {
    ishmemi_unique_id_t id;
    uint64_t host;
    int rank;
    int size;
    int line;                    /* to the server */
} job = {.line = -1};

/* ---- Calling the server ---------------------------------------------------------------------- */

static int call_at(uint32_t address)
{
    const struct sockaddr_in there = {
        .sin_family = AF_INET, .sin_port = job.id.port, .sin_addr.s_addr = address};
    return ishmemi_connect_call((const struct sockaddr *)&there, sizeof there);
}

static int call_server(void)
{
    if (job.host == job.id.host) {
        job.line = call_at(htonl(INADDR_LOOPBACK));
    }
    int error = errno;
    for (size_t i = 0; i < ISHMEMI_UNIQUE_ID_ADDRESSES && job.id.addresses[i] && job.line < 0;
         i++) {
        job.line = call_at(job.id.addresses[i]);
        error = errno;
    }
    if (job.line >= 0) {
        ishmemi_connect_keep_alive(job.line);
        return 0;
    }
    struct in_addr first = {.s_addr = job.id.addresses[0]};
    char text[32] = "no network address";
    if (first.s_addr != 0) {
        (void)inet_ntop(AF_INET, &first, text, sizeof text);
    }
    ishmemi_error(
        "ishmemx_init_attr: the process on %s that made the unique id is not to be reached "
        "at %s, port %u: %s; it must live until all PEs have left ishmem_finalize, and an "
        "id is good for one start",
        job.id.name, text, (unsigned)ntohs(job.id.port), strerror(error));
    return -1;
}

/* ---- What it says ---------------------------------------------------------------------------- */

/* ms: -1 for no end. */
static bool receive(void *data, size_t bytes, int ms)
{
    for (size_t done = 0; done < bytes;) {
        struct pollfd readable = {.fd = job.line, .events = POLLIN};
        const int ready = poll(&readable, 1, ms);
        const ssize_t got = ready == 1 ? recv(job.line, (char *)data + done, bytes - done, 0) : -1;
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
                 "the process on %s that made the id sent what nobody asked for", job.id.name);
    } else if (receive(sentence, bytes, -1)) {
        sentence[bytes] = '\0';
    }
}

/* The head of an answer of `kind` and `bytes` bytes; else the reason is in `sentence`. */
static bool receive_head(ishmemi_uid_kind_t kind, size_t bytes, int ms, char *sentence)
{
    ishmemi_uid_head_t head;
    if (!receive(&head, sizeof head, ms)) {
        snprintf(sentence, ISHMEMI_UNIQUE_ID_SENTENCE,
                 errno == ETIMEDOUT
                     ? "the process on %s that made the id no longer answers"
                     : "the process on %s that made the id has ended, or was not reached any more",
                 job.id.name);
        return false;
    }
    if (head.kind != (uint64_t)kind || head.bytes != bytes) {
        describe(sentence, &head);
        return false;
    }
    return true;
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
    job.line = -1;
    if (call_server() != 0) {
        return -1;
    }
    ishmemi_uid_hello_t hello = {.secret = {job.id.secret[0], job.id.secret[1]},
                                 .host = job.host,
                                 .rank = job.rank,
                                 .n_ranks = job.size,
                                 .process = getpid()};
    ishmemi_unique_id_host_name(hello.name);
    char sentence[ISHMEMI_UNIQUE_ID_SENTENCE] = "";
    const int seconds = ishmemi_env.uniqueid_timeout;
    const int ms = seconds > 0 && seconds < INT_MAX / 1000 - SERVER_LATE_S
                       ? (seconds + SERVER_LATE_S) * 1000
                       : -1;
    (void)ishmemi_unique_id_send(job.line, ISHMEMI_UID_HELLO, &hello, sizeof hello);
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
    (void)ishmemi_unique_id_send(job.line, ISHMEMI_UID_GATHER, send, bytes_each);
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

static int uid_hosts(int *local_rank, int *local_size, int *host_of)
{
    uint64_t *const hosts = malloc((size_t)job.size * sizeof *hosts);
    if (!hosts) {
        ishmemi_error("no memory for a table of %d PEs", job.size);
        return -1;
    }
    const int result = uid_allgather(&job.host, hosts, sizeof *hosts);
    int mine = 0;
    int before = 0;
    for (int pe = 0; pe < job.size && result == 0; pe++) {
        /* A host's id is the number of its first PE. */
        int first = 0;
        while (hosts[first] != hosts[pe]) {
            first++;
        }
        host_of[pe] = first;
        mine += hosts[pe] == job.host;
        before += hosts[pe] == job.host && pe < job.rank;
    }
    free(hosts);
    *local_rank = before;
    *local_size = mine;
    return result;
}

static void uid_abort(int status)
{
    _exit(status);
}

static int uid_finalize(void)
{
    (void)ishmemi_unique_id_send(job.line, ISHMEMI_UID_BYE, NULL, 0);
    close(job.line);
    job.line = -1;
    ishmemi_unique_id_served(&job.id);
    return 0;
}

const ishmemi_bootstrap_t ishmemi_bootstrap_unique_id = {
    .abi = ISHMEMI_BOOTSTRAP_ABI,
    .name = "a unique id",
    .follow_seconds = 1,
    .init = uid_init,
    .hosts = uid_hosts,
    .allgather = uid_allgather,
    .barrier = uid_barrier,
    .abort = uid_abort,
    .finalize = uid_finalize,
};
