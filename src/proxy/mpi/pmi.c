/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * One thread in each process answers the requests of this process's MPI.  Values that MPI stores
 * for the other processes gather until its next barrier, which exchanges all of them.
 *
 * Once MPI is initialised its barriers return at once: there is nobody to meet at the end, because
 * the processes may leave at any time.
 *
 * word   written by            read by      ordering
 * over   ishmemi_pmi_end       the thread   release, acquire
 */
#include "pmi.h"

#include "util/thread.h"
#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <stdnoreturn.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define SPACE_NAME "ishmem"
#define KEY_BYTES 64
#define VALUE_BYTES 1024
#define LINE_BYTES 2048

typedef struct pair {
    char key[KEY_BYTES];
    char value[VALUE_BYTES];
} pair_t;

typedef struct pairs {
    pair_t *pairs;
    size_t count;
    size_t room;
} pairs_t;

/* Received bytes, to be read as lines. */
typedef struct input {
    char bytes[LINE_BYTES];
    size_t at;
    size_t end;
} input_t;

/* The first three are set.  The others belong to a launcher, and MPI must not see them: MPICH 5
 * refuses to start if it finds both PMI and PMIx. */
static const char *const variables[] = {"PMI_FD",      "PMI_RANK",       "PMI_SIZE", "PMI_PORT",
                                        "PMI_SPAWNED", "PMIX_NAMESPACE", "PMIX_RANK"};
#define VARIABLES (sizeof variables / sizeof *variables)

static struct {
    ishmemi_transport_job_t job;
    int server; /* this end of the socket */
    pairs_t known;
    pairs_t gathered;          /* since the last barrier */
    char mapping[VALUE_BYTES]; /* which processes share a machine; empty: not known */
    char *before[VARIABLES];   /* values in the environment before */
    bool over;
} pmi;

static void add(pairs_t *pairs, const pair_t *pair)
{
    if (pairs->count == pairs->room) {
        const size_t room = pairs->room * 2 + 16;
        pair_t *const grown = realloc(pairs->pairs, room * sizeof *grown);
        if (!grown) {
            return;
        }
        pairs->pairs = grown;
        pairs->room = room;
    }
    pairs->pairs[pairs->count++] = *pair;
}

/* The latest value of the key. */
static const char *find(const char *key)
{
    if (strcmp(key, "PMI_process_mapping") == 0) {
        return *pmi.mapping ? pmi.mapping : NULL;
    }
    for (size_t i = pmi.known.count; i > 0; i--) {
        if (strcmp(pmi.known.pairs[i - 1].key, key) == 0) {
            return pmi.known.pairs[i - 1].value;
        }
    }
    return NULL;
}

/* Blocks of consecutive processes on one machine: (its number, 1, their count). */
static void describe_machines(void)
{
    const ishmemi_transport_job_t *const job = &pmi.job;
    int used = snprintf(pmi.mapping, sizeof pmi.mapping, "(vector");
    for (int pe = 0; pe < job->n_pes && used < (int)sizeof pmi.mapping;) {
        const int first = pe;
        while (pe < job->n_pes && job->machine_of[pe] == job->machine_of[first]) {
            pe++;
        }
        int machine = 0;
        for (int other = 0; other < job->machine_of[first]; other++) {
            machine += job->machine_of[other] == other;
        }
        used += snprintf(pmi.mapping + used, sizeof pmi.mapping - (size_t)used, ",(%d,1,%d)",
                         machine, pe - first);
    }
    if (used + 1 >= (int)sizeof pmi.mapping) {
        pmi.mapping[0] = '\0';
        return;
    }
    snprintf(pmi.mapping + used, sizeof pmi.mapping - (size_t)used, ")");
}

static void exchange(void)
{
    const size_t pes = (size_t)pmi.job.n_pes;
    const uint64_t count = pmi.gathered.count;
    uint64_t *const counts = calloc(pes, sizeof *counts);
    if (!counts) {
        abort();
    }
    pmi.job.allgather(&count, counts, sizeof count);
    uint64_t most = 0;
    for (size_t pe = 0; pe < pes; pe++) {
        most = counts[pe] > most ? counts[pe] : most;
    }
    if (most > 0) {
        pair_t *const mine = calloc(most, sizeof *mine);
        pair_t *const all = calloc(most * pes, sizeof *all);
        if (!mine || !all) {
            abort();
        }
        if (count > 0) {
            memcpy(mine, pmi.gathered.pairs, count * sizeof *mine);
        }
        pmi.job.allgather(mine, all, most * sizeof *mine);
        for (size_t pe = 0; pe < pes; pe++) {
            for (size_t i = 0; i < counts[pe]; i++) {
                add(&pmi.known, &all[pe * most + i]);
            }
        }
        free(mine);
        free(all);
    }
    free(counts);
    pmi.gathered.count = 0;
}

/* ---- The protocol: lines of name=value ------------------------------------------------------- */

static void get_field(const char *line, const char *name, char *value, size_t bytes)
{
    const char *const at = strstr(line, name);
    const char *const from = at ? at + strlen(name) : "";
    snprintf(value, bytes, "%.*s", (int)strcspn(from, " \n"), from);
}

__attribute__((format(printf, 1, 2))) static void answer(const char *format, ...)
{
    char line[LINE_BYTES];
    va_list arguments;
    va_start(arguments, format);
    const int bytes = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    for (int done = 0; done < bytes;) {
        const ssize_t sent = send(pmi.server, line + done, (size_t)(bytes - done), MSG_NOSIGNAL);
        if (sent <= 0 && errno != EINTR) {
            return;
        }
        done += sent > 0 ? (int)sent : 0;
    }
}

