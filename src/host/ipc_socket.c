/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Descriptors by SCM_RIGHTS over Unix sockets.  Each PE listens on a name in the abstract
 * namespace, which leaves nothing behind; every other PE connects and sends one message, which the
 * kernel keeps until it is read.  So all send first and receive then, and nobody waits for anybody.  A message
 * counts if it comes from the user's own process and holds the number that only PEs know.
 */
#include "ipc_method.h"

#include "agree.h"
#include "bootstrap.h"
#include "connect.h"
#include "job.h"
#include "log.h"
#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>

#define RECEIVE_TIMEOUT_MS 10000
#define SOCKETS "ipc"

/* What a PE tells about itself; nonce is also part of the socket's name. */
typedef struct card {
    uint64_t nonce;
    int32_t listening;
} card_t;

typedef struct letter {
    uint64_t nonce;              /* the receiver's */
    int32_t from;
} letter_t;

typedef union control {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int))];
} control_t;

static int listen_for(card_t *mine)
{
    if (getrandom(&mine->nonce, sizeof mine->nonce, 0) != sizeof mine->nonce) {
        return -1;
    }
    struct sockaddr_un address;
    const socklen_t length = ishmemi_connect_name(SOCKETS, mine->nonce, &address);
    const int listener = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (listener < 0) {
        return -1;
    }
    if (bind(listener, (struct sockaddr *)&address, length) != 0 ||
        listen(listener, ishmemi_job.local_size) != 0) {
        close(listener);
        return -1;
    }
    return listener;
}

static int send_to(const card_t *card, int descriptor)
{
    struct sockaddr_un address;
    const socklen_t length = ishmemi_connect_name(SOCKETS, card->nonce, &address);
    letter_t letter;
    memset(&letter, 0, sizeof letter);
    letter.nonce = card->nonce;
    letter.from = ishmemi_job.my_pe;
    struct iovec body = {&letter, sizeof letter};
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
    const int sender = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (sender < 0) {
        return -1;
    }
    const bool sent = connect(sender, (struct sockaddr *)&address, length) == 0 &&
                      sendmsg(sender, &message, MSG_NOSIGNAL) == (ssize_t)sizeof letter;
    const int error = errno;
    close(sender);
    errno = error;
    return sent ? 0 : -1;
}

static int send_all(const card_t *cards, int descriptor, char *why)
{
    for (int pe = 0; pe < ishmemi_job.n_pes; pe++) {
        if (pe == ishmemi_job.my_pe || !ishmemi_is_local(pe)) {
            continue;
        }
        if (!cards[pe].listening) {
            snprintf(why, ISHMEMI_IPC_WHY_BYTES, "PE %d cannot listen on a Unix socket", pe);
            return -1;
        }
        if (send_to(&cards[pe], descriptor) != 0) {
            snprintf(why, ISHMEMI_IPC_WHY_BYTES, "sending a descriptor to PE %d: %s", pe,
                     strerror(errno));
            return -1;
        }
    }
    return 0;
}

static bool is_from_own_user(int connection)
{
    struct ucred peer;
    socklen_t length = sizeof peer;
    return getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &length) == 0 &&
           peer.uid == geteuid();
}

/* The descriptor of one message and its sender, or -1. */
static int receive_one(int connection, uint64_t nonce, int *from)
{
    letter_t letter;
    struct iovec body = {&letter, sizeof letter};
    control_t control;
    struct msghdr message = {.msg_iov = &body,
                             .msg_iovlen = 1,
                             .msg_control = &control,
                             .msg_controllen = sizeof control};
    if (recvmsg(connection, &message, MSG_CMSG_CLOEXEC) != (ssize_t)sizeof letter) {
        return -1;
    }
    const struct cmsghdr *const header = CMSG_FIRSTHDR(&message);
    int descriptor;
    if (!header || header->cmsg_type != SCM_RIGHTS ||
        header->cmsg_len != CMSG_LEN(sizeof descriptor)) {
        return -1;
    }
    memcpy(&descriptor, CMSG_DATA(header), sizeof descriptor);
    if (letter.nonce != nonce || letter.from < 0 || letter.from >= ishmemi_job.n_pes ||
        !ishmemi_is_local(letter.from)) {
        close(descriptor);
        return -1;
    }
    *from = letter.from;
    return descriptor;
}

static int receive_all(int listener, uint64_t nonce, int *descriptors, char *why)
{
    for (int missing = ishmemi_job.local_size - 1; missing > 0;) {
        struct pollfd ready = {.fd = listener, .events = POLLIN};
        const int polled = poll(&ready, 1, RECEIVE_TIMEOUT_MS);
        if (polled == 0) {
            snprintf(why, ISHMEMI_IPC_WHY_BYTES, "%d descriptors did not come within %d s", missing,
                     RECEIVE_TIMEOUT_MS / 1000);
            return -1;
        }
        const int connection = polled > 0 ? accept4(listener, NULL, NULL, SOCK_CLOEXEC) : -1;
        if (connection < 0) {
            if (errno == EINTR || errno == EAGAIN || errno == ECONNABORTED) {
                continue;
            }
            snprintf(why, ISHMEMI_IPC_WHY_BYTES, "accepting a connection: %s", strerror(errno));
            return -1;
        }
        int from;
        const int descriptor =
            is_from_own_user(connection) ? receive_one(connection, nonce, &from) : -1;
        close(connection);
        if (descriptor < 0) {
            continue;
        }
        if (descriptors[from] >= 0) {
            close(descriptor);
            continue;
        }
        descriptors[from] = descriptor;
        missing--;
    }
    return 0;
}

int ishmemi_ipc_socket(int descriptor, int *descriptors, char why[ISHMEMI_IPC_WHY_BYTES])
{
    card_t *const cards = calloc((size_t)ishmemi_job.n_pes, sizeof *cards);
    if (!cards) {
        ishmemi_fatal("no host memory for a table of %d PEs", ishmemi_job.n_pes);
    }
    card_t mine;
    memset(&mine, 0, sizeof mine);
    const int listener = listen_for(&mine);
    mine.listening = listener >= 0;
    ishmemi_allgather(&mine, cards, sizeof mine);
    int result = send_all(cards, descriptor, why);
    const int failed = ishmemi_agree(result == 0);
    if (failed < 0) {
        result = receive_all(listener, mine.nonce, descriptors, why);
    } else if (result == 0) {
        snprintf(why, ISHMEMI_IPC_WHY_BYTES, "PE %d could not send its descriptor", failed);
        result = -1;
    }
    if (listener >= 0) {
        close(listener);
    }
    free(cards);
    return result;
}
