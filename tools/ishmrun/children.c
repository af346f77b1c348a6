/* SPDX-License-Identifier: BSD-3-Clause */
/* The PEs as processes. */
#include "ishmrun.h"

#include "runtime/ishmrun.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define SIGNAL_STATUS 128 /* as in shells */
static void set_number(const char *variable, int value)
{
    char text[16];
    snprintf(text, sizeof text, "%d", value);
    if (setenv(variable, text, 1) != 0) {
        perror("ishmrun");
        _exit(CANNOT_RUN);
    }
}

/* In the child.  Its own ends of the pipes become stdout and stderr. */
static void run(const options_t *options, int pe, int socket, const int ends[2], pid_t parent)
{
    /* If ishmrun is killed, so are the PEs. */
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent) {
        _exit(CANNOT_RUN);
    }
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (pe != 0) { /* PE 0 reads ishmrun's input */
        const int nothing = open("/dev/null", O_RDONLY);
        dup2(nothing, STDIN_FILENO);
        close(nothing);
    }
    if (options->label) {
        dup2(ends[0], STDOUT_FILENO);
        dup2(ends[1], STDERR_FILENO);
    }
    binding_take(pe);
    limits_restore();
    (void)fcntl(socket, F_SETFD, 0);
    set_number(ISHMEMI_ISHMRUN_SOCKET, socket);
    set_number(ISHMEMI_ISHMRUN_RANK, pe);
    set_number(ISHMEMI_ISHMRUN_SIZE, options->pes);
    execvp(options->command[0], options->command);
    fprintf(stderr, "ishmrun: cannot run %s: %s\n", options->command[0], strerror(errno));
    _exit(CANNOT_RUN);
}

static bool open_pipes(const options_t *options, child_t *child, int ends[2])
{
    for (int i = 0; i < 2; i++) {
        int pipe_ends[2] = {-1, -1};
        if (options->label && pipe2(pipe_ends, O_CLOEXEC) != 0) {
            return false;
        }
        child->output[i] = (output_t){.from = pipe_ends[0], .to = i + STDOUT_FILENO};
        ends[i] = pipe_ends[1];
    }
    return true;
}

static bool start(const options_t *options, child_t *child, int pe)
{
    int sockets[2];
    int ends[2];
    const pid_t parent = getpid();
    if (!open_pipes(options, child, ends) ||
        socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0) {
        return false;
    }
    const pid_t process = fork();
    if (process == 0) {
        run(options, pe, sockets[1], ends, parent);
    }
    close(sockets[1]);
    for (int i = 0; i < 2; i++) {
        if (ends[i] >= 0) {
            close(ends[i]);
        }
    }
    child->process = process > 0 ? process : 0;
    child->socket = sockets[0];
    return process > 0;
}

bool children_start(const options_t *options, child_t *children)
{
    binding_open(options->binding, options->pes);
    for (int pe = 0; pe < options->pes; pe++) {
        if (!start(options, &children[pe], pe)) {
            fprintf(stderr, "ishmrun: cannot start PE %d: %s\n", pe, strerror(errno));
            return false;
        }
    }
    return true;
}

void children_signal(const child_t *children, int count, int number)
{
    for (int pe = 0; pe < count; pe++) {
        if (children[pe].process != 0) {
            kill(children[pe].process, number);
        }
    }
}

/* How important the end of one PE is among those that have ended at the same time. */
static int weight(int found)
{
    enum { NOTHING, MAY_FOLLOW, OWN_STATUS, SIGNAL };
    if (WIFSIGNALED(found)) {
        return SIGNAL;
    }
    return found == 0 ? NOTHING : WEXITSTATUS(found) == EXIT_FAILURE ? MAY_FOLLOW : OWN_STATUS;
}

static int status_of(int pe, pid_t process, int found)
{
    if (!WIFSIGNALED(found)) {
        return WEXITSTATUS(found);
    }
    fprintf(stderr, "ishmrun: PE %d (process %d) was ended by signal %d, %s\n", pe, (int)process,
            WTERMSIG(found), strsignal(WTERMSIG(found)));
    return SIGNAL_STATUS + WTERMSIG(found);
}

int children_collect(child_t *children, int count, int *status)
{
    int ended = 0;
    int found;
    struct {
        int pe;
        pid_t process;
        int found;
    } worst = {0};
    for (pid_t process; (process = waitpid(-1, &found, WNOHANG)) > 0; ended++) {
        for (int pe = 0; pe < count; pe++) {
            if (children[pe].process == process) {
                children[pe].process = 0;
                if (weight(found) > weight(worst.found)) {
                    worst.pe = pe;
                    worst.process = process;
                    worst.found = found;
                }
            }
        }
    }
    if (*status == 0 && worst.found != 0) {
        *status = status_of(worst.pe, worst.process, worst.found);
    }
    return ended;
}
