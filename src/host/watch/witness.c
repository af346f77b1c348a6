/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See witness.h.
 *
 * word   written by                               read by    ordering
 * line   threads that join and leave, one at a    the same   swapped, acquire-release: it is closed once
 *        time; the thread that ends the job
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
#include <sys/syscall.h>
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

/* What the witness is given: descriptors that stay open while it starts. */
typedef struct given {
    int launcher;
    int line;
    int process; /* this one, which may die before the witness could open it by its number */
} given_t;

/* dup2 of a descriptor to itself leaves it open for the new program. */
static int describe(posix_spawn_file_actions_t *actions, posix_spawnattr_t *attributes,
                    const given_t *given)
{
    const int descriptors[] = {given->launcher, given->line, given->process};
    sigset_t signals;
    int error = 0;
    for (int i = 0; i < 3 && error == 0; i++) {
        error = posix_spawn_file_actions_adddup2(actions, descriptors[i], descriptors[i]);
    }
    sigemptyset(&signals);
    error = error ? error : posix_spawnattr_setsigmask(attributes, &signals);
    sigfillset(&signals);
    error = error ? error : posix_spawnattr_setsigdefault(attributes, &signals);
    return error ? error
                 : posix_spawnattr_setflags(attributes,
                                            POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
}

/* 0, or an errno. */
static int start(const given_t *given)
{
    char path[ISHMEMI_PATH_BYTES];
    char numbers[5][16];
    char *words[] = {path, numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], NULL};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    pid_t process;
    if (!ishmemi_library_beside(PROGRAM, path)) {
        return ENOENT;
    }
    snprintf(numbers[0], sizeof numbers[0], "%d", given->launcher);
    snprintf(numbers[1], sizeof numbers[1], "%d", given->line);
    snprintf(numbers[2], sizeof numbers[2], "%d", given->process);
    snprintf(numbers[3], sizeof numbers[3], "%d", (int)getpid());
    snprintf(numbers[4], sizeof numbers[4], "%d", ishmemi_launcher_find().rank);
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

static void close_given(int descriptor)
{
    if (descriptor >= 0) {
        close(descriptor);
    }
}

/* 0, or an errno. */
static int start_with(int launcher, int its_end)
{
    const int process = (int)syscall(SYS_pidfd_open, getpid(), 0);
    if (process < 0) {
        return errno;
    }
    const given_t given = {.launcher = copy_without_exec(launcher),
                           .line = copy_without_exec(its_end),
                           .process = copy_without_exec(process)};
    const int error =
        given.launcher < 0 || given.line < 0 || given.process < 0 ? errno : start(&given);
    close_given(given.launcher);
    close_given(given.line);
    close_given(given.process);
    close(process);
    return error;
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
    const int error = start_with(launcher, ends[1]);
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
