/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See witness.h.
 *
 * word   written by                               read by    ordering
 * line   who joins and leaves, one at a time;     the same   swapped, acquire-release: it is closed once
 *        who ends the job
 */
#include "witness.h"

#include "launcher.h"
#include "library.h"
#include "log.h"
#include "runtime/witness.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define PROGRAM "ishmem_witness"
/* Descriptors that the witness gets have numbers from here on, past those that it has anyway. */
#define FIRST_DESCRIPTOR 10

extern char **environ;

static int line = -1; /* to the witness */

static int copy_without_exec(int descriptor)
{
    return fcntl(descriptor, F_DUPFD_CLOEXEC, FIRST_DESCRIPTOR);
}

/* dup2 of a descriptor to itself leaves it open for the new program. */
static int describe(posix_spawn_file_actions_t *actions, posix_spawnattr_t *attributes,
                    int launcher, int its_end)
{
    sigset_t signals;
    int error = posix_spawn_file_actions_adddup2(actions, launcher, launcher);
    error = error ? error : posix_spawn_file_actions_adddup2(actions, its_end, its_end);
    sigemptyset(&signals);
    error = error ? error : posix_spawnattr_setsigmask(attributes, &signals);
    sigfillset(&signals);
    error = error ? error : posix_spawnattr_setsigdefault(attributes, &signals);
    return error ? error
                 : posix_spawnattr_setflags(attributes,
                                            POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
}

/* 0, or an errno. */
static int start(int launcher, int its_end)
{
    char path[ISHMEMI_PATH_BYTES];
    char numbers[2][16];
    char rank[16];
    char *words[] = {path, numbers[0], numbers[1], rank, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    pid_t process;
    if (!ishmemi_library_beside(PROGRAM, path)) {
        return ENOENT;
    }
    snprintf(numbers[0], sizeof numbers[0], "%d", launcher);
    snprintf(numbers[1], sizeof numbers[1], "%d", its_end);
    snprintf(rank, sizeof rank, "%d", ishmemi_launcher_find().rank);
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    int error = describe(&actions, &attributes, launcher, its_end);
    error = error ? error : posix_spawn(&process, path, &actions, &attributes, words, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    int end = 0;
    while (error == 0 && waitpid(process, &end, 0) < 0 && errno == EINTR) {
    }
    return error ? error : WIFEXITED(end) && WEXITSTATUS(end) == 0 ? 0 : ENOSYS;
}

void ishmemi_witness_call(void)
{
    const int launcher = ishmemi_launcher_line();
    int ends[2];
    if (launcher < 0 || __atomic_load_n(&line, __ATOMIC_ACQUIRE) >= 0) {
        return;
    }
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
        ishmemi_debug("no witness of this PE's end: %s", strerror(errno));
        return;
    }
    const int for_launcher = copy_without_exec(launcher);
    const int its_end = copy_without_exec(ends[1]);
    const int error = for_launcher < 0 || its_end < 0 ? errno : start(for_launcher, its_end);
    if (for_launcher >= 0) {
        close(for_launcher);
    }
    if (its_end >= 0) {
        close(its_end);
    }
    close(ends[1]);
    if (error == 0) {
        __atomic_store_n(&line, ends[0], __ATOMIC_RELEASE);
    } else {
        close(ends[0]);
        ishmemi_debug("no witness of this PE's end: %s", strerror(error));
    }
}

static void say(int to, char byte)
{
    (void)!send(to, &byte, 1, MSG_NOSIGNAL | MSG_DONTWAIT);
}

void ishmemi_witness_tell_lifelines(void)
{
    const int to = __atomic_load_n(&line, __ATOMIC_ACQUIRE);
    if (to >= 0) {
        say(to, ISHMEMI_WITNESS_LIFELINES);
    }
}

void ishmemi_witness_dismiss(void)
{
    const int old = __atomic_exchange_n(&line, -1, __ATOMIC_ACQ_REL);
    if (old >= 0) {
        say(old, ISHMEMI_WITNESS_GO);
        close(old);
    }
}
