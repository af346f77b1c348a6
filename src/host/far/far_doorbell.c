/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See far_doorbell.h.  A wake-up is a byte on a connection, or a count on the lifelines' eventfd; an
 * epoll instance watches them all.  Only open and close change the variables here.
 */
#include "far_doorbell.h"

#include "connections.h"
#include "far_peers.h"
#include "fatal.h"
#include "lifeline.h"
#include "log.h"
#include "overlay.h"
#include <errno.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

/* Connections with wake-ups, and wake-ups on one connection, that one call takes. */
#define TAKEN_AT_ONCE 64

static struct {
    ishmemi_connection_t *connections;
    size_t count;
    bool are_complete; /* no PE of the job misses one */
    int all;           /* the epoll instance */
} doorbells = {.all = -1};

/* The event data: a connection's index, or this for the lifelines' bell. */
#define HERE UINT64_MAX

static bool add(int descriptor, uint64_t index)
{
    struct epoll_event readable = {.events = EPOLLIN, .data = {.u64 = index}};
    return epoll_ctl(doorbells.all, EPOLL_CTL_ADD, descriptor, &readable) == 0;
}

void ishmemi_far_doorbell_open(void)
{
    doorbells.are_complete = true;
    if (ishmemi_job.n_pes <= ISHMEMI_OVERLAY_ALL) {
        ishmemi_connections_connect("doorbell", ishmemi_far_is, &doorbells.connections,
                                    &doorbells.count, &doorbells.are_complete);
    }
    doorbells.all = epoll_create1(EPOLL_CLOEXEC);
    bool good = add(ishmemi_lifeline_bell(), HERE);
    for (size_t i = 0; i < doorbells.count; i++) {
        good = good && add(doorbells.connections[i].socket, i);
    }
    if (!good) {
        ishmemi_fatal("no memory, or no descriptors, for the doorbells of %zu PEs",
                      doorbells.count);
    }
}

void ishmemi_far_doorbell_close(void)
{
    if (doorbells.all < 0) {
        return;
    }
    ishmemi_connections_close(doorbells.connections, doorbells.count);
    close(doorbells.all);
    free(doorbells.connections);
    doorbells.connections = NULL;
    doorbells.count = 0;
    doorbells.all = -1;
}

void ishmemi_far_doorbell_ring(int pe)
{
    for (size_t i = 0; i < doorbells.count; i++) {
        if (doorbells.connections[i].pe == pe) {
            (void)send(doorbells.connections[i].socket, "", 1, MSG_NOSIGNAL | MSG_DONTWAIT);
            return;
        }
    }
    if (doorbells.all >= 0) {
        ishmemi_lifeline_ring(pe);
    }
}

void ishmemi_far_doorbell_ring_here(void)
{
    ishmemi_lifeline_ring(ishmemi_job.my_pe);
}

bool ishmemi_far_doorbell_reaches_all(void)
{
    return doorbells.count == ishmemi_far_count() ||
           (doorbells.are_complete && ishmemi_lifeline_are_complete());
}

int ishmemi_far_doorbell_descriptor(void)
{
    return doorbells.all;
}

/* A connection that has ended, because its PE has, would stay readable for ever. */
static uint64_t take_rings(int connection)
{
    char rings[TAKEN_AT_ONCE];
    const ssize_t count = recv(connection, rings, sizeof rings, MSG_DONTWAIT);
    if (count > 0) {
        return (uint64_t)count;
    }
    if (count == 0 || (errno != EAGAIN && errno != EINTR)) {
        (void)epoll_ctl(doorbells.all, EPOLL_CTL_DEL, connection, NULL);
    }
    return 0;
}

static uint64_t take_here(void)
{
    eventfd_t rings;
    return eventfd_read(ishmemi_lifeline_bell(), &rings) == 0 ? rings : 0;
}

uint64_t ishmemi_far_doorbell_take(void)
{
    struct epoll_event rung[TAKEN_AT_ONCE];
    const int count = epoll_wait(doorbells.all, rung, TAKEN_AT_ONCE, 0);
    uint64_t taken = 0;
    for (int i = 0; i < count; i++) {
        taken += rung[i].data.u64 == HERE
                     ? take_here()
                     : take_rings(doorbells.connections[rung[i].data.u64].socket);
    }
    return taken;
}