static void answer_put(const char *line)
{
    pair_t pair;
    memset(&pair, 0, sizeof pair);
    get_field(line, " key=", pair.key, sizeof pair.key);
    get_field(line, " value=", pair.value, sizeof pair.value);
    add(&pmi.gathered, &pair);
    add(&pmi.known, &pair);
    answer("cmd=put_result rc=0 msg=success\n");
}

static void answer_get(const char *line)
{
    char key[KEY_BYTES];
    get_field(line, " key=", key, sizeof key);
    const char *const value = find(key);
    if (value) {
        answer("cmd=get_result rc=0 msg=success value=%s\n", value);
    } else {
        answer("cmd=get_result rc=-1 msg=key_not_found value=unknown\n");
    }
}

static void answer_barrier(void)
{
    if (!__atomic_load_n(&pmi.over, __ATOMIC_ACQUIRE)) {
        exchange();
    }
    answer("cmd=barrier_out\n");
}

/* MPI has reported why. */
static noreturn void leave(const char *line)
{
    char status[16];
    get_field(line, " exitcode=", status, sizeof status);
    _exit(*status ? atoi(status) : EXIT_FAILURE);
}

static void answer_line(const char *line)
{
    char command[KEY_BYTES];
    get_field(line, "cmd=", command, sizeof command);
    if (strcmp(command, "init") == 0) {
        answer("cmd=response_to_init pmi_version=1 pmi_subversion=1 rc=0\n");
    } else if (strcmp(command, "get_maxes") == 0) {
        answer("cmd=maxes kvsname_max=%d keylen_max=%d vallen_max=%d\n", KEY_BYTES, KEY_BYTES,
               VALUE_BYTES);
    } else if (strcmp(command, "get_appnum") == 0) {
        answer("cmd=appnum appnum=0\n");
    } else if (strcmp(command, "get_universe_size") == 0) {
        answer("cmd=universe_size size=%d\n", pmi.job.n_pes);
    } else if (strcmp(command, "get_my_kvsname") == 0) {
        answer("cmd=my_kvsname kvsname=" SPACE_NAME "\n");
    } else if (strcmp(command, "put") == 0) {
        answer_put(line);
    } else if (strcmp(command, "get") == 0) {
        answer_get(line);
    } else if (strcmp(command, "barrier_in") == 0) {
        answer_barrier();
    } else if (strcmp(command, "finalize") == 0) {
        answer("cmd=finalize_ack\n");
    } else if (strcmp(command, "abort") == 0) {
        leave(line);
    } else {
        answer("cmd=%s rc=-1 msg=not_provided\n", command);
    }
}

/* Reads the next line, without its end; returns false when MPI has closed the connection.  A line
 * that is too long comes in parts.  It uses recv: a FILE is locked while its reader sleeps, and
 * exit() and fflush(NULL) take the lock of each. */
static bool next_line(input_t *input, char line[LINE_BYTES])
{
    size_t bytes = 0;
    while (bytes + 1 < LINE_BYTES) {
        if (input->at == input->end) {
            const ssize_t got = recv(pmi.server, input->bytes, sizeof input->bytes, 0);
            if (got < 0 && errno == EINTR) {
                continue;
            }
            if (got <= 0) {
                return false;
            }
            input->at = 0;
            input->end = (size_t)got;
        }
        const char next = input->bytes[input->at++];
        if (next == '\n') {
            break;
        }
        line[bytes++] = next;
    }
    line[bytes] = '\0';
    return true;
}

static void *run(void *unused)
{
    (void)unused;
    input_t input = {.at = 0};
    char line[LINE_BYTES];
    while (next_line(&input, line)) {
        answer_line(line);
    }
    return NULL;
}

/* ---- Beginning and end ----------------------------------------------------------------------- */

static void set_environment(int socket)
{
    char values[3][16];
    snprintf(values[0], sizeof values[0], "%d", socket);
    snprintf(values[1], sizeof values[1], "%d", pmi.job.my_pe);
    snprintf(values[2], sizeof values[2], "%d", pmi.job.n_pes);
    for (size_t i = 0; i < VARIABLES; i++) {
        const char *const before = getenv(variables[i]);
        pmi.before[i] = before ? strdup(before) : NULL;
        if (i < 3) {
            setenv(variables[i], values[i], 1);
        } else {
            unsetenv(variables[i]);
        }
    }
}

int ishmemi_pmi_begin(const ishmemi_transport_job_t *job)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
        return errno;
    }
    pmi.job = *job;
    pmi.server = ends[0];
    describe_machines();
    set_environment(ends[1]);
    pthread_t thread;
    const int error = ishmemi_thread_create(&thread, NULL, run, NULL);
    if (error == 0) {
        pthread_detach(thread);
    }
    return error;
}

void ishmemi_pmi_end(void)
{
    __atomic_store_n(&pmi.over, true, __ATOMIC_RELEASE);
    for (size_t i = 0; i < VARIABLES; i++) {
        if (pmi.before[i]) {
            setenv(variables[i], pmi.before[i], 1);
            free(pmi.before[i]);
            pmi.before[i] = NULL;
        } else {
            unsetenv(variables[i]);
        }
    }
}
