/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Connections between the processes of a job, beside those of the runtime.
 */
#ifndef ISHMEMI_CONNECT_H
#define ISHMEMI_CONNECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/un.h>

/* How long a host may take to answer. */
#define ISHMEMI_CONNECT_MS 2000

/* A name in the abstract Unix namespace, which leaves nothing behind, of the purpose and the
 * number.  Every user of the machine can read it in /proc/net/unix.  Returns the address's length. */
socklen_t ishmemi_connect_name(const char *purpose, uint64_t number, struct sockaddr_un *address);

/* A socket that does not block and listens at the address; -1, with errno. */
int ishmemi_connect_listen(const struct sockaddr *address, socklen_t length, int backlog);

/* The same at a port that the system chooses, on every interface, by IPv6 and IPv4. */
int ishmemi_connect_listen_anywhere(int backlog, uint16_t *port);

/* A socket that does not block and is being connected: it becomes writable when that is over, and
 * then ishmemi_connect_error says how.  -1, with errno: EAGAIN where a Unix socket's queue of
 * callers is full. */
int ishmemi_connect_begin(const struct sockaddr *address, socklen_t length);
/* 0, or the errno of what has gone wrong on the connection. */
int ishmemi_connect_error(int line);

/* A socket that does not block, connected to the address; -1, with errno, if there is no answer in
 * ISHMEMI_CONNECT_MS. */
int ishmemi_connect_call(const struct sockaddr *address, socklen_t length);

/* Whether the other end of a Unix socket is a process of this one's user, and this very process,
 * unless `process` is 0.  True of other sockets, about which the kernel cannot know. */
bool ishmemi_connect_is_process(int line, pid_t process);
bool ishmemi_connect_is_own_user(int line);

/* Breaks a TCP connection when the other end's host has answered nothing for so many seconds, unless they
 * are 0, whether something was sent to it or not; what is sent does not wait for more. */
void ishmemi_connect_keep_alive(int socket, int seconds);

#endif
