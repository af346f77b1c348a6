/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See witness.h.
 *
 * word            written by                             read by   ordering
 * witness_socket  threads that join and leave, one at a  the same  swapped, acquire-release: it is
 *                 time; the thread that ends the job               closed once
 */
#include "witness.h"

#include "library.h"
#include "log.h"
#include "runtime/launcher.h"
#include "runtime/witness.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define PROGRAM "ishmem_witness"
/* The witness gets descriptors with numbers from here on, above those that it has anyway. */
#define FIRST_DESCRIPTOR 10

extern char **environ;

static int witness_socket = -1; /* to the witness */

static int copy_without_exec(int descriptor)
{
    return fcntl(descriptor, F_DUPFD_CLOEXEC, FIRST_DESCRIPTOR);
}

/* The descriptors that the witness gets, in the order of its command line: the launcher's socket,
 * its end of the connection, and a pidfd of this process, which may die before the witness can open
 * it by number. */
#define GIVEN 3

/* dup2 of a descriptor to itself keeps it open for the new program. */
static int describe(posix_spawn_file_actions_t *actions, posix_spawnattr_t *attributes,
                    const int given[GIVEN])
{
    sigset_t signals;
    int error = 0;
    for (int i = 0; i < GIVEN && error == 0; i++) {
        error = posix_spawn_file_actions_adddup2(actions, given[i], given[i]);
    }
    sigemptyset(&signals);
    error = error ? error : posix_spawnattr_setsigmask(attributes, &signals);
    sigfillset(&signals);
    error = error ? error : posix_spawnattr_setsigdefault(attributes, &signals);
    return error ? error
                 : posix_spawnattr_setflags(attributes,
                                            POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
}

/* Returns 0, or an errno. */
static int start(const int given[GIVEN])
{
    char path[ISHMEMI_PATH_BYTES];
    char numbers[GIVEN + 2][16];
    char *words[] = {path, numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], NULL};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    pid_t process;
    if (!ishmemi_library_beside(PROGRAM, path)) {
        return ENOENT;
    }
    for (int i = 0; i < GIVEN; i++) {
        snprintf(numbers[i], sizeof numbers[i], "%d", given[i]);
    }
    snprintf(numbers[GIVEN], sizeof numbers[0], "%d", (int)getpid());
    snprintf(numbers[GIVEN + 1], sizeof numbers[0], "%d", ishmemi_launcher_find().rank);
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    int error = describe(&actions, &attributes, given);
    error = error ? error : posix_spawn(&process, path, &actions, &attributes, words, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    int end = 0;
    while (error == 0 && waitpid(process, &end, 0) < 0 && errno == EINTR) {
    }
    return error ? error : WIFEXITED(end) && WEXITSTATUS(end) == 0 ? 0 : ENOSYS;
}

/* Returns 0, or an errno. */
static int start_with(int launcher, int its_end)
{
    const int process = (int)syscall(SYS_pidfd_open, getpid(), 0);
    if (process < 0) {
        return errno;
    }
    const int own[GIVEN] = {launcher, its_end, process};
    int given[GIVEN];
    int error = 0;
    for (int i = 0; i < GIVEN; i++) {
        given[i] = copy_without_exec(own[i]);
        error = given[i] < 0 ? errno : error;
    }
    error = error ? error : start(given);
    for (int i = 0; i < GIVEN; i++) {
        if (given[i] >= 0) {
            close(given[i]);
        }
    }
    close(process);
    return error;
}

void ishmemi_witness_call(void)
{
    const int launcher = ishmemi_launcher_line();
    int ends[2];
    if (launcher < 0 || __atomic_load_n(&witness_socket, __ATOMIC_ACQUIRE) >= 0) {
        return;
    }
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
        ishmemi_debug("no witness of this PE's end: %s", strerror(errno));
        return;
    }
    const int error = start_with(launcher, ends[1]);
    close(ends[1]);
    if (error == 0) {
        __atomic_store_n(&witness_socket, ends[0], __ATOMIC_RELEASE);
    } else {
        close(ends[0]);
        ishmemi_debug("no witness of this PE's end: %s", strerror(error));
    }
}

static void say(int to, char byte)
{
    (void)!send(to, &byte, 1, MSG_NOSIGNAL | MSG_DONTWAIT);
}

void ishmemi_witness_notify_lifelines(void)
{
    const int to = __atomic_load_n(&witness_socket, __ATOMIC_ACQUIRE);
    if (to >= 0) {
        say(to, ISHMEMI_WITNESS_LIFELINES);
    }
}

void ishmemi_witness_dismiss(void)
{
    const int old = __atomic_exchange_n(&witness_socket, -1, __ATOMIC_ACQ_REL);
    if (old >= 0) {
        say(old, ISHMEMI_WITNESS_GO);
        close(old);
    }
}
