/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See far_bell.h.  A ring is a byte on a line, or counts on an eventfd; an epoll instance has them
 * all. What is stored here changes only in open and close.
 */
#include "far_bell.h"

#include "far_peers.h"
#include "fatal.h"
#include "lines.h"
#include "log.h"
#include <errno.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

/* Of lines that have rung, and of rings on one, taken at once. */
#define TAKEN_AT_ONCE 64

static struct {
    line_t *lines;
    size_t count;
    int here; /* an eventfd */
    int all;  /* the epoll instance */
} bells = {.here = -1, .all = -1};

/* A line's place, or this for `here`. */
#define HERE UINT64_MAX

static bool add(int descriptor, uint64_t place)
{
    struct epoll_event readable = {.events = EPOLLIN, .data = {.u64 = place}};
    return epoll_ctl(bells.all, EPOLL_CTL_ADD, descriptor, &readable) == 0;
}

static bool is_wanted(int pe)
{
    return ishmemi_far_is(pe) && ishmemi_lines_reach(pe);
}

void ishmemi_far_bell_open(void)
{
    ishmemi_lines_connect("bell", is_wanted, &bells.lines, &bells.count);
    bells.here = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    bells.all = epoll_create1(EPOLL_CLOEXEC);
    bool good = add(bells.here, HERE);
    for (size_t i = 0; i < bells.count; i++) {
        good = good && add(bells.lines[i].socket, i);
    }
    if (!good) {
        ishmemi_fatal("no memory, or no descriptors, for the bells of %zu PEs", bells.count);
    }
}

void ishmemi_far_bell_close(void)
{
    if (bells.all < 0) {
        return;
    }
    ishmemi_lines_close(bells.lines, bells.count);
    close(bells.here);
    close(bells.all);
    free(bells.lines);
    bells.lines = NULL;
    bells.count = 0;
    bells.here = -1;
    bells.all = -1;
}

void ishmemi_far_bell_ring(int pe)
{
    for (size_t i = 0; i < bells.count; i++) {
        if (bells.lines[i].pe == pe) {
            (void)send(bells.lines[i].socket, "", 1, MSG_NOSIGNAL | MSG_DONTWAIT);
            return;
        }
    }
}

void ishmemi_far_bell_ring_here(void)
{
    (void)eventfd_write(bells.here, 1);
}

bool ishmemi_far_bell_reaches_all(void)
{
    return bells.count == ishmemi_far_count();
}

int ishmemi_far_bell_descriptor(void)
{
    return bells.all;
}

/* A line that has ended, as its PE has, would be readable for ever. */
static uint64_t take_line(int line)
{
    char rings[TAKEN_AT_ONCE];
    const ssize_t count = recv(line, rings, sizeof rings, MSG_DONTWAIT);
    if (count > 0) {
        return (uint64_t)count;
    }
    if (count == 0 || (errno != EAGAIN && errno != EINTR)) {
        (void)epoll_ctl(bells.all, EPOLL_CTL_DEL, line, NULL);
    }
    return 0;
}

static uint64_t take_here(void)
{
    eventfd_t rings;
    return eventfd_read(bells.here, &rings) == 0 ? rings : 0;
}

uint64_t ishmemi_far_bell_take(void)
{
    struct epoll_event rung[TAKEN_AT_ONCE];
    const int count = epoll_wait(bells.all, rung, TAKEN_AT_ONCE, 0);
    uint64_t taken = 0;
    for (int i = 0; i < count; i++) {
        taken += rung[i].data.u64 == HERE ? take_here()
                                          : take_line(bells.lines[rung[i].data.u64].socket);
    }
    return taken;
}
