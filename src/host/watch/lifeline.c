/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A thread that sleeps until a message arrives on a lifeline.  It also handles questions about what
 * PEs do (inquiry.h); only this thread uses their state.  And it passes on rings for PEs to which
 * the sender has no connection.
 *
 * word      written by                      read by                       ordering
 * closing   this PE, in finalize            the thread                    release, acquire
 * ending    the first thread that ends the  the same; this PE, at its     relaxed
 *           job; the thread                 end
 * sockets   open, before the thread starts  all threads, until close      plain
 * bell      the thread, and others of this  the thread that serves far    an eventfd
 *           PE                              PEs
 * inboxes   the thread                      the same                      plain
 */
#include "lifeline.h"

#include "allocate.h"
#include "connections.h"
#include "done.h"
#include "exit.h"
#include "fatal.h"
#include "head.h"
#include "inquiry.h"
#include "job.h"
#include "log.h"
#include "spin.h"
#include "stall.h"
#include "util/thread.h"
#include "visitor.h"
#include "waiting.h"
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/* Time for the other PEs to report as well, before the first that leaves takes all with it: when a
 * PE has died, and when one ends the job. */
#define COURTESY_NS 100000000

/* A message's value: the status; the PE that died, is done, or is rung; or see inquiry.h. */
typedef enum news {
    NEWS_END = 1,
    NEWS_DEATH,
    NEWS_LEAVE,
    NEWS_DONE,
    NEWS_ASK,
    NEWS_ANSWER,
    NEWS_RING
} news_t;

/* The beginning of a message that has not arrived completely: a network may split it. */
typedef struct inbox {
    size_t bytes;
    ishmemi_letter_t letter;
} inbox_t;

static struct {
    ishmemi_connection_t *connections;
    inbox_t *inboxes;     /* [count] */
    struct pollfd *polls; /* [count], one that wakes the thread, and the visitors' */
    size_t count;
    bool is_open;
    bool closing;
    bool ending;
    bool are_complete; /* no PE of the job misses a connection */
    int wake;
    int bell;
    pthread_t thread;
} life = {.wake = -1, .bell = -1};

static void post(const ishmemi_connection_t *connection, const ishmemi_letter_t *letter)
{
    (void)send(connection->socket, letter, sizeof *letter, MSG_NOSIGNAL | MSG_DONTWAIT);
}

static void send_all(news_t news, int value)
{
    const ishmemi_letter_t letter = {.news = (int32_t)news, .value = value};
    for (size_t i = 0; i < life.count; i++) {
        post(&life.connections[i], &letter);
    }
}

static void post_inquiry(ishmemi_inquiry_news_t news, ishmemi_letter_t *letter, int pe)
{
    letter->news = news == ISHMEMI_INQUIRY_ASK ? NEWS_ASK : NEWS_ANSWER;
    for (size_t i = 0; i < life.count; i++) {
        if (life.connections[i].pe == pe && life.polls[i].fd >= 0) {
            post(&life.connections[i], letter);
        }
    }
}

void ishmemi_lifeline_ring(int pe)
{
    if (pe == ishmemi_job.my_pe) {
        (void)eventfd_write(life.bell, 1);
        return;
    }
    const ishmemi_connection_t *const next =
        ishmemi_connections_towards(life.connections, life.count, pe);
    if (next) {
        post(next, &(ishmemi_letter_t){.news = NEWS_RING, .value = pe});
    }
}

bool ishmemi_lifeline_are_complete(void)
{
    return life.are_complete;
}

int ishmemi_lifeline_bell(void)
{
    return life.bell;
}

void ishmemi_lifeline_announce_end(int status)
{
    if (life.is_open && life.count > 0 &&
        !__atomic_exchange_n(&life.ending, true, __ATOMIC_RELAXED)) {
        send_all(NEWS_END, status);
        nanosleep(&(struct timespec){.tv_nsec = COURTESY_NS}, NULL);
    }
}

static void post_done(int value, int pe)
{
    const ishmemi_letter_t letter = {.news = NEWS_DONE, .value = value};
    for (size_t i = 0; i < life.count; i++) {
        if (pe < 0 || life.connections[i].pe == pe) {
            post(&life.connections[i], &letter);
        }
    }
}

void ishmemi_lifeline_announce_done(void)
{
    if (life.is_open) {
        ishmemi_done_announce();
    }
}

