/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * ishmem_witness LAUNCHER SOCKET PROCESS NUMBER RANK: watches the PE that started it, and reports to
 * MPICH's launcher how the PE ended.  PROCESS is a pidfd of the PE, NUMBER its process number and
 * RANK its rank at the launcher.
 *
 * Hydra kills a job when a process closes its socket to Hydra without PMI's "finalize", and takes
 * the job's status from that process alone: a PE that calls _exit(0) ends the whole job with status
 * 0.  The witness holds a second descriptor of that socket, LAUNCHER, so Hydra sees the socket
 * close only when the witness closes it.  Until then the other PEs have time to report what has
 * happened.  If the PE has ended by exit, the witness makes Hydra end the job with the PE's status,
 * or with 1 if that is 0.  While the PEs have no lifelines, nobody else may learn of the death, so
 * the witness ends the job in any case.
 *
 * The witness ends with the PE's MPI: when Hydra closes its end of the socket, or when the PE says
 * so over SOCKET.  It is not a child of the PE, so a program that waits for all its children does not
 * find it.
 */
#include "runtime/witness.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* Time for the other PEs to report that this one has died, before Hydra kills them. */
#define COURTESY_MS 300
/* If the launcher may have killed this PE because of another one: time for the other's witness to
 * end the job. */
#define KILLED_MS 1500

#define FAILURE 1
#define SIGNAL_STATUS 128 /* as in shells */

typedef struct pe {
    const char *rank; /* the PE's rank at the launcher */
    pid_t process;
    bool has_lifelines;
} pe_t;

/* A descriptor from the command line; -1 if it is not valid. */
static int read_descriptor(const char *text)
{
    char *end;
    errno = 0;
    const long number = strtol(text, &end, 10);
    return errno == 0 && end != text && *end == '\0' && number > STDERR_FILENO &&
                   number <= 0x7fffffff && fcntl((int)number, F_GETFD) >= 0
               ? (int)number
               : -1;
}

/* Closes all descriptors but stderr and these, which are in ascending order, because somebody may
 * wait until the others are closed.  stdin and stdout become /dev/null. */
static bool keep_only(const int kept[3])
{
    const int nothing = open("/dev/null", O_RDWR);
    if (nothing < 0 || dup2(nothing, STDIN_FILENO) < 0 || dup2(nothing, STDOUT_FILENO) < 0) {
        return false;
    }
    unsigned from = STDERR_FILENO + 1;
    for (int i = 0; i < 3; i++) {
        const unsigned next = (unsigned)kept[i];
        if (next > from && close_range(from, next - 1, 0) != 0) {
            return false;
        }
        from = next + 1;
    }
    return close_range(from, ~0U, 0) == 0;
}

/* The status as wait() would return it, while nobody has collected the process; -1: somebody
 * has. */
static int read_zombie(pid_t process)
{
    char path[64];
    char line[2048];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)process);
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    const ssize_t bytes = file >= 0 ? read(file, line, sizeof line - 1) : -1;
    if (file >= 0) {
        close(file);
    }
    if (bytes <= 0) {
        return -1;
    }
    line[bytes] = '\0';
    /* The program's name, in parentheses, may hold anything.  The state follows; the last field is
     * the end. */
    const char *const state = strrchr(line, ')');
    const char *const last = strrchr(line, ' ');
    return state && strncmp(state, ") Z ", 4) == 0 && last ? (int)strtol(last + 1, NULL, 10) : -1;
}

/* PIDFD_GET_INFO of <linux/pidfd.h>, since Linux 6.15; older headers lack it. */
typedef struct collected {
    uint64_t mask;
    uint64_t control_group;
    uint32_t numbers[11]; /* of processes, users and groups */
    int32_t end;
} collected_t;
#define INFO_EXIT (UINT64_C(1) << 3)
#define GET_INFO _IOWR(0xff, 11, collected_t)
_Static_assert(sizeof(collected_t) == 64, "the first version of struct pidfd_info");

/* The same for a process that has been collected. */
static int read_collected(int process_descriptor)
{
    collected_t collected = {.mask = INFO_EXIT};
    return ioctl(process_descriptor, GET_INFO, &collected) == 0 && (collected.mask & INFO_EXIT) != 0
               ? collected.end
               : -1;
}

static void end_job(int launcher, int status)
{
    char line[64];
    const int bytes = snprintf(line, sizeof line, "cmd=abort exitcode=%d\n", status);
    (void)!send(launcher, line, (size_t)bytes, MSG_NOSIGNAL | MSG_DONTWAIT);
}

/* Launchers end the PEs of a failed job by these signals. */
static bool is_killing(int end)
{
    return WIFSIGNALED(end) && (WTERMSIG(end) == SIGKILL || WTERMSIG(end) == SIGTERM);
}

