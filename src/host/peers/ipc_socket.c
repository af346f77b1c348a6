/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Descriptors through SCM_RIGHTS over new connections (connections.h).  Both ends of each have
 * proved that they are PEs of the job.  Each PE sends one message to every other, which the kernel
 * keeps until it is read.  So all send first and then receive, and no PE waits for another.
 */
#include "ipc_method.h"

#include "agree.h"
#include "bootstrap.h"
#include "connections.h"
#include "fatal.h"
#include "job.h"
#include "log.h"
#include "runtime/connect.h"
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define RECEIVE_TIMEOUT_MS 10000

typedef union control {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int))];
} control_t;

static int send_to(const ishmemi_connection_t *connection, int descriptor)
{
    char byte = 0;
    struct iovec body = {&byte, sizeof byte};
    control_t control;
    memset(&control, 0, sizeof control);
    struct msghdr message = {.msg_iov = &body,
                             .msg_iovlen = 1,
                             .msg_control = &control,
                             .msg_controllen = sizeof control};
    struct cmsghdr *const header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof descriptor);
    memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
    return sendmsg(connection->socket, &message, MSG_NOSIGNAL) == (ssize_t)sizeof byte ? 0 : -1;
}

static int send_all(const ishmemi_connection_t *connections, size_t count, int descriptor,
                    char *why)
{
    if (count != (size_t)ishmemi_job.local_size - 1) {
        snprintf(why, ISHMEMI_IPC_WHY_BYTES, "only %zu of %d PEs can be reached", count,
                 ishmemi_job.local_size - 1);
        return -1;
    }
    for (size_t i = 0; i < count; i++) {
        if (send_to(&connections[i], descriptor) != 0) {
            snprintf(why, ISHMEMI_IPC_WHY_BYTES, "sending a descriptor to PE %d: %s",
                     connections[i].pe, strerror(errno));
            return -1;
        }
    }
    return 0;
}

/* The descriptor in one message, or -1. */
static int take(const ishmemi_connection_t *connection)
{
    char byte;
    struct iovec body = {&byte, sizeof byte};
    control_t control;
    struct msghdr message = {.msg_iov = &body,
                             .msg_iovlen = 1,
                             .msg_control = &control,
                             .msg_controllen = sizeof control};
    if (recvmsg(connection->socket, &message, MSG_CMSG_CLOEXEC | MSG_DONTWAIT) !=
        (ssize_t)sizeof byte) {
        return -1;
    }
    const struct cmsghdr *const header = CMSG_FIRSTHDR(&message);
    int descriptor;
    if (!header || header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS ||
        header->cmsg_len != CMSG_LEN(sizeof descriptor)) {
        return -1;
    }
    memcpy(&descriptor, CMSG_DATA(header), sizeof descriptor);
    return descriptor;
}

static int receive_from(const ishmemi_connection_t *connection, int *descriptor, char *why)
{
    struct pollfd ready = {.fd = connection->socket, .events = POLLIN};
    int polled;
    do {
        polled = poll(&ready, 1, RECEIVE_TIMEOUT_MS);
    } while (polled < 0 && errno == EINTR);
    *descriptor = polled == 1 ? take(connection) : -1;
    if (*descriptor >= 0) {
        return 0;
    }
    snprintf(why, ISHMEMI_IPC_WHY_BYTES, "PE %d sent no descriptor%s", connection->pe,
             polled == 0 ? " in time" : "");
    return -1;
}

static int receive_all(const ishmemi_connection_t *connections, size_t count, int *descriptors,
                       char *why)
{
    int result = 0;
    for (size_t i = 0; i < count && result == 0; i++) {
        result = receive_from(&connections[i], &descriptors[connections[i].pe], why);
    }
    return result;
}

int ishmemi_ipc_socket(int descriptor, int *descriptors, char why[ISHMEMI_IPC_WHY_BYTES])
{
    ishmemi_connection_t *connections;
    size_t count;
    bool are_complete;
    ishmemi_connections_connect("ipc", ishmemi_is_local, &connections, &count, &are_complete);
    int result = send_all(connections, count, descriptor, why);
    const int failed = ishmemi_agree(result == 0);
    if (failed < 0) {
        result = receive_all(connections, count, descriptors, why);
    } else if (result == 0) {
        snprintf(why, ISHMEMI_IPC_WHY_BYTES, "PE %d could not send its descriptor", failed);
        result = -1;
    }
    ishmemi_connections_close(connections, count);
    free(connections);
    return result;
}
