/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Connections between the processes of a job, beside those of the runtime.
 */
#ifndef ISHMEMI_CONNECT_H
#define ISHMEMI_CONNECT_H

#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>
#include <sys/un.h>

/* Stores up to `most` IPv4 addresses, in the network's byte order, by which other hosts may reach
 * this one; returns their number. */
size_t ishmemi_connect_addresses(uint32_t *addresses, size_t most);

/* A name in the abstract Unix namespace, which leaves nothing behind, of the purpose and the number.
 * Returns the address's length. */
socklen_t ishmemi_connect_name(const char *purpose, uint64_t number, struct sockaddr_un *address);

/* A socket that does not block and listens at the address; -1, with errno. */
int ishmemi_connect_listen(const struct sockaddr *address, socklen_t length, int backlog);

/* A socket that does not block, connected to the address; -1, with errno, if there is no answer in
 * two seconds. */
int ishmemi_connect_call(const struct sockaddr *address, socklen_t length);

/* Breaks a TCP connection, within some seconds, when the other end's host no longer answers, whether
 * something was sent to it or not; what is sent does not wait for more. */
void ishmemi_connect_keep_alive(int socket);

#endif