/* Reports what the other PEs cannot know. */
static void say_end(const pe_t *pe, int end)
{
    if (end >= 0 && WIFSIGNALED(end) && !is_killing(end)) {
        fprintf(stderr,
                "ishmem: rank %s (process %d) was ended by signal %d, %s, in ishmem_init; this "
                "ends the job\n",
                pe->rank, (int)pe->process, WTERMSIG(end), strsignal(WTERMSIG(end)));
    } else if (end >= 0 && WIFEXITED(end)) {
        fprintf(
            stderr,
            "ishmem: rank %s (process %d) has left ishmem_init with status %d; this ends the job\n",
            pe->rank, (int)pe->process, WEXITSTATUS(end));
    }
}

/* Gives the other PEs time to report.  Returns whether Hydra has ended the job meanwhile. */
static bool is_over_soon(int launcher, int ms)
{
    struct pollfd hung_up = {.fd = launcher, .events = POLLRDHUP};
    return poll(&hung_up, 1, ms) == 1;
}

static void notify(int launcher, int process_descriptor, const pe_t *pe)
{
    int end = read_zombie(pe->process);
    const int early = end >= 0 ? end : read_collected(process_descriptor);
    if (!pe->has_lifelines) {
        say_end(pe, early);
    }
    if (is_over_soon(launcher, !pe->has_lifelines && early >= 0 && is_killing(early)
                                   ? KILLED_MS
                                   : COURTESY_MS)) {
        return;
    }
    end = end >= 0 ? end : read_collected(process_descriptor);
    if (end < 0) {
        /* Hydra has collected the PE, and would have ended the job if a signal had ended the PE. */
        end_job(launcher, FAILURE);
    } else if (!WIFSIGNALED(end)) {
        end_job(launcher, WEXITSTATUS(end) != 0 ? WEXITSTATUS(end) : FAILURE);
    } else if (!pe->has_lifelines) {
        end_job(launcher, SIGNAL_STATUS + WTERMSIG(end));
    } /* else Hydra derives the job's status from the signal, when it sees the socket close. */
}

/* Reads what the PE says.  Returns whether the witness may end.  The socket's closing means nothing;
 * only the end of the process counts. */
static bool hear(struct pollfd *socket, pe_t *pe)
{
    char byte = 0;
    const ssize_t bytes = recv(socket->fd, &byte, 1, MSG_DONTWAIT);
    if (bytes == 0 || (bytes < 0 && errno != EAGAIN && errno != EINTR)) {
        socket->fd = -1;
    }
    if (bytes == 1 && byte == ISHMEMI_WITNESS_LIFELINES) {
        pe->has_lifelines = true;
        /* Somebody may wait until it is closed. */
        dup2(STDOUT_FILENO, STDERR_FILENO);
    }
    return bytes == 1 && byte == ISHMEMI_WITNESS_GO;
}

static void watch(int launcher, int socket, int process_descriptor, pe_t *pe)
{
    /* The PE reads Hydra's answers. */
    struct pollfd polls[] = {{.fd = socket, .events = POLLIN},
                             {.fd = process_descriptor, .events = POLLIN},
                             {.fd = launcher, .events = POLLRDHUP}};
    for (;;) {
        if (poll(polls, sizeof polls / sizeof *polls, -1) < 0) {
            if (errno == EINTR) {
                continue;
            }
            return;
        }
        if (polls[2].revents || (polls[0].revents && hear(&polls[0], pe))) {
            return;
        }
        /* When everything that the PE has said before has been read. */
        if (polls[1].revents && (!polls[0].revents || polls[0].fd < 0)) {
            notify(launcher, process_descriptor, pe);
            return;
        }
    }
}

static int compare(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

int main(int argc, char **argv)
{
    int kept[3];
    if (argc != 6) {
        return FAILURE;
    }
    for (int i = 0; i < 3; i++) {
        kept[i] = read_descriptor(argv[1 + i]);
        if (kept[i] < 0) {
            return FAILURE;
        }
    }
    const int launcher = kept[0];
    const int socket = kept[1];
    const int process_descriptor = kept[2];
    /* Not getppid(): the PE may be dead by now. */
    pe_t pe = {.rank = argv[5], .process = (pid_t)strtol(argv[4], NULL, 10)};
    qsort(kept, 3, sizeof *kept, compare);
    if (!keep_only(kept)) {
        return FAILURE;
    }
    const pid_t child = fork();
    if (child != 0) {
        return child < 0 ? FAILURE : 0;
    }
    /* The witness must not get the signals that a terminal or the launcher sends to the PE's group. */
    setsid();
    watch(launcher, socket, process_descriptor, &pe);
    return 0;
}
