/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Connections between the processes of a job, besides those of the runtime.
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

/* Stores a name in the abstract Unix namespace, made of the purpose and the number; it leaves no
 * file.  Every user of the machine can read it in /proc/net/unix.  Returns the address's length. */
socklen_t ishmemi_connect_name(const char *purpose, uint64_t number, struct sockaddr_un *address);

/* Returns a non-blocking socket that listens at the address; -1 with errno on failure. */
int ishmemi_connect_listen(const struct sockaddr *address, socklen_t length, int backlog);

/* The same at a port that the system chooses, on every interface, with IPv6 and IPv4.  *port: in
 * network byte order. */
int ishmemi_connect_listen_anywhere(int backlog, uint16_t *port);

/* Returns a non-blocking socket that is being connected.  It becomes writable when that has ended,
 * and ishmemi_connect_error then returns the result.  -1 with errno on failure: EAGAIN if a Unix
 * socket's backlog is full. */
int ishmemi_connect_begin(const struct sockaddr *address, socklen_t length);
/* Returns 0, or the errno of the connection's failure. */
int ishmemi_connect_error(int socket);

/* Returns a non-blocking socket, connected to the address; -1 with errno on failure, also if the
 * address does not answer within ISHMEMI_CONNECT_MS. */
int ishmemi_connect_call(const struct sockaddr *address, socklen_t length);

/* Whether the other end of a Unix socket is a process of this process's user, and has this id,
 * unless `process` is 0.  True for other sockets, because Linux does not know their other end. */
bool ishmemi_connect_is_process(int socket, pid_t process);
bool ishmemi_connect_is_own_user(int socket);

/* Breaks a TCP connection when the other end's host has not answered for this many seconds (0:
 * never), whether or not anything was sent to it.  Also makes small data leave without delay. */
void ishmemi_connect_keep_alive(int socket, int seconds);

#endif
