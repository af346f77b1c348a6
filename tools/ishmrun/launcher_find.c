/* SPDX-License-Identifier: BSD-3-Clause */
/* Finds launchers that start processes on other hosts. */
#include "ishmrun.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* Launchers by names that belong to only one of them; "mpiexec" and "mpirun" may be any
 * launcher's. */
static const struct {
    launcher_kind_t kind;
    const char *name; /* for --launcher */
    const char *programs[4];
} known[] = {
    {LAUNCHER_MPICH, "mpich", {"mpiexec.hydra", "mpiexec.mpich"}},
    {LAUNCHER_OPEN_MPI, "openmpi", {"mpirun.openmpi", "orterun", "prterun"}},
    {LAUNCHER_SLURM, "slurm", {"srun"}},
};
static const char *const of_any[] = {"mpiexec", "mpirun"};
#define KNOWN (sizeof known / sizeof *known)
#define PROGRAMS (sizeof known->programs / sizeof *known->programs)
#define OF_ANY (sizeof of_any / sizeof *of_any)

/* What their answers to --version contain. */
static const struct {
    const char *text;
    launcher_kind_t kind;
} marks[] = {
    {"HYDRA", LAUNCHER_MPICH},       {"Intel(R) MPI", LAUNCHER_MPICH},
    {"Open MPI", LAUNCHER_OPEN_MPI}, {"OpenRTE", LAUNCHER_OPEN_MPI},
    {"PRRTE", LAUNCHER_OPEN_MPI},    {"PMIx Reference", LAUNCHER_OPEN_MPI},
    {"slurm ", LAUNCHER_SLURM},
};

static bool is_there(const char *program)
{
    struct stat status;
    return stat(program, &status) == 0 && S_ISREG(status.st_mode) && access(program, X_OK) == 0;
}

/* Searches as execvp does. */
static bool is_on_path(const char *program)
{
    const char *from = secure_getenv("PATH");
    char path[PATH_MAX];
    if (strchr(program, '/')) {
        return is_there(program);
    }
    while (from && *from) {
        const int bytes = (int)strcspn(from, ":");
        snprintf(path, sizeof path, "%.*s/%s", bytes, from, program);
        if (is_there(path)) {
            return true;
        }
        from += from[bytes] == ':' ? bytes + 1 : bytes;
    }
    return false;
}

static void read_answer(int from, char answer[ISHMRUN_ANSWER_BYTES])
{
    char rest[256];
    size_t bytes = 0;
    ssize_t got;
    do {
        const bool is_full = bytes == ISHMRUN_ANSWER_BYTES - 1;
        got = is_full ? read(from, rest, sizeof rest)
                      : read(from, answer + bytes, ISHMRUN_ANSWER_BYTES - 1 - bytes);
        bytes += got > 0 && !is_full ? (size_t)got : 0;
    } while (got > 0 || (got < 0 && errno == EINTR));
    answer[bytes] = '\0';
}

void launcher_ask(char *const words[], char answer[ISHMRUN_ANSWER_BYTES])
{
    int ends[2];
    int status;
    *answer = '\0';
    if (pipe2(ends, O_CLOEXEC) != 0) {
        refuse("cannot ask %s: %s", words[0], strerror(errno));
    }
    const pid_t process = fork();
    if (process == 0) {
        const int nothing = open("/dev/null", O_RDONLY);
        dup2(nothing, STDIN_FILENO);
        dup2(ends[1], STDOUT_FILENO);
        dup2(ends[1], STDERR_FILENO);
        execvp(words[0], words);
        _exit(EXIT_FAILURE);
    }
    close(ends[1]);
    read_answer(ends[0], answer);
    close(ends[0]);
    while (process > 0 && waitpid(process, &status, 0) < 0 && errno == EINTR) {
    }
}

bool launcher_says(const char *program, const char *option, const char *text)
{
    char answer[ISHMRUN_ANSWER_BYTES];
    launcher_ask((char *[]){(char *)program, (char *)option, NULL}, answer);
    return strstr(answer, text);
}

/* Whether the program's answers show what it is. */
static bool recognise(const char *program, launcher_kind_t *kind)
{
    char answer[ISHMRUN_ANSWER_BYTES];
    launcher_ask((char *[]){(char *)program, "--version", NULL}, answer);
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        if (strstr(answer, marks[i].text)) {
            *kind = marks[i].kind;
            return true;
        }
    }
    return false;
}

/* Finds a launcher under a name that any launcher may have.  is_any: of any kind, else of
 * launcher->kind. */
static bool find_of_any(launcher_t *launcher, bool is_any)
{
    for (size_t i = 0; i < OF_ANY; i++) {
        launcher_kind_t kind;
        if (is_on_path(of_any[i]) && recognise(of_any[i], &kind) &&
            (is_any || kind == launcher->kind)) {
            *launcher = (launcher_t){.kind = kind, .program = of_any[i]};
            return true;
        }
    }
    return false;
}

static bool find_own(launcher_t *launcher, size_t which)
{
    launcher->kind = known[which].kind;
    for (size_t i = 0; i < PROGRAMS && known[which].programs[i]; i++) {
        launcher->program = known[which].programs[i];
        if (is_on_path(launcher->program)) {
            return true;
        }
    }
    return false;
}

static launcher_t find_named(const char *named)
{
    launcher_t launcher = {.program = named};
    for (size_t i = 0; i < KNOWN; i++) {
        if (strcmp(named, known[i].name) == 0) {
            if (find_own(&launcher, i) || find_of_any(&launcher, false)) {
                return launcher;
            }
            refuse("--launcher %s: %s is not on PATH", named, known[i].programs[0]);
        }
    }
    if (!is_on_path(named)) {
        misused(
            "--launcher %s: expected mpich, openmpi, slurm or the path of one of their launchers",
            named);
    }
    if (!recognise(named, &launcher.kind)) {
        misused("--launcher %s: it says nothing of MPICH, Open MPI or Slurm when it is asked for "
                "--version",
                named);
    }
    return launcher;
}

/* salloc runs its command where it was called, but a batch script is on the first host.  Only
 * processes that slurmd has started have SLURMD_NODENAME. */
bool launcher_has_allocation(void)
{
    const char *const hosts = secure_getenv("SLURM_JOB_NUM_NODES");
    return hosts && (atoi(hosts) > 1 || !secure_getenv("SLURMD_NODENAME"));
}

int launcher_allocated_pes(void)
{
    const char *const tasks =
        secure_getenv("SLURM_JOB_NUM_NODES") ? secure_getenv("SLURM_NTASKS") : NULL;
    return tasks ? read_pes(tasks) : 0;
}

launcher_t launcher_find(const char *named)
{
    launcher_t launcher;
    if (named) {
        return find_named(named);
    }
    if (secure_getenv("SLURM_JOB_ID") && find_own(&launcher, KNOWN - 1)) {
        return launcher;
    }
    for (size_t i = 0; i < KNOWN; i++) {
        if (find_own(&launcher, i)) {
            return launcher;
        }
    }
    if (find_of_any(&launcher, true)) {
        return launcher;
    }
    refuse("to start PEs on other hosts takes MPICH's mpiexec.hydra, Open MPI's mpirun or Slurm's "
           "srun, "
           "and PATH has none of them");
}
