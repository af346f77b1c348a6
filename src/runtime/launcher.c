/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Hydra, MPICH's launcher, kills all processes of a job when one leaves without notice.  The job's
 * status is then the bitwise or of the statuses that it finds, including the signal with which it
 * killed the others.  PMI's message "abort" makes it end the job with the status in the message.
 * Any process may send it, whether or not it has initialised MPI.
 */
#include "runtime/launcher.h"

#include "util/clock.h"
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Time for the launcher to read what this process has written. */
#define DRAIN_MS 1000

/* Time for the launcher to start the other processes of the job.  Meanwhile Hydra's mpiexec still
 * writes to its proxies; if the job ends now, mpiexec dies of SIGPIPE and the job's output is
 * lost. */
#define STARTING_MS 100

/* The socket to Hydra, as it was when this library was loaded: MPI_Finalize closes it, and another
 * file may get its number later. */
static struct {
    int socket; /* -1: none */
    dev_t device;
    ino_t inode;
    uint64_t loaded_ns;
} hydra = {.socket = -1};

/* The number in an environment variable, or `otherwise` if it holds none. */
static int read_number(const char *name, int otherwise)
{
    const char *const text = getenv(name);
    char *end;
    if (!text || *text < '0' || *text > '9') {
        return otherwise;
    }
    errno = 0;
    const long number = strtol(text, &end, 10);
    return *end == '\0' && errno == 0 && number <= 0x7fffffff ? (int)number : otherwise;
}

__attribute__((constructor)) static void find_hydra(void)
{
    struct stat status;
    const int number = read_number("PMI_FD", -1);
    if (number >= 0 && fstat(number, &status) == 0 && S_ISSOCK(status.st_mode)) {
        hydra.socket = number;
        hydra.device = status.st_dev;
        hydra.inode = status.st_ino;
        hydra.loaded_ns = ishmemi_clock_now();
    }
}

/* ---- Finding the launcher -------------------------------------------------------------------- */

/* `mark` is a variable that only this launcher sets. */
static const struct {
    ishmemi_launcher_kind_t kind;
    const char *mark;
    const char *name;
    const char *size;
    const char *rank;
} known[] = {
    {ISHMEMI_LAUNCHER_OPEN_MPI, "OMPI_COMM_WORLD_SIZE", "Open MPI's mpiexec",
     "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"},
    {ISHMEMI_LAUNCHER_PMI, "PMI_FD", "MPICH's mpiexec", "PMI_SIZE", "PMI_RANK"},
    {ISHMEMI_LAUNCHER_PMI, "PMI_PORT", "MPICH's mpiexec", "PMI_SIZE", "PMI_RANK"},
    {ISHMEMI_LAUNCHER_PMI, "PMI_RANK", "a launcher with PMI", "PMI_SIZE", "PMI_RANK"},
    {ISHMEMI_LAUNCHER_PMIX, "PMIX_RANK", "a launcher with PMIx", "SLURM_STEP_NUM_TASKS",
     "PMIX_RANK"},
    {ISHMEMI_LAUNCHER_SLURM, "SLURM_PROCID", "Slurm's srun", "SLURM_STEP_NUM_TASKS",
     "SLURM_PROCID"},
};

ishmemi_launcher_t ishmemi_launcher_find(void)
{
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const char *const mark = getenv(known[i].mark);
        if (mark && *mark) {
            return (ishmemi_launcher_t){.kind = known[i].kind,
                                        .name = known[i].name,
                                        .variable = known[i].size,
                                        .size = read_number(known[i].size, 0),
                                        .rank = read_number(known[i].rank, 0)};
        }
    }
    return (ishmemi_launcher_t){.kind = ISHMEMI_LAUNCHER_NONE, .name = "no launcher"};
}

/* ---- Ending the job -------------------------------------------------------------------------- */

/* Slurm also sets PMI_FD, but speaks PMI-2 there. */
/* Whether it accepts PMI messages from this process. */
static bool is_hydra(void)
{
    struct stat status;
    return hydra.socket >= 0 && getenv("HYDI_CONTROL_FD") &&
           ishmemi_launcher_find().kind == ISHMEMI_LAUNCHER_PMI &&
           fstat(hydra.socket, &status) == 0 && status.st_dev == hydra.device &&
           status.st_ino == hydra.inode;
}

int ishmemi_launcher_line(void)
{
    return is_hydra() ? hydra.socket : -1;
}

bool ishmemi_launcher_judges_deaths(void)
{
    return is_hydra() ||
           (getenv("SLURM_STEP_ID") && ishmemi_launcher_find().kind == ISHMEMI_LAUNCHER_PMIX);
}

/* The content of a pipe is lost if the launcher ends before it has read it. */
static void drain(int descriptor)
{
    struct stat status;
    int unread = 0;
    if (fstat(descriptor, &status) != 0 || !S_ISFIFO(status.st_mode)) {
        return;
    }
    for (int ms = 0; ms < DRAIN_MS && ioctl(descriptor, FIONREAD, &unread) == 0 && unread > 0;
         ms++) {
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
}

static void let_start(void)
{
    const uint64_t started_ns = hydra.loaded_ns + (uint64_t)STARTING_MS * 1000000;
    const uint64_t now_ns = ishmemi_clock_now();
    if (now_ns < started_ns) {
        nanosleep(&(struct timespec){.tv_nsec = (long)(started_ns - now_ns)}, NULL);
    }
}

void ishmemi_launcher_end(int status)
{
    char line[64];
    if (!is_hydra()) {
        return;
    }
    drain(STDOUT_FILENO);
    drain(STDERR_FILENO);
    let_start();
    const int bytes = snprintf(line, sizeof line, "cmd=abort exitcode=%d\n", status);
    (void)send(hydra.socket, line, (size_t)bytes, MSG_NOSIGNAL);
    _exit(status);
}