bool ishmemi_lifeline_all_done(int seconds, int *pe)
{
    enum { POLLS_PER_SECOND = 1000 };
    if (!life.is_open) {
        return true;
    }
    bool are_all = ishmemi_done_are_all(pe);
    for (int i = 0; i < seconds * POLLS_PER_SECOND && !are_all; i++) {
        if (__atomic_load_n(&life.ending, __ATOMIC_RELAXED)) {
            return false;
        }
        while (ishmemi_spin_drive()) {
        }
        nanosleep(&(struct timespec){.tv_nsec = 1000000000 / POLLS_PER_SECOND}, NULL);
        are_all = ishmemi_done_are_all(pe);
    }
    return are_all;
}

/* ---- Receiving ------------------------------------------------------------------------------- */

/* As if the other PE had set this PE's abort word, which it does if it can. */
static void end_with(int status)
{
    __atomic_store_n(&life.ending, true, __ATOMIC_RELAXED);
    if (ishmemi_job.initialized) {
        ishmemi_head_store(&((ishmemi_head_t *)(void *)ishmemi_job.heap)->abort.value,
                           (uint64_t)(unsigned)status + 1);
    } else {
        ishmemi_exit_follow(status);
    }
}

static void report_death(int pe, const char *how)
{
    if (__atomic_exchange_n(&life.ending, true, __ATOMIC_RELAXED)) {
        return;
    }
    if (ishmemi_exit_may_speak()) {
        const char *const routine = ishmemi_waiting_in();
        ishmemi_error_drop();
        static const char sentence[] = "PE %d %s while this PE %s%s";
        const char *const does = routine ? "waits in " : "computes";
        ishmemi_error(sentence, pe, how, does, routine ? routine : "");
        ishmemi_error_handle(ISHMEMX_ERROR_JOB, true, sentence, pe, how, does,
                             routine ? routine : "");
    }
    send_all(NEWS_DEATH, pe);
    nanosleep(&(struct timespec){.tv_nsec = COURTESY_NS}, NULL);
    ishmemi_exit_after_death();
}

static void drop_connection(size_t index)
{
    life.polls[index].fd = -1;
}

static void take_letter(size_t index, const ishmemi_letter_t *letter)
{
    const int pe = life.connections[index].pe;
    switch (letter->news) {
    case NEWS_END:
        end_with(letter->value);
        break;
    case NEWS_DEATH:
        report_death(letter->value, "has died");
        break;
    case NEWS_DONE:
        ishmemi_done_receive(letter->value);
        break;
    case NEWS_RING:
        if (letter->value >= 0 && letter->value < ishmemi_job.n_pes) {
            ishmemi_lifeline_ring(letter->value);
        }
        break;
    case NEWS_ASK:
        ishmemi_inquiry_receive(ISHMEMI_INQUIRY_ASK, letter, pe);
        break;
    case NEWS_ANSWER:
        ishmemi_inquiry_receive(ISHMEMI_INQUIRY_ANSWER, letter, pe);
        break;
    default:
        drop_connection(index);
        break;
    }
}

/* Receives what has arrived; returns whether there may be more. */
static bool receive(size_t index)
{
    const int pe = life.connections[index].pe;
    inbox_t *const inbox = &life.inboxes[index];
    const ssize_t bytes =
        recv(life.connections[index].socket, (char *)&inbox->letter + inbox->bytes,
             sizeof inbox->letter - inbox->bytes, MSG_DONTWAIT);
    if (bytes < 0 && (errno == EAGAIN || errno == EINTR)) {
        return false;
    }
    if (bytes < 0 && errno == ETIMEDOUT) {
        report_death(pe, "no longer answers: its host or the network to it has failed,");
    }
    if (bytes <= 0) {
        drop_connection(index);
        if (!__atomic_load_n(&life.closing, __ATOMIC_ACQUIRE)) {
            report_death(pe, "has died");
        }
        return false;
    }
    inbox->bytes += (size_t)bytes;
    if (inbox->bytes == sizeof inbox->letter) {
        inbox->bytes = 0;
        take_letter(index, &inbox->letter);
    }
    return life.polls[index].fd >= 0;
}

/* Whether the thread must stop. */
static bool is_stopped(void)
{
    uint64_t times;
    (void)!read(life.wake, &times, sizeof times);
    return __atomic_load_n(&life.closing, __ATOMIC_ACQUIRE);
}

static void *run(void *unused)
{
    (void)unused;
    struct pollfd *const wake = &life.polls[life.count];
    for (;;) {
        const int pause = ishmemi_inquiry_serve();
        const size_t visitors = ishmemi_visitor_watch(wake + 1);
        if (poll(life.polls, (nfds_t)(life.count + 1 + visitors), pause) < 0 && errno != EINTR) {
            break;
        }
        if (wake->revents && is_stopped()) {
            break;
        }
        for (size_t i = 0; i < life.count; i++) {
            while (life.polls[i].revents && receive(i)) {
            }
        }
    }
    return NULL;
}

