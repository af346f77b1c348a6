/* SPDX-License-Identifier: BSD-3-Clause */
/* The PEs as processes. */
#include "ishmrun.h"

#include "runtime/ishmrun.h"
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#define SIGNAL_STATUS 128 /* as a shell has it */
#define CANNOT_RUN 127

static void set_number(const char *variable, int value)
{
    char text[16];
    snprintf(text, sizeof text, "%d", value);
    if (setenv(variable, text, 1) != 0) {
        perror("ishmrun");
        _exit(CANNOT_RUN);
    }
}

/* The processor of this PE, of those that ishmrun may use. */
static void bind_to_processor(int pe)
{
    cpu_set_t allowed;
    cpu_set_t one;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0 || CPU_COUNT(&allowed) == 0) {
        return;
    }
    int left = pe % CPU_COUNT(&allowed);
    size_t processor = 0;
    while (!CPU_ISSET(processor, &allowed) || left-- > 0) {
        processor++;
    }
    CPU_ZERO(&one);
    CPU_SET(processor, &one);
    (void)sched_setaffinity(0, sizeof one, &one);
}

/* In the child.  Its own ends of the pipes become stdout and stderr. */
static void run(const options_t *options, int pe, int line, const int ends[2], pid_t parent)
{
    /* If ishmrun is killed, so are the PEs. */
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != parent) {
        _exit(CANNOT_RUN);
    }
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (pe != 0) { /* PE 0 reads what ishmrun is given */
        const int nothing = open("/dev/null", O_RDONLY);
        dup2(nothing, STDIN_FILENO);
        close(nothing);
    }
    if (options->label) {
        dup2(ends[0], STDOUT_FILENO);
        dup2(ends[1], STDERR_FILENO);
    }
    if (options->bind) {
        bind_to_processor(pe);
    }
    (void)fcntl(line, F_SETFD, 0);
    set_number(ISHMEMI_ISHMRUN_LINE, line);
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
    int lines[2];
    int ends[2];
    const pid_t parent = getpid();
    if (!open_pipes(options, child, ends) ||
        socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, lines) != 0) {
        return false;
    }
    const pid_t process = fork();
    if (process == 0) {
        run(options, pe, lines[1], ends, parent);
    }
    close(lines[1]);
    for (int i = 0; i < 2; i++) {
        if (ends[i] >= 0) {
            close(ends[i]);
        }
    }
    child->process = process > 0 ? process : 0;
    child->line = lines[0];
    return process > 0;
}

bool children_start(const options_t *options, child_t *children)
{
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

static void note_end(int pe, pid_t process, int found, int *status)
{
    if (*status != 0 || found == 0) {
        return;
    }
    if (WIFSIGNALED(found)) {
        *status = SIGNAL_STATUS + WTERMSIG(found);
        fprintf(stderr, "ishmrun: PE %d (process %d) was ended by signal %d, %s\n", pe,
                (int)process, WTERMSIG(found), strsignal(WTERMSIG(found)));
    } else {
        *status = WEXITSTATUS(found);
    }
}

int children_collect(child_t *children, int count, int *status)
{
    int ended = 0;
    int found;
    for (pid_t process; (process = waitpid(-1, &found, WNOHANG)) > 0; ended++) {
        for (int pe = 0; pe < count; pe++) {
            if (children[pe].process == process) {
                children[pe].process = 0;
                note_end(pe, process, found, status);
            }
        }
    }
    return ended;
}
