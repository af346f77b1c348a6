/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The connections of two PEs of a machine, this process and a child.  The kernel says which process is at the
 * other end of a connection: where it is not the one whose number the PE has told, there is no connection, although
 * the process knows the key.
 */
#include "agree.h"
#include "allocate.h"
#include "bootstrap.h"
#include "connections.h"
#include "env.h"
#include "job.h"
#include "log.h"
#include "require.h"

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>

#define PES 2
#define MEETING_S 2 /* connections have half of it */
#define NOBODY (-1)

ishmemi_job_t ishmemi_job;
ishmemi_env_t ishmemi_env;

static int peer; /* the other PE's end of the pair by which PEs tell each other things */
static int liar; /* the PE that says that it is another process, or NOBODY */

bool ishmemi_is_on_machine(int pe)
{
    (void)pe;
    return true;
}

void ishmemi_debug(const char *format, ...)
{
    (void)format;
}

void *ishmemi_allocate_zeroed(const char *what, size_t count, size_t bytes)
{
    (void)what;
    void *const memory = calloc(count, bytes);
    REQUIRE(memory);
    return memory;
}

/* In what a PE tells about itself the process is the only word with its value. */
static void tell_another_process(char *hello, size_t bytes)
{
    const pid_t self = getpid();
    const pid_t another = getppid();
    size_t found = 0;
    for (size_t at = 0; at + sizeof self <= bytes; at += sizeof self) {
        if (memcmp(hello + at, &self, sizeof self) == 0) {
            memcpy(hello + at, &another, sizeof another);
            found++;
        }
    }
    REQUIRE(found == 1);
}

void ishmemi_allgather(const void *send_, void *receive, size_t bytes_each)
{
    static bool has_told;
    char *const all = receive;
    char *const mine = all + (size_t)ishmemi_job.my_pe * bytes_each;
    memcpy(mine, send_, bytes_each);
    if (liar == ishmemi_job.my_pe && !has_told) {
        tell_another_process(mine, bytes_each);
        has_told = true;
    }
    REQUIRE(send(peer, mine, bytes_each, 0) == (ssize_t)bytes_each);
    REQUIRE(recv(peer, all + (size_t)(1 - ishmemi_job.my_pe) * bytes_each, bytes_each,
                 MSG_WAITALL) == (ssize_t)bytes_each);
}

static bool is_wanted(int pe)
{
    return pe != ishmemi_job.my_pe;
}

static void meet(int pe, int line_to_peer, size_t missing)
{
    ishmemi_connection_t *connections;
    size_t count;
    peer = line_to_peer;
    ishmemi_job.my_pe = pe;
    bool are_complete;
    REQUIRE(ishmemi_connections_connect("test", is_wanted, &connections, &count, &are_complete) ==
            missing);
    REQUIRE(count == 1 - missing);
    REQUIRE(are_complete == (missing == 0));
    ishmemi_connections_close(connections, count);
    free(connections);
}

static void require_lines(int who_lies, size_t missing)
{
    int pair[2];
    int status;
    liar = who_lies;
    REQUIRE(socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0);
    const pid_t child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        meet(1, pair[1], missing);
        exit(0);
    }
    meet(0, pair[0], missing);
    REQUIRE(waitpid(child, &status, 0) == child && status == 0);
    close(pair[0]);
    close(pair[1]);
}

int main(void)
{
    ishmemi_job.n_pes = PES;
    ishmemi_job.machine_size = PES;
    ishmemi_env.start_timeout = MEETING_S;
    require_lines(NOBODY, 0);
    require_lines(1, 1); /* the callee asks who calls */
    require_lines(0, 1); /* the caller asks who answers */
    return 0;
}