/* ---- Opening and closing --------------------------------------------------------------------- */

/* A child by fork would keep the connections open after its parent's death. */
static void close_in_child(void)
{
    if (life.is_open) {
        ishmemi_connections_close(life.connections, life.count);
        close(life.wake);
        close(life.bell);
        ishmemi_visitor_close();
        ishmemi_stall_forget();
        life.is_open = false;
    }
}

static int start_thread(void)
{
    static bool watches_forks;
    if (!watches_forks) {
        watches_forks = pthread_atfork(NULL, NULL, close_in_child) == 0;
    }
    return ishmemi_thread_create(&life.thread, NULL, run, NULL);
}

static void release(void)
{
    ishmemi_connections_close(life.connections, life.count);
    close(life.wake);
    close(life.bell);
    free(life.connections);
    free(life.polls);
    free(life.inboxes);
    life.connections = NULL;
    life.polls = NULL;
    life.inboxes = NULL;
    life.count = 0;
    life.wake = -1;
    life.bell = -1;
}

/* Returns 0 if this process cannot see it. */
static pid_t process_of(const ishmemi_connection_t *connection)
{
    struct ucred peer = {.pid = 0};
    socklen_t bytes = sizeof peer;
    return getsockopt(connection->socket, SOL_SOCKET, SO_PEERCRED, &peer, &bytes) == 0 ? peer.pid
                                                                                       : 0;
}

static void open_inquiry(void)
{
    ishmemi_inquiry_process_t *const processes =
        ishmemi_allocate_zeroed("the processes of the PEs", life.count + 1, sizeof *processes);
    size_t count = 0;
    for (size_t i = 0; i < life.count; i++) {
        const pid_t pid = process_of(&life.connections[i]);
        if (pid > 0) {
            processes[count++] = (ishmemi_inquiry_process_t){life.connections[i].pe, pid};
        }
    }
    ishmemi_inquiry_open(post_inquiry, processes, count,
                         life.count + 1 < (size_t)ishmemi_job.n_pes);
}

static void connect_lines(void)
{
    const size_t missing = ishmemi_connections_connect(
        "lifeline", ishmemi_connections_reach, &life.connections, &life.count, &life.are_complete);
    if (missing > 0) {
        ishmemi_warn("no connection to %zu of the other PEs: if one of them dies, this PE may wait "
                     "for it forever (ISHMEM_DEBUG=1 names them)",
                     missing);
    }
}

void ishmemi_lifeline_open(void)
{
    if (ishmemi_job.n_pes > 1) {
        connect_lines();
    }
    life.wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    life.bell = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    life.polls = ishmemi_allocate("the lifelines", life.count + 1 + ISHMEMI_VISITOR_POLLS,
                                  sizeof *life.polls);
    life.inboxes = ishmemi_allocate_zeroed("the lifelines", life.count + 1, sizeof *life.inboxes);
    if (life.wake < 0 || life.bell < 0) {
        ishmemi_fatal("no descriptor for the lifelines to %zu PEs: %s", life.count,
                      strerror(errno));
    }
    for (size_t i = 0; i < life.count; i++) {
        life.polls[i] = (struct pollfd){.fd = life.connections[i].socket, .events = POLLIN};
    }
    life.polls[life.count] = (struct pollfd){.fd = life.wake, .events = POLLIN};
    life.closing = false;
    life.ending = false;
    ishmemi_done_open(life.count + 1 == (size_t)ishmemi_job.n_pes, life.are_complete, post_done);
    open_inquiry();
    const int error = start_thread();
    if (error != 0) {
        ishmemi_fatal("the thread of the lifelines cannot be created: %s", strerror(error));
    }
    life.is_open = true;
}

void ishmemi_lifeline_close(void)
{
    if (!life.is_open) {
        return;
    }
    life.is_open = false;
    __atomic_store_n(&life.closing, true, __ATOMIC_RELEASE);
    send_all(NEWS_LEAVE, 0);
    const uint64_t one = 1;
    if (write(life.wake, &one, sizeof one) == (ssize_t)sizeof one) {
        pthread_join(life.thread, NULL);
    }
    ishmemi_visitor_close();
    ishmemi_inquiry_close();
    ishmemi_done_close();
    release();
}

int ishmemi_lifeline_wake(void)
{
    return life.wake;
}
