/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See roster.h.  A name consists of the launcher's process and the rank.
 */
#include "roster.h"

#include "runtime/connect.h"
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NAMED_MOST 8

static int entry = -1; /* the socket that holds this PE's name */
static pid_t launcher;

/* The number in an environment variable; -1: none. */
static int number_of(const char *variable)
{
    const char *const text = getenv(variable);
    char *end;
    const long number = text ? strtol(text, &end, 10) : -1;
    return text && *text && !*end && number >= 0 && number <= INT_MAX ? (int)number : -1;
}

/* The launcher made both ends of its socket to this process, so the kernel knows it as the peer. */
static bool find_launcher(void)
{
    struct ucred peer;
    socklen_t bytes = sizeof peer;
    const int descriptor = number_of("PMI_FD");
    if (descriptor < 0 || getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &bytes) != 0 ||
        peer.pid <= 0) {
        return false;
    }
    launcher = peer.pid;
    return true;
}

static socklen_t name_of(int rank, struct sockaddr_un *name)
{
    return ishmemi_connect_name("start", (uint64_t)launcher << 32 | (unsigned)rank, name);
}

void ishmemi_roster_enter(void)
{
    struct sockaddr_un name;
    const int rank = number_of("PMI_RANK");
    if (rank < 0 || !find_launcher()) {
        return;
    }
    const socklen_t length = name_of(rank, &name);
    entry = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (entry >= 0 && bind(entry, (const struct sockaddr *)&name, length) != 0) {
        ishmemi_roster_leave();
    }
}

void ishmemi_roster_leave(void)
{
    if (entry >= 0) {
        close(entry);
        entry = -1;
    }
}

void ishmemi_roster_name(char *text, size_t bytes)
{
    const int rank = number_of("PMI_RANK");
    *text = '\0';
    if (rank >= 0) {
        snprintf(text, bytes, "rank %d: ", rank);
    }
}

/* ---- Missing PEs ----------------------------------------------------------------------------- */

/* Marks the ranks whose names are taken. */
static bool look(bool *is_here, int count)
{
    FILE *const names = fopen("/proc/net/unix", "re");
    char line[512];
    if (!names) {
        return false;
    }
    while (fgets(line, sizeof line, names)) {
        unsigned long long number;
        const char *const name = strstr(line, "@ishmem-start-");
        if (name && sscanf(name, "@ishmem-start-%16llx", &number) == 1 &&
            number >> 32 == (unsigned long long)launcher &&
            (number & UINT32_MAX) < (unsigned long long)count) {
            is_here[number & UINT32_MAX] = true;
        }
    }
    fclose(names);
    return true;
}

static void list(const bool *is_here, int count, char *text, size_t bytes)
{
    int named = 0;
    size_t used = 0;
    for (int rank = 0; rank < count && named <= NAMED_MOST; rank++) {
        if (!is_here[rank]) {
            used += named == NAMED_MOST ? (size_t)snprintf(text + used, bytes - used, ", ...")
                                        : (size_t)snprintf(text + used, bytes - used, "%s%d",
                                                           named ? ", " : "rank ", rank);
            named++;
        }
    }
}

void ishmemi_roster_missing(char *text, size_t bytes)
{
    const int count = number_of("PMI_SIZE");
    *text = '\0';
    /* Ranks on other machines are not visible. */
    if (entry < 0 || count <= 0 || number_of("MPI_LOCALNRANKS") != count) {
        return;
    }
    bool *const is_here = calloc((size_t)count, sizeof *is_here);
    if (is_here && look(is_here, count)) {
        list(is_here, count, text, bytes);
    }
    free(is_here);
}
