/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See unique_id_message.h.
 */
#include "unique_id_message.h"

#include <errno.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/types.h>

#define SEND_MS 10000

bool ishmemi_unique_id_send(int socket, ishmemi_uid_kind_t kind, const void *data, size_t bytes)
{
    const ishmemi_uid_head_t head = {kind, bytes};
    const struct {
        const char *at;
        size_t bytes;
    } parts[] = {{(const char *)&head, sizeof head}, {data, bytes}};
    for (size_t i = 0; i < 2; i++) {
        for (size_t done = 0; done < parts[i].bytes;) {
            const ssize_t sent =
                send(socket, parts[i].at + done, parts[i].bytes - done,
                     MSG_NOSIGNAL | MSG_DONTWAIT | (i == 0 && bytes ? MSG_MORE : 0));
            struct pollfd writable = {.fd = socket, .events = POLLOUT};
            if (sent > 0) {
                done += (size_t)sent;
            } else if (errno != EINTR && (errno != EAGAIN || poll(&writable, 1, SEND_MS) == 0)) {
                return false;
            }
        }
    }
    return true;
}
