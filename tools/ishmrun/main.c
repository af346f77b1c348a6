/* SPDX-License-Identifier: BSD-3-Clause */
/* Waits for everything that can happen to a job on this machine, until the job has ended. */
#include "ishmrun.h"

#include "runtime/standard_files.h"
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

/* After a PE has failed: how long the others have to end by themselves, and then after SIGTERM. */
#define GRACE_MS 5000
#define TERM_MS 2000

#define SOURCES_EACH 3 /* of a PE: its socket, stdout and stderr */

typedef struct job {
    options_t options;
    child_t *children;
    struct pollfd *sources;
    int signals; /* a signalfd */
    int running;
    int status;
    int asked;         /* 0: no PE has been asked to end; then SIGTERM, SIGKILL */
    uint64_t deadline; /* milliseconds: when the next step is due; 0: no PE has failed */
} job_t;

static void set_sources(job_t *job)
{
    job->sources[0] = (struct pollfd){.fd = job->signals, .events = POLLIN};
    for (int pe = 0; pe < job->options.pes; pe++) {
        const child_t *child = &job->children[pe];
        struct pollfd *own = &job->sources[1 + pe * SOURCES_EACH];
        own[0] = (struct pollfd){.fd = child->socket, .events = POLLIN};
        own[1] = (struct pollfd){.fd = child->output[0].from, .events = POLLIN};
        own[2] = (struct pollfd){.fd = child->output[1].from, .events = POLLIN};
    }
}

static void serve(job_t *job)
{
    for (int pe = 0; pe < job->options.pes; pe++) {
        child_t *child = &job->children[pe];
        const struct pollfd *own = &job->sources[1 + pe * SOURCES_EACH];
        if (own[0].revents != 0 && !ids_answer(child->socket)) {
            close(child->socket);
            child->socket = -1;
        }
        for (int i = 0; i < 2; i++) {
            if (own[1 + i].revents != 0) {
                output_pass(&child->output[i], pe);
            }
        }
    }
}

/* Passes the signals that ishmrun gets on to all PEs.  A terminal itself sends its signals to
 * all. */
static void pass_signal(const job_t *job, const struct signalfd_siginfo *found)
{
    if (found->ssi_code != SI_KERNEL) {
        children_signal(job->children, job->options.pes, (int)found->ssi_signo);
    }
    if (found->ssi_signo == SIGTSTP) {
        raise(SIGSTOP);
    }
}

static void take_signals(job_t *job)
{
    struct signalfd_siginfo found;
    while (read(job->signals, &found, sizeof found) == (ssize_t)sizeof found) {
        if (found.ssi_signo != SIGCHLD) {
            pass_signal(job, &found);
        }
    }
    job->running -= children_collect(job->children, job->options.pes, &job->status);
}

static uint64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* After the first failure the others have time to end by themselves; then they are asked to; then
 * they are killed. */
static void end_others(job_t *job)
{
    const uint64_t now = now_ms();
    if (job->status == 0 || job->running == 0) {
        return;
    }
    if (job->deadline == 0) {
        job->deadline = now + GRACE_MS;
    } else if (now >= job->deadline && job->asked != SIGKILL) {
        job->asked = job->asked == 0 ? SIGTERM : SIGKILL;
        job->deadline = now + TERM_MS;
        children_signal(job->children, job->options.pes, job->asked);
    }
}

/* How long to wait for events. */
static int patience(const job_t *job)
{
    const uint64_t now = now_ms();
    if (job->running == 0) {
        return 0;
    }
    return job->deadline == 0 || job->asked == SIGKILL ? -1
           : job->deadline > now                       ? (int)(job->deadline - now)
                                                       : 0;
}

static bool has_output(const job_t *job)
{
    for (int pe = 0; pe < job->options.pes; pe++) {
        if (job->children[pe].output[0].from >= 0 || job->children[pe].output[1].from >= 0) {
            return true;
        }
    }
    return false;
}

/* Processes that a PE has started and left running may hold output open.  Therefore, when the PEs
 * have ended, ishmrun reads the output that has arrived and waits for no more. */
static void run(job_t *job)
{
    while (job->running > 0 || has_output(job)) {
        set_sources(job);
        const nfds_t count = 1 + (nfds_t)job->options.pes * SOURCES_EACH;
        const int ready = poll(job->sources, count, patience(job));
        if (ready < 0 && errno != EINTR) {
            perror("ishmrun");
            exit(EXIT_FAILURE);
        }
        if (ready == 0 && job->running == 0) {
            break;
        }
        serve(job);
        take_signals(job);
        end_others(job);
    }
    for (int pe = 0; pe < job->options.pes; pe++) {
        output_finish(&job->children[pe].output[0], pe);
        output_finish(&job->children[pe].output[1], pe);
    }
}

static int open_signals(void)
{
    /* If it were ignored, it would not report PEs that end. */
    signal(SIGCHLD, SIG_DFL);
    static const int passed[] = {SIGCHLD, SIGHUP,  SIGINT,  SIGQUIT, SIGTERM,
                                 SIGUSR1, SIGUSR2, SIGTSTP, SIGCONT, SIGWINCH};
    sigset_t set;
    struct sigaction before;
    sigemptyset(&set);
    for (size_t i = 0; i < sizeof passed / sizeof *passed; i++) {
        /* ishmrun and the PEs ignore the signals that ishmrun was started to ignore, for example by
         * `nohup` and `&` in scripts. */
        if (sigaction(passed[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN) {
            sigaddset(&set, passed[i]);
        }
    }
    sigprocmask(SIG_BLOCK, &set, NULL);
    return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

int main(int argc, char **argv)
{
    ishmemi_standard_files_open();
    job_t job = {.options = options_read(argc, argv)};
    if (becoming_program_is_due(&job.options)) {
        become_program(&job.options);
    }
    if (hand_over_is_due(&job.options)) {
        hand_over(&job.options);
    }
    if (job.options.pes == 0) {
        job.options.pes = launcher_allocated_pes();
    }
    job.options.pes += job.options.pes == 0; /* one if no number is given */
    limits_raise(&job.options);
    const size_t pes = (size_t)job.options.pes;
    job.children = calloc(pes, sizeof *job.children);
    job.sources = calloc(1 + pes * SOURCES_EACH, sizeof *job.sources);
    job.signals = open_signals();
    if (!job.children || !job.sources || job.signals < 0) {
        perror("ishmrun");
        return EXIT_FAILURE;
    }
    if (!children_start(&job.options, job.children)) {
        children_signal(job.children, job.options.pes, SIGKILL);
        return EXIT_FAILURE;
    }
    job.running = job.options.pes;
    run(&job);
    free(job.sources);
    free(job.children);
    return job.status;
}
